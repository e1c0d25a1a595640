/** The feature `security`: WS-Security of requests, and verified responses. */
import type { Feature } from "soapwright-runtime";
import { isFaultError, type ServiceError } from "soapwright-runtime/errors";
import {
  type CallFeature,
  type Description,
  type FailedRequest,
  type FeatureCall,
  type OpenFeature,
  type OutgoingMessage,
  type ReceivedMessage,
  wrongOption,
} from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import { openMessage } from "./encryption/open-message";
import { credentialRequest, untilDone } from "./feature-call";
import { type Lease, TokenIssuer } from "./issuer/issuer";
import { isTokenRefusal, securityCodes } from "./issuer/token-refusal";
import { makeFeature } from "./made-feature";
import { readSecurity, type SecurityTerms } from "./read-options";
import { type SecuredMessage, secureMessage } from "./secure-message";
import { wrong } from "./security-error";
import { WSSE } from "./security-namespaces";
import type { SecurityOptions } from "./security-options";
import { isAttachmentPart } from "./signed-attachments";

/** The option of the feature `security`: on a client, with `client.with()` and for one call. */
export interface SecurityCallOptions {
  /** `false` sends requests unsecured, and does not verify responses. */
  readonly security?: false | undefined;
}

/**
 * Returns the feature that secures the calls of a client: WS-Security, and verified responses. Reads and checks keys and
 * certificates once, here; tokens and signatures are created for each attempt. For one tenant, use
 * `client.with({ features: [security(…)] })`.
 *
 * @throws ConfigurationError naming the part that is wrong, for example `security.signature.key`. It contains no
 * secret.
 */
export function security(options: SecurityOptions): Feature<SecurityCallOptions> {
  const terms = readSecurity(options);
  const { usernameToken, timestamp, signature, encryption, samlAssertion, issuer } = terms;
  const parts = [usernameToken, timestamp, signature, encryption, samlAssertion, issuer];
  const secures = parts.some((part) => part !== undefined);
  const tokens = issuer === undefined ? undefined : new TokenIssuer(issuer, security);
  const open = (isOff: boolean): OpenFeature<SecurityCallOptions> => ({
    with({ security: option }, origin) {
      if (option !== undefined && option !== false) {
        throw wrongOption("security", "false; what secures a client is one of its features", kindOf(option));
      }
      return open(isOff || option === false || origin !== undefined);
    },
    call: (call) => (isOff ? undefined : securityOf(call, terms, secures, tokens)),
  });
  return makeFeature("security", "secure", () => open(false));
}

const UNVERIFIED = "Responses have a wsse:Security header block, which is read and not verified.";
const UNSIGNED =
  'Requests are signed, but the parts beside their envelope are not: add "Attachments" to the parts of the signature.';
const UNENCRYPTED =
  "The request has attachments, which security.encryption does not encrypt, so nothing was sent. Set mtom to false, or send them without encryption.";

function securityOf(
  call: FeatureCall,
  terms: SecurityTerms,
  secures: boolean,
  tokens: TokenIssuer | undefined,
): CallFeature {
  const { verify, decryption, signature, issuer, symmetricBinding } = terms;
  const { operation } = call;
  let secured: SecuredMessage | undefined;
  let lease: Lease | undefined;
  let isRenewed = false;
  return {
    understands: [{ namespace: WSSE, local: "Security" }],
    ...(secures && {
      async secure(message: OutgoingMessage) {
        // The signature covers base64 text, but the octets are sent: they are read twice.
        const isSigned = signature !== undefined || (issuer !== undefined && issuer.keyType !== "bearer");
        const isEncrypted = terms.encryption !== undefined;
        const read = isSigned || isEncrypted ? message.references?.() : undefined;
        const { octets = [], attachments = [] } = read ?? {};
        if (attachments.length > 0 && !isEncrypted && !signsAttachments(terms)) call.note(UNSIGNED);
        const { envelope } = message;
        try {
          if (isEncrypted && octets.length + attachments.length > 0) throw wrong("attachments", UNENCRYPTED);
          lease = await tokens?.lease(call, credentialRequest(call));
          const unsecured = { envelope, request: credentialRequest(call), references: octets, attachments };
          secured = await untilDone(call, "security", secureMessage(terms, unsecured, lease?.token));
        } finally {
          read?.close();
        }
        for (const secret of secured.secrets) call.mask(secret);
        message.envelope = secured.envelope;
      },
    }),
    ...(tokens && {
      after({ error }: FailedRequest) {
        if (lease === undefined || !isTokenRefusal(error)) return undefined;
        lease.drop();
        const isAgain = call.isSafe && !isRenewed;
        isRenewed = true;
        return isAgain ? "again" : undefined;
      },
    }),
    ...((verify ?? decryption) && {
      async verify({ text, attachments }: ReceivedMessage) {
        const { understood } = call;
        const received = { text, operation, understood, sent: secured, attachments };
        return untilDone(call, "security", openMessage({ verify, decryption, symmetricBinding }, received));
      },
    }),
    describe: (error) => explained(error, verify !== undefined),
    headers(blocks) {
      if (verify === undefined && blocks.has(`{${WSSE}}Security`)) call.note(UNVERIFIED);
      return undefined;
    },
    outcome() {
      if (signature !== undefined && verify === undefined) call.note(UNVERIFIED);
      return {};
    },
  };
}

function signsAttachments({ signature, issuer }: SecurityTerms): boolean {
  return (signature ?? issuer)?.parts.some(isAttachmentPart) === true;
}

/** Covers faults about the security of a request, and verified responses that cannot be read. */
function explained(error: ServiceError, isVerified: boolean): Description | undefined {
  if (isFaultError(error)) {
    const [code] = securityCodes(error);
    if (code === undefined) return undefined;
    return {
      sentence: `${code} is a code of WS-Security: the service does not accept how the request is secured.`,
      advice: [...error.advice, { action: "check", option: "security" }],
    };
  }
  if (!isVerified || error.reason !== "prefix-not-signed") return undefined;
  return {
    sentence:
      "security.verify trusts only what is signed: the service has to list the prefix in InclusiveNamespaces of its signature.",
    advice: error.advice,
  };
}
