/** Types of the tables as XML Schema text, in the shape that an `.asmx` stack writes. */

import { escapeAttribute, isNillable, nodeOf, withoutNil } from "../door";
import type {
  AttributeNode,
  ComplexNode,
  ElementNode,
  Facets,
  GroupNode,
  ParticleNode,
  PartNode,
  PlainType,
  SimpleNode,
  SimpleRef,
  WildcardNode,
} from "../schema/codec";

const schemaNamespace = "http://www.w3.org/2001/XMLSchema";

/** Collects the named types that elements reach, and writes each into the schema of its namespace. */
export class SchemaWriter {
  /** Named types as text, by namespace; filled while elements are written. */
  readonly #types = new Map<string, Map<string, string>>();
  readonly #elements = new Map<string, Map<string, string>>();
  readonly #prefixes = new Map<string, string>([[schemaNamespace, "s"]]);

  constructor(readonly rename: (namespace: string) => string) {}

  /** The prefix for a namespace of the wire; declared on the root. */
  prefixOf(namespace: string): string {
    const known = this.#prefixes.get(namespace);
    if (known !== undefined) return known;
    const prefix = this.#prefixes.size === 1 ? "tns" : `q${this.#prefixes.size - 1}`;
    this.#prefixes.set(namespace, prefix);
    return prefix;
  }

  /** Declarations of the prefixes that were used. */
  get declarations(): string {
    return [...this.#prefixes].map(([uri, prefix]) => ` xmlns:${prefix}="${escapeAttribute(uri)}"`).join("");
  }

  /** Declares a global element. */
  global(node: ElementNode): void {
    const namespace = this.rename(node.name.namespace);
    const elements = this.#in(this.#elements, namespace);
    if (elements.has(node.name.local)) return;
    elements.set(node.name.local, "");
    elements.set(node.name.local, this.#element(node, namespace, true));
  }

  /** The schemas, one for each namespace. */
  schemas(): string {
    const namespaces = [...new Set([...this.#elements.keys(), ...this.#types.keys()])];
    return namespaces.map((namespace) => this.#schema(namespace, namespaces)).join("");
  }

  #schema(namespace: string, all: readonly string[]): string {
    const imports = all
      .filter((other) => other !== namespace && other !== schemaNamespace)
      .map((other) => `<s:import namespace="${escapeAttribute(other)}" />`)
      .join("");
    const target = namespace === "" ? "" : ` targetNamespace="${escapeAttribute(namespace)}"`;
    const content = [...this.#in(this.#elements, namespace).values(), ...this.#in(this.#types, namespace).values()];
    return `<s:schema elementFormDefault="qualified"${target}>${imports}${content.join("")}</s:schema>`;
  }

  #in(all: Map<string, Map<string, string>>, namespace: string): Map<string, string> {
    const known = all.get(namespace) ?? new Map<string, string>();
    all.set(namespace, known);
    return known;
  }

  #element(node: ElementNode, around: string, isGlobal = false): string {
    const type = withoutNil(node.type);
    const namespace = this.rename(node.name.namespace);
    const occurs = isGlobal ? "" : occurrence(node.min, node.max);
    if (!isGlobal && namespace !== around && namespace !== "") {
      this.global(node);
      return `<s:element${occurs} ref="${this.prefixOf(namespace)}:${node.name.local}" />`;
    }
    const form = !isGlobal && namespace !== around ? ' form="unqualified"' : "";
    const nil = isNillable(node.type) ? ' nillable="true"' : "";
    const value = valueConstraint(node);
    const start = `<s:element${occurs} name="${escapeAttribute(node.name.local)}"${form}${nil}${value}`;
    const typeName = this.#named(type);
    if (typeName !== undefined) return `${start} type="${typeName}" />`;
    if (type.kind === "complex" && type.parts.length === 0) return `${start}><s:complexType /></s:element>`;
    return `${start}>${this.#anonymous(type, around)}</s:element>`;
  }

  /** The name of a named type, which is written on the way; undefined for an anonymous one. */
  #named(type: PlainType): string | undefined {
    if (type.kind === "anyType") return "s:anyType";
    if (type.kind === "polymorphic") {
      const declared = type.alternatives.find((one) => one.declared) ?? type.alternatives[0];
      for (const { type: derived } of type.alternatives) this.#named(withoutNil(derived));
      return declared && this.#named(withoutNil(declared.type));
    }
    if (type.kind === "simple" && type.variety.of === "atomic" && type.facets === undefined) {
      const { builtIn } = type.variety;
      return `s:${builtIn === "decimalNumber" ? "decimal" : builtIn}`;
    }
    if (type.name === undefined) return undefined;
    const namespace = this.rename(type.name.namespace);
    const { local } = type.name;
    if (namespace !== schemaNamespace) {
      const types = this.#in(this.#types, namespace);
      if (!types.has(local)) {
        types.set(local, "");
        types.set(local, this.#anonymous(type, namespace, local));
      }
    }
    return `${this.prefixOf(namespace)}:${local}`;
  }

  #anonymous(type: PlainType, around: string, name?: string): string {
    const named = name === undefined ? "" : ` name="${escapeAttribute(name)}"`;
    if (type.kind === "simple") return `<s:simpleType${named}>${this.#simple(type)}</s:simpleType>`;
    if (type.kind === "complex") {
      const isAbstract = type.abstract === true ? ' abstract="true"' : "";
      const isMixed = type.parts.some(({ kind }) => kind === "mixed") ? ' mixed="true"' : "";
      return `<s:complexType${named}${isAbstract}${isMixed}>${this.#content(type, around)}</s:complexType>`;
    }
    return `<s:complexType${named}><s:sequence><s:any minOccurs="0" maxOccurs="unbounded" processContents="lax" /></s:sequence></s:complexType>`;
  }

  #content(type: ComplexNode, around: string): string {
    const [first, ...rest] = type.parts;
    if (first?.kind === "extension") {
      const base = this.#named(nodeOf(first.base)) ?? "s:anyType";
      const content = this.#parts(rest, around);
      return `<s:complexContent mixed="false"><s:extension base="${base}">${content}</s:extension></s:complexContent>`;
    }
    const simple = type.parts.find((part) => part.kind === "simpleContent");
    if (simple?.kind === "simpleContent") {
      const base = this.#simpleName(simple.type);
      const attributes = this.#parts(
        type.parts.filter((part) => part !== simple),
        around,
      );
      return `<s:simpleContent><s:extension base="${base}">${attributes}</s:extension></s:simpleContent>`;
    }
    return this.#parts(type.parts, around);
  }

  #parts(parts: readonly PartNode[], around: string): string {
    const particles: ParticleNode[] = [];
    for (const part of parts) {
      if (part.kind === "mixed") particles.push(...part.particles);
      else if (isParticle(part)) particles.push(part);
    }
    const [only, ...more] = particles;
    const isGroup = only !== undefined && more.length === 0 && isCompositor(only);
    const model = isGroup
      ? this.#particle(only, around)
      : particles.length === 0
        ? ""
        : `<s:sequence>${particles.map((particle) => this.#particle(particle, around)).join("")}</s:sequence>`;
    const attributes = parts
      .map((part) => {
        if (part.kind === "attribute") return this.#attribute(part);
        return part.kind === "anyAttribute" ? "<s:anyAttribute />" : "";
      })
      .join("");
    return model + attributes;
  }

