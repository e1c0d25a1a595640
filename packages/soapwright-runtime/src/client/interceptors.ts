/** Types of interceptors, which wrap calls and attempts, and of their responses; the process-wide interceptors. */
import { openPhases } from "#platform";
import type { Attachment } from "../octets";
import { ATTEMPT_CHANNEL, CALL_CHANNEL, INSTALLED } from "../runtime-names";
import type { ResponseNote } from "../schema/codec";
import type { TransportSignal } from "../transport/transport";

/** The HTTP response of a call, without its result. */
export interface HttpExchange {
  readonly status: number;
  /** Header fields by name in lower case. Several values of one name are joined by a comma. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** The values of `Set-Cookie`. They are a list, because they may contain commas; absent if there are none. */
  readonly cookies?: readonly string[] | undefined;
  /** The number of attempts, including the successful one. */
  readonly attempts: number;
  /** Milliseconds from the call of the method until its result. */
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
  /**
   * What was read or ignored although it departs from the schema, at most 101 entries; absent if nothing departs.
   * Texts of the response in it are masked and cut.
   */
  readonly notes?: readonly ResponseNote[] | undefined;
  /** The parts of a multipart response to which no element of the envelope refers, in order of arrival. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** The MessageID of a request with the feature `addressing`, to which a later response relates. */
  readonly messageId?: string | undefined;
}

/** The information about a call that interceptors receive. It contains neither the envelope nor credentials. */
export interface InterceptedCall {
  /** The service's name in the WSDL. */
  readonly service: string;
  /** The operation's name in the WSDL. */
  readonly operation: string;
  /** The argument of the method. It cannot be changed, because the request is already encoded. */
  readonly args: unknown;
  /** The address of the request, without query. */
  readonly endpoint: string;
  readonly soapVersion: "1.1" | "1.2";
  /** Whether the call streams its result. */
  readonly streaming: boolean;
  /** Whether the reader of the stream ended it early. The error of such a call is not a failure. */
  readonly left: boolean;
  /** Aborted when the call ends early: by its signal, a time limit or `close`. */
  readonly signal: TransportSignal;
  /** HTTP headers added to the call's requests. Interceptors may change them. */
  readonly httpHeaders: { [name: string]: string };
}

/** The outcome of a call. For a stream, `result` is the async iterable of its items. */
export type InterceptedResponse = CallResponse<unknown>;

/** Runs the inner interceptors and the call. May be called once. */
export type CallNext = (call: InterceptedCall) => Promise<InterceptedResponse>;

/**
 * A function that wraps each call including its retries: `(next) => async (call) => next(call)`. The caller receives
 * its errors unchanged.
 */
export type Interceptor = (next: CallNext) => (call: InterceptedCall) => Promise<InterceptedResponse>;

/** The information about an attempt that interceptors receive. */
export interface InterceptedAttempt extends InterceptedCall {
  /** The number of the attempt, counted from 1. */
  readonly attempt: number;
  /** Time in the queue, in milliseconds. */
  readonly queuedMs: number;
  /** The call of the attempt: the object that the call's interceptors received. */
  readonly call: InterceptedCall;
  /** Length of the envelope in bytes; 0 before it is written. */
  readonly requestBytes: number;
  /** Number of bytes of the response's body received so far, before decompression. */
  readonly responseBytes: number;
  /** HTTP status of the response; undefined before it arrives. */
  readonly status: number | undefined;
  /**
   * The id of the request that the service or a gateway sent; undefined before the response arrives, or if it has none.
   */
  readonly requestId: string | undefined;
}

/** The outcome of an attempt. */
export interface AttemptResponse {
  /** HTTP status. */
  readonly status: number;
  /** Header fields by name in lower case. */
  readonly headers: Readonly<{ [name: string]: string }>;
  /** Number of bytes of the body before decompression. For a stream, the bytes received so far. */
  readonly responseBytes: number;
}

/** Runs the inner interceptors and the attempt. May be called once. */
export type AttemptNext = (attempt: InterceptedAttempt) => Promise<AttemptResponse>;

/**
 * A function that wraps each attempt, with the shape and rules of an `Interceptor`. `next` rejects when the response is
 * an error.
 */
export type AttemptInterceptor = (next: AttemptNext) => (attempt: InterceptedAttempt) => Promise<AttemptResponse>;

export interface Interceptors {
  readonly interceptors: readonly Interceptor[];
  readonly attemptInterceptors: readonly AttemptInterceptor[];
}

/**
 * Returns the list of process-wide interceptors, such as telemetry, which is always the same. It is stored on `globalThis`, so that a CommonJS copy of the run
 * time reaches clients of a bundled ES copy, and vice versa.
 */
export function processWideInterceptors(): Interceptors[] {
  const before: unknown = Reflect.get(globalThis, INSTALLED);
  if (Array.isArray(before)) return before;
  const interceptors: Interceptors[] = [];
  Object.defineProperty(globalThis, INSTALLED, { value: interceptors, configurable: true });
  return interceptors;
}

/** Adds interceptors to the calls of every client, outside of its own. Returns a function that removes them. */
export function installInterceptors(added: Interceptors): () => void {
  const all = processWideInterceptors();
  all.push(added);
  return () => {
    const index = all.indexOf(added);
    if (index >= 0) all.splice(index, 1);
  };
}

export const channels = { calls: openPhases(CALL_CHANNEL), attempts: openPhases(ATTEMPT_CHANNEL) };
