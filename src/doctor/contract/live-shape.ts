/** The shape of a type as the schemas of a live contract have it: XML Schema Part 1, sections 3.4, 3.7, 3.8, and Part 2. */
import type { Declaration } from "../wsdl/components";
import type { SchemaDocument } from "../wsdl/documents";
import { encodingNamespaces, schemaNamespace } from "../wsdl/namespaces";
import { childrenOf, type XmlNode } from "../wsdl/xml-node";
import { type LiveNames, type LiveType, xmlNamespace } from "./live-names";
import { FieldCollector, type TextShape, type TypeShape } from "./shape";

/** So many particles and attributes of one type are looked at: groups in groups can stand for any number. */
const MAX_STEPS = 50_000;
/** Types and groups that a type is made of, one inside another. */
const MAX_INSIDE = 500;

/** A type whose shape cannot be said; the message says why. */
class Unknowable extends Error {}

interface Found {
  readonly collector: FieldCollector<LiveType>;
  text: TextShape | undefined;
  array: LiveType | undefined;
  /** Steps that are left. */
  steps: number;
  /** Types and groups that are being read: one inside itself is a mistake of the schema. */
  readonly around: Set<XmlNode>;
}

/** Reads the types of one contract. */
export class LiveTypes {
  readonly #names: LiveNames;
  readonly #shapes = new Map<XmlNode, TypeShape<LiveType>>();

  constructor(names: LiveNames) {
    this.#names = names;
  }

  /** The shape of a type. */
  shape(type: LiveType): TypeShape<LiveType> {
    if (type.builtIn !== undefined) return builtInShape(type.builtIn);
    if (type.node === undefined) return { kind: "unknown", why: this.#names.whyMissing(type.missing) };
    const known = this.#shapes.get(type.node);
    if (known !== undefined) return known;
    const shape = this.#shapeOf(type);
    this.#shapes.set(type.node, shape);
    return shape;
  }

  #shapeOf(type: Declaration): TypeShape<LiveType> {
    const name = type.node.attributes.get("name");
    const found: Found = {
      collector: new FieldCollector(),
      text: undefined,
      array: undefined,
      steps: MAX_STEPS,
      around: new Set(),
    };
    try {
      this.#addType(type, found);
    } catch (error) {
      if (!(error instanceof Unknowable)) throw error;
      return { kind: "unknown", why: error.message || undefined };
    }
    if (found.array !== undefined) return { kind: "array", item: found.array };
    const { fields, isOrdered } = found.collector;
    return { kind: "plain", name, text: found.text, fields, isOrdered, alternatives: [] };
  }

