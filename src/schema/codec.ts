/** The codec: typed values to XML text and XML events to typed values, by the tables of `nodes.ts`. */
import type { XmlEvents } from "../xml/events";
import { Compiler } from "./compile/compiler";
import { Decoder } from "./decode/decoder";
import { Encoder } from "./encode/encoder";
import type { ElementNode } from "./nodes";
import type { DecodeScope } from "./scope";

export type { DecodeScope } from "./scope";

/** How strictly a response is checked against its schema. */
export type Validation = "strict" | "standard" | "lenient";

export interface CodecSettings {
  readonly validation: Validation;
  /** Moves namespaces: gets one of the tables, returns the one on the wire. Identity when absent. */
  readonly rename?: ((namespace: string) => string) | undefined;
}

/** Takes the events of exactly one element, from its start to its end. */
export interface ElementDecoder extends XmlEvents {
  /** After the end of the element. */
  readonly done: boolean;
  /** The value, when `done`; `undefined` for an element that counts as absent. */
  readonly value: unknown;
}

/** A list whose items are handed over as they are read, and not kept. */
export interface StreamTarget {
  /** Property keys from the value of the element down to the list. */
  readonly path: readonly string[];
  onItem(item: unknown): void;
}

export interface DecodeOptions {
  /** Element path of the parent, for error messages: for example `Envelope/Body`. */
  readonly path?: string | undefined;
  readonly stream?: StreamTarget | undefined;
}

export interface EncodeOptions {
  /** Declare the prefixes `xsi` and `xsd` on the element, because no envelope around it does. */
  readonly selfContained?: boolean | undefined;
  /** SOAP encoding (`use="encoded"`) of this SOAP version: `xsi:type` on every element, `soapenc` arrays. */
  readonly encoding?: "1.1" | "1.2" | undefined;
}

/** Encodes and decodes elements. Keeps what it worked out about each table; tables are never changed. */
export class Codec {
  readonly settings: CodecSettings;
  private readonly compiler: Compiler;

  constructor(settings: CodecSettings) {
    this.settings = settings;
    this.compiler = new Compiler(settings.rename);
  }

  /**
   * The element as XML text, without white space, its namespace declared as the default one.
   * Every property of `value` is read once. `path` names the value in messages, for example `Order_GetList`.
   *
   * @throws ArgumentError when the value does not fit the table.
   */
  encode(element: ElementNode, value: unknown, path: string, options: EncodeOptions = {}): string {
    const encoder = new Encoder(path, options);
    encoder.element(this.compiler.element(element), value);
    return encoder.writer.text;
  }

  /**
   * A decoder for the events of one element of this declaration.
   *
   * @throws ResponseError with reason `value` from the decoder's event methods, when the element does not fit.
   */
  decoder(element: ElementNode, scope: DecodeScope, options: DecodeOptions = {}): ElementDecoder {
    return new Decoder(this.compiler.element(element), scope, this.settings.validation, options);
  }
}
