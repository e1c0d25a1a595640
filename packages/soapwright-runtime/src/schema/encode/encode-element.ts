/** Encodes a typed value to XML text, by the plan of its element. */

import { kindOf } from "../../kind-of";
import { normalize } from "../../xsd/built-ins";
import { Assembler, type Child } from "../content/assembler";
import { type ContentErrorSink, isEmptiable, namesOf } from "../content/content-checks";
import type {
  AttributePlan,
  ComplexPlan,
  Content,
  ElementPlan,
  GroupPlan,
  LeafPlan,
  ParticlePlan,
  PlainPlan,
  PolymorphicPlan,
  RepeatedPlan,
} from "../plans/plans";
import { XSD, XSI } from "../schema-namespaces";
import { isName, mayBeName } from "../simple/built-ins";
import { Mismatch } from "../simple/mismatch";
import { isSame } from "../simple/simple-compare";
import { descendant, isAnySimple, isBinaryType, type SimpleTypeCodec } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import { type Properties, readItems, readOwn, readProperties, requireObject } from "./caller-values";
import type { Encoder } from "./encoder";
import { encodeAttributeList, encodeTree, readText } from "./tree";

/**
 * An optional default or fixed value: XML Schema Part 1, 3.3.1. A fixed value is written as in the schema, because some
 * readers compare texts.
 *
 * @throws ArgumentError when the value is not the fixed one, or is empty although an empty text means the default.
 */
function declaredText(
  encoder: Encoder,
  declared: Pick<ElementPlan, "default" | "fixed">,
  type: SimpleTypeCodec,
  text: string,
): string {
  if (text === "" && declared.default !== undefined && declared.default !== "") {
    encoder.fail("a value that is not empty: an empty element means the default", "an empty value");
  }
  if (declared.fixed === undefined || mayBeName(type, declared.fixed)) return text;
  const read = (lexical: string): unknown => type.parse(normalize(lexical, type.whiteSpace), encoder.writer);
  const [actual, fixed] = [read(text), read(declared.fixed)];
  if (type.compare === undefined ? !isSame(actual, fixed) : type.compare(actual, fixed) !== 0) {
    encoder.fail(`the fixed value ${declared.fixed}`, "another value");
  }
  return type.variety === "atomic" ? declared.fixed : text;
}

/**
 * Returns the fixed or default text if the value is its value: a pattern may accept only that text, as `...E..` does for
 * a float.
 */
function constrained(
  { fixed, default: byDefault }: Pick<ElementPlan, "default" | "fixed">,
  type: SimpleTypeCodec,
  value: unknown,
): string | undefined {
  const lexical = fixed ?? byDefault;
  if (lexical === undefined || lexical === "" || typeof value !== "number" || type.faceted !== true) return undefined;
  const text = normalize(lexical, type.whiteSpace);
  try {
    return type.compare?.(type.parse(text, { resolvePrefix: () => undefined }), value) === 0 ? text : undefined;
  } catch (error) {
    if (error instanceof Mismatch) return undefined;
    throw error;
  }
}

function encodeAttributes(encoder: Encoder, plan: ComplexPlan, properties: Properties): string {
  if (plan.attributes.length === 0 && plan.anyAttribute === undefined) return "";
  let text = "";
  for (const attribute of plan.attributes) text += encodeAttribute(encoder, attribute, properties);
  return text + encodeOpenAttributes(encoder, plan, properties);
}

function encodeAttribute(encoder: Encoder, plan: AttributePlan, properties: Properties): string {
  const { property, simple, fixed, required } = plan;
  const value = properties.get(property.key);
  if (value === undefined && (!required || encoder.isLenient)) return "";
  const text = encoder.at(property.key, () => {
    // The fixed value is the only one, so the caller may omit it, unless it has a prefix of the schema.
    if (value === undefined) {
      return fixed === undefined || isName(simple.type) ? encoder.missing(simple.type.expected) : fixed;
    }
    return declaredText(encoder, { default: undefined, fixed }, simple.type, encoder.simple(simple.type, value));
  });
  return encoder.writer.attribute(plan.name, text);
}

/** XML Schema Part 1, 3.4.2. Attributes of the schema instance namespace affect decoding, so they are excluded. */
function encodeOpenAttributes(
  encoder: Encoder,
  { anyAttribute, attributesByName }: ComplexPlan,
  properties: Properties,
): string {
  const items = anyAttribute && properties.get(anyAttribute.property.key);
  if (anyAttribute === undefined || items === undefined) return "";
  const isAllowed = (name: QName): boolean =>
    name.namespace !== XSI && anyAttribute.accepts(name.namespace) && attributesByName.get(name) === undefined;
  return encoder.at(anyAttribute.property.key, () => encodeAttributeList(encoder, items, { isAllowed }));
}

