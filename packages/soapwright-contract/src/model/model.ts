/**
 * The nouns of the service model: what generated code says, before it is text. Types refer to each other by `TypeId`, so
 * that a pass can return a new model without touching what it does not change.
 */

import type { Position } from "../diagnostics";
import type { BindingOperation } from "../wsdl/definitions";
import type { WordedPolicy } from "../wsdl/security-needs";
import type { Addressing } from "../wsdl/wsdl-addressing";
import type { QName } from "../xml/qname";
import type {
  AttributeUse,
  AttributeWildcard,
  ComplexType,
  Content,
  ElementDeclaration,
  ElementUse,
  ModelGroup,
  NamespaceConstraint,
  SimpleType,
  Unknown,
  Wildcard,
} from "../xsd/components";

export type TypeId = number;

export interface Model {
  /** In source order. */
  readonly types: readonly TypeModel[];
  readonly clients: readonly ClientModel[];
  /** The global elements of a schema that was read in place of a WSDL. */
  readonly documents?: readonly DocumentModel[];
}

/** A global element as the root of documents, which are read and written without an envelope. */
export interface DocumentModel {
  /** Name of its table, `""` until the naming pass. */
  readonly constant: string;
  readonly element: ElementModel;
}

export type TypeModel = ComplexModel | SimpleModel | PolymorphicModel | SoapArrayModel;

/** Where messages of the service carry values of a type. */
export interface Direction {
  readonly input: boolean;
  readonly output: boolean;
}

interface TypeBase {
  readonly id: TypeId;
  /** The TypeScript name, `""` until the naming pass. */
  readonly name: string;
  /** Of its form as an argument, where that is not the form of results. */
  readonly inputName?: string;
  /** What it is named after. */
  readonly naming: Naming;
  readonly position: Position;
  readonly documentation?: string;
  readonly direction: Direction;
}
export type Naming =
  | { readonly after: "type"; readonly local: string }
  | { readonly after: "element"; readonly local: string }
  /** An anonymous type, below the type it stands in. */
  | { readonly after: "path"; readonly owner: TypeId; readonly local: string }
  /** The alternatives of a type. */
  | { readonly after: "alternatives"; readonly type: TypeId }
  /** The members of a substitution group. */
  | { readonly after: "head"; readonly local: string }
  /** The wrapper of an rpc message. */
  | { readonly after: "message"; readonly local: string };

/** A complex type, or the wrapper of an rpc message. */
export interface ComplexModel extends TypeBase {
  readonly kind: "complex";
  readonly qname?: QName;
  readonly abstract: boolean;
  /** Its parts come first; absent where content cannot simply be added to that of a base. */
  readonly base?: TypeId;
  readonly parts: readonly PartModel[];
  readonly component?: ComplexType;
}
/** A named simple type, or an anonymous enumeration. */
export interface SimpleModel extends TypeBase {
  readonly kind: "simple";
  readonly definition: SimpleDefinition;
  readonly component: SimpleType;
}
/** What may stand where a type with derived types, or the head of a substitution group, is declared. */
export interface PolymorphicModel extends TypeBase {
  readonly kind: "polymorphic";
  readonly alternatives: readonly AlternativeModel[];
  readonly component: ComplexType | ElementDeclaration;
}
export interface AlternativeModel {
  /** The value of `$type`, `""` until the naming pass. */
  readonly label: string;
  readonly declared: boolean;
  readonly element?: QName;
  readonly xsiType?: QName;
  readonly type: ValueType;
  readonly wrapped: boolean;
  /** What it stands for: a derived type, or a member of the substitution group. */
  readonly component: ComplexType | ElementDeclaration;
}
export interface SoapArrayModel extends TypeBase {
  readonly kind: "soapArray";
  readonly qname?: QName;
  readonly item: ValueType;
  readonly itemType: QName;
  readonly component: ComplexType;
}

/** The values of a place, as its table and its TypeScript type say them. */
export type ValueType =
  /** `as`: integers of any size as numbers or texts, not bigints. */
  | { readonly of: "builtIn"; readonly name: string; readonly as?: "number" | "string" }
  | { readonly of: "type"; readonly id: TypeId }
  | { readonly of: "inline"; readonly definition: SimpleDefinition }
  /** `unknown`: nothing can be said of the type, and why. Only in models of documents with errors. */
  | { readonly of: "anyType"; readonly unknown?: Unknown }
  | { readonly of: "nillable"; readonly type: ValueType }
  /** An enumeration that lets unknown values pass. */
  | { readonly of: "open"; readonly type: ValueType }
  /** A dateTime that may be given as a `Date`. */
  | { readonly of: "orDate"; readonly type: ValueType };

export interface SimpleDefinition {
  readonly qname?: QName;
  readonly variety:
    | { readonly of: "restriction"; readonly base: ValueType }
    | { readonly of: "list"; readonly item: ValueType }
    | { readonly of: "union"; readonly members: readonly ValueType[] };
  readonly facets: FacetsModel;
  /** The values of an enumeration of strings. */
  readonly values?: readonly EnumerationValue[];
  /** It is `swaRef`: octets in a part of the message, which the text refers to. */
  readonly refersToPart?: true;
}
export interface EnumerationValue {
  readonly value: string;
  readonly documentation?: string;
}
/** Facets as the tables have them. */
export interface FacetsModel {
  readonly [name: string]: string | number | boolean | readonly string[] | { readonly [prefix: string]: string };
}

