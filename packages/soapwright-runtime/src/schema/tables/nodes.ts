/**
 * The nodes of the generated tables, as plain immutable data: the input of codecs. The builders in this folder create
 * them; the types in `typed.ts` make a wrong table a compile error.
 */
import type { TextTest } from "../../xsd/pattern";
import type { SimpleTypeCodec } from "../simple/simple-type";
import type { QName, XmlElement } from "./table-values";

/** A type, or a function that returns it: tables may refer to themselves and to tables further down. */
export type NodeRef = TypeNode | (() => TypeNode);
export type SimpleRef = SimpleNode | (() => SimpleNode);
export type ComplexRef = ComplexNode | (() => ComplexNode);
export type TypeNode = SimpleNode | ComplexNode | NillableNode | PolymorphicNode | SoapArrayNode | AnyTypeNode;

/** XML Schema Part 2: a simple type definition. */
export interface SimpleNode {
  readonly kind: "simple";
  /** Absent for an anonymous type. Used for `xsi:type` and in messages. */
  readonly name?: QName;
  readonly variety: Variety;
  readonly facets?: Facets;
  /** Whether the text in messages is a `cid:` URL of the part with the octets (WS-I Attachments Profile 1.0, 4.4). */
  readonly refersToPart?: true;
}
/** `type` returns what parses and formats, so that a program has the code of the varieties that its tables use. */
export type Variety =
  | AtomicVariety
  | { readonly of: "restriction"; readonly base: SimpleRef }
  | { readonly of: "list"; readonly item: SimpleRef; readonly type: (item: SimpleTypeCodec) => SimpleTypeCodec }
  | {
      readonly of: "union";
      readonly members: readonly SimpleRef[];
      readonly type: (members: readonly SimpleTypeCodec[]) => SimpleTypeCodec;
    };

export interface AtomicVariety {
  readonly of: "atomic";
  readonly builtIn: BuiltInName;
  /** The form of integers of any size as numbers or text, in place of bigints (`generate --int64`). */
  readonly as?: IntegerForm;
  readonly type: () => SimpleTypeCodec;
}

/** XML Schema Part 2, 4.3: constraining facets. Bounds and enumeration values are lexical. */
export interface Facets {
  readonly length?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** XSD regular expressions of one derivation step: alternatives. The base type has the patterns of its own steps. */
  readonly patterns?: readonly string[];
  /** Compiles the patterns; set by `patterned`. */
  readonly compilePattern?: (pattern: string) => TextTest;
  readonly enumeration?: readonly string[];
  /** The type accepts only the listed values (`generate --enums closed`); responses with others are rejected. */
  readonly closed?: boolean;
  /** Namespaces by prefix, for the values of a QName or NOTATION enumeration. */
  readonly prefixes?: Readonly<{ [prefix: string]: string }>;
  readonly whiteSpace?: "preserve" | "replace" | "collapse";
  readonly maxInclusive?: string;
  readonly maxExclusive?: string;
  readonly minInclusive?: string;
  readonly minExclusive?: string;
  readonly totalDigits?: number;
  readonly fractionDigits?: number;
}

/** The form of integers of any size in place of a bigint. An unsafe number is rejected, never rounded. */
export type IntegerForm = "number" | "string";
/** The built-in types whose values may exceed a number. */
export type LargeIntegerName =
  | "integer"
  | "nonPositiveInteger"
  | "negativeInteger"
  | "nonNegativeInteger"
  | "positiveInteger"
  | "long"
  | "unsignedLong";

/** The built-in types of XML Schema Part 2. `decimalNumber` is a decimal as a number (`generate --decimal number`). */
export type BuiltInName =
  | "anySimpleType"
  | "string"
  | "normalizedString"
  | "token"
  | "language"
  | "Name"
  | "NCName"
  | "NMTOKEN"
  | "NMTOKENS"
  | "ID"
  | "IDREF"
  | "IDREFS"
  | "ENTITY"
  | "ENTITIES"
  | "anyURI"
  | "QName"
  | "NOTATION"
  | "boolean"
  | "decimal"
  | "decimalNumber"
  | "float"
  | "double"
  | "integer"
  | "nonPositiveInteger"
  | "negativeInteger"
  | "nonNegativeInteger"
  | "positiveInteger"
  | "long"
  | "int"
  | "short"
  | "byte"
  | "unsignedLong"
  | "unsignedInt"
  | "unsignedShort"
  | "unsignedByte"
  | "dateTime"
  | "date"
  | "time"
  | "duration"
  | "gYear"
  | "gYearMonth"
  | "gMonth"
  | "gMonthDay"
  | "gDay"
  | "base64Binary"
  | "hexBinary";

