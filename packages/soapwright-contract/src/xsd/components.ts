/**
 * The nouns of XML Schema Part 1, section 2.2: schema components with every reference resolved to the component it
 * means. Cycles are allowed (a type that contains itself), so nothing may walk them without remembering where it was.
 */
import type { Position } from "../diagnostics";
import type { QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";

/** What every component has. */
export interface Component {
  readonly position: Position;
  /** Text of `xs:annotation/xs:documentation`, several joined by an empty line, white space as written but trimmed. */
  readonly documentation?: string;
}

export type TypeDefinition = ComplexType | SimpleType;
/**
 * Why nothing can be said of a type: it is not declared, contains itself, or is made of such a type. Set where errors are in
 * the diagnostics, for who goes on all the same.
 */
export type Unknown = string;

/** Section 3.3: an element declaration, global or local. */
export interface ElementDeclaration extends Component {
  readonly kind: "element";
  /** The name on the wire: `namespace` is `""` for an unqualified local element. */
  readonly name: QName;
  readonly global: boolean;
  readonly type: TypeDefinition;
  readonly nillable: boolean;
  readonly abstract: boolean;
  /** Lexical. */
  readonly default?: string;
  /** Lexical. */
  readonly fixed?: string;
  /** Media types of the octets in it, as `xmime:expectedContentTypes` lists them. */
  readonly mediaTypes?: readonly string[];
  /** The head that this element may stand for. */
  readonly substitutionGroup?: ElementDeclaration;
  /** Global elements that name this one as their head, in source order; members of members stand at those. */
  readonly members: readonly ElementDeclaration[];
  readonly block: readonly ("extension" | "restriction" | "substitution")[];
  readonly final: readonly ("extension" | "restriction")[];
}

/** Section 3.2: an attribute declaration, global or local. */
export interface AttributeDeclaration extends Component {
  readonly kind: "attribute";
  readonly name: QName;
  readonly global: boolean;
  readonly type: SimpleType;
  readonly default?: string;
  readonly fixed?: string;
}

/** Section 3.5: an attribute declaration with its occurrence. */
export interface AttributeUse {
  readonly attribute: AttributeDeclaration;
  readonly use: "optional" | "required" | "prohibited";
  /** That of the use, or else that of the declaration. */
  readonly default?: string;
  readonly fixed?: string;
  readonly documentation?: string;
  readonly position: Position;
}

/** Section 3.4: a complex type definition. */
export interface ComplexType extends Component {
  readonly kind: "complexType";
  /** Absent for an anonymous type. */
  readonly name?: QName;
  /** The element declaration that holds this anonymous type. */
  readonly owner?: ElementDeclaration;
  /** `xs:anyType` or one of the SOAP encoding's: known without a document. */
  readonly builtIn: boolean;
  readonly abstract: boolean;
  /** `xs:anyType` is its own base. */
  readonly base: TypeDefinition;
  readonly derivation: "extension" | "restriction";
  /** Types that name this one as their base, in source order. */
  readonly derived: readonly ComplexType[];
  /** What this type itself declares; `contentOf` and `attributeUsesOf` add what it has from its base. */
  readonly content: Content;
  /** Own uses, those of attribute groups among them, in source order. */
  readonly attributeUses: readonly AttributeUse[];
  readonly attributeWildcard?: AttributeWildcard;
  readonly block: readonly ("extension" | "restriction")[];
  readonly final: readonly ("extension" | "restriction")[];
  /** SOAP 1.1 section 5.4.2: set when the type is, or restricts, the array of the SOAP encoding. */
  readonly soapArray?: SoapArray;
  readonly unknown?: Unknown;
}

/** Section 3.4.2: content as declared. For an extension: only what it adds to its base. */
export type Content =
  | { readonly kind: "empty" }
  /** The simple type of the text, after a restriction's facets. */
  | { readonly kind: "simple"; readonly type: SimpleType }
  | { readonly kind: "elementOnly"; readonly particle: Particle }
  /** Particle absent: text alone. */
  | { readonly kind: "mixed"; readonly particle?: Particle };

/** Section 3.9: what a content model is made of. `maxOccurs` is `Infinity` for `unbounded`. */
export type Particle = ElementUse | ModelGroup | Wildcard;
interface Occurrence {
  readonly minOccurs: number;
  readonly maxOccurs: number;
  readonly position: Position;
}
/** A local element declaration, or a reference to a global one, with its occurrence. */
export interface ElementUse extends Occurrence {
  readonly kind: "elementUse";
  readonly element: ElementDeclaration;
  /** Written with `ref`, and members of the substitution group may stand here. */
  readonly reference: boolean;
  /** Documentation of the use, when written with `ref`. */
  readonly documentation?: string;
}
export type Compositor = "sequence" | "choice" | "all";
/** Section 3.8: a model group, anonymous or by reference to a named one. */
export interface ModelGroup extends Occurrence {
  readonly kind: "modelGroup";
  readonly compositor: Compositor;
  readonly particles: readonly Particle[];
  /** Of the `xs:group` that is referred to. */
  readonly name?: QName;
}
/** Section 3.10: `xs:any`. */
export interface Wildcard extends Occurrence {
  readonly kind: "wildcard";
  readonly namespaces: NamespaceConstraint;
  readonly processContents: "strict" | "lax" | "skip";
}
/** Section 3.10: `xs:anyAttribute`. */
export interface AttributeWildcard {
  readonly namespaces: NamespaceConstraint;
  readonly processContents: "strict" | "lax" | "skip";
  readonly position: Position;
}
export type NamespaceConstraint =
  | { readonly allow: "any" }
  /** `##other`: any namespace but this one, and never no namespace. */
  | { readonly allow: "other"; readonly than: string }
  /** The empty string is no namespace (`##local`). */
  | { readonly allow: "list"; readonly of: readonly string[] };

/** Section 3.14: a simple type definition. */
export interface SimpleType extends Component {
  readonly kind: "simpleType";
  readonly name?: QName;
  /** The element or attribute declaration that holds this anonymous type. */
  readonly owner?: ElementDeclaration | AttributeDeclaration;
  /** A type of XML Schema Part 2 itself. The SOAP encoding's simple types are restrictions of these. */
  readonly builtIn: boolean;
  readonly variety: SimpleVariety;
  /** Of this derivation step alone, in source order. */
  readonly facets: readonly Facet[];
  readonly final: readonly ("restriction" | "list" | "union")[];
  readonly unknown?: Unknown;
}
export type SimpleVariety =
  /** A built-in type: its local name says which. */
  | { readonly of: "builtIn" }
  | { readonly of: "restriction"; readonly base: SimpleType }
  | { readonly of: "list"; readonly item: SimpleType }
  | { readonly of: "union"; readonly members: readonly SimpleType[] };

/** XML Schema Part 2, section 4.3. */
export type FacetName =
  | "length"
  | "minLength"
  | "maxLength"
  | "pattern"
  | "enumeration"
  | "whiteSpace"
  | "maxInclusive"
  | "maxExclusive"
  | "minInclusive"
  | "minExclusive"
  | "totalDigits"
  | "fractionDigits";
/** A constraining facet. Patterns of one step are alternatives; enumeration has one facet for each value. */
export interface Facet {
  readonly name: FacetName;
  /** Lexical. */
  readonly value: string;
  /** The value read as a QName, for enumerations of a QName or NOTATION type. */
  readonly qname?: QName;
  readonly documentation?: string;
  readonly position: Position;
}

/** SOAP 1.1 section 5.4.2, WSDL 1.1 section 2.2: an array type of the SOAP encoding. */
export interface SoapArray {
  readonly item: TypeDefinition;
  /** As `wsdl:arrayType` names it, without the brackets. */
  readonly itemType: QName;
  /** The brackets of `wsdl:arrayType`: `[]`, `[,]`, `[][]`, `[4]`. */
  readonly dimensions: string;
  /** Local name of the item elements where the type declares one. */
  readonly itemName?: string;
}

/** An `xs:schema` element as found: in a file of its own or inside `wsdl:types`. */
export interface SchemaDocument {
  /** The namespace it declares into; for an included schema without one, that of the schema that includes it. */
  readonly targetNamespace: string;
  readonly element: XmlElement;
  readonly links: readonly SchemaLink[];
}
/** `xs:import`, `xs:include` or `xs:redefine`. */
export interface SchemaLink {
  readonly kind: "import" | "include" | "redefine";
  readonly element: XmlElement;
  readonly namespace: string;
  /** Absent: nothing was found, and nothing refers to it. */
  readonly target?: SchemaDocument;
}

/** Every schema of one WSDL. Maps are keyed by `expandedName` and ordered as in the source. */
export interface Schemas {
  readonly documents: readonly SchemaDocument[];
  readonly elements: ReadonlyMap<string, ElementDeclaration>;
  /** Named types, without the built-in ones. */
  readonly types: ReadonlyMap<string, TypeDefinition>;
}
