/** Types of interceptors, which wrap calls and attempts, and of their responses. */
import type { Attachment } from "../octets";
import type { TransportSignal } from "../transport/transport";

/** The HTTP response without the result. */
export interface HttpExchange {
  readonly status: number;
  /** Header fields by lower-case name; several values of one name are joined by a comma. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** The values of `Set-Cookie` as a list, because they may contain commas; absent if there are none. */
  readonly cookies?: readonly string[] | undefined;
  /** The number of attempts, the successful one included. */
  readonly attempts: number;
  /** Milliseconds from the call of the method to the result. */
  readonly elapsedMs: number;
}

/** A result with its HTTP response and header blocks. */
export interface CallResponse<T> {
  readonly result: T;
  readonly http: HttpExchange;
  /**
   * All header blocks of the response: typed values by property name if the WSDL declares them, else an `XmlElement` by
   * `{namespace}name`. Several blocks of one name are a list.
   */
  readonly headers: Readonly<{ [name: string]: unknown }>;
  /** For a multipart response: the parts that no element of the envelope refers to, in order of arrival. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** The MessageID of a request with `addressing`; a later response relates to it. */
  readonly messageId?: string | undefined;
}

/** The view of a call for interceptors. It contains neither the envelope nor credentials. */
export interface InterceptedCall {
  /** The service's name in the WSDL. */
  readonly service: string;
  /** The operation's name in the WSDL. */
  readonly operation: string;
  /** The argument of the method. Read only: the request is already encoded. */
  readonly args: unknown;
  /** The address of the request, without query. */
  readonly endpoint: string;
  readonly soapVersion: "1.1" | "1.2";
  /** Whether the call streams its result. */
  readonly streaming: boolean;
  /** Whether the reader of the stream left before its end. The error of such a call is not a failure. */
  readonly left: boolean;
  /** Aborted when the call ends early: by its signal, a time limit or `close`. */
  readonly signal: TransportSignal;
  /** HTTP headers added to the call's requests. May be changed. */
  readonly httpHeaders: { [name: string]: string };
}

/** The outcome of a call; for a stream, `result` is the async iterable of its items. */
export type InterceptedResponse = CallResponse<unknown>;

/** Runs the inner interceptors and the call. May be called once. */
export type CallNext = (call: InterceptedCall) => Promise<InterceptedResponse>;

/**
 * A function around each call, retries included: `(next) => async (call) => next(call)`. The caller receives its errors
 * unchanged.
 */
export type Interceptor = (next: CallNext) => (call: InterceptedCall) => Promise<InterceptedResponse>;

/** The view of an attempt for interceptors. */
export interface InterceptedAttempt extends InterceptedCall {
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** Time in the queue, in milliseconds. */
  readonly queuedMs: number;
  /** The call of the attempt, as the call's interceptors received it. */
  readonly call: InterceptedCall;
  /** Length of the envelope in bytes; 0 before it is written. */
  readonly requestBytes: number;
  /** Bytes of the response's body received so far, before decompression. */
  readonly responseBytes: number;
  /** HTTP status of the response; undefined before there is one. */
  readonly status: number | undefined;
  /** The service's or a gateway's id of the request; undefined before there is a response, or if it has no id. */
  readonly requestId: string | undefined;
}

/** The outcome of an attempt. */
export interface AttemptResponse {
  /** HTTP status. */
  readonly status: number;
  /** Header fields by lower-case name. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** Bytes of the body before decompression; for a stream, the bytes received so far. */
  readonly responseBytes: number;
}

/** Runs the inner interceptors and the attempt. May be called once. */
export type AttemptNext = (attempt: InterceptedAttempt) => Promise<AttemptResponse>;

/**
 * A function around each attempt, with the shape and rules of an `Interceptor`. `next` rejects when the response is an
 * error.
 */
export type AttemptInterceptor = (next: AttemptNext) => (attempt: InterceptedAttempt) => Promise<AttemptResponse>;

/** Interceptors of both kinds. */
export interface Interceptors {
  readonly interceptors: readonly Interceptor[];
  readonly attemptInterceptors: readonly AttemptInterceptor[];
}
