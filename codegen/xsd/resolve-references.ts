/** Section 3.15.3: QName resolution, with a hint for each name that means nothing. */
import type { Diagnostics } from "../diagnostics";
import { resolveQName } from "../xml/namespaces";
import { attributeNode } from "../xml/navigate";
import type { Position } from "../xml/position";
import { expandedName, type QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import { builtInTypeNames } from "./built-in-types";
import type { AttributeDeclaration, AttributeUse, ElementDeclaration, TypeDefinition } from "./components";
import type { References } from "./context";
import { knownAttribute, knownAttributeGroup, knownElement, knownType } from "./known-components";
import type { MissingDocuments } from "./missing-documents";
import { xsdNamespace } from "./namespaces";
import { nearNameHint } from "./near-names";
import type { AttributeGroupDefinition, ComponentKind, GlobalComponents, GroupDefinition, Registry } from "./registry";
import type { SchemaScope } from "./scope";

const words: { readonly [K in ComponentKind]: string } = {
  element: "element",
  type: "type",
  attribute: "attribute",
  group: "group",
  attributeGroup: "attribute group",
};

export class ResolvedReferences implements References {
  constructor(
    private readonly registry: Registry,
    private readonly missing: MissingDocuments,
    private readonly diagnostics: Diagnostics,
  ) {}

  nameIn(written: string, source: XmlElement, attributeName: string, scope: SchemaScope): QName | undefined {
    const position = (attributeNode(source, attributeName) ?? source).position;
    const name = readQName(source, written, position, this.diagnostics);
    const takesOver = scope.chameleon && name?.namespace === "" && !written.includes(":");
    return takesOver ? { namespace: scope.targetNamespace, local: name.local } : name;
  }

  type(source: XmlElement, attributeName: string, scope: SchemaScope): TypeDefinition | undefined {
    const name = this.name(source, attributeName, scope);
    return name && this.typeNamed(name, source, attributeName, scope);
  }

  typeNamed(name: QName, source: XmlElement, attributeName: string, scope: SchemaScope): TypeDefinition | undefined {
    return (
      this.find("type", name, source, attributeName, scope) ??
      this.orKnown("type", knownType, name, source, attributeName)
    );
  }

  element(source: XmlElement, attributeName: string, scope: SchemaScope): ElementDeclaration | undefined {
    const name = this.name(source, attributeName, scope);
    if (name === undefined) return undefined;
    return (
      this.find("element", name, source, attributeName, scope) ??
      this.orKnown("element", knownElement, name, source, attributeName)
    );
  }

  attribute(source: XmlElement, scope: SchemaScope): AttributeDeclaration | undefined {
    const name = this.name(source, "ref", scope);
    if (name === undefined) return undefined;
    return (
      this.find("attribute", name, source, "ref", scope) ??
      this.orKnown("attribute", knownAttribute, name, source, "ref")
    );
  }

  group(source: XmlElement, scope: SchemaScope): GroupDefinition | undefined {
    const name = this.name(source, "ref", scope);
    if (name === undefined) return undefined;
    return (
      this.find("group", name, source, "ref", scope) ?? this.orKnown("group", () => undefined, name, source, "ref")
    );
  }

  attributeGroup(
    source: XmlElement,
    scope: SchemaScope,
  ): AttributeGroupDefinition | readonly AttributeUse[] | undefined {
    const name = this.name(source, "ref", scope);
    if (name === undefined) return undefined;
    return (
      this.find("attributeGroup", name, source, "ref", scope) ??
      this.orKnown("attributeGroup", knownAttributeGroup, name, source, "ref")
    );
  }

  private name(source: XmlElement, attributeName: string, scope: SchemaScope): QName | undefined {
    const written = attributeNode(source, attributeName);
    if (written !== undefined) return this.nameIn(written.value, source, attributeName, scope);
    this.diagnostics.error(source.position, `${source.raw} has no ${attributeName}`);
    return undefined;
  }

  private find<K extends ComponentKind>(
    kind: K,
    name: QName,
    _source: XmlElement,
    _attribute: string,
    scope: SchemaScope,
  ): GlobalComponents[K] | undefined {
    const { redefined } = scope;
    const found = this.registry.find(kind, name);
    if (redefined === undefined || redefined.kind !== kind || redefined.key !== expandedName(name)) return found;
    return redefined.component as GlobalComponents[K];
  }

  private orKnown<T>(
    kind: ComponentKind,
    known: (key: string) => T | undefined,
    name: QName,
    source: XmlElement,
    attributeName: string,
  ): T | undefined {
    const component = known(expandedName(name));
    if (component !== undefined) return component;
    const position = (attributeNode(source, attributeName) ?? source).position;
    if (this.missing.explains(name, position)) return undefined;
    const hint = this.hint(kind, name);
    const message = `${words[kind]} ${expandedName(name)} is not defined`;
    this.diagnostics.error(position, message, hint === undefined ? {} : { hint });
    return undefined;
  }

  /** What may have been meant. Also used for the parts of WSDL messages. */
  hint(kind: ComponentKind, name: QName): string | undefined {
    const otherKind = kind === "element" ? "type" : kind === "type" ? "element" : undefined;
    if (otherKind !== undefined && this.registry.find(otherKind, name) !== undefined) {
      return `there is ${otherKind === "element" ? "an element" : "a type"} of that name, but no ${words[kind]}`;
    }
    if (kind === "element" && name.namespace === xsdNamespace && knownType(expandedName(name)) !== undefined) {
      return "that is a type: write type= for element=";
    }
    const builtIn = kind === "type" ? builtInTypeNames.map((local) => ({ namespace: xsdNamespace, local })) : [];
    return nearNameHint(name, chain(this.registry.names(kind), builtIn)) ?? this.namespaceHint(name);
  }

  private namespaceHint(name: QName): string | undefined {
    for (const kind of ["type", "element"] as const) {
      for (const known of this.registry.names(kind)) if (known.namespace === name.namespace) return undefined;
    }
    return name.namespace === ""
      ? "no schema without a target namespace was read"
      : "no schema of that namespace was read";
  }
}

function* chain<T>(...lists: Iterable<T>[]): Iterable<T> {
  for (const list of lists) yield* list;
}

/** A QName in an attribute; an undeclared prefix or what is not a name is an error. */
export function readQName(
  source: XmlElement,
  written: string,
  position: Position,
  diagnostics: Diagnostics,
): QName | undefined {
  const name = resolveQName(source, written);
  if (name === undefined) {
    diagnostics.error(position, `"${written}" is not a qualified name`);
    return undefined;
  }
  if ("unboundPrefix" in name) {
    diagnostics.error(position, `prefix ${name.unboundPrefix} of ${written.trim()} is not declared`, {
      hint: `declare it with xmlns:${name.unboundPrefix}="…"`,
    });
    return undefined;
  }
  return name;
}
