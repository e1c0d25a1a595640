/** The options of `security.issuer`. */
import type { ClientOptions } from "soapwright-runtime";
import type { SamlVersion, TrustVersion } from "./trust-terms";

/**
 * Options for tokens from an issuer, a security token service (WS-Trust). Only `endpoint` is needed. `S`: the options of
 * `security`.
 */
export interface IssuerOptions<S = object> {
  /** The address of the issuer. */
  readonly endpoint: string;
  /** How the client signs in at the issuer, and verifies its responses. Default: not at all. */
  readonly security?: S | undefined;
  /** The version of WS-Trust. Default: `"1.3"`. */
  readonly version?: TrustVersion | undefined;
  /** The version of SOAP at the issuer. Default: `"1.2"`. */
  readonly soapVersion?: "1.1" | "1.2" | undefined;
  /** The version of WS-Addressing at the issuer; `false` for none. Default: `"1.0"`. */
  readonly addressing?: "1.0" | "2004/08" | false | undefined;
  /** The service that the token is for, as the issuer knows it (wsp:AppliesTo). Default: the address of the call. */
  readonly appliesTo?: string | undefined;
  /** The type of the token: a version of SAML, or its URI. Default: the issuer decides. */
  readonly tokenType?: SamlVersion | (string & {}) | undefined;
  /** The lifetime to ask for, in milliseconds. Default: the issuer decides. */
  readonly lifetimeMs?: number | undefined;
  /**
   * A token is renewed so long before its expiry, in milliseconds, and used until half of that time is left; at most half of
   * its lifetime. Default: 60,000.
   */
  readonly renewAheadMs?: number | undefined;
  /** The largest accepted difference of the clocks, in milliseconds, for a token that is not valid yet. Default: 60,000. */
  readonly clockSkewMs?: number | undefined;
  /** Options of the client that calls the issuer. Responses may have 1,048,576 bytes unless you set `limits`. */
  readonly client?: IssuerClientOptions | undefined;
}

/** The options of the client that calls the issuer: those of every client. */
export type IssuerClientOptions = Pick<
  ClientOptions,
  | "allowInsecure"
  | "connections"
  | "deadlineMs"
  | "httpHeaders"
  | "limits"
  | "proxy"
  | "retries"
  | "timeoutMs"
  | "tls"
  | "transport"
>;
