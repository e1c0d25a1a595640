import type { ErrorSentence } from "./error-message";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** An argument does not fit the schema. Nothing was sent. */
export class ArgumentError extends ServiceError {
  override readonly name = "ArgumentError";
  readonly code = "ARGUMENT";
  /** Where: property names and indexes, for example `Order_GetList.Items[2].Code`. */
  readonly path: string;
  /** What the schema takes, for example `xs:int from -2147483648 to 2147483647`. */
  readonly expected: string;
  /** What kind of value came, never the value itself: for example `a string`, `NaN`, `absent`. */
  readonly received: string;

  constructor(
    message: ErrorSentence,
    options: ServiceErrorOptions & { readonly path: string; readonly expected: string; readonly received: string },
  ) {
    super(message, options, { kind: "argument" });
    this.path = options.path;
    this.expected = options.expected;
    this.received = options.received;
  }
}

/** Whether `error` is an `ArgumentError`, of this copy of the package or another. */
export function isArgumentError(error: unknown): error is ArgumentError {
  return hasCode(error, "ARGUMENT");
}
