/** Applies the feature `security` to one message, without a client. */

import type { SecurityOptions } from "soapwright-features/security";
import { security } from "soapwright-features/security";
import { openMessage } from "../../../soapwright-features/src/security/encryption/open-message";
import { readSecurity } from "../../../soapwright-features/src/security/read-options";
import { type SecuredMessage, secureMessage } from "../../../soapwright-features/src/security/secure-message";
import type { ReceivedMessage } from "../../../soapwright-features/src/security/verify-response";

import type { UnsecuredMessage } from "../../../soapwright-features/src/security/write-signature";

export function createSecurity(options: SecurityOptions) {
  const feature = security(options);
  const terms = readSecurity(options);
  return Object.assign(feature, {
    secure: (message: UnsecuredMessage): Promise<SecuredMessage> => secureMessage(terms, message),
    verify: (message: ReceivedMessage): Promise<string> => openMessage(terms, message),
  });
}