export type PartModel = ParticleModel | AttributeModel | SimpleContentModel | AnyAttributeModel | MixedModel;
export type ParticleModel = ElementModel | GroupModel | RepeatedModel | WildcardModel;
export type Presence = "required" | "optional";

interface Keyed {
  /** The property, `""` until the naming pass. */
  readonly key: string;
}
export interface ElementModel extends Keyed {
  readonly kind: "element";
  readonly name: QName;
  readonly type: ValueType;
  readonly min: number;
  readonly max: number;
  readonly presence: Presence;
  readonly default?: string;
  readonly fixed?: string;
  /** What its octets are sent as, where they travel beside the message. */
  readonly mediaType?: string;
  readonly documentation?: string;
  /** The XSD type, for the documentation: `xs:int`. */
  readonly typeLabel: string;
  /** Absent for the parts of an rpc message. */
  readonly component?: ElementUse | ElementDeclaration;
}
export interface GroupModel {
  readonly kind: "sequence" | "choice" | "all";
  readonly optional: boolean;
  /** A choice whose branches the compiler does not tell apart, or an optional group that may be in part. */
  readonly loose: boolean;
  readonly particles: readonly ParticleModel[];
  readonly component: ModelGroup;
}
export interface RepeatedModel extends Keyed {
  readonly kind: "repeated";
  readonly min: number;
  readonly max: number;
  readonly presence: Presence;
  readonly particle: GroupModel;
  readonly component: ModelGroup;
}
export interface WildcardModel extends Keyed {
  readonly kind: "any";
  readonly min: number;
  readonly max: number;
  readonly presence: Presence;
  readonly namespaces: NamespaceConstraint;
  readonly component: Wildcard;
}
export interface AttributeModel extends Keyed {
  readonly kind: "attribute";
  readonly name: QName;
  readonly type: ValueType;
  readonly presence: Presence;
  readonly default?: string;
  readonly fixed?: string;
  readonly documentation?: string;
  readonly typeLabel: string;
  readonly component: AttributeUse;
}
export interface SimpleContentModel extends Keyed {
  readonly kind: "simpleContent";
  readonly type: ValueType;
  readonly typeLabel: string;
  readonly component: Content;
}
export interface AnyAttributeModel extends Keyed {
  readonly kind: "anyAttribute";
  readonly namespaces: NamespaceConstraint;
  readonly component: AttributeWildcard;
}
export interface MixedModel extends Keyed {
  readonly kind: "mixed";
  readonly particles: readonly ParticleModel[];
}

/** One class: a service, or one of its port types or bindings where they differ. */
export interface ClientModel {
  /** Of the class, `""` until the naming pass. */
  readonly className: string;
  /** Of the interface of all header blocks; `""` until the naming pass. */
  readonly headersName: string;
  /** Of the interfaces of its methods, and of those that stream; `""` until the naming pass. */
  readonly apiName: string;
  readonly streamApiName: string;
  /** Of the constant in the tables, `""` until the naming pass. */
  readonly constant: string;
  readonly name: string;
  readonly targetNamespace: string;
  readonly portType: QName;
  readonly position: Position;
  readonly documentation?: string;
  readonly ports: readonly PortModel[];
  readonly operations: readonly OperationModel[];
  /** Every header block that an operation may send. */
  readonly headers: readonly ElementModel[];
}
export interface PortModel {
  readonly name: string;
  readonly soapVersion: "1.1" | "1.2";
  readonly address: string;
  readonly addressing?: Pick<Addressing, "version" | "required" | "anonymous" | "referenceParameters">;
  readonly policy?: WordedPolicy;
}
export interface OperationModel {
  readonly name: string;
  /** What tells it from others of its name: the name of its input. */
  readonly overload?: string;
  /** `""` until the naming pass, as the constant of its table. */
  readonly method: string;
  readonly constant: string;
  readonly style: "document" | "rpc";
  readonly use: "literal" | "encoded";
  /** Where it is not the input's. */
  readonly outputUse?: "literal" | "encoded";
  readonly soapAction: { readonly "1.1"?: string; readonly "1.2"?: string };
  readonly soapActionRequired: boolean;
  readonly safe: boolean;
  readonly input: MessageModel;
  readonly output?: MessageModel;
  readonly faults: readonly FaultModel[];
  /** Actions of WS-Addressing that are given; those of faults by their names. */
  readonly action?: {
    readonly input?: string;
    readonly output?: string;
    readonly faults?: { readonly [name: string]: string };
  };
  /** Names of messages that are not those by default. */
  readonly messageNames?: { readonly input?: string; readonly output?: string };
  /** A policy asks for MTOM. */
  readonly mtom?: true;
  /** Where its responses may go (WS-Addressing), in the place of what is said of the port. */
  readonly anonymous?: "required" | "prohibited";
  readonly documentation?: string;
  readonly component: BindingOperation;
}
export interface MessageModel {
  readonly body: readonly ElementModel[];
  readonly unwrap: readonly string[];
  /** The value at the end of `unwrap` is a list: of repeated elements, or an array of the SOAP encoding. */
  readonly list: false | "elements" | "soapArray";
  readonly headers: readonly ElementModel[];
  /** What travels beside the envelope: the caller sees it beside the elements of the Body. */
  readonly attachments: readonly AttachmentModel[];
}
/** WSDL 1.1, 5.4: a part of the message that is a part of a multipart body. Its name is the part's. */
export interface AttachmentModel extends ElementModel {
  readonly contentTypes: readonly string[];
}
export interface FaultModel {
  readonly name: string;
  readonly detail: ElementModel;
}
