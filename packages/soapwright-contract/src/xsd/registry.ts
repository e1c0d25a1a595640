import { attribute, expandedName, type QName, type XmlElement } from "../xml/xml";
import type {
  AttributeDeclaration,
  AttributeUse,
  AttributeWildcard,
  ComplexType,
  Compositor,
  ElementDeclaration,
  Particle,
  SchemaDocument,
  Shell,
  SimpleType,
} from "./components";

/** Section 3.7: a named model group, whose list of particles references share. */
export interface GroupDefinition {
  readonly kind: "group";
  readonly name: QName;
  compositor: Compositor;
  readonly particles: Particle[];
  readonly source: XmlElement;
}

/** Section 3.4.2: the attribute uses of a type or group, with references to groups unexpanded. */
export interface PendingAttributes {
  readonly uses: readonly (AttributeUse | AttributeGroupDefinition)[];
  readonly wildcard?: AttributeWildcard | undefined;
}

/** Section 3.6: a named group of attribute uses. */
export interface AttributeGroupDefinition {
  readonly kind: "attributeGroup";
  readonly name: QName;
  attributes: PendingAttributes;
  readonly source: XmlElement;
}

type TypeShell = Shell<ComplexType> | Shell<SimpleType>;
export interface GlobalComponents {
  element: Shell<ElementDeclaration>;
  type: TypeShell;
  attribute: Shell<AttributeDeclaration>;
  group: GroupDefinition;
  attributeGroup: AttributeGroupDefinition;
}
export type ComponentKind = keyof GlobalComponents;

export interface Registered<K extends ComponentKind> {
  readonly component: GlobalComponents[K];
  readonly source: XmlElement;
  readonly scope: SchemaScope;
}

type Tables = { readonly [K in ComponentKind]: Map<string, Registered<K>> };

/** Global components by kind and name, in source order. */
export class Registry {
  readonly tables: Tables = {
    element: new Map(),
    type: new Map(),
    attribute: new Map(),
    group: new Map(),
    attributeGroup: new Map(),
  };

  find<K extends ComponentKind>(kind: K, name: QName): GlobalComponents[K] | undefined {
    const found: Registered<K> | undefined = this.tables[kind].get(expandedName(name));
    return found?.component;
  }

  names(kind: ComponentKind): QName[] {
    return [...this.tables[kind].values()].flatMap(({ component }) => component.name ?? []);
  }
}

/** The declarations of an `xs:schema` element that apply to its contents (section 3.15.2). */
export interface SchemaScope {
  readonly targetNamespace: string;
  /** Whether the namespace is from an `xs:include`, and so applies to unprefixed references. */
  readonly chameleon: boolean;
  readonly elementsQualified: boolean;
  readonly attributesQualified: boolean;
  readonly blockDefault: string;
  readonly finalDefault: string;
  /** Inside `xs:redefine`: the original component, to which its redefinition refers. */
  readonly redefined?: { readonly kind: string; readonly key: string; readonly component: object };
}

export function scopeOf(document: SchemaDocument): SchemaScope {
  const schema: XmlElement = document.element;
  return {
    targetNamespace: document.targetNamespace,
    chameleon: attribute(schema, "targetNamespace") === undefined && document.targetNamespace !== "",
    elementsQualified: attribute(schema, "elementFormDefault")?.trim() === "qualified",
    attributesQualified: attribute(schema, "attributeFormDefault")?.trim() === "qualified",
    blockDefault: attribute(schema, "blockDefault") ?? "",
    finalDefault: attribute(schema, "finalDefault") ?? "",
  };
}

/** The scope of references outside every schema: the parts of WSDL messages. */
export const outsideSchemas: SchemaScope = {
  targetNamespace: "",
  chameleon: false,
  elementsQualified: false,
  attributesQualified: false,
  blockDefault: "",
  finalDefault: "",
};
