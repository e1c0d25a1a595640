/**
 * The nodes of the generated tables: plain immutable data, by which codecs work. The builders in this folder create
 * them, and the types in `typed.ts` make a wrong table a compile error.
 */
import type { TextTest } from "../../xsd/pattern";
import type { SimpleTypeCodec } from "../simple/simple-type";
import type { QName, SimpleValues, XmlElement } from "./table-values";

/** A type, or a function that returns it, because tables may refer to themselves and to later tables. */
export type NodeRef = TypeNode | (() => TypeNode);
/** A simple type, or a function that returns it. */
export type SimpleRef = SimpleNode | (() => SimpleNode);
export type ComplexRef = ComplexNode | (() => ComplexNode);
/** The node of any type. */
export type TypeNode = SimpleNode | ComplexNode | NillableNode | PolymorphicNode | SoapArrayNode | AnyTypeNode;

/** A simple type definition (XML Schema Part 2). */
export interface SimpleNode {
  readonly kind: "simple";
  /** Name of the type, for `xsi:type` and for messages. Absent for an anonymous type. */
  readonly name?: QName;
  readonly variety: Variety;
  readonly facets?: Facets;
  /** Whether the text in messages is a `cid:` URL of the part with the octets (WS-I Attachments Profile 1.0, 4.4). */
  readonly refersToPart?: true;
}
/**
 * `type` returns the code that parses and formats the type, so that a program contains only the varieties that its
 * tables use.
 */
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
  /** The form of integers of any size, in place of bigints (`generate --int64`). */
  readonly as?: IntegerForm;
  readonly type: () => SimpleTypeCodec;
}

