/**
 * XML Schema Part 1, section 2.2: schema components with every reference resolved. The graph may have cycles (a type
 * that contains itself), so a visitor must record the visited components.
 */
import type { identity } from "soapwright-runtime/codecs";
import type { Position } from "../diagnostics";
import type { QName, XmlElement } from "../xml/xml";

/** The common properties of components. */
export interface Component {
  readonly position: Position;
  /** Text of `xs:annotation/xs:documentation`, several joined by an empty line, white space as written but trimmed. */
  readonly documentation?: string | undefined;
}

export type TypeDefinition = ComplexType | SimpleType;

/** Section 3.3: an element declaration, global or local. */
export interface ElementDeclaration extends Component {
  readonly kind: "element";
  /** The name on the wire: `namespace` is `""` for an unqualified local element. */
  readonly name: QName;
  readonly global: boolean;
  readonly type: TypeDefinition;
  readonly nillable: boolean;
  readonly abstract: boolean;
  /** The lexical value. */
  readonly default?: string | undefined;
  /** The lexical value. */
  readonly fixed?: string | undefined;
  /** Media types of the element's octets, as listed in `xmime:expectedContentTypes`. */
  readonly mediaTypes?: readonly string[] | undefined;
  /** The head that this element may replace. */
  readonly substitutionGroup?: ElementDeclaration;
  /** Global elements that name this element as their head, in source order, without the members of members. */
  readonly members: readonly ElementDeclaration[];
  readonly block: readonly ("extension" | "restriction" | "substitution")[];
  readonly final: readonly ("extension" | "restriction")[];
  readonly identityConstraints: readonly IdentityConstraint[];
}

/** What the tables of the run time hold of an identity constraint. */
type ConstraintTable = Parameters<typeof identity>[0][number];
/** Section 3.11: an identity-constraint definition. */
export interface IdentityConstraint extends Component, ConstraintTable {}
/** A path of the subset of XPath in section 3.11.6. */
export type XPathPath = ConstraintTable["selector"][number];
/** A test without namespace or local name accepts any. */
export type NameTest = XPathPath["steps"][number];

/** Section 3.2: an attribute declaration, global or local. */
export interface AttributeDeclaration extends Component {
  readonly kind: "attribute";
  readonly name: QName;
  readonly global: boolean;
  readonly type: SimpleType;
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
}

/** Section 3.5: an attribute declaration with its occurrence. */
export interface AttributeUse {
  readonly attribute: AttributeDeclaration;
  readonly use: "optional" | "required" | "prohibited";
  /** The default of the use, or else of the declaration. */
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
  readonly documentation?: string | undefined;
  readonly position: Position;
}

/** Section 3.4: a complex type definition. */
export interface ComplexType extends Component {
  readonly kind: "complexType";
  /** Absent for an anonymous type. */
  readonly name?: QName | undefined;
  /** The element declaration that contains this anonymous type. */
  readonly owner?: ElementDeclaration | undefined;
  /** Whether the type is `xs:anyType` or a type of the SOAP encoding, available without a document. */
  readonly builtIn: boolean;
  readonly abstract: boolean;
  /** `xs:anyType` is its own base. */
  readonly base: TypeDefinition;
  readonly derivation: "extension" | "restriction";
  /** Types that name this type as their base, in source order. */
  readonly derived: readonly ComplexType[];
  /** The type's own declarations; `contentOf` adds inherited content. */
  readonly content: Content;
  /** The type's own uses, including uses from attribute groups, in source order. */
  readonly attributeUses: readonly AttributeUse[];
  readonly attributeWildcard?: AttributeWildcard | undefined;
  readonly block: readonly ("extension" | "restriction")[];
  readonly final: readonly ("extension" | "restriction")[];
  /** SOAP 1.1 section 5.4.2: set if the type is, or restricts, the array of the SOAP encoding. */
  readonly soapArray?: SoapArray;
}

/** Section 3.4.2: content as declared. For an extension: only its additions to the base. */
export type Content =
  | { readonly kind: "empty" }
  /** The simple type of the text, after a restriction's facets. */
  | { readonly kind: "simple"; readonly type: SimpleType }
  | { readonly kind: "elementOnly"; readonly particle: Particle }
  /** The particle is absent for text only. */
  | { readonly kind: "mixed"; readonly particle?: Particle };

