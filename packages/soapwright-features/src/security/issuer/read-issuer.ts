/** Reads the options of `security.issuer`. */
import { checkObject } from "soapwright-runtime/extend";
import { milliseconds, oneOf, Section, text } from "../option-section";
import type { SecurityOptions } from "../security-options";
import type { IssuerClientOptions, IssuerOptions } from "./issuer-options";
import { TRUST_VERSIONS, tokenTypeOf } from "./trust-terms";

export type IssuerTerms = ReturnType<typeof readIssuer>;

const NAMES: readonly (keyof IssuerOptions)[] = [
  ...(["endpoint", "security", "version", "soapVersion", "addressing", "appliesTo", "tokenType"] as const),
  ...(["lifetimeMs", "renewAheadMs", "clockSkewMs", "client"] as const),
];
const CLIENT: readonly (keyof IssuerClientOptions)[] = [
  ...(["allowInsecure", "connections", "deadlineMs", "httpHeaders", "limits", "proxy"] as const),
  ...(["retries", "timeoutMs", "tls", "transport"] as const),
];

/** Throws a `ConfigurationError`. The client of the issuer checks `security` and `client`. */
export function readIssuer(option: string, value: unknown) {
  const options = new Section(option, value, NAMES);
  const tokenType = options.optional("tokenType", text);
  const { value: addressing } = options.at("addressing");
  return {
    endpoint: options.required("endpoint", text),
    security: options.optional("security", (at, given) => checkObject(at, given) as SecurityOptions),
    version: options.optional("version", oneOf(TRUST_VERSIONS)) ?? "1.3",
    soapVersion: options.optional("soapVersion", oneOf(["1.1", "1.2"])) ?? "1.2",
    addressing: addressing === false ? undefined : (options.optional("addressing", oneOf(["1.0", "2004/08"])) ?? "1.0"),
    appliesTo: options.optional("appliesTo", text),
    tokenType: tokenType === undefined ? undefined : tokenTypeOf(tokenType),
    lifetimeMs: options.optional("lifetimeMs", milliseconds(1_000)),
    renewAheadMs: options.optional("renewAheadMs", milliseconds(0)) ?? 60_000,
    clockSkewMs: options.optional("clockSkewMs", milliseconds(0)) ?? 60_000,
    client: (options.optional("client", (at, given) => new Section(at, given, CLIENT).values) ??
      {}) as IssuerClientOptions,
  };
}
