/** What happens to calls and their requests, on channels of Node's `diagnostics_channel`. */
import type { TracingChannel } from "node:diagnostics_channel";
import { type ErrorCode, isServiceError } from "../errors/service-error";
import type { InterceptedAttempt, InterceptedCall, Interceptors } from "./interceptors";
import { observe, type Watch } from "./observer";

/**
 * What subscribers of the tracing channel `soapwright:call` get: one object for each call, filled as it goes on. No
 * argument, result, header or text of the service is in it.
 *
 * Channels, each under `tracing:soapwright:call:`: `start`; `error`; and at last `end` together with `asyncStart` and
 * `asyncEnd`. The requests of a call have channels of the same names under `tracing:soapwright:attempt:`.
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

/** Where traces are published. */
export interface TraceChannels {
  readonly calls: TracingChannel;
  readonly attempts: TracingChannel;
}

/**
 * Publishes what happens to calls and to their requests. By hand: `tracePromise` gives whoever waits for a call another
 * promise than our `Call`, and a stream has no promise that it could wait for.
 */
export function traceCalls({ calls, attempts }: TraceChannels): Interceptors {
  return observe((call) => {
    const trace = traceOf(call, 0);
    return {
      ...published(trace, calls),
      attempt(attempt) {
        const own = traceOf(attempt, attempt.attempt);
        trace.attempts = own.attempts;
        trace.retries = own.retries;
        const watch = published(own, attempts);
        return {
          ...watch,
          end(error) {
            own.requestLength = trace.requestLength = attempt.requestBytes;
            own.bytes = attempt.responseBytes;
            trace.bytes += attempt.responseBytes;
            own.status = attempt.status;
            trace.status = attempt.status ?? trace.status;
            watch.end(error);
          },
        };
      },
    };
  });
}

/** Publishes from start to end. What is bound to the channel's `start` is active meanwhile. */
function published(trace: CallTrace, channel: TracingChannel): Required<Watch> {
  const startedAt = performance.now();
  return {
    run: (next) => channel.start.runStores(trace, next),
    end(error) {
      trace.durationMs = performance.now() - startedAt;
      if (error !== undefined) trace.error = kindOf(error);
      const events = ["asyncStart", "end", "asyncEnd"] as const;
      for (const event of error === undefined ? events : (["error", ...events] as const)) channel[event].publish(trace);
    },
  };
}

function kindOf(error: unknown): CallTrace["error"] {
  if (isServiceError(error)) return { name: error.name, code: error.code };
  return { name: "ConfigurationError", code: "CONFIGURATION" };
}

function traceOf(of: InterceptedCall | InterceptedAttempt, attempts: number): CallTrace {
  const { operation, endpoint, soapVersion, streaming } = of;
  return {
    operation,
    endpoint,
    soapVersion,
    streaming,
    attempts,
    status: undefined,
    requestLength: 0,
    bytes: 0,
    durationMs: undefined,
    retries: Math.max(0, attempts - 1),
    error: undefined,
  };
}
