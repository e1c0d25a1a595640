/** What a type's own checks throw: no path and no position yet. Caught within this room, where both are known. */
export class Mismatch {
  /** What the type takes, for example `xs:int from -2147483648 to 2147483647`. */
  readonly expected: string;
  /** What came, where its kind alone does not say it. Never the value. */
  readonly received: string | undefined;
  readonly cause: unknown;

  constructor(expected: string, received?: string, cause?: unknown) {
    this.expected = expected;
    this.received = received;
    this.cause = cause;
  }
}