/** XML Schema Part 1, 3.4: a complex type definition, as the ordered list of its parts. */
export interface ComplexNode {
  readonly kind: "complex";
  readonly name?: QName;
  readonly abstract?: boolean;
  readonly parts: readonly PartNode[];
}
/** `nillable="true"`: the value or `null`. */
export interface NillableNode {
  readonly kind: "nillable";
  readonly type: NodeRef;
}
/** A declared type with derived types, or the head of a substitution group: values carry `$type`. */
export interface PolymorphicNode {
  readonly kind: "polymorphic";
  readonly alternatives: readonly AlternativeNode[];
}
export interface AlternativeNode {
  /** The value of `$type`. */
  readonly label: string;
  /** Whether it is the declared type under the declared name, whose `$type` is optional. At most one. */
  readonly declared: boolean;
  /** Name of a member of the substitution group; absent: the name of the element declaration itself. */
  readonly element?: QName;
  /** The `xsi:type` to write and to expect; absent when the element name alone decides. */
  readonly xsiType?: QName;
  readonly type: NodeRef;
  /** Whether the type is not complex: the value is then in the property `value`, beside `$type`. */
  readonly wrapped: boolean;
}
/** SOAP 1.1 section 5.4.2: an array of the SOAP encoding. */
export interface SoapArrayNode {
  readonly kind: "soapArray";
  readonly name?: QName;
  readonly item: NodeRef;
  /** Name of the item type, as in `soapenc:arrayType`. */
  readonly itemType: QName;
}
/** `xs:anyType`: any content and attributes, as an `XmlElement`. */
export interface AnyTypeNode {
  readonly kind: "anyType";
}

export type PartNode = ParticleNode | AttributeNode | ExtensionNode | SimpleContentNode | AnyAttributeNode | MixedNode;
export type ParticleNode = ElementNode | GroupNode | RepeatedNode | WildcardNode;

/** XML Schema Part 1, 3.3 and 3.9: an element declaration with its occurrence. */
export interface ElementNode {
  readonly kind: "element";
  /** Property name. Unique within the type, except in branches of a choice that exclude each other. */
  readonly key: string;
  readonly name: QName;
  readonly type: NodeRef;
  readonly min: number;
  /** `Infinity` for `unbounded`. */
  readonly max: number;
  /** Whether the value is an array; always so when `max` is over 1. */
  readonly array: boolean;
  /** Lexical default: the value of an empty element (XML Schema Part 1, 3.3.1). */
  readonly default?: string;
  /** Lexical fixed value. */
  readonly fixed?: string;
  /** Media type of its octets, when they travel beside the message. */
  readonly mediaType?: string;
}
/** A compositor that occurs at most once: its members are properties of the type itself. */
export interface GroupNode {
  readonly kind: "sequence" | "choice" | "all";
  readonly optional: boolean;
  readonly particles: readonly ParticleNode[];
}
/** A compositor that occurs repeatedly: `key` holds its occurrences in document order, an array of objects. */
export interface RepeatedNode {
  readonly kind: "repeated";
  readonly key: string;
  readonly min: number;
  readonly max: number;
  readonly particle: GroupNode;
}
/** XML Schema Part 1, 3.10: `xs:any`. The property `key` holds one `XmlElement`, or an array of them. */
export interface WildcardNode {
  readonly kind: "any";
  readonly key: string;
  readonly min: number;
  readonly max: number;
  readonly array: boolean;
  readonly namespaces: NamespaceConstraint;
}
export type NamespaceConstraint =
  | { readonly allow: "any" }
  /** `##other`: any namespace but this one, and never no namespace. */
  | { readonly allow: "other"; readonly than: string }
  /** The empty string is no namespace (`##local`). */
  | { readonly allow: "list"; readonly of: readonly string[] };
export interface AttributeNode {
  readonly kind: "attribute";
  readonly key: string;
  readonly name: QName;
  readonly type: SimpleRef;
  readonly required: boolean;
  readonly default?: string;
  readonly fixed?: string;
}
/** XML Schema Part 1, 3.4.2: the parts of the base type come first. Always the first part. */
export interface ExtensionNode {
  readonly kind: "extension";
  readonly base: ComplexRef;
}
/** Simple content: text, in the property `key` (`value` unless an attribute claims that name). */
export interface SimpleContentNode {
  readonly kind: "simpleContent";
  readonly key: string;
  readonly type: SimpleRef;
}
/** `xs:anyAttribute`: the property `key` holds the accepted attributes, a list of `XmlAttribute`. */
export interface AnyAttributeNode {
  readonly kind: "anyAttribute";
  readonly key: string;
  readonly namespaces: NamespaceConstraint;
}
/**
 * Mixed content: the property `key` holds strings, and for each element an object with the one property of its
 * declaration (never an array) or of its wildcard, in document order. `particles` is the declared content model.
 */
export interface MixedNode {
  readonly kind: "mixed";
  readonly key: string;
  readonly particles: readonly ParticleNode[];
}

// ---- Operations ------------------------------------------------------------------------------------------------

