/** Functions of the user's around calls and around their requests, and what a call comes to. */
import type { Attachment } from "../octets";
import type { TransportSignal } from "../transport/transport";

/** What came back over HTTP beside the result. */
export interface HttpExchange {
  readonly status: number;
  /** Names in lower case; several values of one name are joined by a comma. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** The values of `Set-Cookie` one by one, because a comma may be in them; absent where there are none. */
  readonly cookies?: readonly string[] | undefined;
  /** Requests that were started, the successful one included. */
  readonly attempts: number;
  /** From the call of the method to the result, in milliseconds. */
  readonly elapsedMs: number;
}

/** A result together with what came back beside it. */
export interface CallResponse<T> {
  readonly result: T;
  readonly http: HttpExchange;
  /**
   * Every header block of the response: typed, by property name, where the WSDL declares it; else an `XmlElement`, by
   * `{namespace}name`. A list of them where several blocks have one name.
   */
  readonly headers: Readonly<{ [name: string]: unknown }>;
  /** Of a multipart response: the parts that no element of its envelope refers to, in the order in which they came. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** The MessageID of the request, where the call is addressed (`addressing`): a later response relates to it. */
  readonly messageId?: string | undefined;
}

/** A call as interceptors see it. The envelope and the credentials are not in it. */
export interface InterceptedCall {
  /** Name of the service as the WSDL has it. */
  readonly service: string;
  /** Name of the operation as the WSDL has it. */
  readonly operation: string;
  /** What the method was given. Read only: the request is written already. */
  readonly args: unknown;
  /** Address posted to, without query. */
  readonly endpoint: string;
  readonly soapVersion: "1.1" | "1.2";
  /** The call streams its result. */
  readonly streaming: boolean;
  /** The reader of the stream has left it before its end: what the call ends with then is no failure. */
  readonly left: boolean;
  /** Aborted when the call has been given up: by its signal, a limit of time or `close`. */
  readonly signal: TransportSignal;
  /** HTTP headers added to the call's requests. May be set. */
  readonly httpHeaders: { [name: string]: string };
}

/** What a call has come to: for a stream, `result` is the async iterable of its items. */
export type InterceptedResponse = CallResponse<unknown>;

/** The rest of the way: further interceptors and the call itself. May be called once. */
export type CallNext = (call: InterceptedCall) => Promise<InterceptedResponse>;

/**
 * A function around each call, retries included: `(next) => async (call) => next(call)`. What it throws reaches the caller
 * as it is.
 */
export type Interceptor = (next: CallNext) => (call: InterceptedCall) => Promise<InterceptedResponse>;

/** One request of a call as interceptors see it. */
export interface InterceptedAttempt extends InterceptedCall {
  /** Which request of the call it is, from 1. */
  readonly attempt: number;
  /** How long it waited for its turn, in milliseconds. */
  readonly queuedMs: number;
  /** The call that it belongs to, as the call's interceptors have it. */
  readonly call: InterceptedCall;
  /** Length of the envelope, in bytes; 0 before it is written. */
  readonly requestBytes: number;
  /** Bytes of the body of the response that have come so far, as they came over the wire. */
  readonly responseBytes: number;
  /** HTTP status of the response; undefined while there is none. */
  readonly status: number | undefined;
  /** What the service or a gateway calls the request; undefined while there is no response, or none that says it. */
  readonly requestId: string | undefined;
}

/** What one request has come to. */
export interface AttemptResponse {
  /** HTTP status. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** Bytes of the body as they came over the wire; for a stream, those that have come so far. */
  readonly responseBytes: number;
}

/** The rest of the way of a request. May be called once. */
export type AttemptNext = (attempt: InterceptedAttempt) => Promise<AttemptResponse>;

/** A function around each request, with the same shape and rules as an `Interceptor`. It rejects when the response is an error. */
export type AttemptInterceptor = (next: AttemptNext) => (attempt: InterceptedAttempt) => Promise<AttemptResponse>;

/** Interceptors of both kinds. */
export interface Interceptors {
  readonly interceptors: readonly Interceptor[];
  readonly attemptInterceptors: readonly AttemptInterceptor[];
}
