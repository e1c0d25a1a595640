/** One value on its way to XML text. */
import { ArgumentError } from "../../errors/argument-error";
import { ENCODING_11, ENCODING_12, SOAP_11, SOAP_12 } from "../namespaces";
import type { ElementPlan, Plans } from "../plans/plans";
import { kindOf } from "../simple/kind-of";
import { Mismatch } from "../simple/mismatch";
import type { SimpleType } from "../simple/simple-type";
import { writeText } from "../simple/write-text";
import { encodeElement } from "./element";
import type { EncodeOptions } from "./encode-options";
import type { Encoding } from "./encoding";
import { Writer } from "./writer";

/** Deeper values are refused, and so circular ones. */
const MAX_DEPTH = 256;

export class Encoder implements Encoding {
  readonly writer: Writer;
  readonly plans: Plans;
  readonly encoding: "1.1" | "1.2" | undefined;
  /** Of the value that is being written: its name, then properties and indexes. */
  private readonly path: (string | number)[];
  private depth = 0;
  private isStyled: boolean;

  constructor(path: string, plans: Plans, options: EncodeOptions) {
    this.writer = new Writer(options.selfContained !== true, options.texts);
    this.plans = plans;
    this.encoding = options.encoding;
    this.path = [path];
    this.isStyled = this.encoding === undefined;
  }

  takeEncodingStyle(): string {
    if (this.isStyled) return "";
    this.isStyled = true;
    const [envelope, style] = this.encoding === "1.2" ? [SOAP_12, ENCODING_12] : [SOAP_11, ENCODING_11];
    return this.writer.attribute({ namespace: envelope, local: "encodingStyle" }, style);
  }

  element(element: ElementPlan, value: unknown): void {
    this.descend();
    encodeElement(this, element, value);
    this.depth--;
  }

  at(key: string | number, write: () => void): void {
    this.enter(key);
    write();
    this.leave();
  }

  enter(key: string | number): void {
    this.path.push(key);
  }

  leave(): void {
    this.path.pop();
  }

  nested(write: () => void): void {
    this.descend();
    write();
    this.depth--;
  }

  private descend(): void {
    this.depth++;
    if (this.depth > MAX_DEPTH) this.fail(`a value of at most ${MAX_DEPTH} levels`, "deeper or circular value");
  }

  simple(type: SimpleType, value: unknown): string {
    try {
      return writeText(type, value, this.writer);
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      this.fail(error.expected, error.received ?? kindOf(value), error.cause);
    }
  }

  fail(expected: string, received: string, cause?: unknown): never {
    const [name, ...steps] = this.path;
    const path = name + steps.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
    const text = `The argument does not match the schema at ${path}: expected ${expected}, received ${received}.`;
    throw new ArgumentError(text, { path, expected, received, cause });
  }

  refuse(expected: string, value: unknown): never {
    this.fail(expected, kindOf(value));
  }

  missing(expected: string): never {
    this.fail(expected, "absent");
  }
}
