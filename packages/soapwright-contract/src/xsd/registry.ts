import { expandedName, type QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import type {
  AttributeDeclaration,
  AttributeUse,
  AttributeWildcard,
  ComplexType,
  Compositor,
  ElementDeclaration,
  Particle,
  SimpleType,
} from "./components";
import type { SchemaScope } from "./scope";
import type { Shell } from "./shell";

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
  readonly wildcard?: AttributeWildcard;
}

/** Section 3.6: a named group of attribute uses. */
export interface AttributeGroupDefinition {
  readonly kind: "attributeGroup";
  readonly name: QName;
  attributes: PendingAttributes;
  readonly source: XmlElement;
}

export type TypeShell = Shell<ComplexType> | Shell<SimpleType>;
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
  private readonly tables: Tables = {
    element: new Map(),
    type: new Map(),
    attribute: new Map(),
    group: new Map(),
    attributeGroup: new Map(),
  };

  table<K extends ComponentKind>(kind: K): Tables[K] {
    return this.tables[kind];
  }

  find<K extends ComponentKind>(kind: K, name: QName): GlobalComponents[K] | undefined {
    const found: Registered<K> | undefined = this.tables[kind].get(expandedName(name));
    return found?.component;
  }

  *names(kind: ComponentKind): Iterable<QName> {
    for (const { component } of this.tables[kind].values()) if (component.name !== undefined) yield component.name;
  }
}
