/** Types of the options that have one of their own. The options themselves are in `client-options.ts`. */
import type { ErrorKind } from "../errors/kind";
import type { ServiceError } from "../errors/service-error";
import type { XmlElement } from "../schema/codec";
import type { TransportSignal } from "../transport/transport";

/** What a function that returns credentials, header blocks or HTTP headers learns about the call that it is asked for. */
export interface CredentialRequest {
  /** Name of the operation as the WSDL has it. */
  readonly operation: string;
  /** Which request of the call it is for, from 1. A later one follows an expiry or a refusal of what was returned before. */
  readonly attempt: number;
  /** Aborted when nobody waits for the result any more: pass it on to `fetch`. */
  readonly signal: TransportSignal;
  /**
   * Who calls, by the names of the options: domain and user name, where they were given as texts. What a function returns with an
   * expiry is remembered for each of them. Empty where a function returns one of them, and for one of `credentialSource`.
   */
  readonly credentials: Readonly<{ [option: string]: string | undefined }>;
}

/** A value and when it expires: until then it is used for every call, unless the service refuses it. */
export interface Expiring<T> {
  readonly value: T;
  /** A `Date`, or milliseconds since 1970. `Infinity`: only a refusal ends it. */
  readonly expiresAt: Date | number;
}

/** What such a function returns: a value for the one call, or with its expiry for all calls; or a promise of either. */
export type Asked<T> = T | Expiring<T> | Promise<T | Expiring<T>>;

/** A credential: its text, or a function that returns it. The function is asked for each call, unless it returns an expiry. */
export type Credential = string | ((request: CredentialRequest) => Asked<string>);

/** What an error of a call means, where the client's own judgement is not what a service means; undefined leaves that. */
export type ErrorRule = (error: ServiceError) => ErrorKind | undefined;

/** Additional HTTP headers, by name. */
export type HttpHeaders = Readonly<{ [name: string]: string }>;

/**
 * The header blocks of one call, keyed as the generated `Headers` interface has them, or a function that returns them. A
 * function runs once per call, inside the deadline and the signal; what it throws or rejects with becomes the `cause` of
 * a `ConfigurationError`, and nothing is sent.
 */
export type HeaderSource<H> = H | ((call: HeaderRequest) => H | Promise<H>);

/** The name of a header block. */
export interface HeaderBlockName {
  readonly namespace: string;
  /** Its local name. */
  readonly name: string;
}

/** A header block that no WSDL declares: an element, or XML text that declares every prefix that it uses. */
export type ExtraHeader = XmlElement | string;

/**
 * Header blocks that no WSDL declares, or a function that returns those of one call; undefined for none. It runs once for
 * each call, inside the deadline and the signal; what it throws or rejects with becomes the `cause` of a
 * `ConfigurationError`, and nothing is sent.
 */
export type ExtraHeaders = ExtraBlocks | ((call: CredentialRequest) => Returned | Promise<Returned>);

type ExtraBlocks = ExtraHeader | readonly ExtraHeader[];
type Returned = ExtraBlocks | undefined;

/** What a header function learns about the call that it makes headers for. */
export interface HeaderRequest extends CredentialRequest {
  /** The `auth` of the call's options, as given, over that of `with`. */
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
  readonly ca?: Pem | readonly Pem[] | undefined;
  /** Client certificate chain: PEM. */
  readonly cert?: Pem | undefined;
  /** Private key of `cert`: PEM. */
  readonly key?: Pem | undefined;
  /** Client certificate and key in one: PKCS#12. */
  readonly pfx?: Uint8Array | undefined;
  /** Opens `key` or `pfx`. */
  readonly passphrase?: string | undefined;
  /** Name to ask for and to verify, when it is not the host of the endpoint. */
  readonly servername?: string | undefined;
  /** Lowest version to accept. Default: Node's, `TLSv1.2`. */
  readonly minVersion?: "TLSv1.2" | "TLSv1.3" | undefined;
}
