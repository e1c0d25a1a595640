/** Types of the tables as XML Schema text, in the shape that an `.asmx` stack writes. */

import type {
  AttributeNode,
  ComplexNode,
  ElementNode,
  Facets,
  GroupNode,
  NamespaceConstraint,
  NodeRef,
  ParticleNode,
  PartNode,
  PlainType,
  PolymorphicNode,
  SimpleNode,
  SimpleRef,
} from "soapwright-runtime/internal";
import { escapeAttribute, isNillable, nodeOf, withoutNil } from "soapwright-runtime/internal";

const schemaNamespace = "http://www.w3.org/2001/XMLSchema";
/** Bound to `xml`, and never declared. */
const xmlNamespace = "http://www.w3.org/XML/1998/namespace";
/** SOAP 1.1, section 5: the namespace of its arrays, and the style of what is encoded so. */
export const encodingNamespace = "http://schemas.xmlsoap.org/soap/encoding/";

/** Collects the named types that elements reach, and writes each into the schema of its namespace. */
export class SchemaWriter {
  /** Named types as text, by namespace; filled while elements are written. */
  readonly #types = new Map<string, Map<string, string>>();
  readonly #elements = new Map<string, Map<string, string>>();
  readonly #attributes = new Map<string, Map<string, string>>();
  readonly #prefixes = new Map<string, string>([[schemaNamespace, "s"]]);
  /** Types that are being written: named ones by name, anonymous ones with a name for those inside of themselves. */
  readonly #writing = new Map<string, PlainType>();
  readonly #around = new Map<PlainType, string>();

  constructor(
    readonly rename: (namespace: string) => string,
    private readonly isStrict = false,
  ) {}

  /** The prefix for a namespace of the wire; declared on the root. */
  prefixOf(namespace: string): string {
    if (namespace === xmlNamespace) return "xml";
    const known = this.#prefixes.get(namespace);
    if (known !== undefined) return known;
    const prefix = this.#prefixes.size === 1 ? "tns" : `q${this.#prefixes.size - 1}`;
    this.#prefixes.set(namespace, prefix);
    return prefix;
  }

  /** A name as the document writes it. A name without a namespace has no prefix, because no namespace is the default one. */
  qualified(namespace: string, local: string): string {
    const name = escapeAttribute(local);
    return namespace === "" ? name : `${this.prefixOf(namespace)}:${name}`;
  }

