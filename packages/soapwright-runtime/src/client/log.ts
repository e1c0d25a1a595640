/** Writes one line to the log for each call and each retry. */

import type { ErrorKind } from "../errors/kind";
import { isServiceError } from "../errors/service-error";
import { ignoreRejection } from "../ignore-rejection";
import type { Interceptors } from "./interceptors";
import { observe } from "./observer";

/** Log levels by kind of error. Rejected requests concern the application, and other failures its operators. */
const LEVELS: { readonly [K in ErrorKind]?: "info" | "warn" } = {
  rejected: "warn",
  "not-found": "warn",
  aborted: "info",
};

/**
 * The fields of a line. They never contain credentials, arguments, results or headers, and contain text of the service
 * only with `expose.faultText`.
 */
export interface LogFields {
  /** The operation's name in the WSDL. */
  readonly operation: string;
  /** The number of the attempt, counted from 1; 0 if nothing was sent. In the line of a call, its last attempt. */
  readonly attempt: number;
  /** HTTP status of the response; absent if there was none. */
  readonly status?: number;
  /** Duration of the attempt in milliseconds. In the line of a call, its whole duration. */
  readonly ms: number;
  /** Number of bytes of the response's body before decompression. */
  readonly bytes: number;
  /** The id of the request that the service or a gateway sent; absent if the response has none. */
  readonly requestId?: string;
  /** The error's `code`; absent on success. */
  readonly code?: string;
  /** The error's `kind`; absent on success. */
  readonly kind?: string;
  /** The error's message with text of the service, only with the option `expose.faultText`. */
  readonly message?: string;
}

/** A logger with the parameter order of `console`: message, fields. */
interface MessageFirst {
  info(message: string, fields: LogFields): unknown;
  warn(message: string, fields: LogFields): unknown;
  error(message: string, fields: LogFields): unknown;
}

/** A logger with the parameter order of pino: fields, message. */
interface FieldsFirst {
  info(fields: LogFields, message: string): unknown;
  warn(fields: LogFields, message: string): unknown;
  error(fields: LogFields, message: string): unknown;
  /** Returns a child logger. Only loggers of this kind have both `child` and `fatal`. */
  child(...options: never[]): unknown;
  fatal(...line: never[]): unknown;
}

/**
 * The destination of log lines. A logger with both methods `child` and `fatal`, like those of pino, Fastify and bunyan,
 * is called with (fields, message); any other, like `console`, with (message, fields). Its errors, rejections and
 * return values are ignored, and it is never awaited.
 */
export type Logger =
  | (MessageFirst & { readonly fatal?: undefined })
  | (MessageFirst & { readonly child?: undefined; fatal(...line: never[]): unknown })
  | FieldsFirst;

export function logCalls(logger: Logger, faultText: boolean): Interceptors {
  const write = (at: "info" | "warn" | "error", message: string, line: Line): void => {
    tell(logger, at, message, fieldsOf(line));
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
            // The level is determined at the end of the attempt, because `quirks.errorKind` may change the kind.
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
        write(LEVELS[kind] ?? "error", kind === "aborted" ? `${operation} was aborted.` : `${operation} failed.`, line);
      },
    };
  });
}

export function writeNote({ logger }: { readonly logger: Logger | undefined }, operation: string, note: string): void {
  if (logger === undefined) return;
  const line = { operation, attempt: 1, ms: 0, bytes: 0 };
  tell(logger, "warn", note, fieldsOf(line as Line));
}

type Line = { readonly [K in keyof LogFields]: LogFields[K] | undefined };

/** Returns the defined fields as a plain object that `console` prints in one line. */
function fieldsOf(line: Line): LogFields {
  const presentFields = Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined));
  return Object.defineProperty(presentFields, INSPECT, { value: inOneLine }) as unknown as LogFields;
}

/** The key of the method that Node's `util.inspect` calls with itself as the last argument. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

function inOneLine(
  this: LogFields,
  _depth: number,
  options: object,
  inspect: (value: object, options: object) => string,
) {
  return inspect({ ...this }, { ...options, breakLength: Number.POSITIVE_INFINITY });
}

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
    // A logger may be asynchronous. Its rejections are ignored.
    ignoreRejection(isFieldsFirst(logger) ? logger[at](fields, message) : logger[at](message, fields));
  } catch {
    // A logger that throws must not fail the call.
  }
}

function isFieldsFirst(logger: Logger): logger is FieldsFirst {
  return typeof Reflect.get(logger, "child") === "function" && typeof Reflect.get(logger, "fatal") === "function";
}
