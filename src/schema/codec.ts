/**
 * The codec: typed values to XML text and XML events to typed values, by the tables of `tables/nodes.ts`. This is the door
 * of the schema rooms: who stands outside imports from here.
 */
import type { Validation } from "./content/judge";
import { Decoder, type DecodeSettings } from "./decode/decoder";
import type { DecodeOptions, ElementDecoder } from "./decode/element-decoder";
import { DecodeMemory } from "./decode/frame";
import type { EncodeOptions } from "./encode/encode-options";
import { Encoder } from "./encode/encoder";
import { Compiler } from "./plans/compiler";
import type { DecodeScope } from "./scope";
import type { ElementNode } from "./tables/nodes";

export type { Validation } from "./content/judge";
export type { DecodeOptions, ElementDecoder, StreamTarget } from "./decode/element-decoder";
export type { EncodedText, EncodeOptions } from "./encode/encode-options";
export { valueOfJson } from "./json-value";
export { ownValue, setOwn } from "./own-property";
export { compileSimple } from "./plans/simple";
export type { DecodeScope } from "./scope";
export type {
  AttributeNode,
  BuiltInName,
  ComplexNode,
  ComplexRef,
  ElementNode,
  Facets,
  FaultNode,
  GroupNode,
  MessageNode,
  NamespaceConstraint,
  NodeRef,
  OperationNode,
  ParticleNode,
  PartNode,
  PolymorphicNode,
  PortNode,
  ServiceNode,
  SimpleNode,
  SimpleRef,
  TypeNode,
  WildcardNode,
} from "./tables/nodes";
export type { Operation } from "./tables/operations";
export type { QName, XmlElement } from "./tables/values";
export { replayReferences } from "./tree/references";
export { TreeReader } from "./tree/tree-reader";
export { valueOfText } from "./value-of-text";

export interface CodecSettings {
  readonly validation: Validation;
  /** Moves namespaces: gets one of the tables, returns the one on the wire. Identity when absent. */
  readonly rename?: ((namespace: string) => string) | undefined;
}

/** Encodes and decodes elements. Keeps the plan of each table that it has met; tables and plans are never changed. */
export class Codec {
  readonly settings: CodecSettings;
  private readonly compiler: Compiler;
  private readonly decoding: DecodeSettings;

  constructor(settings: CodecSettings) {
    this.settings = settings;
    this.compiler = new Compiler(settings.rename);
    this.decoding = { plans: this.compiler, memory: new DecodeMemory(), validation: settings.validation };
  }

  /**
   * The element as XML text, without white space, its namespace declared as the default one.
   * Every property of `value` is read once. `path` names the value in messages, for example `Order_GetList`.
   *
   * @throws ArgumentError when the value does not fit the table.
   */
  encode(element: ElementNode, value: unknown, path: string, options: EncodeOptions = {}): string {
    const encoder = new Encoder(path, this.compiler, options);
    encoder.element(this.compiler.element(element), value);
    return encoder.writer.text;
  }

  /**
   * A decoder for the events of one element of this declaration.
   *
   * @throws ResponseError with reason `value` from the decoder's event methods, when the element does not fit.
   */
  decoder(element: ElementNode, scope: DecodeScope, options: DecodeOptions = {}): ElementDecoder {
    return new Decoder(this.compiler.element(element), scope, this.decoding, options);
  }
}
