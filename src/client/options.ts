/** Types of the options that have one of their own. The options themselves are in `client-options.ts`. */

/**
 * The header blocks of one call, keyed as the generated `Headers` interface has them, or a function that yields them. A
 * function runs once per call, inside the deadline and the signal; what it throws or rejects with becomes the `cause` of
 * a `ConfigurationError`, and nothing is sent.
 */
export type HeaderSource<H> = H | ((call: HeaderRequest) => H | Promise<H>);

/** What a header function learns about the call that it makes headers for. */
export interface HeaderRequest {
  /** Name of the operation as the WSDL has it. */
  readonly operation: string;
  /** The `auth` of the call's options, as given. */
  readonly auth: CallAuth | undefined;
}

/** Credentials for one call. The client's header function decides which names there are. */
export type CallAuth = Readonly<{ [name: string]: unknown }>;

/** An `AbortSignal`, described by what is used of it, so that no environment's types are needed. */
export interface CallSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** How strictly responses are checked against the schema. */
export type ValidationMode = "strict" | "standard" | "lenient";

/** PEM text or bytes. */
export type Pem = string | Uint8Array;

/** TLS towards the service (and towards an `https:` proxy, where the names fit). */
export interface TlsOptions {
  /** Authorities to trust instead of Node's own list: PEM. */
  readonly ca?: Pem | readonly Pem[];
  /** Client certificate chain: PEM. */
  readonly cert?: Pem;
  /** Private key of `cert`: PEM. */
  readonly key?: Pem;
  /** Client certificate and key in one: PKCS#12. */
  readonly pfx?: Uint8Array;
  /** Opens `key` or `pfx`. */
  readonly passphrase?: string;
  /** Name to ask for and to verify, when it is not the host of the endpoint. */
  readonly servername?: string;
  /** Lowest version to accept. Default: Node's, `TLSv1.2`. */
  readonly minVersion?: "TLSv1.2" | "TLSv1.3";
}