  #addType(type: LiveType, found: Found): void {
    if (type.builtIn !== undefined) {
      const shape = builtInShape(type.builtIn);
      if (shape.kind === "plain") found.text = shape.text;
      return;
    }
    // What it adds cannot be known: better to say nothing than what may be wrong.
    if (type.node === undefined) throw new Unknowable(this.#names.whyMissing(type.missing));
    this.#inside(type, found, () => {
      if (type.node.name.local === "simpleType") found.text = this.#text(type, found);
      else this.#addComplex(type, found);
    });
  }

  /** Reads a global declaration that the type is made of. */
  #inside({ node, schema }: Declaration, found: Found, read: () => void): void {
    const local = node.attributes.get("name");
    if (
      local !== undefined &&
      this.#names.components.isRedefined(node.name.local, { namespace: schema.targetNamespace, local })
    )
      throw new Unknowable(`xs:redefine changes ${local}`);
    if (found.around.has(node)) throw new Unknowable(`${local ?? "a type"} contains itself`);
    if (found.around.size >= MAX_INSIDE)
      throw new Unknowable(`more than ${MAX_INSIDE} types are derived from one another`);
    found.around.add(node);
    read();
    found.around.delete(node);
  }

  /** Section 3.4.2: simple content, complex content, or what stands for a restriction of anything. */
  #addComplex({ node, schema }: Declaration, found: Found): void {
    const [content] = childrenOf(node, schemaNamespace, "simpleContent", "complexContent");
    const [derivation] = content === undefined ? [] : childrenOf(content, schemaNamespace, "restriction", "extension");
    if (derivation === undefined) {
      this.#addContent(node, schema, found);
      return;
    }
    const baseName = this.#names.name(derivation, "base", schema);
    if (baseName !== undefined && baseName.local === "Array" && encodingNamespaces.has(baseName.namespace)) {
      found.array = this.#arrayItem(derivation, schema);
      return;
    }
    const isAnything = baseName?.namespace === schemaNamespace && baseName.local === "anyType";
    const base = baseName === undefined || isAnything ? undefined : this.#names.typeNamed(baseName, schema);
    if (base !== undefined && derivation.name.local === "extension") this.#addType(base, found);
    else if (base !== undefined) this.#addRestricted(base, derivation, schema, found);
    this.#addContent(derivation, schema, found);
  }

  /** Of the base of a restriction its text and attributes stay; elements are declared anew. */
  #addRestricted(base: LiveType, derivation: XmlNode, schema: SchemaDocument, found: Found): void {
    const inner = { ...found, collector: new FieldCollector<LiveType>() };
    this.#addType(base, inner);
    found.steps = inner.steps;
    found.array ??= inner.array;
    found.text = this.#restricted(derivation, schema, inner.text, found);
    const own = childrenOf(derivation, schemaNamespace, "attribute").map((node) => node.attributes.get("name"));
    const declared = new Set(own);
    for (const field of inner.collector.fields)
      if (field.isAttribute && !declared.has(field.name.local)) found.collector.add(field);
  }

  #arrayItem(derivation: XmlNode, schema: SchemaDocument): LiveType {
    for (const attribute of childrenOf(derivation, schemaNamespace, "attribute")) {
      const [name] = attribute.names.get("arrayType") ?? [];
      if (name !== undefined) return this.#names.named({ ...name, local: name.local.replace(/\[.*$/, "") });
    }
    const [group] = childrenOf(derivation, schemaNamespace, "sequence", "all");
    const [item] = group === undefined ? [] : childrenOf(group, schemaNamespace, "element");
    return item === undefined ? { builtIn: "anyType" } : this.#names.elementOf({ node: item, schema }).type;
  }

  #addContent(node: XmlNode, schema: SchemaDocument, found: Found): void {
    for (const child of node.children) {
      if (child.name.namespace !== schemaNamespace) continue;
      if (["attribute", "attributeGroup"].includes(child.name.local)) this.#addAttribute(child, schema, found);
      else this.#addParticle(child, schema, found, 1, 1);
    }
    if (node.attributes.get("mixed") === "true") found.collector.isOrdered = false;
  }

  #addAttribute(node: XmlNode, schema: SchemaDocument, found: Found): void {
    this.#step(found);
    const ref = this.#names.name(node, "ref", schema);
    if (node.name.local === "attributeGroup") {
      const group = ref && this.#names.components.schema("attributeGroup", ref);
      if (group === undefined) {
        if (ref?.namespace === xmlNamespace) this.#addXmlAttributes(found);
        return;
      }
      this.#inside(group, found, () => {
        for (const child of childrenOf(group.node, schemaNamespace, "attribute", "attributeGroup"))
          this.#addAttribute(child, group.schema, found);
      });
      return;
    }
    const use = node.attributes.get("use");
    if (use === "prohibited") return;
    const declared = ref && this.#names.components.schema("attribute", ref);
    const source = declared ?? { node, schema };
    const name = ref ?? this.#names.localName(node, schema, "attributeFormDefault");
    const type =
      ref !== undefined && declared === undefined ? { missing: ref } : this.#names.typeOf(source, "anySimpleType");
    const min = use === "required" ? 1 : 0;
    found.collector.add({ name, isAttribute: true, min, max: 1, isNillable: false, type });
  }

  /** `xml:specialAttrs`. */
  #addXmlAttributes({ collector }: Found): void {
    for (const local of ["base", "lang", "space", "id"]) {
      const name = { namespace: xmlNamespace, local };
      collector.add({ name, isAttribute: true, min: 0, max: 1, isNillable: false, type: { missing: name } });
    }
  }

  #addParticle(node: XmlNode, schema: SchemaDocument, found: Found, least: number, most: number): void {
    const { local } = node.name;
    if (!["element", "sequence", "choice", "all", "group"].includes(local)) return;
    this.#step(found);
    const min = occurrence(node.attributes.get("minOccurs"));
    const max = occurrence(node.attributes.get("maxOccurs"));
    if (max === 0) return;
    if (local === "element") {
      const ref = this.#names.name(node, "ref", schema);
      const { isNillable, type } =
        ref === undefined ? this.#names.elementOf({ node, schema }) : this.#names.referred(ref);
      const name = ref ?? this.#names.localName(node, schema, "elementFormDefault");
      found.collector.add({ name, isAttribute: false, min, max, isNillable, type }, least, most);
      return;
    }
    if (max > 1) found.collector.isOrdered = false;
    const outer = { least: least * min, most: most * max };
    if (local === "group") {
      const ref = this.#names.name(node, "ref", schema);
      const group = ref && this.#names.components.schema("group", ref);
      if (group === undefined) return;
      this.#inside(group, found, () => {
        for (const child of group.node.children) this.#addParticle(child, group.schema, found, outer.least, outer.most);
      });
      return;
    }
    const isChoice = local === "choice" && node.children.length > 1;
    if (isChoice || local === "all") found.collector.isOrdered = false;
    for (const child of node.children) this.#addParticle(child, schema, found, isChoice ? 0 : outer.least, outer.most);
  }

  #step(found: Found): void {
    if (--found.steps < 0) throw new Unknowable(`a type has more than ${MAX_STEPS.toLocaleString("en-US")} parts`);
  }

  #text({ node, schema }: Declaration, found: Found): TextShape | undefined {
    const [variety] = childrenOf(node, schemaNamespace, "restriction", "list", "union");
    if (variety === undefined) return undefined;
    const members = variety.names.get(variety.name.local === "union" ? "memberTypes" : memberName(variety)) ?? [];
    const inner = childrenOf(variety, schemaNamespace, "simpleType").map((each): LiveType => ({ node: each, schema }));
    const texts = [
      ...members.map((name) => this.#names.typeNamed(this.#names.own(name, schema), schema)),
      ...inner,
    ].flatMap((type) => {
      this.#step(found);
      const outer = found.text;
      this.#addType(type, found);
      const own = found.text;
      found.text = outer;
      return own ?? [];
    });
    if (variety.name.local === "union") {
      return { builtIns: texts.flatMap(({ builtIns }) => builtIns), isList: false, values: undefined, isClosed: false };
    }
    const [first] = texts;
    if (first === undefined) return undefined;
    return variety.name.local === "list" ? { ...first, isList: true } : this.#restricted(variety, schema, first, found);
  }

  #restricted(
    derivation: XmlNode,
    schema: SchemaDocument,
    base: TextShape | undefined,
    found: Found,
  ): TextShape | undefined {
    const [inner] = childrenOf(derivation, schemaNamespace, "simpleType");
    const text = (inner && this.#text({ node: inner, schema }, found)) ?? base;
    const listed = childrenOf(derivation, schemaNamespace, "enumeration");
    if (text === undefined || listed.length === 0) return text;
    return { ...text, values: listed.map(({ attributes }) => attributes.get("value") ?? "") };
  }
}

function memberName({ name }: XmlNode): string {
  return name.local === "list" ? "itemType" : "base";
}

function builtInShape(name: string): TypeShape<LiveType> {
  if (name === "anyType" || name === "Struct") return { kind: "any" };
  if (name === "Array") return { kind: "array", item: { builtIn: "anyType" } };
  const text = { builtIns: [name], isList: false, values: undefined, isClosed: false };
  return { kind: "plain", name: undefined, text, fields: [], isOrdered: false, alternatives: [] };
}

function occurrence(value: string | undefined): number {
  if (value === undefined) return 1;
  const text = value.trim();
  return text === "unbounded" ? Number.POSITIVE_INFINITY : Number(text) || 0;
}