/** Constraining facets (XML Schema Part 2, 4.3). Bounds and enumeration values are lexical. */
export interface Facets {
  readonly length?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /**
   * XSD regular expressions of one derivation step, of which one has to match. The base type has the patterns of its
   * own steps.
   */
  readonly patterns?: readonly string[];
  /** Compiles the patterns. `patterned` sets it. */
  readonly compilePattern?: (pattern: string) => TextTest;
  readonly enumeration?: readonly string[];
  /**
   * Whether the type accepts only the listed values (`generate --enums closed`), so that responses with others are
   * rejected.
   */
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

/** The form of integers of any size in place of a bigint. As numbers, unsafe integers are rejected, never rounded. */
export type IntegerForm = "number" | "string";
/** The built-in types whose values may exceed the safe integers of a number. */
export type LargeIntegerName =
  | "integer"
  | "nonPositiveInteger"
  | "negativeInteger"
  | "nonNegativeInteger"
  | "positiveInteger"
  | "long"
  | "unsignedLong";

/** The built-in types of XML Schema Part 2. `decimalNumber` is a decimal as a number (`generate --decimal number`). */
export type BuiltInName = keyof SimpleValues | "anySimpleType" | "NOTATION" | "decimalNumber";

/** A complex type definition (XML Schema Part 1, 3.4), as the ordered list of its parts. */
export interface ComplexNode {
  readonly kind: "complex";
  readonly name?: QName;
  readonly abstract?: boolean;
  readonly parts: readonly PartNode[];
}
/** A type whose value may be `null` (`nillable="true"`). */
export interface NillableNode {
  readonly kind: "nillable";
  readonly type: NodeRef;
}
/** A declared type with derived types, or the head of a substitution group. Values carry `$type`. */
export interface PolymorphicNode {
  readonly kind: "polymorphic";
  readonly alternatives: readonly AlternativeNode[];
}
export interface AlternativeNode {
  /** The value of `$type`. */
  readonly label: string;
  /**
   * Whether this alternative is the declared type under the declared name, whose `$type` is optional. At most one is.
   */
  readonly declared: boolean;
  /** Name of a member of the substitution group. Default: the name of the element declaration. */
  readonly element?: QName;
  /** The `xsi:type` that is written and expected. Absent when the element name identifies the type. */
  readonly xsiType?: QName;
  readonly type: NodeRef;
  /** Whether the value is in the property `value`, beside `$type`, because it may be no object or nil. */
  readonly wrapped: boolean;
}
/** An array of the SOAP encoding (SOAP 1.1, section 5.4.2). */
export interface SoapArrayNode {
  readonly kind: "soapArray";
  readonly name?: QName;
  readonly item: NodeRef;
  /** Name of the item type, as in `soapenc:arrayType`; where the items are arrays without a name, of their items' type. */
  readonly itemType: QName;
  /** Their number, where it is not one. Values of such an array are refused. */
  readonly dimensions?: number;
}
/** `xs:anyType`: any content and attributes, as an `XmlElement`. */
export interface AnyTypeNode {
  readonly kind: "anyType";
}

/** What a complex type consists of: particles, attributes, text and extensions. */
export type PartNode = ParticleNode | AttributeNode | ExtensionNode | SimpleContentNode | AnyAttributeNode | MixedNode;
/** An element, a wildcard or a group in the content of a complex type. */
export type ParticleNode = ElementNode | GroupNode | RepeatedNode | WildcardNode;

/** An element declaration with its occurrence (XML Schema Part 1, 3.3 and 3.9). */
export interface ElementNode {
  readonly kind: "element";
  /** Unique within the type, except in branches of a choice that exclude each other. */
  readonly key: string;
  readonly name: QName;
  readonly type: NodeRef;
  readonly min: number;
  /** Maximum number of occurrences; `Infinity` for `unbounded`. */
  readonly max: number;
  /** Whether the value is an array. It always is when `max` is over 1. */
  readonly array: boolean;
  /** Lexical default value, which an empty element has (XML Schema Part 1, 3.3.1). */
  readonly default?: string;
  /** Lexical fixed value. */
  readonly fixed?: string;
  /** Set when the octets travel beside the envelope. */
  readonly mediaType?: string;
  /** The keys, references and unique values below the element. */
  readonly identity?: IdentityNode;
}
/** The identity constraints of an element declaration, and the code that checks them. Only the run time reads `check`. */
export interface IdentityNode {
  readonly constraints: readonly IdentityConstraintNode[];
  readonly check: unknown;
}
/** `xs:key`, `xs:unique` or `xs:keyref` (XML Schema Part 1, 3.11). */
export interface IdentityConstraintNode {
  readonly kind: "key" | "keyref" | "unique";
  readonly name: QName;
  /** Alternative paths from the declared element to the elements that are compared. */
  readonly selector: readonly PathNode[];
  /** Alternative paths from such an element to each part of its key. */
  readonly fields: readonly (readonly PathNode[])[];
  /** The key that a keyref refers to. */
  readonly refer?: QName;
}
/** A path in the subset of XPath of XML Schema Part 1, 3.11.6. */
export interface PathNode {
  /** Whether the steps may begin at any depth (`.//`). */
  readonly descends?: boolean;
  readonly steps: readonly NameTestNode[];
  readonly attribute?: NameTestNode;
}
/** An absent namespace or local name accepts any. */
export interface NameTestNode {
  readonly namespace?: string;
  readonly local?: string;
}
/** A compositor that occurs at most once. Its members are properties of the type itself. */
export interface GroupNode {
  readonly kind: "sequence" | "choice" | "all";
  readonly optional: boolean;
  readonly particles: readonly ParticleNode[];
}
/** A compositor that occurs repeatedly. `key` holds its occurrences in document order, as an array of objects. */
export interface RepeatedNode {
  readonly kind: "repeated";
  readonly key: string;
  readonly min: number;
  readonly max: number;
  readonly particle: GroupNode;
}
/** `xs:any` (XML Schema Part 1, 3.10). The property `key` holds one `XmlElement`, or an array of them. */
export interface WildcardNode {
  readonly kind: "any";
  readonly key: string;
  readonly min: number;
  readonly max: number;
  readonly array: boolean;
  readonly namespaces: NamespaceConstraint;
  /** Default: `lax`. */
  readonly process?: ProcessContents;
  /** Whether its elements may be anywhere in the content (XML Schema 1.1, `xs:openContent`). They are written last. */
  readonly open?: true;
}
/** Whether `strict` checks what a wildcard accepts: never, where it is declared, or always. */
export type ProcessContents = "skip" | "lax" | "strict";
/** The namespaces that a wildcard admits. */
export type NamespaceConstraint =
  | { readonly allow: "any" }
  /** `##other`: any namespace except `than`, and never no namespace. */
  | { readonly allow: "other"; readonly than: string }
  /** The listed namespaces. The empty string means no namespace (`##local`). */
  | { readonly allow: "list"; readonly of: readonly string[] };
/** An attribute of a complex type; `key` is the property of its value. */
export interface AttributeNode {
  readonly kind: "attribute";
  readonly key: string;
  readonly name: QName;
  readonly type: SimpleRef;
  readonly required: boolean;
  readonly default?: string;
  readonly fixed?: string;
}
/** The base type (XML Schema Part 1, 3.4.2), which is always the first part. */
export interface ExtensionNode {
  readonly kind: "extension";
  readonly base: ComplexRef;
}
/** The text of simple content, in the property `key` (`value` unless an attribute has that name). */
export interface SimpleContentNode {
  readonly kind: "simpleContent";
  readonly key: string;
  readonly type: SimpleRef;
}
/** `xs:anyAttribute`. The property `key` holds the accepted attributes, as a list of `XmlAttribute`. */
export interface AnyAttributeNode {
  readonly kind: "anyAttribute";
  readonly key: string;
  readonly namespaces: NamespaceConstraint;
  /** Default: `lax`. */
  readonly process?: ProcessContents;
  /** The global attributes that it accepts. */
  readonly declared?: readonly AttributeNode[];
}
/**
 * Mixed content. The property `key` holds strings, and for each element an object with the one property of its
 * declaration (never an array) or of its wildcard, in document order. `particles` is the declared content model.
 */
export interface MixedNode {
  readonly kind: "mixed";
  readonly key: string;
  readonly particles: readonly ParticleNode[];
}

/** An operation with its binding (WSDL 1.1). One table serves every port of the service that binds it. */
export interface OperationNode {
  /** `wsdl:operation/@name`, for example `Order_GetList`. */
  readonly name: string;
  /** Name of the TypeScript method, for example `orderGetList`. */
  readonly method: string;
  readonly style: "document" | "rpc";
  readonly use: "literal" | "encoded";
  /** Set when it differs from the input's. */
  readonly outputUse?: "literal" | "encoded";
  readonly soapAction: { readonly "1.1"?: string; readonly "1.2"?: string };
  /** Whether the content type of SOAP 1.2 carries the action. */
  readonly soapActionRequired?: boolean;
  /** Whether the operation only reads and may be retried (`wsdlx:safe="true"`). */
  readonly safe: boolean;
  readonly input: MessageNode;
  /** Absent for a one-way operation. */
  readonly output?: MessageNode;
  readonly faults: readonly FaultNode[];
  /** Set for actions in the WSDL. Other messages follow the default rule. */
  readonly action?: ActionsNode;
  /** Set when they differ from the default names of WSDL 1.1, 2.4.5. */
  readonly messageNames?: { readonly input?: string; readonly output?: string };
  /** Whether the operation's policy requires MTOM (`wsoma:OptimizedMimeSerialization`). */
  readonly mtom?: boolean;
  /** Value of `wsaw:Anonymous`, which overrides `anonymous` of the port's addressing. */
  readonly anonymous?: "required" | "prohibited";
}
/** The values of `wsam:Action` and its predecessors (WS-Addressing 1.0 Metadata, 4.4.1). */
interface ActionsNode {
  readonly input?: string;
  readonly output?: string;
  /** Actions of faults, by `wsdl:fault/@name`. */
  readonly faults?: Readonly<{ [name: string]: string }>;
}
/**
 * A message. The content of its Body has one element for each part (usually one) in document style, and one element,
 * named after the operation, whose children are the parts, in rpc style.
 */
export interface MessageNode {
  readonly body: readonly ElementNode[];
  /**
   * Keys from the message down to the value that the method takes or returns. `[]`: an object with one property for
   * each element in `body`. `["X"]`: the value of the Body's element X. `["X", "XResult", "Item"]`: a value further
   * down.
   */
  readonly unwrap: readonly string[];
  /** Whether the value at the end of `unwrap` is an array. It is empty when any step of the path is absent or nil. */
  readonly list: boolean;
  /** Header blocks that the binding declares. Each is optional for the caller. */
  readonly headers: readonly ElementNode[];
  /**
   * Parts beside the envelope (`mime:multipartRelated`), as properties beside the Body's elements. `unwrap` is then
   * `[]`.
   */
  readonly attachments?: readonly AttachmentNode[] | undefined;
  /** Whether a value in the message refers to a part. */
  readonly refersToParts?: boolean | undefined;
  /** Whether it is the result of an operation, which holds what a client reads. `operation` sets it. */
  readonly isResult?: boolean | undefined;
}
/** A part of the message as octets, by its name (WSDL 1.1, 5.4). */
export interface AttachmentNode extends ElementNode {
  /** `mime:content/@type` in lower case; empty when any type is accepted. */
  readonly contentTypes: readonly string[];
}
/** A fault that an operation declares, with the element of its detail. */
export interface FaultNode {
  /** `wsdl:fault/@name`. */
  readonly name: string;
  /** The element inside the fault's detail. */
  readonly detail: ElementNode;
}
/** A port: the address of a service, and its binding (WSDL 1.1). */
export interface PortNode {
  readonly name: string;
  readonly soapVersion: "1.1" | "1.2";
  readonly address: string;
  /** Present when the WSDL declares WS-Addressing for the port. */
  readonly addressing?: AddressingNode;
  /** Present when policies of the WSDL require more than addressing. */
  readonly policy?: PolicyNode;
}
/** The alternatives of a policy, each a list of requirements (WS-Policy 1.5, 4.3). */
export interface PolicyNode {
  readonly alternatives: readonly (readonly string[])[];
  /** Operations with other requirements, by `wsdl:operation/@name`. They replace `alternatives`. */
  readonly operations?: Readonly<{ [name: string]: readonly (readonly string[])[] }>;
  /**
   * How messages meet each alternative, and for operations where that differs: the plans of the feature `policySecurity`.
   */
  readonly plans?: readonly object[];
  readonly operationPlans?: Readonly<{ [name: string]: readonly object[] }>;
  /** The requirements that `alternatives` and `operations` name. */
  readonly needs: { readonly [need: string]: PolicyNeedNode };
}
/** One requirement of a policy. */
export interface PolicyNeedNode {
  readonly words: string;
  /** The option that satisfies the requirement. Absent if it is not supported. */
  readonly option?: string;
  /** The advice for a requirement that is not supported. */
  readonly remedy?: string;
  /** Where the WSDL asks for what is not supported, for example `sp:KerberosToken (line 17 of orders.wsdl)`. */
  readonly asserted?: string;
}
/** The version of WS-Addressing: 1.0, or the submission of August 2004. */
export type AddressingVersion = "1.0" | "2004/08";
/** How a port uses WS-Addressing (WS-Addressing 1.0 Metadata, 3). */
export interface AddressingNode {
  readonly version: AddressingVersion;
  /** Whether the service rejects a request without the header blocks of WS-Addressing. */
  readonly required: boolean;
  /**
   * Where responses may be sent: only over the connection of the request (`required`), or never over it (`prohibited`).
   */
  readonly anonymous?: "required" | "prohibited";
  /** Reference parameters of the port's endpoint reference, which every request repeats as header blocks. */
  readonly referenceParameters?: readonly XmlElement[];
}