  #particle(particle: ParticleNode, around: string): string {
    switch (particle.kind) {
      case "element":
        return this.#element(particle, around);
      case "any":
        return anyElement(particle);
      case "repeated":
        return this.#group(particle.particle, around, occurrence(particle.min, particle.max));
      default:
        return this.#group(particle, around, particle.optional ? ' minOccurs="0"' : "");
    }
  }

  #group({ kind, particles }: GroupNode, around: string, occurs: string): string {
    return `<s:${kind}${occurs}>${particles.map((particle) => this.#particle(particle, around)).join("")}</s:${kind}>`;
  }

  #attribute(node: AttributeNode): string {
    const use = node.required ? ' use="required"' : "";
    return `<s:attribute name="${escapeAttribute(node.name.local)}" type="${this.#simpleName(node.type)}"${use}${valueConstraint(node)} />`;
  }

  #simpleName(ref: SimpleRef): string {
    return this.#named(nodeOf(ref)) ?? "s:string";
  }

  #simple({ variety, facets }: SimpleNode): string {
    switch (variety.of) {
      case "atomic":
        return `<s:restriction base="s:${variety.builtIn}">${facetText(facets)}</s:restriction>`;
      case "restriction":
        return `<s:restriction base="${this.#simpleName(variety.base)}">${facetText(facets)}</s:restriction>`;
      case "list":
        return `<s:list itemType="${this.#simpleName(variety.item)}" />`;
      case "union":
        return `<s:union memberTypes="${variety.members.map((member) => this.#simpleName(member)).join(" ")}" />`;
    }
  }
}

function isParticle(part: PartNode): part is ParticleNode {
  return ["element", "sequence", "choice", "all", "repeated", "any"].includes(part.kind);
}

function isCompositor({ kind }: ParticleNode): boolean {
  return kind !== "element" && kind !== "any";
}

function occurrence(min: number, max: number): string {
  return ` minOccurs="${min}" maxOccurs="${max === Infinity ? "unbounded" : max}"`;
}

function anyElement({ min, max }: WildcardNode): string {
  return `<s:any${occurrence(min, max)} processContents="lax" />`;
}

function valueConstraint(node: { readonly default?: string; readonly fixed?: string }): string {
  if (node.fixed !== undefined) return ` fixed="${escapeAttribute(node.fixed)}"`;
  return node.default === undefined ? "" : ` default="${escapeAttribute(node.default)}"`;
}

function facetText(facets: Facets | undefined): string {
  if (!facets) return "";
  const { enumeration = [], patterns = [], closed: _closed, prefixes: _prefixes, ...single } = facets;
  const one = (name: string, value: string | number): string =>
    `<s:${name} value="${escapeAttribute(String(value))}" />`;
  return [
    ...enumeration.map((value) => one("enumeration", value)),
    ...patterns.map((pattern) => one("pattern", pattern)),
    ...Object.entries(single).map(([name, value]) => one(name, value)),
  ].join("");
}
