/** What a user can set: on a client, and on one call. */

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

/** Credentials for one call. Which names there are is the affair of the client's header function. */
export type CallAuth = Readonly<{ [name: string]: unknown }>;

/** An `AbortSignal`, described by what is used of it, so that no environment's types are needed. */
export interface CallSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** How strictly answers are checked against the schema. */
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

/** Options that make sense for a client and for one of its calls. */
export interface SharedOptions {
  /** Longest time for one attempt, in milliseconds. For a stream: to the first item, and then for each wait for bytes. Default 30,000. */
  readonly timeoutMs?: number;
  /** Longest time for the whole call with its retries, waits and credentials, in milliseconds. For a stream as `timeoutMs`. Default 60,000. */
  readonly deadlineMs?: number;
  /** Attempts after the first. Only what is safe is repeated: see `ClientOptions`. Default 2. */
  readonly retries?: number;
  /** Whether an attempt that ran into `timeoutMs` is repeated, when the operation is safe. Default false. */
  readonly retryTimeouts?: boolean;
  /** Longest answer, in bytes after decompression. Default 67,108,864 (64 MiB). */
  readonly maxResponseBytes?: number;
  /** Longest streamed answer, in bytes after decompression. Default 17,179,869,184 (16 GiB). */
  readonly maxStreamBytes?: number;
}

/**
 * Options of a client. All are checked when it is made: a wrong one is a `ConfigurationError` that names it.
 *
 * Retries: what cannot have reached the service (refused, DNS, no connection in time) is repeated for every operation;
 * lost connections and the statuses 408, 429, 500 without a fault, 502, 503 and 504 are repeated for operations that the
 * WSDL declares safe. A fault never is, nor an answer that has begun with status 200.
 */
export interface ClientOptions<H = unknown> extends SharedOptions {
  /** Absolute `http:` or `https:` address to post to. Default: the address of the WSDL's port for `soapVersion`. */
  readonly endpoint?: string;
  /** Default `"1.1"`, or the only one that the service has. */
  readonly soapVersion?: "1.1" | "1.2";
  /** From a namespace of the WSDL to the one on the wire; what it does to the target namespace also moves SOAPAction. Default: as declared. */
  readonly namespaces?: (declared: string) => string;
  /** Header blocks of every call. Default: none. */
  readonly headers?: HeaderSource<H>;
  /** HTTP headers added to every request, for example for a gateway. Not those that SOAP or HTTP set. Default: none. */
  readonly httpHeaders?: Readonly<{ [name: string]: string }>;
  /** Default `"standard"`. */
  readonly validation?: ValidationMode;
  /** Longest time to make a connection, TLS included, in milliseconds. Default 10,000. */
  readonly connectTimeoutMs?: number;
  /** Upper bound of the first wait before a retry, in milliseconds; it doubles each time and is drawn at random below it (full jitter). Default 100. */
  readonly retryDelayMs?: number;
  /** Highest upper bound of a wait before a retry, in milliseconds. `Retry-After` may ask for more, up to the deadline. Default 5,000. */
  readonly maxRetryDelayMs?: number;
  /** Retries that may be made in a burst; each first attempt that succeeds earns a tenth back. Default 10. */
  readonly retryBudget?: number;
  /** Deepest nesting of elements in an answer. Default 64. */
  readonly maxDepth?: number;
  /** Most attributes of one element in an answer, namespace declarations included. Default 64. */
  readonly maxAttributes?: number;
  /** Longest text or attribute value in an answer, in UTF-16 code units. Default 8,388,608. */
  readonly maxTextLength?: number;
  /** Longest name or reference in an answer, in UTF-16 code units. Default 1,024. */
  readonly maxNameLength?: number;
  /** Most names of elements and attributes that differ from one another in an answer. Default 5,000. */
  readonly maxNames?: number;
  /** Longest head of an answer, in bytes. Default 16,384. */
  readonly maxHeaderBytes?: number;
  /** Most connections at a time. Default 64. */
  readonly connections?: number;
  /** How long an idle connection is kept, in milliseconds; a shorter wish of the server is obeyed. Default 4,000. */
  readonly keepAliveMs?: number;
  /** Most requests at a time; further calls wait their turn in order. Default: `connections`. */
  readonly maxInFlight?: number;
  /** Most requests begun a second, evenly spread, retries included. Default: no limit. */
  readonly requestsPerSecond?: number;
  /** Address of an HTTP proxy, or `"environment"` for `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. Loopback is never proxied. Default: none. */
  readonly proxy?: string;
  /** TLS settings. */
  readonly tls?: TlsOptions;
  /** Unix socket to connect to instead of the endpoint's host and port. Default: none. */
  readonly socketPath?: string;
  /** Whether compressed answers are asked for: gzip, deflate, br. Compressed answers are read in any case. Default true. */
  readonly compression?: boolean;
  /** Allow plain `http:` to a host that is not loopback: credentials travel readable. Default false. */
  readonly allowInsecure?: boolean;
  /** Read references to control characters in answers, such as `&#x1;`, which XML forbids and real services send. Default false. */
  readonly allowControlCharacters?: boolean;
  /** Show whole envelopes, with credentials and data, to listeners of `client.soap`. Default false: only their structure. */
  readonly exposeEnvelopes?: boolean;
}

/** Options of one call: they replace those of the client. */
export interface CallOptions<H = unknown> extends SharedOptions {
  /** Ends the call with an `AbortError`. */
  readonly signal?: CallSignal;
  /** Header blocks of this call, instead of the client's. */
  readonly headers?: HeaderSource<H>;
  /** Credentials of this call, for the client's header function. */
  readonly auth?: CallAuth;
  /** HTTP headers added to the request of this call, over the client's, for example `traceparent`. */
  readonly httpHeaders?: Readonly<{ [name: string]: string }>;
}
