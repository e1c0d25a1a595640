/** A line of the log for each call and for each retry. */

import { ERROR_KINDS, type ErrorKind } from "../errors/kind";
import { isServiceError } from "../errors/service-error";
import { ignoreRejection } from "../ignore-rejection";
import type { Interceptors } from "./interceptors";
import { observe } from "./observer";
import { checkKnown, checkObject, checkOneOf, ownValue } from "./option-checks";

/** pino's names of levels, so that `logLevel` takes what a logger of pino has as its `level`. */
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** The lowest level that is written. Lines of calls are `info`, `warn` and `error`. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Levels of the line of a call that failed, by the kind of its error. */
export type KindLevels = { readonly [K in ErrorKind]?: "info" | "warn" | "error" | "silent" | undefined };

const KIND_LEVELS = ["info", "warn", "error", "silent"] as const;

/** What the service says of a request is the application's business; all else is about its operation. */
const LEVELS: KindLevels = { rejected: "warn", "not-found": "warn", aborted: "info" };

/** Checks levels by kind, over those that hold where none are given. */
export function checkKindLevels(option: string, value: unknown): KindLevels {
  const given = checkObject(option, value);
  checkKnown(given, new Set(ERROR_KINDS), option);
  const levels: { [kind: string]: (typeof KIND_LEVELS)[number] } = {};
  for (const kind of ERROR_KINDS) {
    const level = ownValue(given, kind);
    if (level !== undefined) levels[kind] = checkOneOf(`${option}.${kind}`, level, KIND_LEVELS);
  }
  return levels;
}

/** What stands in a line. No credential, argument, result or header does, and no word of the service unless `faultText` asks for it. */
export interface LogFields {
  /** Name of the operation as the WSDL has it. */
  readonly operation: string;
  /** Which request of the call this is about, from 1; 0 when nothing was sent. In the line of a call: its last request. */
  readonly attempt: number;
  /** HTTP status of its response; absent when there was none. */
  readonly status?: number;
  /** How long the request took, in milliseconds. In the line of a call: the whole call. */
  readonly ms: number;
  /** Bytes of the body of its response, as they came over the wire. */
  readonly bytes: number;
  /** What the service or a gateway calls the request; absent when the response does not say. */
  readonly requestId?: string;
  /** `code` of the error that the request or the call failed with; absent when it went well. */
  readonly code?: string;
  /** `kind` of that error. */
  readonly kind?: string;
  /** Its message, with what the service said: only with the option `faultText`. */
  readonly message?: string;
}

/** Functions in the order of `console`: message, fields. */
interface MessageFirst {
  info(message: string, fields: LogFields): unknown;
  warn(message: string, fields: LogFields): unknown;
  error(message: string, fields: LogFields): unknown;
}

/** Functions in the order of pino: fields, message. */
interface FieldsFirst {
  info(fields: LogFields, message: string): unknown;
  warn(fields: LogFields, message: string): unknown;
  error(fields: LogFields, message: string): unknown;
  /** Only loggers of this kind have both of these. */
  child(...options: never[]): unknown;
  fatal(...line: never[]): unknown;
}

/**
 * Where lines go. A logger that has both functions `child` and `fatal`, as pino's, Fastify's and bunyan's have, is called
 * with (fields, message); any other, as `console`, with (message, fields). What it throws, rejects with or returns is
 * ignored, and it is never waited for.
 */
export type Logger =
  | (MessageFirst & { readonly fatal?: undefined })
  | (MessageFirst & { readonly child?: undefined; fatal(...line: never[]): unknown })
  | FieldsFirst;

/** Writes the lines of calls to `logger`; undefined when `level` leaves nothing to write. */
export function logCalls(
  logger: Logger,
  level: LogLevel,
  levels: KindLevels = {},
  faultText = false,
): Interceptors | undefined {
  const lowest = LOG_LEVELS.indexOf(level);
  if (lowest > LOG_LEVELS.indexOf("error")) return undefined;
  const write = (at: "info" | "warn" | "error", message: string, line: Line): void => {
    if (LOG_LEVELS.indexOf(at) >= lowest) tell(logger, at, message, fieldsOf(line));
  };
  return observe(({ operation }) => {
    const startedAt = performance.now();
    let last: Line = { operation, attempt: 0, ms: 0, bytes: 0 };
    let failure: unknown;
    return {
      attempt(request) {
        if (request.attempt > 1) write("warn", `${operation} is retried.`, { ...last, ...meaningOf(failure) });
        const sentAt = performance.now();
        return {
          end(error) {
            const { attempt, status, responseBytes: bytes, requestId } = request;
            last = { operation, attempt, status, ms: msSince(sentAt), bytes, requestId };
            // What it means is judged when the request is over: by `errorKind`, too.
            failure = error;
          },
        };
      },
      end(error) {
        const meaning = meaningOf(error);
        const { kind } = meaning;
        const message = faultText && error instanceof Error ? error.message : undefined;
        const line = { ...last, ms: msSince(startedAt), ...meaning, message };
        if (kind === undefined) return write("info", `${operation} succeeded.`, line);
        const at = levels[kind] ?? LEVELS[kind] ?? "error";
        if (at !== "silent") write(at, kind === "aborted" ? `${operation} was aborted.` : `${operation} failed.`, line);
      },
    };
  });
}

/** A line about all calls of a client. */
export function writeNote(
  { logger, logLevel }: { readonly logger: Logger | undefined; readonly logLevel: LogLevel },
  operation: string,
  note: string,
): void {
  if (logger === undefined || LOG_LEVELS.indexOf("warn") < LOG_LEVELS.indexOf(logLevel)) return;
  const line = { operation, attempt: 1, ms: 0, bytes: 0 };
  tell(logger, "warn", note, fieldsOf(line as Line));
}

/** What is known for a line. */
type Line = { readonly [K in keyof LogFields]: LogFields[K] | undefined };

/** The fields that have a value: a plain object, which `console` prints in one line, however many there are. */
function fieldsOf(line: Line): LogFields {
  const known = Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined));
  return Object.defineProperty(known, PRINTED, { value: inOneLine }) as unknown as LogFields;
}

/** What Node's `util.inspect` calls, with itself as the last argument. */
const PRINTED = Symbol.for("nodejs.util.inspect.custom");

function inOneLine(
  this: LogFields,
  _depth: number,
  options: object,
  inspect: (value: object, options: object) => string,
) {
  return inspect({ ...this }, { ...options, breakLength: Number.POSITIVE_INFINITY });
}

/** Code and kind of the error that a call or a request ended with. */
function meaningOf(error: unknown): { readonly code: string | undefined; readonly kind: ErrorKind | undefined } {
  if (error === undefined) return { code: undefined, kind: undefined };
  return isServiceError(error)
    ? { code: error.code, kind: error.kind }
    : { code: "CONFIGURATION", kind: "configuration" };
}

function msSince(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10;
}

function tell(logger: Logger, at: "info" | "warn" | "error", message: string, fields: LogFields): void {
  try {
    // A logger may write later: what it rejects with is its own.
    ignoreRejection(isFieldsFirst(logger) ? logger[at](fields, message) : logger[at](message, fields));
  } catch {
    // The call goes on.
  }
}

function isFieldsFirst(logger: Logger): logger is FieldsFirst {
  return typeof Reflect.get(logger, "child") === "function" && typeof Reflect.get(logger, "fatal") === "function";
}
