/** XML as SOAP allows it, read chunk by chunk. */
import type { XmlEvents } from "./events";

/** What one document may cost. Over a limit is a `ResponseError` with reason `limit` that names the option. */
export interface ReaderLimits {
  /** Elements inside one another. Default 64. */
  readonly maxDepth: number;
  /** Attributes of one element, namespace declarations included. Default 64. */
  readonly maxAttributes: number;
  /** One text or one attribute value, in UTF-16 units. Default 16,777,216. */
  readonly maxTextLength: number;
  /** One name, in UTF-16 units. Default 1,024. */
  readonly maxNameLength: number;
}

export interface ReaderOptions {
  readonly limits?: Partial<ReaderLimits>;
  /** Let references to the control characters U+0001 to U+001F through, which XML 1.0 forbids. */
  readonly allowControlCharacters?: boolean;
}

export class XmlReader {
  constructor(_events: XmlEvents, _options: ReaderOptions = {}) {}

  /** Reads on. Throws `ResponseError` with reason `xml` or `limit`, line and column. */
  write(_chunk: string): void {
    throw new Error("not yet");
  }

  /** The document is over. Throws `ResponseError` when it is not complete. */
  end(): void {
    throw new Error("not yet");
  }

  /** The namespace bound to `prefix` (`""`: the default namespace) where the current event stands. */
  resolvePrefix(_prefix: string): string | undefined {
    throw new Error("not yet");
  }

  /** Where the current event starts. */
  position(): { readonly line: number; readonly column: number } {
    throw new Error("not yet");
  }
}