  /** The name of a type, which is written on the way. */
  typeName(ref: NodeRef): string {
    return this.#named(withoutNil(ref)) ?? "s:anyType";
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
    const namespaces = [...new Set([...this.#elements.keys(), ...this.#types.keys(), ...this.#attributes.keys()])];
    return namespaces.map((namespace) => this.#schema(namespace, namespaces)).join("");
  }

  #schema(namespace: string, all: readonly string[]): string {
    const others = [...all, ...(this.#prefixes.has(encodingNamespace) ? [encodingNamespace] : [])];
    const imports = others
      .filter((other) => other !== namespace && other !== schemaNamespace)
      .map((other) => (other === "" ? "<s:import />" : `<s:import namespace="${escapeAttribute(other)}" />`))
      .join("");
    const target = namespace === "" ? "" : ` targetNamespace="${escapeAttribute(namespace)}"`;
    const content = [this.#elements, this.#attributes, this.#types].flatMap((kind) => [
      ...this.#in(kind, namespace).values(),
    ]);
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
      return `<s:element${occurs} ref="${this.qualified(namespace, node.name.local)}" />`;
    }
    const form = !isGlobal && namespace !== around ? ' form="unqualified"' : "";
    const nil = isNillable(node.type) ? ' nillable="true"' : "";
    const value = valueConstraint(node);
    const start = `<s:element${occurs} name="${escapeAttribute(node.name.local)}"${form}${nil}${value}`;
    const typeName = this.#named(type);
    if (typeName !== undefined) return `${start} type="${typeName}" />`;
    if (type.kind === "complex" && type.parts.length === 0) return `${start}><s:complexType /></s:element>`;
    // Through a group, an anonymous type can contain itself. In there it needs a name.
    const own = this.#around.get(type);
    if (own !== undefined) {
      const inner = this.#write({ type, namespace: around, local: own });
      return `${start} type="${this.qualified(around, inner)}" />`;
    }
    this.#around.set(type, `${node.name.local}.inside`);
    const content = this.#anonymous(type, around);
    this.#around.delete(type);
    return `${start}>${content}</s:element>`;
  }

  /** The name of a named type, which is written on the way; undefined for an anonymous one. */
  #named(type: PlainType): string | undefined {
    if (type.kind === "anyType") return "s:anyType";
    if (type.kind === "polymorphic") {
      for (const { type: derived } of type.alternatives) this.#named(withoutNil(derived));
      const declared = declaredType(type.alternatives);
      return declared && this.#named(declared);
    }
    if (type.kind === "simple" && type.variety.of === "atomic" && type.facets === undefined) {
      const { builtIn } = type.variety;
      return `s:${builtIn === "decimalNumber" ? "decimal" : builtIn}`;
    }
    if (type.name === undefined) return undefined;
    const namespace = this.rename(type.name.namespace);
    const { local } = type.name;
    if (namespace === schemaNamespace) return this.qualified(namespace, local);
    const other = this.#writing.get(this.qualified(namespace, local));
    // XML Schema Part 1, 4.2.2: a type that redefines another one of its name derives from that.
    const name = other === undefined || other === type ? local : `${local}.redefined`;
    return this.qualified(namespace, this.#write({ type, namespace, local: name }));
  }

  /** Writes a type under a name, once. Returns the name. */
  #write({ type, namespace, local }: { readonly type: PlainType; readonly namespace: string; readonly local: string }) {
    const types = this.#in(this.#types, namespace);
    if (types.has(local)) return local;
    const name = this.qualified(namespace, local);
    types.set(local, "");
    this.#writing.set(name, type);
    types.set(local, this.#anonymous(type, namespace, local));
    this.#writing.delete(name);
    return local;
  }

  #anonymous(type: PlainType, around: string, name?: string): string {
    const named = name === undefined ? "" : ` name="${escapeAttribute(name)}"`;
    if (type.kind === "simple") return `<s:simpleType${named}>${this.#simple(type)}</s:simpleType>`;
    if (type.kind === "complex") {
      const isAbstract = type.abstract === true ? ' abstract="true"' : "";
      const isMixed = type.parts.some(({ kind }) => kind === "mixed") ? ' mixed="true"' : "";
      return `<s:complexType${named}${isAbstract}${isMixed}>${this.#content(type, around)}</s:complexType>`;
    }
    if (type.kind === "soapArray") return this.#soapArray(type, named);
    return `<s:complexType${named}><s:sequence><s:any minOccurs="0" maxOccurs="unbounded" processContents="lax" /></s:sequence></s:complexType>`;
  }

  /** WSDL 1.1, section 2.2: the type of the items stands in an attribute of its own. */
  #soapArray({ item, itemType }: Extract<PlainType, { kind: "soapArray" }>, named: string): string {
    this.typeName(item);
    const items = this.qualified(this.rename(itemType.namespace), itemType.local);
    const array = (local: string): string => this.qualified(encodingNamespace, local);
    return `<s:complexType${named}><s:complexContent><s:restriction base="${array("Array")}"><s:attribute ref="${array("arrayType")}" wsdl:arrayType="${items}[]" /></s:restriction></s:complexContent></s:complexType>`;
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
        if (part.kind === "attribute") return this.#attribute(part, around);
        return part.kind === "anyAttribute"
          ? `<s:anyAttribute${this.#letsIn(part.namespaces, around)}${this.#processContents} />`
          : "";
      })
      .join("");
    return model + attributes;
  }

  #particle(particle: ParticleNode, around: string): string {
    switch (particle.kind) {
      case "element":
        return this.#element(particle, around);
      case "any":
        return `<s:any${this.#letsIn(particle.namespaces, around)}${occurrence(particle.min, particle.max)}${this.#processContents} />`;
      case "repeated":
        return this.#group(particle.particle, around, occurrence(particle.min, particle.max));
      default:
        return this.#group(particle, around, particle.optional ? ' minOccurs="0"' : "");
    }
  }

  #group({ kind, particles }: GroupNode, around: string, occurs: string): string {
    return `<s:${kind}${occurs}>${particles.map((particle) => this.#particle(particle, around)).join("")}</s:${kind}>`;
  }

  #attribute(node: AttributeNode, around: string): string {
    const use = node.required ? ' use="required"' : "";
    const namespace = this.rename(node.name.namespace);
    const value = valueConstraint(node);
    if (namespace === "" || namespace === around) {
      const form = namespace === "" ? "" : ' form="qualified"';
      return this.#attributeText(node, `${form}${use}${value}`, around);
    }
    const attributes = this.#in(this.#attributes, namespace);
    if (!attributes.has(node.name.local)) attributes.set(node.name.local, this.#attributeText(node, "", namespace));
    return `<s:attribute ref="${this.qualified(namespace, node.name.local)}"${use}${value} />`;
  }

  #attributeText({ name, type }: AttributeNode, more: string, around: string): string {
    const start = `<s:attribute name="${escapeAttribute(name.local)}"`;
    const simple = nodeOf(type);
    const typeName = this.#named(simple);
    if (typeName !== undefined) return `${start} type="${typeName}"${more} />`;
    return `${start}${more}>${this.#anonymous(simple, around)}</s:attribute>`;
  }

  /** Whether what a wildcard lets in has to be declared, the tables do not say: what may be anything breaks nobody. */
  get #processContents(): string {
    return this.isStrict ? "" : ' processContents="skip"';
  }

  /** The namespaces that a wildcard lets in. */
  #letsIn(namespaces: NamespaceConstraint, around: string): string {
    if (namespaces.allow === "any") return "";
    if (namespaces.allow === "other") return this.rename(namespaces.than) === around ? ' namespace="##other"' : "";
    const words = namespaces.of.map((each) => (each === "" ? "##local" : this.rename(each)));
    return ` namespace="${escapeAttribute(words.join(" "))}"`;
  }

  /** `name="…"` where the type has one; else the type goes into the element that asks for it. */
  #simpleBase(attribute: string, refs: readonly SimpleRef[]): { readonly names: string; readonly inner: string } {
    const names: string[] = [];
    let inner = "";
    for (const ref of refs) {
      const simple = nodeOf(ref);
      const name = this.#named(simple);
      if (name === undefined) inner += this.#anonymous(simple, "");
      else names.push(name);
    }
    return { names: names.length === 0 ? "" : ` ${attribute}="${names.join(" ")}"`, inner };
  }

  #simpleName(ref: SimpleRef): string {
    return this.#named(nodeOf(ref)) ?? "s:string";
  }

  #simple({ variety, facets, refersToPart }: SimpleNode): string {
    if (refersToPart === true) return '<s:restriction base="s:anyURI"></s:restriction>';
    switch (variety.of) {
      case "atomic":
        return `<s:restriction base="s:${variety.builtIn === "decimalNumber" ? "decimal" : variety.builtIn}">${facetText(facets)}</s:restriction>`;
      case "restriction": {
        const { names, inner } = this.#simpleBase("base", [variety.base]);
        return `<s:restriction${names}>${inner}${facetText(facets)}</s:restriction>`;
      }
      case "list": {
        const { names, inner } = this.#simpleBase("itemType", [variety.item]);
        return `<s:list${names}>${inner}</s:list>`;
      }
      case "union": {
        const { names, inner } = this.#simpleBase("memberTypes", variety.members);
        return `<s:union${names}>${inner}</s:union>`;
      }
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

/** The type that an element was declared with; the nearest abstract one that all derive from, where the declared one is. */
function declaredType(alternatives: PolymorphicNode["alternatives"]): PlainType | undefined {
  const declared = alternatives.find((one) => one.declared);
  if (declared !== undefined) return withoutNil(declared.type);
  // A restriction is a type of its own: its table does not name what it restricts.
  const [first, ...others] = alternatives.map(({ type }) => basesOf(withoutNil(type)));
  const common = first?.find(
    (base) => isAbstract(base) && others.every((bases) => bases.length === 1 || bases.includes(base)),
  );
  return common ?? (alternatives[0] && withoutNil(alternatives[0].type));
}

/** A type and those that it extends, nearest first. */
function basesOf(type: PlainType): PlainType[] {
  const [first] = type.kind === "complex" ? type.parts : [];
  return [type, ...(first?.kind === "extension" ? basesOf(nodeOf(first.base)) : [])];
}

function isAbstract(type: PlainType): boolean {
  return type.kind === "complex" && type.abstract === true;
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
