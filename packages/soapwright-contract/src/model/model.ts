/**
 * The service model: the contents of generated code before emission. Types refer to each other by `TypeId`, so that a
 * pass can return a new model and share the unchanged parts.
 */

import type { Position } from "../diagnostics";
import type { BindingOperation } from "../wsdl/definitions";
import type { WordedPolicy } from "../wsdl/security-policy";
import type { Addressing } from "../wsdl/wsdl-addressing";
import type { QName } from "../xml/xml";
import type {
  AttributeUse,
  AttributeWildcard,
  ComplexType,
  Content,
  ElementDeclaration,
  ElementUse,
  IdentityConstraint,
  ModelGroup,
  NamespaceConstraint,
  SimpleType,
  TypeDefinition,
  Wildcard,
} from "../xsd/components";

export type TypeId = number;

export interface Model {
  /** Types in source order. */
  readonly types: readonly TypeModel[];
  readonly clients: readonly ClientModel[];
  /** The global elements of a schema that was read in place of a WSDL. */
  readonly documents?: readonly DocumentModel[] | undefined;
  /** Whether types are in the model that no operation uses (`--types all`). */
  readonly hasAllTypes?: boolean;
}

/** A global element as the root of documents, which are read and written without an envelope. */
export interface DocumentModel {
  /** The name of its table, `""` until the naming pass. */
  readonly constant: string;
  readonly element: ElementModel;
}

export type TypeModel = ComplexModel | SimpleModel | PolymorphicModel | SoapArrayModel;

/** Whether requests, responses or both carry values of a type. */
interface Direction {
  readonly input: boolean;
  readonly output: boolean;
}

interface TypeBase {
  readonly id: TypeId;
  /** The TypeScript name, `""` until the naming pass. */
  readonly name: string;
  /** The name of the type for arguments, if it differs from the type for results. */
  readonly inputName?: string;
  /** The source of its name. */
  readonly naming: Naming;
  readonly position: Position;
  readonly documentation?: string | undefined;
  readonly direction: Direction;
}
export type Naming =
  | { readonly after: "type"; readonly local: string }
  | { readonly after: "element"; readonly local: string }
  /** An anonymous type, named after its parent. */
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
  readonly qname?: QName | undefined;
  readonly abstract: boolean;
  /** The base, whose parts come first; absent if the base's parts are included in `parts`. */
  readonly base?: TypeId | undefined;
  readonly parts: readonly PartModel[];
  readonly component?: ComplexType;
}
/** A named simple type, or an anonymous enumeration. */
export interface SimpleModel extends TypeBase {
  readonly kind: "simple";
  readonly definition: SimpleDefinition;
  readonly component: SimpleType;
}
/** The alternatives of a declared type with derived types, or of the head of a substitution group. */
export interface PolymorphicModel extends TypeBase {
  readonly kind: "polymorphic";
  readonly alternatives: readonly AlternativeModel[];
  readonly component: TypeDefinition | ElementDeclaration;
}
export interface AlternativeModel {
  /** The value of `$type`, `""` until the naming pass. */
  readonly label: string;
  readonly declared: boolean;
  readonly element?: QName | undefined;
  readonly xsiType?: QName | undefined;
  readonly type: ValueType;
  readonly wrapped: boolean;
  /** The derived type, or the member of the substitution group. */
  readonly component: TypeDefinition | ElementDeclaration;
}
export interface SoapArrayModel extends TypeBase {
  readonly kind: "soapArray";
  readonly qname?: QName | undefined;
  readonly item: ValueType;
  /** The name in `wsdl:arrayType`, without any brackets. */
  readonly itemType: QName;
  /** Absent for one dimension. */
  readonly dimensions?: number | undefined;
  readonly component: ComplexType;
}

/** The values at a place, as in its table and its TypeScript type. */
export type ValueType =
  /** `as`: large integers as numbers or strings instead of bigints. */
  | { readonly of: "builtIn"; readonly name: string; readonly as?: "number" | "string" }
  | { readonly of: "type"; readonly id: TypeId }
  | { readonly of: "inline"; readonly definition: SimpleDefinition }
  | { readonly of: "anyType" }
  /** `xs:anySimpleType` of an element, which may name another type by `xsi:type`. */
  | { readonly of: "anySimple" }
  | { readonly of: "nillable"; readonly type: ValueType }
  /** An enumeration that accepts unknown values. */
  | { readonly of: "open"; readonly type: ValueType }
  /** A dateTime that may be passed as a `Date`. */
  | { readonly of: "orDate"; readonly type: ValueType };

export interface SimpleDefinition {
  readonly qname?: QName | undefined;
  readonly variety:
    | { readonly of: "restriction"; readonly base: ValueType }
    | { readonly of: "list"; readonly item: ValueType }
    | { readonly of: "union"; readonly members: readonly ValueType[] };
  readonly facets: FacetsModel;
  /** The values of an enumeration of strings. */
  readonly values?: readonly EnumerationValue[] | undefined;
  /** Whether the type is `swaRef`: a reference to octets in a MIME part of the message. */
  readonly refersToPart?: true;
}
export interface EnumerationValue {
  readonly value: string;
  readonly documentation?: string | undefined;
}
/** Facets in the form of the tables. */
export interface FacetsModel {
  readonly [name: string]: string | number | boolean | readonly string[] | { readonly [prefix: string]: string };
}