/** XML Schema Part 1, 3.4. `labelled` says whether the object's `$type` was read already. */
function encodeComplex(
  encoder: Encoder,
  element: ElementPlan,
  name: QName,
  plan: ComplexPlan,
  value: unknown,
  typeAttribute: string,
  labelled: boolean,
): void {
  const { writer } = encoder;
  if (plan.abstract)
    encoder.fail("a type derived from the declared one, which is abstract", "a value of the abstract type");
  const properties = readProperties(encoder, value, plan.keys, labelled);
  const attributes = typeAttribute + encodeAttributes(encoder, plan, properties);
  if (plan.text !== undefined) {
    const { property, simple } = plan.text;
    const text = properties.get(property.key);
    encoder.enter(property.key);
    encodeContent(encoder, element, name, simple.type, text, attributes, mediaTypeOf(plan, properties));
    encoder.leave();
    return;
  }
  const tag = writer.open(name, { attributes, prefixed: name.namespace !== "" && plan.content.hasPlainNames });
  if (plan.mixed !== undefined) encodeMixed(encoder, name, plan.content, plan.mixed.key, properties);
  else for (const particle of plan.content.particles) encodeParticle(encoder, particle, properties);
  writer.close(tag);
}

/** `xmime:contentType` is defined in Describing Media Content of Binary Data in XML, section 2.1. */
function mediaTypeOf(plan: ComplexPlan, properties: Properties): unknown {
  for (const name of plan.attributes.length === 0 ? [] : CONTENT_TYPES) {
    const key = plan.attributesByName.get(name)?.property.key;
    if (key !== undefined) return properties.get(key);
  }
  return undefined;
}

const CONTENT_TYPES = ["http://www.w3.org/2005/05/xmlmime", "http://www.w3.org/2004/11/xmlmime"].map((namespace) => ({
  namespace,
  local: "contentType",
}));

/** Mixed content (XML Schema Part 1, 3.4.2): the property holds texts, and an object for each element. */
function encodeMixed(encoder: Encoder, name: QName, content: Content, key: string, properties: Properties): void {
  const leaves = new Map<string, LeafPlan>();
  for (const leaf of content.leaves) if (!leaves.has(leaf.property.key)) leaves.set(leaf.property.key, leaf);
  const keys = new Set(leaves.keys());
  const children: Child[] = [];
  encoder.enter(key);
  readItems(encoder, properties.get(key) ?? [], "a list of texts and elements", (item) => {
    if (typeof item === "string") {
      encoder.writer.content(name, readText(encoder, item, "text"));
      return;
    }
    const [entry, other] = readProperties(encoder, item, keys);
    if (entry === undefined || other !== undefined) encoder.fail("a text, or an object with one property", "an object");
    const [childKey, value] = entry;
    const leaf = leaves.get(childKey)!;
    encoder.at(childKey, () => encodeOccurrence(encoder, leaf, value));
    const slot = leaf.kind === "any" || content.overlaps ? leaf : content.elements.get(leaf.names[0]!);
    children.push({ slot: slot ?? leaf, value });
  });
  const fail = (expected: string): never => encoder.fail(expected, "a list with other content");
  const judge: ContentErrorSink = {
    validation: "strict",
    fail: (message) => fail(`content that the schema allows (${message})`),
    depart: ({ message, child }) =>
      fail(child === undefined ? `content that the schema allows (${message})` : `${namesOf(child)}, which ${message}`),
  };
  if (!encoder.isLenient) new Assembler(judge, content, children).assemble(content.particles, {});
  encoder.leave();
}

// Writes one element with its value (XML Schema Part 1, 3.3).

export function encodeElement(encoder: Encoder, element: ElementPlan, value: unknown): void {
  encoder.descend();
  if (value === null && (element.position.nillable || encoder.isLenient)) {
    encodeNil(encoder, element.name);
  } else {
    const type = encoder.plans.type(element.position);
    if (type.kind === "polymorphic") encodePolymorphic(encoder, element, type, value);
    else encodeTyped(encoder, element, element.name, type, value);
  }
  encoder.ascend();
}

const WRAPPED = new Set(["value"]);

/** Encodes the value as the derived type, or the member of the substitution group, that its `$type` names. */
function encodePolymorphic(
  encoder: Encoder,
  element: ElementPlan,
  { alternatives }: PolymorphicPlan,
  value: unknown,
): void {
  const object = requireObject(encoder, value);
  const label = readOwn(encoder, object, "$type");
  if (alternatives.length === 0) encoder.refuse("no value, because its type is abstract", value);
  const alternative =
    alternatives.find((each) => (label === undefined ? each.declared : each.label === label)) ??
    encoder.at("$type", () =>
      encoder.fail(
        `one of ${alternatives.map((each) => each.label).join(" | ")}`,
        typeof label === "string" ? "another string" : kindOf(label),
      ),
    );
  const { wrapped, position, xsiType, element: name = element.name } = alternative;
  const content = wrapped ? readProperties(encoder, object, WRAPPED, true).get("value") : object;
  if (content === undefined) encoder.at("value", () => encoder.missing("a value"));
  if (content === null && position.nillable) encodeNil(encoder, name);
  else encodeTyped(encoder, element, name, encoder.plans.typeOf(alternative), content, { xsiType });
}

