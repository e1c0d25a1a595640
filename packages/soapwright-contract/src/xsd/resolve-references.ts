/** XML Schema Part 1, section 3.15.3: QName resolution, with a hint for each unknown name. */

import { editDistance } from "soapwright-runtime/xsd";
import type { Diagnostics, Position } from "../diagnostics";
import { officialHint } from "../load/known/official";
import { guess, joinRemedies, permit, type Remedy } from "../remedy";
import {
  attributeNode,
  expandedName,
  isNamed,
  placeOf,
  type QName,
  resolveQName,
  type XmlAttribute,
  type XmlElement,
  xsdNamespace,
} from "../xml/xml";
import { anyType, builtInTypes, plainElement } from "./built-in-types";
import type { ElementDeclaration, TypeDefinition } from "./components";
import { knownComponents } from "./known-components";
import type { NeededDocuments } from "./missing-documents";
import { NearQNames } from "./near-qnames";
import { type ComponentKind, type GlobalComponents, outsideSchemas, type Registry, type SchemaScope } from "./registry";

function describeKind(kind: ComponentKind): string {
  return kind === "attributeGroup" ? "attribute group" : kind;
}

export interface ReferenceTerms {
  readonly registry: Registry;
  readonly missing: NeededDocuments;
  readonly diagnostics: Diagnostics;
  readonly allowMissingMessages: boolean;
  /** A cache, because everything is declared before the first reference is resolved. */
  readonly near: Map<ComponentKind, NearQNames>;
}

/**
 * Resolves references to global components in a scope. An unknown reference is reported, and the result is undefined.
 */
export class References {
  readonly diagnostics: Diagnostics;

  constructor(
    private readonly terms: ReferenceTerms,
    readonly scope: SchemaScope,
  ) {
    this.diagnostics = terms.diagnostics;
  }

  nameIn(written: string, source: XmlElement, attributeName: string): QName | undefined {
    const name = readQName(source, written, placeOf(source, attributeName).position, this.diagnostics);
    return name && this.inScope(name, written);
  }

  /** Section 4.2.1: in a chameleon schema, names without a namespace are in the including schema's namespace. */
  inScope(name: QName, lexical: string): QName {
    const isChameleon = this.scope.chameleon && name.namespace === "" && !lexical.includes(":");
    return isChameleon ? { namespace: this.scope.targetNamespace, local: name.local } : name;
  }

  type(source: XmlElement, attributeName: string): TypeDefinition | undefined {
    return this.referred("type", source, attributeName);
  }

  element(source: XmlElement, attributeName: string): ElementDeclaration | undefined {
    const name = this.name(source, attributeName);
    if (name === undefined) return undefined;
    const found = this.find("element", name, source, attributeName);
    return found ?? (this.mayBeAnything ? plainElement(name, true, source.position) : undefined);
  }

  /** The type of an element. One that is not defined may be permitted: then the element may have any content. */
  typeOfElement(source: XmlElement): TypeDefinition | undefined {
    const name = this.name(source, "type");
    if (name === undefined) return undefined;
    return this.find("type", name, source, "type") ?? (this.terms.allowMissingMessages ? anyType : undefined);
  }

  /** Returns whether an undefined element of a message may have any content: WSDL contains only its name. */
  private get mayBeAnything(): boolean {
    return this.terms.allowMissingMessages && this.scope === outsideSchemas;
  }

  private name(source: XmlElement, attributeName: string): QName | undefined {
    const written = attributeNode(source, attributeName);
    if (written !== undefined) return this.nameIn(written.value, source, attributeName);
    this.diagnostics.error(source, "reference-missing", `${source.raw} has no ${attributeName}`);
    return undefined;
  }

  referred<K extends ComponentKind>(kind: K, source: XmlElement, attributeName = "ref"): Found<K> | undefined {
    const name = this.name(source, attributeName);
    return name && this.find(kind, name, source, attributeName);
  }

  find<K extends ComponentKind>(kind: K, name: QName, source: XmlElement, attributeName: string): Found<K> | undefined {
    const key = expandedName(name);
    const { registry, missing } = this.terms;
    const { redefined } = this.scope;
    const place = placeOf(source, attributeName);
    if (redefined?.kind === kind && redefined.key === key) return redefined.component as GlobalComponents[K];
    const found = registry.find(kind, name) ?? knownOf(kind, key) ?? this.findWithoutNamespace(kind, name, place);
    if (found !== undefined) return found;
    if (missing.explains(name, place.position)) return undefined;
    const near = this.hint(kind, name);
    // The name of the element is known, and nothing of its content.
    const isName =
      kind === "element" ? this.scope === outsideSchemas : kind === "type" && isNamed(source, xsdNamespace, "element");
    const isPermitted = isName && this.terms.allowMissingMessages;
    const permission = isPermitted
      ? "It may have any content"
      : permit("It may have any content with --allow-missing-messages", "--allow-missing-messages");
    const hint = isName ? joinRemedies(near, permission) : near;
    const message = `${describeKind(kind)} ${key} is not defined`;
    this.diagnostics.report(isPermitted ? "warning" : "error", place, "reference-undefined", message, hint);
    return undefined;
  }

