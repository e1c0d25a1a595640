/** One value on its way to XML text. */
import { ArgumentError } from "../../errors/argument-error";
import type { EncodeOptions } from "../codec";
import type { ElementRow } from "../compile/element-row";
import { kindOf } from "../simple/kind-of";
import { Mismatch } from "../simple/mismatch";
import type { SimpleType } from "../simple/simple-type";
import { writeText } from "../simple/write-text";
import { encodeElement } from "./element";
import { Writer } from "./writer";

/** Deeper values are refused, and so circular ones. */
const MAX_DEPTH = 256;

export class Encoder {
  readonly writer: Writer;
  readonly encoding: "1.1" | "1.2" | undefined;
  private readonly path: string[];
  private depth = 0;

  constructor(path: string, options: EncodeOptions) {
    this.writer = new Writer(options.selfContained !== true);
    this.encoding = options.encoding;
    this.path = [path];
  }

  /** One occurrence of the element. */
  element(row: ElementRow, value: unknown): void {
    this.nested(() => encodeElement(this, row, value));
  }

  /** What `write` does is below `key`, a property or an index. */
  at(key: string | number, write: () => void): void {
    this.path.push(typeof key === "number" ? `[${key}]` : `.${key}`);
    write();
    this.path.pop();
  }

  nested(write: () => void): void {
    this.depth++;
    if (this.depth > MAX_DEPTH) this.fail(`a value of at most ${MAX_DEPTH} levels`, "deeper or circular value");
    write();
    this.depth--;
  }

  /** The lexical text, not escaped. */
  simple(type: SimpleType, value: unknown): string {
    try {
      return writeText(type, value, this.writer);
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      this.fail(error.expected, error.received ?? kindOf(value), error.cause);
    }
  }

  /** Throws: the value at the present path is not what the schema takes. */
  fail(expected: string, received: string, cause?: unknown): never {
    const path = this.path.join("");
    throw new ArgumentError(`${path}: expected ${expected}, received ${received}`, { path, expected, received, cause });
  }

  /** Throws: `value` at the present path is not what the schema takes. */
  refuse(expected: string, value: unknown): never {
    this.fail(expected, kindOf(value));
  }

  missing(expected: string): never {
    this.fail(expected, "absent");
  }
}
