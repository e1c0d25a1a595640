import type { ErrorSentence } from "./error-message";
import type { ReasonOf } from "./reasons";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/** An argument does not fit the schema. Nothing was sent. */
export class ArgumentError extends ServiceError {
  override readonly name = "ArgumentError";
  readonly code = "ARGUMENT";
  declare readonly reason: ReasonOf<"ARGUMENT">;
  /** Path of property names and indexes, for example `Order_GetList.Items[2].Code`. */
  readonly path: string;
  /** The values that the schema allows, for example `xs:int from -2147483648 to 2147483647`. */
  readonly expected: string;
  /** The kind of the value, never the value itself: for example `a string`, `NaN`, `absent`. */
  readonly received: string;

  constructor(
    message: ErrorSentence,
    options: ServiceErrorOptions &
      Pick<ArgumentError, "path" | "expected" | "received"> &
      Partial<Pick<ArgumentError, "reason">>,
  ) {
    super(message, options, { reason: options.reason ?? "argument", kind: "argument" });
    this.path = options.path;
    this.expected = options.expected;
    this.received = options.received;
  }
}

/** Returns whether `error` is an `ArgumentError` of any copy of this package. */
export function isArgumentError(error: unknown): error is ArgumentError {
  return hasCode(error, "ARGUMENT");
}