/** WSDL 1.1: an operation with its binding. One table serves every port of the service that binds it. */
export interface OperationNode {
  /** `wsdl:operation/@name`, for example `Order_GetList`. */
  readonly name: string;
  /** Name of the method, for example `orderGetList`. */
  readonly method: string;
  readonly style: "document" | "rpc";
  readonly use: "literal" | "encoded";
  /** `use` of the output, when it differs from the input's. */
  readonly outputUse?: "literal" | "encoded";
  readonly soapAction: { readonly "1.1"?: string; readonly "1.2"?: string };
  /** SOAP 1.2: whether the content type carries the action. */
  readonly soapActionRequired?: boolean;
  /** `wsdlx:safe="true"`: the operation only reads and may be retried. */
  readonly safe: boolean;
  readonly input: MessageNode;
  /** Absent: a one-way operation. */
  readonly output?: MessageNode;
  readonly faults: readonly FaultNode[];
  /** The actions of WS-Addressing in the WSDL; other messages follow its default rule. */
  readonly action?: ActionsNode;
  /** Names of input and output, when they differ from the default names of WSDL 1.1, 2.4.5. */
  readonly messageNames?: { readonly input?: string; readonly output?: string };
  /** Whether its policy requires MTOM: `wsoma:OptimizedMimeSerialization`. */
  readonly mtom?: boolean;
  /** `wsaw:Anonymous`: overrides `anonymous` of the port's addressing. */
  readonly anonymous?: "required" | "prohibited";
}
/** WS-Addressing 1.0 Metadata, 4.4.1: `wsam:Action` and its predecessors. */
export interface ActionsNode {
  readonly input?: string;
  readonly output?: string;
  /** By `wsdl:fault/@name`. */
  readonly faults?: Readonly<{ [name: string]: string }>;
}
/**
 * The content of the Body as its elements: document style has one element for each part (usually one); rpc style has
 * one element, named after the operation, whose children are the parts.
 */
export interface MessageNode {
  readonly body: readonly ElementNode[];
  /**
   * Keys from the message down to the value that the method takes or returns. `[]`: an object with one property for
   * each element in `body`. `["X"]`: the value of body element X. `["X", "XResult", "Item"]`: unwrapped further.
   */
  readonly unwrap: readonly string[];
  /** Whether the value at the end of `unwrap` is an array: an empty one when any step of the path is absent or nil. */
  readonly list: boolean;
  /** Header blocks that the binding declares, each optional for the caller. */
  readonly headers: readonly ElementNode[];
  /** `mime:multipartRelated`: parts beside the envelope, as properties beside the Body's elements; `unwrap` is `[]`. */
  readonly attachments?: readonly AttachmentNode[] | undefined;
  /** Whether a value in it refers to a part. */
  readonly refersToParts?: boolean | undefined;
}
/** WSDL 1.1, 5.4: a part of the message, by its name, as octets. */
export interface AttachmentNode extends ElementNode {
  /** `mime:content/@type`, in lower case; empty when any type is accepted. */
  readonly contentTypes: readonly string[];
}
export interface FaultNode {
  /** `wsdl:fault/@name`. */
  readonly name: string;
  /** The element inside the fault's detail. */
  readonly detail: ElementNode;
}
/** WSDL 1.1: the address of a service, and its binding. */
export interface PortNode {
  readonly name: string;
  readonly soapVersion: "1.1" | "1.2";
  readonly address: string;
  /** Present when the WSDL declares WS-Addressing for the port. */
  readonly addressing?: AddressingNode;
  /** Present when policies of the WSDL require more than addressing. */
  readonly policy?: PolicyNode;
}
/** WS-Policy 1.5, 4.3: the requirements of a message, in alternatives. */
export interface PolicyNode {
  readonly alternatives: readonly (readonly string[])[];
  /** Operations with other requirements, which replace `alternatives`. By `wsdl:operation/@name`. */
  readonly operations?: Readonly<{ [name: string]: readonly (readonly string[])[] }>;
  /** The requirements that `alternatives` and `operations` name. */
  readonly needs: { readonly [need: string]: PolicyNeedNode };
}
/** One requirement of a policy. */
export interface PolicyNeedNode {
  readonly words: string;
  /** The option that satisfies it. Absent: it is not supported. */
  readonly option?: string;
  /** The advice for an unsupported requirement. */
  readonly remedy?: string;
}
/** WS-Addressing 1.0 and its submission of August 2004. */
export type AddressingVersion = "1.0" | "2004/08";
/** WS-Addressing 1.0 Metadata, 3: how a port uses WS-Addressing. */
export interface AddressingNode {
  readonly version: AddressingVersion;
  /** Whether a request without its header blocks is rejected. */
  readonly required: boolean;
  /** Responses may only be sent over the connection of the request (`required`), or never (`prohibited`). */
  readonly anonymous?: "required" | "prohibited";
  /** Reference parameters of the port's endpoint reference, which every request repeats. */
  readonly referenceParameters?: readonly XmlElement[];
}
