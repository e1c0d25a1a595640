/** The options of `signIn`. */
import type { Credential } from "soapwright-runtime";

/** How a client signs in to its service by HTTP, and to the proxy before it. */
export type SignInOptions =
  | ((PasswordSignIn | NtlmSignIn | NegotiateSignIn) & Partial<ProxySignIn>)
  | ({ readonly scheme?: undefined } & ProxySignIn);

/** The sign-in to the proxy of the option `proxy`, whose user and password are not sent then. */
export interface ProxySignIn {
  readonly proxy: NtlmSignIn | NegotiateSignIn;
}

/** HTTP Basic (RFC 7617) or Digest (RFC 7616). */
export interface PasswordSignIn {
  /**
   * `basic` sends the password with every request, `digest` a proof of it with every request after the service's first
   * challenge.
   */
  readonly scheme: "basic" | "digest";
  readonly username: string;
  /** The password, or a function that returns it, called for each request that needs it. */
  readonly password: Credential;
}

/**
 * NTLM version 2 (MS-NLMP), which signs in each connection once: the calls of a tenant have connections of their own.
 * Earlier versions are refused.
 */
export interface NtlmSignIn {
  readonly scheme: "ntlm";
  /** The name of the account, without its domain, or `ada@corp.example`. */
  readonly username: string;
  /** The password, or a function that returns it, called for each new connection. */
  readonly password: Credential;
  /** The domain of the account. Default: none, which is the service's own. */
  readonly domain?: string | undefined;
}

/**
 * Negotiate with Kerberos (RFC 4559), by the optional package `kerberos`. The ticket is that of the process: of `kinit`, of
 * a keytab (`KRB5_CLIENT_KTNAME`), or of the session on Windows. NTLM is never used within it.
 */
export interface NegotiateSignIn {
  readonly scheme: "negotiate";
  /** Whose ticket, for example `ada@CORP.EXAMPLE`. Default: the first of the ticket cache. */
  readonly principal?: string | undefined;
  /** The host in the service's name `HTTP/host`. Default: that of the address. */
  readonly serviceHost?: string | undefined;
}
