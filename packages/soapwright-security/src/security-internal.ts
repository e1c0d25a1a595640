/** The entry point `soapwright-security/internal`. */

export { readSecurity } from "./read-options";
export { secureMessage } from "./secure-message";
export type { ReceivedMessage, SecuredMessage, UnsecuredMessage } from "./secured-message";
export { verifyResponse } from "./verify-response";
