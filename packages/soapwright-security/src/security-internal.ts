/** The entry point `soapwright-security/internal`. */

export { readSecurity } from "./read-options";
export { type SecuredMessage, secureMessage, type UnsecuredMessage } from "./secure-message";
export { type ReceivedMessage, verifyResponse } from "./verify-response";
