/** What the functions that write the parts of a value need of the encoder. */
import type { ElementPlan, Plans, SoapArrayPlan } from "../plans/plans";
import type { SimpleTypeCodec } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import type { OctetsOut } from "./encode-options";
import type { Writer } from "./xml-writer";

export interface ArrayEncoder {
  encodeArray(encoder: Encoding, name: QName, plan: SoapArrayPlan, value: unknown): void;
}

export interface Encoding {
  readonly writer: Writer;
  readonly plans: Plans;
  /** Undefined for literal messages. */
  readonly encoding: "1.1" | "1.2" | undefined;
  /** Defined when there are plans of arrays. */
  readonly soapEncoding: ArrayEncoder | undefined;
  /** Undefined when all octets are text. */
  readonly attachments: OctetsOut | undefined;
  element(element: ElementPlan, value: unknown): void;
  /** Returns undefined when the octets are written as text. `mediaType` is their default media type. */
  attached(type: SimpleTypeCodec, value: unknown, mediaType: string | undefined): string | undefined;
  /** The text is not escaped. */
  simple(type: SimpleTypeCodec, value: unknown, mediaType?: string): string;
  /**
   * Only the outermost element has `encodingStyle`, because its scope is that element (SOAP 1.1, 4.1.1; SOAP 1.2 Part
   * 1, 5.1.1).
   */
  takeEncodingStyle(): string;
  /** `key` is a property or an index, which the path has while `write` runs. */
  at(key: string | number, write: () => void): void;
  /** After an error `leave` is not needed. */
  enter(key: string | number): void;
  leave(): void;
  nested(write: () => void): void;
  /** Throws an `ArgumentError` at the current path. */
  fail(expected: string, received: string, cause?: unknown): never;
  /** Throws an `ArgumentError` at the current path. */
  refuse(expected: string, value: unknown): never;
  missing(expected: string): never;
}
