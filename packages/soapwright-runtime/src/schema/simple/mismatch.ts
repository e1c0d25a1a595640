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
  /** Of a value that is written, if it is not the usual one. */
  readonly argument: "attachment-in-envelope" | undefined = undefined;
  /** Of a text that is read, if it is not the usual one. */
  readonly response: "prefix-not-signed" | undefined = undefined;

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

/** The error of a prefix that no signature covers. */
export class PrefixMismatch extends FinalMismatch {
  override readonly response = "prefix-not-signed";
}

/** The error of a value that only a part beside the envelope can carry. */
export class PartMismatch extends Mismatch {
  override readonly argument = "attachment-in-envelope";
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
