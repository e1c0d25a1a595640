/** Reads the options of `security.issuer`. */
import { checkObject, checkWithin } from "soapwright-runtime/extend";
import { type Check, credential, milliseconds, oneOf, Section, text } from "../option-section";
import { wrong } from "../security-error";
import type { IssuerClientOptions, IssuerOptions, MessagePart, SecurityOptions } from "../security-options";
import { KEY_BITS } from "./proof";
import { KEY_TYPES, MAC_NAMES, TRUST_VERSIONS, tokenTypeOf } from "./trust-terms";

const NAMES: readonly (keyof IssuerOptions)[] = [
  ...(["endpoint", "security", "version", "soapVersion", "addressing", "appliesTo", "tokenType"] as const),
  ...(["keyType", "keySize", "signatureAlgorithm", "useKey", "parts", "onBehalfOf", "actAs"] as const),
  ...(["lifetimeMs", "renewAheadMs", "clockSkewMs", "client"] as const),
];
const CLIENT: readonly (keyof IssuerClientOptions)[] = [
  ...(["allowInsecure", "connections", "deadlineMs", "httpHeaders", "limits", "proxy"] as const),
  ...(["retries", "timeoutMs", "tls", "transport"] as const),
];

/** The checks of options that a signature has too. */
interface Checks<S> {
  readonly signature: Check<S>;
  readonly parts: Check<readonly MessagePart[]>;
}

/** Throws a `ConfigurationError`. The client of the issuer checks `security` and `client`. */
export function readIssuer<S>(option: string, value: unknown, checks: Checks<S>) {
  const options = new Section(option, value, NAMES);
  const tokenType = options.optional("tokenType", text);
  const { value: addressing } = options.at("addressing");
  const version = options.optional("version", oneOf(TRUST_VERSIONS)) ?? "1.3";
  const keyType = options.optional("keyType", oneOf(KEY_TYPES)) ?? "bearer";
  const actAs = options.optional("actAs", credential);
  if (actAs !== undefined && version !== "1.4") {
    throw wrong(`${option}.actAs`, `${option}.actAs is a part of WS-Trust 1.4. Set ${option}.version: "1.4".`);
  }
  return {
    endpoint: options.required("endpoint", text),
    security: options.optional("security", (at, given) => checkObject(at, given) as SecurityOptions),
    version,
    soapVersion: options.optional("soapVersion", oneOf(["1.1", "1.2"])) ?? "1.2",
    addressing: addressing === false ? undefined : (options.optional("addressing", oneOf(["1.0", "2004/08"])) ?? "1.0"),
    appliesTo: options.optional("appliesTo", text),
    tokenType: tokenType === undefined ? undefined : tokenTypeOf(tokenType),
    keyType,
    keyBytes: (options.optional("keySize", keyBits) ?? 256) / 8,
    signatureAlgorithm: options.optional("signatureAlgorithm", oneOf(MAC_NAMES)) ?? "HMAC-SHA256",
    useKey: keyType === "public" ? options.required("useKey", checks.signature) : undefined,
    parts: options.optional("parts", checks.parts) ?? (["Body", "Timestamp"] as const),
    onBehalfOf: options.optional("onBehalfOf", credential),
    actAs,
    lifetimeMs: options.optional("lifetimeMs", milliseconds(1_000)),
    renewAheadMs: options.optional("renewAheadMs", milliseconds(0)) ?? 60_000,
    clockSkewMs: options.optional("clockSkewMs", milliseconds(0)) ?? 60_000,
    client: (options.optional("client", (at, given) => new Section(at, given, CLIENT).values) ??
      {}) as IssuerClientOptions,
  };
}

function keyBits(option: string, value: unknown): number {
  const bits = checkWithin(option, value, { ...KEY_BITS, unit: "bits" });
  if (bits % 8 === 0) return bits;
  throw wrong(option, `${option} is ${bits}, which is no multiple of 8.`);
}
