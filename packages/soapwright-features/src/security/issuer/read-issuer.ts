/** Reads the options of `security.issuer`. */
import { checkObject, checkWithin } from "soapwright-runtime/extend";
import {
  asGiven,
  credential,
  milliseconds,
  oneOf,
  optional,
  orFalse,
  required,
  section,
  text,
} from "../option-section";
import { readParts, readSignature } from "../read-signature";
import { wrong } from "../security-error";
import type { IssuerClientOptions, SecurityOptions } from "../security-options";
import { KEY_BITS } from "./proof";
import { KEY_TYPES, MAC_NAMES, TRUST_VERSIONS, tokenTypeOf } from "./trust-terms";

const readClient = section({
  allowInsecure: asGiven,
  connections: asGiven,
  deadlineMs: asGiven,
  httpHeaders: asGiven,
  limits: asGiven,
  proxy: asGiven,
  retries: asGiven,
  timeoutMs: asGiven,
  tls: asGiven,
  transport: asGiven,
} satisfies { readonly [N in keyof Required<IssuerClientOptions>]: typeof asGiven });

const readOwnIssuer = section({
  endpoint: required(text),
  security: optional((option, given) => checkObject(option, given) as SecurityOptions),
  version: optional(oneOf(TRUST_VERSIONS), "1.3"),
  soapVersion: optional(oneOf(["1.1", "1.2"]), "1.2"),
  addressing: optional(orFalse(oneOf(["1.0", "2004/08"])), "1.0"),
  appliesTo: optional(text),
  tokenType: optional((option, given) => tokenTypeOf(text(option, given))),
  keyType: optional(oneOf(KEY_TYPES), "bearer"),
  keySize: optional(keyBits, 256),
  signatureAlgorithm: optional(oneOf(MAC_NAMES), "HMAC-SHA256"),
  useKey: asGiven,
  parts: readParts,
  onBehalfOf: optional(credential),
  actAs: optional(credential),
  lifetimeMs: optional(milliseconds(1_000)),
  renewAheadMs: optional(milliseconds(0), 60_000),
  clockSkewMs: optional(milliseconds(0), 60_000),
  client: optional((option, given) => readClient(option, given) as IssuerClientOptions, {}),
});

/** Throws a `ConfigurationError`. The client of the issuer checks `security` and `client`. */
export function readIssuer(option: string, value: unknown) {
  const terms = readOwnIssuer(option, value);
  if (terms.actAs !== undefined && terms.version !== "1.4") {
    throw wrong(`${option}.actAs`, `${option}.actAs is a part of WS-Trust 1.4. Set ${option}.version: "1.4".`);
  }
  const isPublic = terms.keyType === "public";
  return { ...terms, useKey: isPublic ? required(readSignature)(`${option}.useKey`, terms.useKey) : undefined };
}

function keyBits(option: string, value: unknown): number {
  const bits = checkWithin(option, value, { ...KEY_BITS, unit: "bits" });
  if (bits % 8 === 0) return bits;
  throw wrong(option, `${option} is ${bits}, which is no multiple of 8.`);
}
