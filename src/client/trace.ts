import { type Channel, channel } from "node:diagnostics_channel";
import type { ErrorCode } from "../errors/service-error";

/**
 * What subscribers of the tracing channel `employee-service-client:call` get: one object for each call, filled as it goes
 * on. No argument, result, header or text of the service is in it.
 *
 * Channels, each under `tracing:employee-service-client:call:`: `start`; `attempt`, once for each request; `error`; and at
 * last `end` together with `asyncEnd`, which is the name that Node's tracing channels have for the end of something
 * asynchronous.
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
  /** HTTP status of the last answer; undefined while there is none. */
  status: number | undefined;
  /** Length of the envelope sent, in UTF-16 code units. */
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

const NAME = "tracing:employee-service-client:call";
const channels = {
  start: channel(`${NAME}:start`),
  attempt: channel(`${NAME}:attempt`),
  error: channel(`${NAME}:error`),
  end: channel(`${NAME}:end`),
  asyncStart: channel(`${NAME}:asyncStart`),
  asyncEnd: channel(`${NAME}:asyncEnd`),
} satisfies { readonly [name in TraceEvent]: Channel };
const all = Object.values(channels);

/** Names of the channels. */
export type TraceEvent = "start" | "attempt" | "error" | "end" | "asyncStart" | "asyncEnd";

/** Whether anyone listens: a trace is made only then. */
export function isTraced(): boolean {
  for (const each of all) if (each.hasSubscribers) return true;
  return false;
}

export function publish(event: TraceEvent, trace: CallTrace): void {
  channels[event].publish(trace);
}
