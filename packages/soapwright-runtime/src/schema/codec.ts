/**
 * The codec: encodes typed values to XML text and decodes XML events to typed values, by the tables of
 * `tables/nodes.ts`. Other folders import only this module of `schema/`.
 */
import { ConfigurationError } from "../errors/configuration-error";
import type { Validation } from "./content/content-checks";
import { Decoder } from "./decode/decoder";
import type { DecodeOptions, DecodeSettings, ElementDecoder } from "./decode/frame";
import { encodeElement } from "./encode/encode-element";
import type { EncodeOptions } from "./encode/encode-options";
import { Encoder } from "./encode/encoder";
import { Identities } from "./plans/identities";
import { NameIndex } from "./plans/name-index";
import { compileComplex, compileElement } from "./plans/plan-complex";
import { compileSimplePlan } from "./plans/plan-simple";
import type {
  AlternativePlan,
  ElementPlan,
  PlainPlan,
  Plans,
  PolymorphicPlan,
  Position,
  TypePlan,
} from "./plans/plans";
import { positionOf, type Rename, renamed } from "./plans/resolve";
import type { DecodeScope } from "./scope";
import type { SoapEncodingCode } from "./soap-encoding";
import type { ElementNode, PolymorphicNode } from "./tables/nodes";
import type { SoapEncoding } from "./tables/service-node";
import type { QName } from "./tables/table-values";

export type { OwnDeparture, Validation } from "./content/content-checks";
export type { ElementDecoder, StreamTarget } from "./decode/frame";
export { type Noted, type NoteTaker, type ResponseNote, ResponseNotes } from "./decode/response-notes";
export type { EncodedText, EncodeOptions, OctetsOut } from "./encode/encode-options";
export { ownValue, setOwn } from "./own-property";
export { compileSimple } from "./plans/plan-simple";
export { UNVERIFIED } from "./schema-namespaces";
export type { DecodeScope } from "./scope";
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

export function withoutCode(what: string, option: "soapEncoding" | "checkPolicy"): ConfigurationError {
  return new ConfigurationError(
    `The tables have ${what}, but not ${option}, the code for it. Generate them again with this version.`,
    { option },
  );
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

/** Compiles tables to plans, each table once, on first use. */
class Compiler implements Plans {
  private readonly types = new WeakMap<Position["type"], TypePlan>();
  private readonly elements = new WeakMap<ElementNode, ElementPlan>();

  constructor(
    private readonly rename: Rename = (namespace) => namespace,
    private readonly soapEncoding: SoapEncodingCode | undefined,
  ) {}

  element(node: ElementNode): ElementPlan {
    let plan = this.elements.get(node);
    if (plan === undefined) {
      plan = compileElement(node, { index: 0, within: undefined }, this.rename);
      this.elements.set(node, plan);
    }
    return plan;
  }

  finder(elements: () => readonly ElementNode[]): (name: QName) => ElementPlan | undefined {
    let index: NameIndex<ElementPlan> | undefined;
    return (name) => {
      if (index === undefined) {
        index = new NameIndex();
        for (const node of elements()) index.add(renamed(node.name, this.rename), this.element(node));
      }
      return index.get(name);
    };
  }

  type({ type }: Position): TypePlan {
    let plan = this.types.get(type);
    if (plan === undefined) {
      plan = this.compile(type);
      this.types.set(type, plan);
    }
    return plan;
  }

  typeOf({ position }: AlternativePlan): PlainPlan {
    const plan = this.type(position);
    if (plan.kind === "polymorphic") throw new Error("an alternative has alternatives of its own");
    return plan;
  }

  private compile(node: Position["type"]): TypePlan {
    switch (node.kind) {
      case "simple":
        return compileSimplePlan(node, this.rename);
      case "complex":
        return compileComplex(node, this.rename);
      case "polymorphic":
        return compilePolymorphic(node, this.rename);
      case "soapArray":
        if (this.soapEncoding === undefined) throw withoutCode("an array of the SOAP encoding", "soapEncoding");
        return this.soapEncoding.compileArray(node, this.rename);
      case "anyType":
        return { kind: "anyType" };
    }
  }
}

function compilePolymorphic({ alternatives }: PolymorphicNode, rename: Rename): PolymorphicPlan {
  return {
    kind: "polymorphic",
    alternatives: alternatives.map(({ label, declared, wrapped, element, xsiType, type }) => ({
      label,
      declared,
      wrapped,
      element: element && renamed(element, rename),
      xsiType: xsiType && renamed(xsiType, rename),
      position: positionOf(type),
    })),
  };
}
