/**
 * The declarations of all options. `scripts/write-options.ts` writes the table of `docs/options.md` from these docstrings,
 * so each one ends with the option's default. `option-table.ts` has the checks.
 */
import type { ErrorKind } from "../errors/kind";
import type { ServiceError } from "../errors/service-error";
import type { Feature } from "../feature";
import type { CustomTransport } from "../transport/transport";
import type { Admission, Fairness } from "./admission";
import type { CredentialHeaders } from "./credential-headers";
import type { AttemptInterceptor, Interceptor } from "./interceptors";
import type { Logger } from "./log";
import type {
  Asked,
  CallAuth,
  CallSignal,
  CredentialRequest,
  ExtraHeaders,
  HeaderBlockName,
  HeaderSource,
  HttpHeaders,
  TlsOptions,
} from "./option-types";
import type { SharedCredentials } from "./shared-credentials";

/** Bounds of one call. */
export interface CallLimitOptions {
  /** Longest request envelope. A longer one is an `ArgumentError`, and nothing is sent. Attachments do not count. Unit: bytes. Default: 67,108,864. */
  readonly requestBytes?: number | undefined;
  /** Longest response, after decompression. Unit: bytes. Default: 67,108,864. */
  readonly responseBytes?: number | undefined;
  /** Longest streamed response, after decompression. Unit: bytes. Default: 17,179,869,184. */
  readonly streamBytes?: number | undefined;
  /** Longest time that the reader of a stream may leave it alone while it holds a connection. The stream then ends with a `TimeoutError`. Unit: milliseconds. Default: 60,000. */
  readonly streamIdleMs?: number | undefined;
}

/** Bounds of the calls of a client. */
export interface LimitOptions extends CallLimitOptions {
  /** Deepest nesting of elements in a response. Default: 64. */
  readonly depth?: number | undefined;
  /** Longest text or attribute value in a response. A value of type `base64Binary` or `hexBinary` may have 67,108,864 in any case. Unit: UTF-16 code units. Default: 8,388,608. */
  readonly textLength?: number | undefined;
  /** Most calls that wait their turn. One more is an `OverloadError`, and nothing is sent. Default: 100,000. */
  readonly queued?: number | undefined;
}

/** Retries of one call. */
export interface CallRetryOptions {
  /** Attempts after the first. Only what is safe is repeated: see `ClientOptions`. Unit: attempts. Default: 2. */
  readonly max?: number | undefined;
  /** Whether an attempt that took longer than `timeoutMs` is repeated, when the operation is safe. Default: `false`. */
  readonly timeouts?: boolean | undefined;
}

/** Retries of a client. */
export interface RetryOptions extends CallRetryOptions {
  /** Upper bound of the first wait before a retry; it doubles each time up to 5 seconds, and the wait is drawn at random below it (full jitter). `Retry-After` may ask for more, up to the deadline. Unit: milliseconds. Default: 100. */
  readonly delayMs?: number | undefined;
  /** Retries that may be made in a burst; each response of the service earns a tenth back. Unit: retries. Default: 10. */
  readonly budget?: number | undefined;
}

/** The connections of a client. */
export interface ConnectionOptions {
  /** Most connections, and so requests, at a time; further calls wait in the queue. With `transport`: most requests. Default: 64. */
  readonly max?: number | undefined;
  /** Longest time to make a connection, TLS and proxy included. Unit: milliseconds. Default: 10,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** How long an idle connection is kept; a shorter wish of the service is obeyed. Unit: milliseconds. Default: 4,000. */
  readonly keepAliveMs?: number | undefined;
  /** How long a connection is used at most. Unit: milliseconds. Default: 300,000. */
  readonly maxAgeMs?: number | undefined;
}

/** What a service does in one call otherwise than its WSDL says. */
export interface CallQuirkOptions {
  /** What happens where the policies of the WSDL ask for more than is set: with `obey` the call is a `ConfigurationError` that names the option, with `ignore` it is made. Default: `"obey"`. */
  readonly policy?: "obey" | "ignore" | undefined;
}

