/** An encoder, as those that write the parts of a value see it. */
import type { ElementPlan, Plans } from "../plans/plans";
import type { SimpleType } from "../simple/simple-type";
import type { Writer } from "./writer";

export interface Encoding {
  readonly writer: Writer;
  readonly plans: Plans;
  /** The SOAP encoding, where the message has one. */
  readonly encoding: "1.1" | "1.2" | undefined;
  /** One occurrence of the element. */
  element(element: ElementPlan, value: unknown): void;
  /** The lexical text, not escaped. */
  simple(type: SimpleType, value: unknown): string;
  /**
   * The attribute that says how the values inside are encoded, for the outermost element alone: its scope is that element
   * (SOAP 1.1, 4.1.1; SOAP 1.2 part 1, 5.1.1).
   */
  takeEncodingStyle(): string;
  /** What `write` does is below `key`, a property or an index. */
  at(key: string | number, write: () => void): void;
  /** What follows is below `key`, until `leave`. There is nothing to leave after an error. */
  enter(key: string | number): void;
  leave(): void;
  /** What `write` does is one level deeper. */
  nested(write: () => void): void;
  /** Throws: the value at the present path is not what the schema takes. */
  fail(expected: string, received: string, cause?: unknown): never;
  /** Throws: `value` at the present path is not what the schema takes. */
  refuse(expected: string, value: unknown): never;
  missing(expected: string): never;
}