/** Section 3.9: a particle of a content model. `maxOccurs` is `Infinity` for `unbounded`. */
export type Particle = ElementUse | ModelGroup | Wildcard;
interface Occurrence {
  readonly minOccurs: number;
  readonly maxOccurs: number;
  readonly position: Position;
}
/** A local element declaration, or a reference to a global declaration, with its occurrence. */
export interface ElementUse extends Occurrence {
  readonly kind: "elementUse";
  readonly element: ElementDeclaration;
  /** Whether the use has `ref`, so that members of the substitution group are allowed. */
  readonly reference: boolean;
  /** Documentation of a use with `ref`. */
  readonly documentation?: string | undefined;
}
export type Compositor = "sequence" | "choice" | "all";
/** Section 3.8: a model group, anonymous or by reference to a named group. */
export interface ModelGroup extends Occurrence {
  readonly kind: "modelGroup";
  readonly compositor: Compositor;
  readonly particles: readonly Particle[];
  /** The name of the referenced `xs:group`. */
  readonly name?: QName | undefined;
}
/** Section 3.10: `xs:any`. */
export interface Wildcard extends Occurrence, AttributeWildcard {
  readonly kind: "wildcard";
  /** XML Schema 1.1, 3.4.2.3: of `xs:openContent`, whose elements are anywhere in the content, or after all of it. */
  readonly open?: "interleave" | "suffix";
}
/** Section 3.10: `xs:anyAttribute`. */
export interface AttributeWildcard {
  readonly namespaces: NamespaceConstraint;
  readonly processContents: "strict" | "lax" | "skip";
  readonly position: Position;
}
export type NamespaceConstraint =
  | { readonly allow: "any" }
  /** `##other`: any namespace except this one, but not the absence of a namespace. */
  | { readonly allow: "other"; readonly than: string }
  /** The empty string is no namespace (`##local`). */
  | { readonly allow: "list"; readonly of: readonly string[] };

/** Section 3.14: a simple type definition. */
export interface SimpleType extends Component {
  readonly kind: "simpleType";
  readonly name?: QName | undefined;
  /** The element or attribute declaration that contains this anonymous type. */
  readonly owner?: ElementDeclaration | AttributeDeclaration | undefined;
  /**
   * Whether XML Schema Part 2 defines the type. Simple types of the SOAP encoding are restrictions of built-in types.
   */
  readonly builtIn: boolean;
  readonly variety: SimpleVariety;
  /** The facets of this derivation step only, in source order. */
  readonly facets: readonly Facet[];
  readonly final: readonly ("restriction" | "list" | "union")[];
}
export type SimpleVariety =
  /** A built-in type, identified by its local name. */
  | { readonly of: "builtIn" }
  | { readonly of: "restriction"; readonly base: SimpleType }
  | { readonly of: "list"; readonly item: SimpleType }
  | { readonly of: "union"; readonly members: readonly SimpleType[] };

/** The facets of XML Schema Part 2, section 4.3. */
export const facetNames = [
  "length",
  "minLength",
  "maxLength",
  "pattern",
  "enumeration",
  "whiteSpace",
  "maxInclusive",
  "maxExclusive",
  "minInclusive",
  "minExclusive",
  "totalDigits",
  "fractionDigits",
] as const;
export type FacetName = (typeof facetNames)[number];
/** Patterns of a derivation step are alternatives; an enumeration has a facet for each value. */
export interface Facet {
  readonly name: FacetName;
  /** The lexical value. */
  readonly value: string;
  /** The value as a QName, for enumerations of a QName or NOTATION type. */
  readonly qname?: QName | undefined;
  readonly documentation?: string | undefined;
  readonly position: Position;
}

/** SOAP 1.1 section 5.4.2, WSDL 1.1 section 2.2: an array type of the SOAP encoding. */
export interface SoapArray {
  /** The type of the items: the one named `itemTypeName`, or an anonymous array where the items are arrays. */
  readonly itemType: TypeDefinition;
  /** The name in `wsdl:arrayType`, without any brackets. */
  readonly itemTypeName: QName;
  /** The brackets of `wsdl:arrayType`: `[]`, `[,]`, `[][]`, `[4]`. */
  readonly dimensions: string;
  /** Local name of the item elements, if the type declares one. */
  readonly itemName?: string;
}

/** An `xs:schema` element, in its own file or inside `wsdl:types`. */
export interface SchemaDocument {
  /** The namespace of its declarations; an included schema without one has the including schema's. */
  readonly targetNamespace: string;
  readonly element: XmlElement;
  readonly links: readonly SchemaLink[];
}
/** `xs:import`, `xs:include` or `xs:redefine`. */
export interface SchemaLink {
  readonly kind: "import" | "include" | "redefine";
  readonly element: XmlElement;
  readonly namespace: string;
  /** Absent if no document was found and no reference needs one. */
  readonly target?: SchemaDocument;
}

/** Every schema of a WSDL. Maps are keyed by `expandedName` and ordered as in the source. */
export interface Schemas {
  readonly documents: readonly SchemaDocument[];
  readonly elements: ReadonlyMap<string, ElementDeclaration>;
  readonly attributes: ReadonlyMap<string, AttributeDeclaration>;
  /** Named types, without built-in types. */
  readonly types: ReadonlyMap<string, TypeDefinition>;
}

/** A component under construction: references to it may exist while it is unfilled. */
export type Shell<T> = {
  -readonly [P in keyof T]: T[P] extends readonly (infer Item)[] ? Item[] : T[P];
};
