/** Types of option values. The options themselves are in `client-options.ts`. */
import type { ErrorKind } from "../errors/kind";
import type { ServiceError } from "../errors/service-error";
import type { XmlElement } from "../schema/codec";
import type { TransportSignal } from "../transport/transport";

/** The information about a call that user functions receive which return credentials, header blocks or HTTP headers. */
export interface CredentialRequest {
  /** The operation's name in the WSDL. */
  readonly operation: string;
  /** The number of the attempt, counted from 1. A later attempt follows the expiry or refusal of the last result. */
  readonly attempt: number;
  /** Aborted when no call waits for the result any more. Pass it to `fetch`. */
  readonly signal: TransportSignal;
  /**
   * Domain and user name by option, if they are texts. A result with an expiry is cached for each of them. Empty if a
   * function returns one of them, and in functions of `credentialSource`.
   */
  readonly credentials: Readonly<{ [option: string]: string | undefined }>;
}

/** A value with an expiry. Every call uses it until then, unless the service refuses it. */
export interface Expiring<T> {
  readonly value: T;
  /** The time of expiry: a `Date`, or milliseconds since 1970. `Infinity` means until a refusal. */
  readonly expiresAt: Date | number;
  /**
   * Milliseconds before the expiry from which on a call may fetch a new value, at a random moment. At most half of the
   * lifetime counts. Calls use the old value meanwhile. Default: a tenth of the lifetime, also for a value from
   * `credentialCache`.
   */
  readonly refreshAheadMs?: number | undefined;
}

/**
 * The result of a user function: a value for one call, a value with an expiry for all calls, or a promise of either.
 */
export type Asked<T> = T | Expiring<T> | Promise<T | Expiring<T>>;

/**
 * A credential: a text, or a function that returns it. The function is called for each call, unless it returns an
 * expiry.
 */
export type Credential = string | ((request: CredentialRequest) => Asked<string>);

/** Returns the kind of an error, for a service with codes of its own; undefined keeps the client's classification. */
export type ErrorRule = (error: ServiceError) => ErrorKind | undefined;

/** Additional HTTP headers, by name. */
export type HttpHeaders = Readonly<{ [name: string]: string }>;

/**
 * The header blocks of one call, with the keys of the generated `Headers` interface, or a function that returns them.
 * The function runs once per call, inside its deadline and signal. Its error becomes the `cause` of a
 * `ConfigurationError`, and nothing is sent.
 */
export type HeaderSource<H> = H | ((call: HeaderRequest) => H | Promise<H>);

/** The expanded name of a header block. */
export interface HeaderBlockName {
  readonly namespace: string;
  /** The local name. */
  readonly name: string;
}

/** A header block that the WSDL does not declare: an element, or XML text that declares all of its prefixes. */
export type ExtraHeader = XmlElement | string;

/**
 * Header blocks that the WSDL does not declare, or a function that returns them for one call; undefined for none. The
 * function runs once per call, inside its deadline and signal. Its error becomes the `cause` of a `ConfigurationError`,
 * and nothing is sent.
 */
export type ExtraHeaders = ExtraBlocks | ((call: CredentialRequest) => Returned | Promise<Returned>);

type ExtraBlocks = ExtraHeader | readonly ExtraHeader[];
type Returned = ExtraBlocks | undefined;

/** The information about a call that a function for `headers` receives. */
export interface HeaderRequest extends CredentialRequest {
  /** The option `auth` of the call, merged over that of `with`. */
  readonly auth: CallAuth | undefined;
}

/** Credentials for one call. The client's header function defines their names. */
export type CallAuth = Readonly<{ [name: string]: unknown }>;

/** The members of an `AbortSignal` that are used, declared here so that no environment's types are needed. */
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

/** TLS settings for the service, and for an `https:` proxy where names match. */
export interface TlsOptions {
  /** Trusted certificate authorities in place of Node's list, as PEM. */
  readonly ca?: Pem | readonly Pem[] | undefined;
  /** Client certificate chain, as PEM. */
  readonly cert?: Pem | undefined;
  /** Private key of `cert`, as PEM. */
  readonly key?: Pem | undefined;
  /** Client certificate and key in one file, as PKCS#12. */
  readonly pfx?: Uint8Array | undefined;
  /** The passphrase of `key` or `pfx`. */
  readonly passphrase?: string | undefined;
  /** Server name to request and verify, if it differs from the endpoint's host. */
  readonly servername?: string | undefined;
  /** Lowest accepted version of TLS. Default: Node's, which is `TLSv1.2`. */
  readonly minVersion?: "TLSv1.2" | "TLSv1.3" | undefined;
}