  /** Finds a name without prefix and default namespace in the schema's target namespace, as authors often mean. */
  private findWithoutNamespace<K extends ComponentKind>(
    kind: K,
    name: QName,
    place: XmlElement | XmlAttribute,
  ): GlobalComponents[K] | undefined {
    const { targetNamespace } = this.scope;
    if (name.namespace !== "" || targetNamespace === "") return undefined;
    const meant = { namespace: targetNamespace, local: name.local };
    const found = this.terms.registry.find(kind, meant);
    if (found === undefined) return undefined;
    this.diagnostics.warning(
      place,
      "reference-without-prefix",
      `${describeKind(kind)} ${name.local} of no namespace is not defined; it is read as ${expandedName(meant)}`,
      "write it with a prefix",
    );
    return found;
  }

  private hint(kind: ComponentKind, name: QName): string | Remedy | undefined {
    const otherKind = kind === "element" ? "type" : kind === "type" ? "element" : undefined;
    if (otherKind !== undefined && this.terms.registry.find(otherKind, name) !== undefined) {
      return `there is ${otherKind === "element" ? "an element" : "a type"} of that name, but no ${describeKind(kind)}`;
    }
    if (kind === "element" && name.namespace === xsdNamespace && knownComponents.type.has(expandedName(name))) {
      return "that is a type: write type= for element=";
    }
    return this.names(kind).hint(name) ?? this.namespaceHint(name);
  }

  private names(kind: ComponentKind): NearQNames {
    const cached = this.terms.near.get(kind);
    if (cached !== undefined) return cached;
    const builtIn =
      kind === "type" ? [...builtInTypes.keys()].map((local) => ({ namespace: xsdNamespace, local })) : [];
    const names = new NearQNames([...this.terms.registry.names(kind), ...builtIn]);
    this.terms.near.set(kind, names);
    return names;
  }

  private namespaceHint(name: QName): string | Remedy | undefined {
    if (name.namespace === xsdNamespace) return "no built-in type is called so";
    if (this.names("type").hasNamespace(name.namespace) || this.names("element").hasNamespace(name.namespace))
      return undefined;
    if (name.namespace === "") return "no schema without a target namespace was read";
    const near = this.nearNamespace(name.namespace);
    if (near !== undefined) return guess(near, "the namespace ");
    const official = officialHint(name.namespace);
    if (official !== undefined) return joinRemedies("no schema of that namespace was read", official);
    const unread = "no schema of that namespace was read";
    if (this.scope !== outsideSchemas) return unread;
    return permit(`${unread}. Import it, or map the namespace to a file with --catalog`, "--catalog");
  }

  /** Returns a namespace of a component that differs in at most one of eight characters, and in at most two. */
  private nearNamespace(wanted: string): string | undefined {
    const limit = Math.min(2, Math.floor(wanted.length / 8));
    for (const kind of ["type", "element"] as const)
      for (const { namespace } of this.terms.registry.names(kind))
        if (namespace !== "" && editDistance(wanted, namespace, limit) <= limit) return namespace;
    return undefined;
  }
}

type Known<K extends ComponentKind> = (typeof knownComponents)[K] extends ReadonlyMap<string, infer T> ? T : never;
type Found<K extends ComponentKind> = GlobalComponents[K] | Exclude<Known<K>, undefined>;

function knownOf<K extends ComponentKind>(kind: K, key: string): Exclude<Known<K>, undefined> | undefined {
  return knownComponents[kind].get(key) as Exclude<Known<K>, undefined> | undefined;
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
    diagnostics.error(position, "qname-malformed", `"${written}" is not a qualified name`);
    return undefined;
  }
  if ("unboundPrefix" in name) {
    diagnostics.error(
      position,
      "qname-prefix-undeclared",
      `prefix ${name.unboundPrefix} of ${written.trim()} is not declared`,
      `declare it with xmlns:${name.unboundPrefix}="…"`,
    );
    return undefined;
  }
  return name;
}