/** What a service does otherwise than its WSDL, SOAP or XML says. */
export interface QuirkOptions extends CallQuirkOptions {
  /** From a namespace of the WSDL to the one on the wire; what it does to the target namespace also moves SOAPAction. Default: as declared. */
  readonly namespaces?: ((declared: string) => string) | undefined;
  /** Whether `soapVersion` may be one that the WSDL does not name, for a service whose WSDL is wrong about it. Default: `false`. */
  readonly forceSoapVersion?: boolean | undefined;
  /** Further operations, by the name in the WSDL or the method, that change nothing and may be repeated: for a service whose WSDL does not say which are safe. Default: those that the WSDL declares safe. */
  readonly safeOperations?: readonly string[] | undefined;
  /** From an error of a call to its `kind`, or undefined to leave that as it is: for a service whose codes mean something of their own. Default: the kind that status, code and reason say. */
  readonly errorKind?: ((error: ServiceError) => ErrorKind | undefined) | undefined;
  /** Whether to read references to control characters in responses, such as `&#x1;`, which XML forbids and real services send. Default: `false`. */
  readonly allowControlCharacters?: boolean | undefined;
}

/** What of the service's text the errors and logs of a client show. */
export interface WithExposeOptions {
  /** Show what the service said, a fault's reason or the start of an HTML page, in `JSON.stringify(error)`, and the error's message in lines of `logger`. It may be about a person. Default: `false`. */
  readonly faultText?: boolean | undefined;
}

/** What errors, logs and listeners show of the data of calls. */
export interface ExposeOptions extends WithExposeOptions {
  /** Show whole envelopes, with credentials and data, to listeners of `client.soap`, instead of their structure. Default: `false`. */
  readonly envelopes?: boolean | undefined;
}

/** Options that a client has and one of its calls may set anew. */
export interface SharedOptions {
  /** Absolute `http:` or `https:` address to post to. With `client.with()` and for one call: another address of the same origin, or of one that `allowedOrigins` names. Another origin gets no credentials, headers or `tls` but those that the same `client.with()` or call sets. Default: the address of the WSDL's port for `soapVersion`. */
  readonly endpoint?: string | undefined;
  /** Header blocks that the WSDL does not declare, sent as they are: an `XmlElement`, XML text, a list of them, or a function of the call that returns one of these. On a call: instead of the client's. Default: none. */
  readonly extraHeaders?: ExtraHeaders | undefined;
  /** Longest time for one attempt. For a stream: to the first item, and then for each wait for bytes. Unit: milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Longest time for the whole call with its retries, waits and credentials. For a stream: to the first item, and then for the waits from one item to the next. Unit: milliseconds. Default: 60,000. */
  readonly deadlineMs?: number | undefined;
  /** Attempts after the first, as a number; or its members, one of which is that number. Default: 2. */
  readonly retries?: number | CallRetryOptions | undefined;
  /** Bounds of requests, responses and waits. Default: those of its members. */
  readonly limits?: CallLimitOptions | undefined;
  /** What the service does otherwise than its WSDL, SOAP or XML says. Default: nothing. */
  readonly quirks?: CallQuirkOptions | undefined;
  /** `low` for batches: their calls are sent when no others wait. One that has waited for five seconds gets one turn in ten all the same. Default: `"normal"`. */
  readonly priority?: "normal" | "low" | undefined;
}

/**
 * Options of a client. All are checked when it is made: a wrong one is a `ConfigurationError` that names it.
 *
 * Retries: what cannot have reached the service (refused, DNS, no connection in time) is repeated for every operation;
 * lost connections and the statuses 408, 429, 500 without a fault, 502, 503 and 504 are repeated for operations that the
 * WSDL declares safe, and so is a fault that says that the service is busy (`kind` "busy"; its `Retry-After` counts). No other
 * fault is, nor a response that has begun with a status of success.
 */
