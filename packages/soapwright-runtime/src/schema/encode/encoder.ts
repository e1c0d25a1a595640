/** The state of one encoding: the text, the path of messages, and the checks of simple values. */

import { ArgumentError } from "../../errors/argument-error";
import { kindOf } from "../../kind-of";
import type { Plans, SoapArrayPlan } from "../plans/plans";
import { ENCODING_11, ENCODING_12, SOAP_11, SOAP_12 } from "../schema-namespaces";
import { base64Of, isOctets } from "../simple/binary";
import { Mismatch } from "../simple/mismatch";
import { type SimpleTypeCodec, writeText } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import type { EncodeOptions, OctetsOut } from "./encode-options";
import { Writer } from "./xml-writer";

/** The limit also rejects circular values. */
const MAX_DEPTH = 256;

export interface ArrayEncoder {
  encodeArray(encoder: Encoder, name: QName, plan: SoapArrayPlan, value: unknown): void;
}

export class Encoder {
  readonly writer: Writer;
  /** Undefined for literal messages. */
  readonly encoding: "1.1" | "1.2" | undefined;
  /** Undefined when all octets are text. */
  readonly attachments: OctetsOut | undefined;
  /** Whether required parts may be absent, and any element null. */
  readonly isLenient: boolean;
  private readonly asRead: boolean;
  private readonly path: (string | number)[];
  private depth = 0;
  private isStyled: boolean;

  /** @param soapEncoding Defined when there are plans of arrays. */
  constructor(
    path: string,
    readonly plans: Plans,
    { attachments, encoding, selfContained, texts, asRead }: EncodeOptions,
    readonly soapEncoding: ArrayEncoder | undefined,
  ) {
    this.writer = new Writer(selfContained !== true, texts);
    this.encoding = encoding;
    this.attachments = attachments;
    this.asRead = asRead !== undefined;
    this.isLenient = asRead === "lenient";
    this.path = [path];
    this.isStyled = encoding === undefined;
  }

  /**
   * Only the outermost element has `encodingStyle`, because its scope is that element (SOAP 1.1, 4.1.1; SOAP 1.2 Part
   * 1, 5.1.1).
   */
  takeEncodingStyle(): string {
    if (this.isStyled) return "";
    this.isStyled = true;
    const [envelope, style] = this.encoding === "1.2" ? [SOAP_12, ENCODING_12] : [SOAP_11, ENCODING_11];
    return this.writer.attribute({ namespace: envelope, local: "encodingStyle" }, style);
  }

  /** The path has `key`, a property or an index, while `write` runs. */
  at<T>(key: string | number, write: () => T): T {
    this.enter(key);
    const written = write();
    this.leave();
    return written;
  }

  /** After an error `leave` is not needed. */
  enter(key: string | number): void {
    this.path.push(key);
  }

  leave(): void {
    this.path.pop();
  }

  /** After an error `ascend` is not needed. */
  descend(): void {
    this.depth++;
    if (this.depth > MAX_DEPTH) this.fail(`a value of at most ${MAX_DEPTH} levels`, "a deeper or circular value");
  }

  ascend(): void {
    this.depth--;
  }

  /** Returns undefined when the octets are written as text. `mediaType` is their default media type. */
  attached(type: SimpleTypeCodec, value: unknown, mediaType: string | undefined): string | undefined {
    if (this.attachments === undefined || !isOctets(type)) return undefined;
    const attached = this.attachments.attach(value, this.shownPath(), mediaType);
    if (typeof attached === "object") this.fail(attached.expected, attached.received ?? kindOf(value));
    if (attached === undefined || type.faceted !== true) return attached;
    try {
      type.check(value, base64Of(value), "all");
      return attached;
    } catch (error) {
      return this.failAs(error, value);
    }
  }

  /** The text is not escaped. */
  simple(type: SimpleTypeCodec, value: unknown, mediaType?: string): string {
    if (type.refersToPart === true && this.attachments !== undefined) {
      const url = this.attachments.refer(value, this.shownPath(), mediaType);
      return typeof url === "string" ? url : this.fail(url.expected, url.received ?? kindOf(value));
    }
    try {
      return this.asRead ? type.format(value, this.writer) : writeText(type, value, this.writer);
    } catch (error) {
      // Lenient decoding gives a text in place of a value of another type.
      if (this.asRead && error instanceof Mismatch && typeof value === "string") return value;
      return this.failAs(error, value);
    }
  }

  private failAs(error: unknown, value: unknown): never {
    if (!(error instanceof Mismatch)) throw error;
    this.fail(error.expected, error.received ?? kindOf(value), error);
  }

  private shownPath(): string {
    const [name, ...steps] = this.path;
    return name + steps.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  }

  /** Throws an `ArgumentError` at the current path. */
  fail(expected: string, received: string, { cause, argument }: Partial<Mismatch> = {}): never {
    const path = this.shownPath();
    const what = received === "absent" ? "but it is missing" : `received ${received}`;
    const text = `The argument does not match the schema at ${path}: expected ${expected}, ${what}.`;
    throw new ArgumentError(text, { reason: argument ?? "argument", path, expected, received, cause });
  }

  refuse(expected: string, value: unknown): never {
    this.fail(expected, kindOf(value));
  }

  missing(expected: string): never {
    this.fail(expected, "absent");
  }
}
