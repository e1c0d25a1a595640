/** Applies the feature `security` to one message, without a client. */

import type { SecurityOptions } from "soapwright-security";
import { security } from "soapwright-security";
import type { ReceivedMessage, SecuredMessage, UnsecuredMessage } from "soapwright-security/internal";
import { readSecurity, secureMessage, verifyResponse } from "soapwright-security/internal";

export function createSecurity(options: SecurityOptions) {
  const feature = security(options);
  const terms = readSecurity(options);
  return Object.assign(feature, {
    secure: (message: UnsecuredMessage): Promise<SecuredMessage> => secureMessage(terms, message),
    verify: (message: ReceivedMessage): Promise<string> => verifyResponse(terms.verify!, message),
  });
}