export interface CoreClientOptions<H = unknown> extends SharedOptions {
  readonly retries?: number | RetryOptions | undefined;
  readonly limits?: LimitOptions | undefined;
  readonly quirks?: QuirkOptions | undefined;
  /** Further origins that `endpoint` of `client.with()` and of a call may be at, for example `https://other.example:8443`. They get nothing of the client that names a caller, only what the same `client.with()` or call sets. Default: none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Version of SOAP to speak. Default: `"1.1"`, or the only one that the service has. */
  readonly soapVersion?: "1.1" | "1.2" | undefined;
  /** Header blocks of every call, or a function that yields them. On a call: instead of the client's. Default: none. */
  readonly headers?: HeaderSource<H> | CredentialHeaders<H> | undefined;
  /** Header blocks of responses that you take care of, beside those that the WSDL declares: `{ namespace, name }`. Any other block that is sent to the client with `mustUnderstand="1"` is a `ResponseError`. Default: none. */
  readonly understands?: readonly HeaderBlockName[] | undefined;
  /** HTTP headers added to every request, for example for a gateway, or a function that returns them; on a call, added to the client's. Not those that SOAP or HTTP set. `Accept-Encoding` replaces `gzip, deflate, br`; `identity` asks for no compression. Default: none. */
  readonly httpHeaders?: HttpHeaders | ((request: CredentialRequest) => Asked<HttpHeaders>) | undefined;
  /** How strictly responses are checked against the schema. Default: `"standard"`. */
  readonly validation?: "strict" | "standard" | "lenient" | undefined;
  /** Most requests begun a second, evenly spread, retries included. Unit: requests a second. Default: no limit. */
  readonly requestsPerSecond?: number | undefined;
  /** Most connections at a time, as a number; or its members, one of which is that number. Default: 64. */
  readonly connections?: number | ConnectionOptions | undefined;
  /** Address of an HTTP proxy, or `"environment"` for `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. Loopback is never proxied. Default: none. */
  readonly proxy?: string | undefined;
  /** TLS settings. With `client.with()`: a client certificate for one tenant. Default: Node's own. */
  readonly tls?: TlsOptions | undefined;
  /** Sends the requests in the place of the client's own connections; `fetchTransport()` of `soapwright-runtime/fetch`, or `customTransport` of `soapwright-runtime/extend`. Excludes `tls`, `proxy` and all of `connections` but `max`. Default: the client's own connections. */
  readonly transport?: CustomTransport | undefined;
  /** What decides beside the queue whether a request may begin: `breaker()`, `adaptive()`, `sharedRate(limit)`, `retryAfterHold(scope)`, or one of your own; one of each name. `fairness({ key })` says whose queue a call waits in: who is a tenant, with which weight and limits. What two of them do together: `docs/tenants.md`. Default: none. */
  readonly admission?: readonly (Admission | Fairness)[] | undefined;
  /** Where processes share credentials that expire, so that one of them fetches for all: `sharedCredentials(cache)`. Default: each client keeps them for itself. */
  readonly credentialCache?: SharedCredentials | undefined;
  /** Functions around each call, the first outermost. Default: none. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** Functions around each request of a call, the first outermost. Default: none. */
  readonly attemptInterceptors?: readonly AttemptInterceptor[] | undefined;
  /** Gets a line for each call and for each retry: pino, `console`, or an object with their functions `info`, `warn` and `error`. No line holds a credential, an argument or a result. Default: none. */
  readonly logger?: Logger;
  /** What errors, logs and listeners show of the data of calls, which can be about a person. Default: nothing. */
  readonly expose?: ExposeOptions | undefined;
  /** Allow plain `http:` to a host that is not loopback: credentials travel readable. Default: `false`. */
  readonly allowInsecure?: boolean | undefined;
}

/** Options of a client. `O`: those that its features add. */
export type ClientOptions<H = unknown, O extends object = object> = CoreClientOptions<H> &
  NoInfer<O> & {
    /** Features of its calls, beside those that its WSDL needs: one of the same name replaces such a one. Default: none. */
    readonly features?: readonly Feature<O>[] | undefined;
  };

/** Options of one call: they replace those of the client. `C`: the credentials that `auth` takes. */
export interface CoreCallOptions<H = unknown, C = CallAuth>
  extends SharedOptions,
    Pick<CoreClientOptions<H>, "headers" | "httpHeaders"> {
  /** Credentials in the place of the client's. Those that are not given stay the client's. Default: none. */
  readonly auth?: C | undefined;
  /** Whether the call may be repeated after it may have reached the service, because it changes nothing there. Default: what the WSDL or `quirks.safeOperations` says. */
  readonly safe?: boolean | undefined;
  /** Ends the call with an `AbortError`, or with a `TimeoutError` when its reason is a time-out, as that of `AbortSignal.timeout()` is. Default: none. */
  readonly signal?: CallSignal | undefined;
}

/** Options of one call. `O`: those that the features of its client add. */
export type CallOptions<H = unknown, C = CallAuth, O extends object = object> = CoreCallOptions<H, C> & O;

/** Options of `client.with()`: they replace those of the client, for all calls of the client that it returns. */
export interface WithOptions<H = unknown, C = CallAuth>
  extends CoreCallOptions<H, C>,
    Pick<CoreClientOptions<H>, "understands" | "tls" | "logger"> {
  readonly expose?: WithExposeOptions | undefined;
}
