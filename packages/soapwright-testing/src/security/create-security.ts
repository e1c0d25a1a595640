/** Applies the feature `security` to one message, without a client. */

import type { SecurityOptions } from "soapwright-security";
import { security } from "soapwright-security";
import { readSecurity } from "../../../soapwright-security/src/read-options";
import { type SecuredMessage, secureMessage } from "../../../soapwright-security/src/secure-message";
import type { ReceivedMessage } from "../../../soapwright-security/src/verify-response";
import { verifyResponse } from "../../../soapwright-security/src/verify-response";
import type { UnsecuredMessage } from "../../../soapwright-security/src/write-signature";

export function createSecurity(options: SecurityOptions) {
  const feature = security(options);
  const terms = readSecurity(options);
  return Object.assign(feature, {
    secure: (message: UnsecuredMessage): Promise<SecuredMessage> => secureMessage(terms, message),
    verify: (message: ReceivedMessage): Promise<string> => verifyResponse(terms.verify!, message),
  });
}
