/** XML Schema Part 1, section 3.15.3: QName resolution, with a hint for each unknown name. */
import { slipsBetween } from "soapwright-runtime/xsd";
import type { Diagnostics, Position } from "../diagnostics";
import { attributeNode } from "../xml/navigate";
import { expandedName, type QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import { resolveQName } from "../xml/xml-namespaces";
import { builtInTypeNames, plainElement } from "./built-in-types";
import type { AttributeDeclaration, AttributeUse, ElementDeclaration, TypeDefinition } from "./components";
import type { References } from "./context";
import { knownAttribute, knownAttributeGroup, knownElement, knownType } from "./known-components";
import type { MissingDocuments } from "./missing-documents";
import { NearQNames } from "./near-qnames";
import type { AttributeGroupDefinition, ComponentKind, GlobalComponents, GroupDefinition, Registry } from "./registry";
import { outsideSchemas, type SchemaScope } from "./scope";
import { xsdNamespace } from "./xsd-namespaces";

const words: { readonly [K in ComponentKind]: string } = {
  element: "element",
  type: "type",
  attribute: "attribute",
  group: "group",
  attributeGroup: "attribute group",
};

/** The position and scope of a reference. */
interface Place {
  readonly source: XmlElement;
  readonly attributeName: string;
  readonly scope: SchemaScope;
}

export class ResolvedReferences implements References {
  private readonly near = new Map<ComponentKind, NearQNames>();

  constructor(
    private readonly registry: Registry,
    private readonly missing: MissingDocuments,
    private readonly diagnostics: Diagnostics,
    private readonly allowMissingMessages = false,
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
    return this.find("type", knownType, name, { source, attributeName, scope });
  }

  element(source: XmlElement, attributeName: string, scope: SchemaScope): ElementDeclaration | undefined {
    const name = this.name(source, attributeName, scope);
    if (name === undefined) return undefined;
    const found = this.find("element", knownElement, name, { source, attributeName, scope });
    if (found !== undefined || !this.mayBeAnything("element", scope)) return found;
    return plainElement(name, true, source.position);
  }

  /** Whether an undefined component is read as one with any content: its name is all that WSDL says of it. */
  private mayBeAnything(kind: ComponentKind, scope: SchemaScope): boolean {
    return this.allowMissingMessages && kind === "element" && scope === outsideSchemas;
  }

  attribute(source: XmlElement, scope: SchemaScope): AttributeDeclaration | undefined {
    return this.referred("attribute", knownAttribute, { source, attributeName: "ref", scope });
  }

  group(source: XmlElement, scope: SchemaScope): GroupDefinition | undefined {
    return this.referred("group", () => undefined, { source, attributeName: "ref", scope });
  }

  attributeGroup(
    source: XmlElement,
    scope: SchemaScope,
  ): AttributeGroupDefinition | readonly AttributeUse[] | undefined {
    return this.referred("attributeGroup", knownAttributeGroup, { source, attributeName: "ref", scope });
  }

  private name(source: XmlElement, attributeName: string, scope: SchemaScope): QName | undefined {
    const written = attributeNode(source, attributeName);
    if (written !== undefined) return this.nameIn(written.value, source, attributeName, scope);
    this.diagnostics.error(source, `${source.raw} has no ${attributeName}`);
    return undefined;
  }

  private referred<K extends ComponentKind, T>(
    kind: K,
    known: (key: string) => T | undefined,
    place: Place,
  ): GlobalComponents[K] | T | undefined {
    const name = this.name(place.source, place.attributeName, place.scope);
    return name && this.find(kind, known, name, place);
  }

  private find<K extends ComponentKind, T>(
    kind: K,
    known: (key: string) => T | undefined,
    name: QName,
    place: Place,
  ): GlobalComponents[K] | T | undefined {
    const key = expandedName(name);
    const { redefined } = place.scope;
    if (redefined?.kind === kind && redefined.key === key) return redefined.component as GlobalComponents[K];
    const found = this.registry.find(kind, name) ?? known(key) ?? this.findWithoutNamespace(kind, name, place);
    if (found !== undefined) return found;
    const { position } = attributeNode(place.source, place.attributeName) ?? place.source;
    if (this.missing.explains(name, position)) return undefined;
    const near = this.hint(kind, name, place.scope);
    const isPermitted = this.mayBeAnything(kind, place.scope);
    const permission =
      kind !== "element" || place.scope !== outsideSchemas
        ? undefined
        : isPermitted
          ? "It may have any content"
          : "It may have any content with --allow-missing-messages";
    const hint = joined(near, permission);
    this.diagnostics[isPermitted ? "warning" : "error"](position, `${words[kind]} ${key} is not defined`, { hint });
    return undefined;
  }

  /** Finds a name without prefix and default namespace in the schema's own namespace, as authors often mean. */
  private findWithoutNamespace<K extends ComponentKind>(
    kind: K,
    name: QName,
    { source, attributeName, scope }: Place,
  ): GlobalComponents[K] | undefined {
    if (name.namespace !== "" || scope.targetNamespace === "") return undefined;
    const meant = { namespace: scope.targetNamespace, local: name.local };
    const found = this.registry.find(kind, meant);
    if (found === undefined) return undefined;
    const { position } = attributeNode(source, attributeName) ?? source;
    const message = `${words[kind]} ${name.local} of no namespace is not defined; it is read as ${expandedName(meant)}`;
    this.diagnostics.warning(position, message, { hint: "write it with a prefix" });
    return found;
  }

  private hint(kind: ComponentKind, name: QName, scope: SchemaScope): string | undefined {
    const otherKind = kind === "element" ? "type" : kind === "type" ? "element" : undefined;
    if (otherKind !== undefined && this.registry.find(otherKind, name) !== undefined) {
      return `there is ${otherKind === "element" ? "an element" : "a type"} of that name, but no ${words[kind]}`;
    }
    if (kind === "element" && name.namespace === xsdNamespace && knownType(expandedName(name)) !== undefined) {
      return "that is a type: write type= for element=";
    }
    return this.names(kind).hint(name) ?? this.namespaceHint(name, scope);
  }

  /** Cached, because everything is declared before the first reference is resolved. */
  private names(kind: ComponentKind): NearQNames {
    const known = this.near.get(kind);
    if (known !== undefined) return known;
    const builtIn = kind === "type" ? builtInTypeNames.map((local) => ({ namespace: xsdNamespace, local })) : [];
    const made = new NearQNames(chain(this.registry.names(kind), builtIn));
    this.near.set(kind, made);
    return made;
  }

  private namespaceHint(name: QName, scope: SchemaScope): string | undefined {
    if (name.namespace === xsdNamespace) return "no built-in type is called so";
    if (this.names("type").hasNamespace(name.namespace) || this.names("element").hasNamespace(name.namespace))
      return undefined;
    if (name.namespace === "") return "no schema without a target namespace was read";
    const near = this.nearNamespace(name.namespace);
    if (near !== undefined) return `did you mean the namespace ${near}?`;
    const remedy = scope === outsideSchemas ? ". Import it, or map the namespace to a file with --catalog" : "";
    return `no schema of that namespace was read${remedy}`;
  }

  /** A namespace that was read and differs in at most one of eight characters, and in at most two. */
  private nearNamespace(wanted: string): string | undefined {
    const limit = Math.min(2, Math.floor(wanted.length / 8));
    for (const kind of ["type", "element"] as const)
      for (const { namespace } of this.registry.names(kind))
        if (namespace !== "" && slipsBetween(wanted, namespace, limit) <= limit) return namespace;
    return undefined;
  }
}

/** Returns two hints as sentences. */
function joined(first: string | undefined, second: string | undefined): string | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return `${first}${first.endsWith("?") ? " " : ". "}${second}`;
}

function* chain<T>(...lists: Iterable<T>[]): Iterable<T> {
  for (const list of lists) yield* list;
}

/** Returns a QName in an attribute. Reports an undeclared prefix or an invalid name. */
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
