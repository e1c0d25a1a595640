/** What happens to calls and their requests, on channels of Node's `diagnostics_channel`. */
import { type Channel, channel } from "node:diagnostics_channel";
import { type ErrorCode, isServiceError } from "../errors/service-error";
import { ATTEMPT_CHANNEL, CALL_CHANNEL, EARLIER_CALL_CHANNEL } from "../names";
import type { AttemptInterceptor, InterceptedAttempt, InterceptedCall, Interceptor } from "./interceptors";

/**
 * What subscribers of the tracing channel `soapwright:call` get: one object for each call, filled as it goes on. No
 * argument, result, header or text of the service is in it.
 *
 * Channels, each under `tracing:soapwright:call:`: `start`; `error`; and at last `end` together with `asyncStart` and
 * `asyncEnd`. The requests of a call have channels of the same names under `tracing:soapwright:attempt:`. Until the next
 * minor version the events of calls are published under `tracing:employee-service-client:call:` too, with `attempt` for
 * each request.
 */
export interface CallTrace {
  readonly operation: string;
  /** Address posted to, without query. */
  readonly endpoint: string;
  readonly soapVersion: "1.1" | "1.2";
  /** The call streams its result. */
  readonly streaming: boolean;
  /** Requests begun so far. */
  attempts: number;
  /** HTTP status of the last response; undefined while there is none. */
  status: number | undefined;
  /** Length of the envelope sent, in bytes. */
  requestLength: number;
  /** Bytes of the bodies received, as they came over the wire. */
  bytes: number;
  /** From start to end, in milliseconds. */
  durationMs: number | undefined;
  /** `attempts` - 1. */
  retries: number;
  /** Class and code of what the call rejected with: never its text, which may hold the service's words. */
  error: { readonly name: string; readonly code: ErrorCode } | undefined;
}

/** Names of the channels. */
export type TraceEvent = "start" | "attempt" | "error" | "end" | "asyncStart" | "asyncEnd";

type Channels = { readonly [E in TraceEvent]: Channel };

function channelsOf(name: string): Channels {
  const named = (event: TraceEvent): Channel => channel(`tracing:${name}:${event}`);
  return {
    start: named("start"),
    attempt: named("attempt"),
    error: named("error"),
    end: named("end"),
    asyncStart: named("asyncStart"),
    asyncEnd: named("asyncEnd"),
  };
}

const calls = channelsOf(CALL_CHANNEL);
const attempts = channelsOf(ATTEMPT_CHANNEL);
const earlier = channelsOf(EARLIER_CALL_CHANNEL);
const all = [calls, attempts, earlier].flatMap((channels) => Object.values(channels));

/** Whether anyone listens: traces are made only then. */
export function isTraced(): boolean {
  for (const each of all) if (each.hasSubscribers) return true;
  return false;
}

const traces = new WeakMap<InterceptedCall, CallTrace>();

/** Publishes what happens to a call. */
export const traceCall: Interceptor = (next) => async (call) => {
  const trace = traceOf(call);
  traces.set(call, trace);
  const startedAt = performance.now();
  publishCall("start", trace);
  const end = (error: unknown): void => {
    trace.durationMs = performance.now() - startedAt;
    endOf(trace, error, publishCall);
  };
  try {
    const response = await next(call);
    if (!call.streaming) {
      trace.status = response.http.status;
      end(undefined);
      return response;
    }
    return { ...response, result: untilEnd(response.result as AsyncIterable<unknown>, end) };
  } catch (error) {
    end(error);
    throw error;
  }
};

/** Publishes what happens to one request of a call. */
export const traceAttempt: AttemptInterceptor = (next) => async (attempt) => {
  const ofCall = traces.get(attempt.call);
  const trace = { ...traceOf(attempt), attempts: attempt.attempt, retries: attempt.attempt - 1 };
  if (ofCall !== undefined) {
    ofCall.attempts = attempt.attempt;
    ofCall.retries = attempt.attempt - 1;
    earlier.attempt.publish(ofCall);
  }
  const startedAt = performance.now();
  publishAttempt("start", trace);
  const end = (error: unknown): void => {
    trace.durationMs = performance.now() - startedAt;
    trace.requestLength = attempt.requestBytes;
    trace.bytes = attempt.responseBytes;
    trace.status = attempt.status;
    if (ofCall !== undefined) {
      ofCall.requestLength = attempt.requestBytes;
      ofCall.bytes += attempt.responseBytes;
      ofCall.status = attempt.status ?? ofCall.status;
    }
    endOf(trace, error, publishAttempt);
  };
  try {
    const response = await next(attempt);
    end(undefined);
    return response;
  } catch (error) {
    end(error);
    throw error;
  }
};

/** The items of a stream; `onEnd` is called when there are no more, or nobody wants them. */
async function* untilEnd<T>(items: AsyncIterable<T>, onEnd: (error: unknown) => void): AsyncGenerator<T, void> {
  let failure: unknown;
  try {
    yield* items;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    onEnd(failure);
  }
}

function traceOf({ operation, endpoint, soapVersion, streaming }: InterceptedCall | InterceptedAttempt): CallTrace {
  return {
    operation,
    endpoint,
    soapVersion,
    streaming,
    attempts: 0,
    status: undefined,
    requestLength: 0,
    bytes: 0,
    durationMs: undefined,
    retries: 0,
    error: undefined,
  };
}

function endOf(trace: CallTrace, error: unknown, publish: (event: TraceEvent, trace: CallTrace) => void): void {
  if (error !== undefined) {
    trace.error = isServiceError(error)
      ? { name: error.name, code: error.code }
      : { name: "ConfigurationError", code: "CONFIGURATION" };
    publish("error", trace);
  }
  publish("asyncStart", trace);
  publish("end", trace);
  publish("asyncEnd", trace);
}

function publishCall(event: TraceEvent, trace: CallTrace): void {
  calls[event].publish(trace);
  earlier[event].publish(trace);
}

function publishAttempt(event: TraceEvent, trace: CallTrace): void {
  attempts[event].publish(trace);
}