/** XML Schema Part 1, 2.6.2, defines `xsi:nil`. */
function encodeNil({ writer }: Encoder, name: QName): void {
  writer.close(writer.open(name, { attributes: writer.attribute({ namespace: XSI, local: "nil" }, "true") }));
}

function encodeTyped(
  encoder: Encoder,
  element: ElementPlan,
  name: QName,
  type: PlainPlan,
  value: unknown,
  chosen?: { readonly xsiType: QName | undefined },
): void {
  const shown = chosen?.xsiType ?? (encoder.encoding === undefined ? undefined : nameOf(type));
  const style = encoder.encoding === undefined ? "" : encoder.takeEncodingStyle();
  const typeAttribute = style + (shown === undefined ? "" : instanceType(encoder, shown));
  switch (type.kind) {
    case "simple":
      if (typeof value === "object" && value !== null && isAnySimple(type.type))
        encodeAnySimple(encoder, element, name, type.type, value);
      else encodeContent(encoder, element, name, type.type, value, typeAttribute);
      break;
    case "complex":
      encodeComplex(encoder, element, name, type, value, typeAttribute, chosen !== undefined);
      break;
    case "soapArray":
      encoder.soapEncoding!.encodeArray(encoder, name, type, value);
      break;
    case "anyType":
      encodeTree(encoder, value, name);
      break;
  }
}

/** Writes `{ $type, value }`, the value of `xs:anySimpleType` as the built-in type that `$type` names. */
function encodeAnySimple(
  encoder: Encoder,
  element: ElementPlan,
  name: QName,
  declared: SimpleTypeCodec,
  value: object,
): void {
  const label = readOwn(encoder, value, "$type");
  if (label === undefined) encoder.refuse(`${declared.expected}, or { $type, value }`, value);
  const local = typeof label === "string" ? label : "";
  const type =
    descendant(declared, local) ??
    encoder.at("$type", () => encoder.fail("the name of a built-in simple type", kindOf(label)));
  const content = readProperties(encoder, value, WRAPPED, true).get("value");
  encoder.enter("value");
  if (content === undefined) encoder.missing(type.expected);
  const typeAttribute = encoder.takeEncodingStyle() + instanceType(encoder, { namespace: XSD, local });
  encodeContent(encoder, element, name, type, content, typeAttribute);
  encoder.leave();
}

function instanceType({ writer }: Encoder, type: QName): string {
  return writer.attribute({ namespace: XSI, local: "type" }, writer.qualified(type));
}

/** Returns undefined for anonymous types. */
function nameOf(type: PlainPlan): QName | undefined {
  if (type.kind === "complex") return type.name;
  if (type.kind !== "simple") return undefined;
  const [builtIn] = type.type.builtIns;
  return (
    type.name ?? (builtIn === "anySimpleType" || builtIn === undefined ? undefined : { namespace: XSD, local: builtIn })
  );
}

function encodeContent(
  encoder: Encoder,
  element: ElementPlan,
  name: QName,
  type: SimpleTypeCodec,
  value: unknown,
  attributes: string,
  mediaType: unknown = element.mediaType,
): void {
  const { writer } = encoder;
  const media = typeof mediaType === "string" ? mediaType : undefined;
  const mayTravel = encoder.attachments !== undefined && element.fixed === undefined;
  const attached = mayTravel ? encoder.attached(type, value, media) : undefined;
  const isConstrained = element.default !== undefined || element.fixed !== undefined;
  let text = attached ?? (isConstrained ? constrained(element, type, value) : undefined);
  if (text === undefined) {
    text = encoder.simple(type, value, media);
    if (isConstrained) text = declaredText(encoder, element, type, text);
  }
  const tag = writer.open(name, { attributes });
  if (attached === undefined) writer.content(name, text, value instanceof Uint8Array && isBinaryType(type));
  else writer.raw(attached);
  writer.close(tag);
}

// Writes properties as elements, in the order of the schema (XML Schema Part 1, 3.8 and 3.9).

function encodeParticle(encoder: Encoder, particle: ParticlePlan, properties: Properties): void {
  switch (particle.kind) {
    case "element":
    case "any":
      encodeLeaf(encoder, particle, properties);
      break;
    case "repeated":
      encodeRepeated(encoder, particle, properties);
      break;
    case "choice":
      encodeChoice(encoder, particle, properties);
      break;
    default:
      if (particle.optional && !isPresent(particle, properties)) return;
      for (const member of particle.particles) encodeParticle(encoder, member, properties);
  }
}

