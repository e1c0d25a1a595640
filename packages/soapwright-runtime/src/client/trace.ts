/** Traces of calls and attempts on channels of Node's `diagnostics_channel`. */
import { type ErrorCode, isServiceError } from "../errors/service-error";
import type { PhaseChannels } from "../platform/channels";
import type { InterceptedAttempt, InterceptedCall, Interceptors } from "./interceptors";
import { observe, type Watch } from "./observer";

/**
 * The message on the tracing channel `soapwright:call`: one object for each call, updated while it runs. It contains no
 * arguments, results, headers or text of the service.
 *
 * Channels under `tracing:soapwright:call:` are `start`; `error`; and at the end `end` together with `asyncStart` and
 * `asyncEnd`. Attempts have channels of the same names under `tracing:soapwright:attempt:`.
 */
export interface CallTrace {
  readonly operation: string;
  /** The address of the request, without query. */
  readonly endpoint: string;
  readonly soapVersion: "1.1" | "1.2";
  /** Whether the call streams its result. */
  readonly streaming: boolean;
  /** The number of attempts that have begun. */
  attempts: number;
  /** HTTP status of the last response; undefined before one arrives. */
  status: number | undefined;
  /** Length of the sent envelope in bytes. */
  requestLength: number;
  /** Number of bytes of the received bodies before decompression. */
  bytes: number;
  /** Duration in milliseconds; undefined before the end. */
  durationMs: number | undefined;
  /** The number of retries, which is `attempts` - 1. */
  retries: number;
  /** Class and code of the call's error, without its message, which may contain text of the service. */
  error: { readonly name: string; readonly code: ErrorCode } | undefined;
}

export interface TraceChannels {
  readonly calls: PhaseChannels;
  readonly attempts: PhaseChannels;
}

/**
 * Returns interceptors that publish calls and attempts. Not by `tracePromise`, which would return another promise than
 * our `Call`, and cannot wait for a stream.
 */
export function traceCalls({ calls, attempts }: TraceChannels): Interceptors {
  return observe((call) => {
    const trace = traceOf(call, 0);
    return {
      ...published(trace, calls),
      attempt(attempt) {
        const attemptTrace = traceOf(attempt, attempt.attempt);
        trace.attempts = attemptTrace.attempts;
        trace.retries = attemptTrace.retries;
        const watch = published(attemptTrace, attempts);
        return {
          ...watch,
          end(error) {
            attemptTrace.requestLength = trace.requestLength = attempt.requestBytes;
            attemptTrace.bytes = attempt.responseBytes;
            trace.bytes += attempt.responseBytes;
            attemptTrace.status = attempt.status;
            trace.status = attempt.status ?? trace.status;
            watch.end(error);
          },
        };
      },
    };
  });
}

/** Stores that are bound to the channel's `start` are active until the watch ends. */
function published(trace: CallTrace, channel: PhaseChannels): Required<Watch> {
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
