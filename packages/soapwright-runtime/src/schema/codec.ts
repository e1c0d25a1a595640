/**
 * The codec: encodes typed values to XML text and decodes XML events to typed values, by the tables of
 * `tables/nodes.ts`. Other folders import only this module of `schema/`.
 */
import type { Validation } from "./content/content-checks";
import { Decoder } from "./decode/decoder";
import type { DecodeOptions, DecodeSettings, ElementDecoder } from "./decode/frame";
import { encodeElement } from "./encode/encode-element";
import type { EncodeOptions } from "./encode/encode-options";
import { Encoder } from "./encode/encoder";
import { Compiler } from "./plans/compiler";
import { Identities } from "./plans/identities";
import type { DecodeScope } from "./scope";
import type { SoapEncodingCode } from "./soap-encoding";
import type { ElementNode } from "./tables/nodes";
import type { SoapEncoding } from "./tables/service-node";

export type { OwnDeparture, Validation } from "./content/content-checks";
export type { ElementDecoder, StreamTarget } from "./decode/frame";
export { type Noted, type NoteTaker, type ResponseNote, ResponseNotes } from "./decode/response-notes";
export type { EncodedText, EncodeOptions, OctetsOut } from "./encode/encode-options";
export { ownValue, setOwn } from "./own-property";
export { withoutCode } from "./plans/compiler";
export { compileSimple } from "./plans/plan-simple";
export { UNVERIFIED } from "./schema-namespaces";
export type { DecodeScope } from "./scope";
export { madeElement } from "./tables/made-nodes";
export type {
  AddressingVersion,
  AttachmentNode,
  ElementNode,
  FaultNode,
  MessageNode,
  NodeRef,
  OperationNode,
  PolicyNode,
  PortNode,
  SimpleNode,
} from "./tables/nodes";
export { contentOf, propertiesOf, type TypedProperty, typedPropertiesOf } from "./tables/properties";
export type { ServiceNode } from "./tables/service-node";
export { anyType } from "./tables/table-complex";
export type { Operation } from "./tables/table-operations";
export type { XmlElement } from "./tables/table-values";
export type { DocumentElement } from "./tables/typed";
export { alternativesOf, complexTypeOf, enumerationOf, isNillable, simpleTypeOf, withoutNil } from "./tables/view";
export type { EncodedBody } from "./tree/encoded-body";
export { TreeReader } from "./tree/tree-reader";
export { unboundPrefix } from "./tree/unbound-prefix";
export { valueOfText } from "./value-of-text";

export interface CodecSettings {
  readonly validation: Validation;
  /** Returns the namespace on the wire for a namespace of the tables. Default: the same namespace. */
  readonly rename?: ((namespace: string) => string) | undefined;
  /** The value `soapEncoding`, for tables with arrays of the SOAP encoding. */
  readonly soapEncoding?: SoapEncoding | undefined;
  /** Whether `strict` compares keys, references to them and identifiers. Default: true. */
  readonly identities?: boolean | undefined;
  /** The global elements that `strict` knows in wildcards and in values of any type. Called on first use. */
  readonly elements?: (() => readonly ElementNode[]) | undefined;
}

/** Public types do not show these members. */
export function codeOf({ soapEncoding }: CodecSettings): SoapEncodingCode | undefined {
  return soapEncoding as SoapEncodingCode | undefined;
}

/** Encodes and decodes elements. Caches the plan of each table that it uses. Tables and plans are immutable. */
export class Codec {
  private readonly compiler: Compiler;
  private readonly decoding: DecodeSettings;
  private readonly soapEncoding: SoapEncodingCode | undefined;
  private readonly identities = new Identities();

  constructor(readonly settings: CodecSettings) {
    const { validation, rename, elements, identities = true } = settings;
    const soapEncoding = codeOf(settings);
    this.soapEncoding = soapEncoding;
    this.compiler = new Compiler(rename, soapEncoding);
    const elementOf = elements && validation === "strict" ? this.compiler.finder(elements) : undefined;
    this.decoding = { plans: this.compiler, validation, soapEncoding, elementOf, identities };
  }

  /**
   * Returns the element as XML text, without white space, with its namespace declared as the default namespace. Reads
   * every property of `value` once. `path` names the value in messages, for example `Order_GetList`.
   *
   * @throws ArgumentError when the value does not fit the table.
   */
  encode(element: ElementNode, value: unknown, path: string, options: EncodeOptions = {}): string {
    const encoder = new Encoder(path, this.compiler, options, this.soapEncoding);
    encodeElement(encoder, this.compiler.element(element), value);
    return encoder.writer.text;
  }

  /**
   * Returns a decoder for the events of one element of this declaration.
   *
   * @throws ResponseError with reason `value` from the decoder's event methods, when the element does not fit.
   */
  decoder(element: ElementNode, scope: DecodeScope, options: DecodeOptions = {}): ElementDecoder {
    const { validation, identities } = this.decoding;
    const plan = this.compiler.element(element);
    const code = validation === "strict" && identities ? this.identities.codeOf(element) : undefined;
    return code?.decoder(plan, scope, this.decoding, options) ?? new Decoder(plan, scope, this.decoding, options);
  }
}