function encodeLeaf(encoder: Encoder, leaf: LeafPlan, properties: Properties): void {
  const { key } = leaf.property;
  const value = properties.get(key);
  if (value === undefined && (leaf.min === 0 || encoder.isLenient)) return;
  encoder.enter(key);
  if (value === undefined) encoder.missing(expectedOf(leaf));
  if (!leaf.array) encodeOccurrence(encoder, leaf, value);
  else
    requireCount(
      encoder,
      leaf,
      readItems(encoder, value, "a list", (item) => encodeOccurrence(encoder, leaf, item)),
    );
  encoder.leave();
}

function encodeOccurrence(encoder: Encoder, leaf: LeafPlan, value: unknown): void {
  if (leaf.kind === "element") encodeElement(encoder, leaf, value);
  else encodeTree(encoder, value, leaf);
}

function expectedOf(leaf: LeafPlan): string {
  if (leaf.array) return "a list";
  return leaf.kind === "element" && leaf.simple !== undefined ? leaf.simple.expected : `a value for ${namesOf(leaf)}`;
}

function requireCount(encoder: Encoder, { min, max }: LeafPlan | RepeatedPlan, count: number): void {
  if (encoder.isLenient) return;
  if (count < min) encoder.fail(`at least ${min} items`, `a list of ${count}`);
  if (count > max) encoder.fail(`at most ${max} items`, `a list of ${count}`);
}

function encodeRepeated(encoder: Encoder, plan: RepeatedPlan, properties: Properties): void {
  const { key } = plan.property;
  const value = properties.get(key);
  if (value === undefined && (isEmptiable(plan) || encoder.isLenient)) return;
  encoder.at(key, () => {
    if (value === undefined) encoder.missing("a list");
    const count = readItems(encoder, value, "a list", (item) => {
      const members = readProperties(encoder, item, plan.keys);
      encoder.descend();
      encodeParticle(encoder, { ...plan.group, optional: false }, members);
      encoder.ascend();
    });
    // A group that may be empty may occur any number of times without writing anything.
    requireCount(encoder, isEmptiable(plan) ? { ...plan, min: 0 } : plan, count);
  });
}

/** Exactly one branch has all present properties, or an `ArgumentError` is thrown. */
function encodeChoice(encoder: Encoder, choice: GroupPlan, properties: Properties): void {
  const branches = choice.particles;
  const filled = branches.filter((branch) => isPresent(branch, properties, true));
  // An empty list counts as absent when another property has a value, even if a branch requires items.
  const present = filled.length > 0 ? filled : branches.filter((branch) => isPresent(branch, properties));
  if (present.length === 0) {
    if (!isEmptiable(choice) && !encoder.isLenient) encoder.missing(`one of ${branches.map(namesOf).join(" | ")}`);
    return;
  }
  if (present.length === 1) {
    encodeParticle(encoder, present[0]!, properties);
    return;
  }
  const presentNames = present.flatMap((branch) => presentKeys(branch, properties));
  const fitting = present.filter((branch) => {
    const branchKeys = new Set(presentKeys(branch, properties));
    return presentNames.every((key) => branchKeys.has(key));
  });
  if (fitting.length === 0) {
    encoder.fail(
      `only one of ${branches.map(namesOf).join(" | ")}`,
      `properties ${[...new Set(presentNames)].join(", ")}`,
    );
  }
  encodeParticle(encoder, fitting.find((branch) => isComplete(branch, properties)) ?? fitting[0]!, properties);
}

/** An empty array counts as absent. */
function presentKeys(particle: ParticlePlan, properties: Properties): readonly string[] {
  if ("particles" in particle) {
    return particle.particles.flatMap((member) => presentKeys(member, properties));
  }
  return isPresent(particle, properties, true) ? [particle.property.key] : [];
}

/** An empty array has no value if nothing is required, or with `filled`. */
function isPresent(particle: ParticlePlan, properties: Properties, filled = false): boolean {
  if ("particles" in particle) {
    for (const member of particle.particles) if (isPresent(member, properties, filled)) return true;
    return false;
  }
  const value = properties.get(particle.property.key);
  if (value === undefined) return false;
  return !(Array.isArray(value) && value.length === 0 && (filled || isEmptiable(particle)));
}

function isComplete(particle: ParticlePlan, properties: Properties): boolean {
  if (isEmptiable(particle) && !isPresent(particle, properties, true)) return true;
  if (particle.kind === "choice") return particle.particles.some((member) => isComplete(member, properties));
  if ("particles" in particle) return particle.particles.every((member) => isComplete(member, properties));
  return isPresent(particle, properties, true);
}
