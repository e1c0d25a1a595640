/**
 * The error of a simple type's own checks, without path and position. Callers that know both catch it and throw an
 * `ArgumentError` or a `ResponseError`.
 */
export class Mismatch {
  /** The accepted values, for example `xs:int from -2147483648 to 2147483647`. */
  readonly expected: string;
  /** Set when the kind of the value is not enough. It is never the value itself. */
  readonly received: string | undefined;
  readonly cause: unknown;
  /** Whether no validation level may read the text. */
  readonly isFinal: boolean = false;

  constructor(expected: string, received?: string, cause?: unknown) {
    this.expected = expected;
    this.received = received;
    this.cause = cause;
  }
}

/** The error of a text whose meaning another part of the message decides, so that no validation level may read it. */
export class FinalMismatch extends Mismatch {
  override readonly isFinal = true;
}

/** Returns undefined where `read` throws a `Mismatch`. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Mismatch) return undefined;
    throw error;
  }
}