export type PartModel = ParticleModel | AttributeModel | SimpleContentModel | AnyAttributeModel | MixedModel;
export type ParticleModel = ElementModel | GroupModel | RepeatedModel | WildcardModel;
export type Presence = "required" | "optional";

interface Keyed {
  /** The name of the property, `""` until the naming pass. */
  readonly key: string;
}
interface DeclaredModel extends Keyed {
  readonly name: QName;
  readonly type: ValueType;
  readonly presence: Presence;
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
  readonly documentation?: string | undefined;
  /** The XSD type, for the documentation: `xs:int`. */
  readonly typeLabel: string;
}

export interface ElementModel extends DeclaredModel {
  readonly kind: "element";
  readonly min: number;
  readonly max: number;
  /** The media type of its octets, if they are sent beside the envelope. */
  readonly mediaType?: string | undefined;
  readonly identityConstraints?: readonly IdentityConstraint[] | undefined;
  /** Absent for the parts of an rpc message. */
  readonly component?: ElementUse | ElementDeclaration;
}
export interface GroupModel {
  readonly kind: "sequence" | "choice" | "all";
  readonly optional: boolean;
  /** A choice whose branches the compiler does not distinguish, or an optional group that may be incomplete. */
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
interface WildcardModel extends Keyed {
  readonly kind: "any";
  readonly min: number;
  readonly max: number;
  readonly presence: Presence;
  readonly namespaces: NamespaceConstraint;
  readonly component: Wildcard;
}
export interface AttributeModel extends DeclaredModel {
  readonly kind: "attribute";
  readonly component: AttributeUse;
}
interface SimpleContentModel extends Keyed {
  readonly kind: "simpleContent";
  readonly type: ValueType;
  readonly typeLabel: string;
  readonly component: Content;
}
export interface AnyAttributeModel extends Keyed {
  readonly kind: "anyAttribute";
  readonly namespaces: NamespaceConstraint;
  /** The global attributes that it accepts, by their local names. */
  readonly declared: readonly AttributeModel[];
  readonly component: AttributeWildcard;
}
interface MixedModel extends Keyed {
  readonly kind: "mixed";
  readonly particles: readonly ParticleModel[];
}

/** A class for a service, or for a port type or a binding of it if they differ. */
export interface ClientModel {
  /** The name of the class, `""` until the naming pass. */
  readonly className: string;
  /** The name of the interface of all header blocks, `""` until the naming pass. */
  readonly headersName: string;
  /** The names of the interfaces of methods, and of streaming methods; `""` until the naming pass. */
  readonly apiName: string;
  readonly streamApiName: string;
  /** The name of the constant in the tables, `""` until the naming pass. */
  readonly constant: string;
  readonly name: string;
  readonly targetNamespace: string;
  readonly portType: QName;
  readonly position: Position;
  readonly documentation?: string | undefined;
  readonly ports: readonly PortModel[];
  readonly operations: readonly OperationModel[];
  /** Every header block that an operation may send. */
  readonly headers: readonly ElementModel[];
  /** The credentials that policies ask for: a list for each way to meet them. Absent if no message is secured. */
  readonly credentials?: readonly (readonly string[])[] | undefined;
}
export interface PortModel {
  readonly name: string;
  readonly soapVersion: "1.1" | "1.2";
  readonly address: string;
  readonly addressing?: Pick<Addressing, "version" | "required" | "anonymous" | "referenceParameters"> | undefined;
  readonly policy?: WordedPolicy | undefined;
}
export interface OperationModel {
  readonly name: string;
  /** The name of its input, if several operations have its name. */
  readonly overload?: string | undefined;
  /** The names of the method and of its table's constant, `""` until the naming pass. */
  readonly method: string;
  readonly constant: string;
  readonly style: "document" | "rpc";
  readonly use: "literal" | "encoded";
  /** Absent if equal to `use`. */
  readonly outputUse?: "literal" | "encoded" | undefined;
  readonly soapAction: { readonly "1.1"?: string; readonly "1.2"?: string };
  readonly soapActionRequired: boolean;
  readonly safe: boolean;
  readonly input: MessageModel;
  readonly output?: MessageModel;
  readonly faults: readonly FaultModel[];
  /** WS-Addressing actions in the WSDL; actions of faults by fault name. */
  readonly action?: {
    readonly input?: string;
    readonly output?: string;
    readonly faults?: { readonly [name: string]: string };
  };
  /** Names of messages that are not the default names. */
  readonly messageNames?: { readonly input?: string; readonly output?: string };
  /** Set if a policy requires MTOM. */
  readonly mtom?: true | undefined;
  /** The allowed addresses of responses (WS-Addressing); overrides the port's. */
  readonly anonymous?: "required" | "prohibited" | undefined;
  readonly documentation?: string | undefined;
  readonly component: BindingOperation;
}
export interface MessageModel {
  readonly body: readonly ElementModel[];
  readonly unwrap: readonly string[];
  /** Whether the value at the end of `unwrap` is a list: repeated elements, or an array of the SOAP encoding. */
  readonly list: false | "elements" | "soapArray";
  readonly headers: readonly ElementModel[];
  /** MIME parts beside the envelope. Callers pass them beside the elements of the Body. */
  readonly attachments: readonly AttachmentModel[];
}
/** WSDL 1.1, 5.4: a message part that is sent as a MIME part. Its name is the part's. */
export interface AttachmentModel extends ElementModel {
  readonly contentTypes: readonly string[];
}
export interface FaultModel {
  readonly name: string;
  readonly detail: ElementModel;
}
