/** Encodes a typed value to XML text, by the plan of its element. */

import { ArgumentError } from "../../errors/argument-error";
import { kindOf } from "../../kind-of";
import { normalize } from "../../xsd/built-ins";
import { namesOf } from "../content/content-error-sink";
import { isEmptiable } from "../content/emptiable";
import type {
  AttributePlan,
  ComplexPlan,
  Content,
  ElementPlan,
  GroupPlan,
  LeafPlan,
  ParticlePlan,
  Plans,
  RepeatedPlan,
  TypePlan,
} from "../plans/plans";
import { ENCODING_11, ENCODING_12, SOAP_11, SOAP_12, XSD, XSI } from "../schema-namespaces";
import { base64Of, isOctets } from "../simple/binary";
import { mayBeName } from "../simple/built-ins";
import { Mismatch } from "../simple/mismatch";
import { isSame } from "../simple/simple-compare";
import { type SimpleTypeCodec, writeText } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import type { EncodeOptions, OctetsOut } from "./encode-options";
import type { ArrayEncoder, Encoding } from "./encoding";
import { readItems } from "./items";
import { encodeMixed } from "./mixed";
import { type Properties, readProperties } from "./own-properties";
import { choosePolymorphic } from "./polymorphic";
import { encodeTree } from "./tree";
import { readAttribute } from "./tree-parts";
import { Writer } from "./xml-writer";

/**
 * An optional default or fixed value: XML Schema Part 1, 3.3.1. A fixed value is written as in the schema, because some
 * readers compare texts.
 *
 * @throws ArgumentError when the value is not the fixed one, or is empty although an empty text means the default.
 */
function declaredText(
  encoder: Encoding,
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

function encodeAttributes(encoder: Encoding, plan: ComplexPlan, properties: Properties): string {
  let text = "";
  for (const attribute of plan.attributes) text += encodeAttribute(encoder, attribute, properties);
  if (plan.anyAttribute !== undefined) text += encodeOpenAttributes(encoder, plan, properties);
  return text;
}

function encodeAttribute(encoder: Encoding, plan: AttributePlan, properties: Properties): string {
  const { property, simple, fixed, required } = plan;
  const value = properties.get(property.key);
  let text: string | undefined;
  encoder.at(property.key, () => {
    if (value !== undefined) {
      text = declaredText(encoder, { default: undefined, fixed }, simple.type, encoder.simple(simple.type, value));
    } else if (required) {
      // The fixed value is the only one, so the caller may omit it.
      text = fixed ?? encoder.missing(simple.type.expected);
    }
  });
  return text === undefined ? "" : encoder.writer.attribute(plan.name, text);
}

/** XML Schema Part 1, 3.4.2. Attributes of the schema instance namespace affect decoding, so they are excluded. */
function encodeOpenAttributes(encoder: Encoding, plan: ComplexPlan, properties: Properties): string {
  const { property, accepts } = plan.anyAttribute!;
  let text = "";
  const written = new Set<string>();
  encoder.at(property.key, () => {
    const items = properties.get(property.key);
    if (items === undefined) return;
    readItems(encoder, items, "a list of attributes", (item) => {
      const { name, value } = readAttribute(encoder, item);
      const expanded = `{${name.namespace}}${name.local}`;
      if (name.namespace === XSI || !accepts(name.namespace) || plan.attributesByName.get(name) !== undefined) {
        encoder.fail("an attribute that the wildcard allows", "another attribute");
      }
      if (written.has(expanded)) encoder.fail("each attribute once", "an attribute twice");
      written.add(expanded);
      text += encoder.writer.attribute(name, value);
    });
  });
  return text;
}

/** XML Schema Part 1, 3.4. `labelled` says whether the object's `$type` was read already. */
function encodeComplex(
  encoder: Encoding,
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
    encoder.at(property.key, () => {
      encodeContent(
        encoder,
        element,
        name,
        simple.type,
        properties.get(property.key),
        attributes,
        mediaTypeOf(plan, properties),
      );
    });
    return;
  }
  const tag = writer.open(name, { attributes, prefixed: name.namespace !== "" && hasPlainChild(plan.content) });
  if (plan.mixed !== undefined) encodeMixed(encoder, name, plan.content, plan.mixed, properties, encodeOccurrence);
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

function hasPlainChild({ leaves }: Content): boolean {
  return leaves.some((leaf) => leaf.kind === "element" && leaf.names.some(({ namespace }) => namespace === ""));
}

// Writes one element with its value (XML Schema Part 1, 3.3).

function encodeElement(encoder: Encoding, element: ElementPlan, value: unknown): void {
  const { plans } = encoder;
  if (value === null && element.position.nillable) {
    encodeNil(encoder, element.name);
    return;
  }
  const type = plans.type(element.position);
  if (type.kind !== "polymorphic") {
    encodeTyped(encoder, element, element.name, type, value);
    return;
  }
  const { name, position, xsiType, content } = choosePolymorphic(encoder, element, type, value);
  if (content === null && position.nillable) encodeNil(encoder, name);
  else encodeTyped(encoder, element, name, plans.type(position), content, { xsiType });
}

/** XML Schema Part 1, 2.6.2, defines `xsi:nil`. */
function encodeNil({ writer }: Encoding, name: QName): void {
  writer.close(writer.open(name, { attributes: writer.attribute({ namespace: XSI, local: "nil" }, "true") }));
}

function encodeTyped(
  encoder: Encoding,
  element: ElementPlan,
  name: QName,
  type: TypePlan,
  value: unknown,
  chosen?: { readonly xsiType: QName | undefined },
): void {
  const shown = chosen?.xsiType ?? (encoder.encoding === undefined ? undefined : nameOf(type));
  const typeAttribute = encoder.takeEncodingStyle() + (shown === undefined ? "" : instanceType(encoder, shown));
  switch (type.kind) {
    case "simple":
      encodeContent(encoder, element, name, type.type, value, typeAttribute);
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
    case "polymorphic":
      throw new Error("an alternative has alternatives of its own");
  }
}

function instanceType({ writer }: Encoding, type: QName): string {
  return writer.attribute({ namespace: XSI, local: "type" }, writer.qualified(type));
}

/** Returns undefined for anonymous types. */
function nameOf(type: TypePlan): QName | undefined {
  if (type.kind === "complex") return type.name;
  if (type.kind !== "simple") return undefined;
  const [builtIn] = type.type.builtIns;
  return (
    type.name ?? (builtIn === "anySimpleType" || builtIn === undefined ? undefined : { namespace: XSD, local: builtIn })
  );
}

function encodeContent(
  encoder: Encoding,
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
  const text = attached ?? declaredText(encoder, element, type, encoder.simple(type, value, media));
  const tag = writer.open(name, { attributes });
  if (attached === undefined) writer.content(name, text);
  else writer.raw(attached);
  writer.close(tag);
}

// Writes properties as elements, in the order of the schema (XML Schema Part 1, 3.8 and 3.9).

function encodeParticle(encoder: Encoding, particle: ParticlePlan, properties: Properties): void {
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

function encodeLeaf(encoder: Encoding, leaf: LeafPlan, properties: Properties): void {
  const { key } = leaf.property;
  const value = properties.get(key);
  if (value === undefined && leaf.min === 0) return;
  encoder.enter(key);
  if (value === undefined) encoder.missing(expectedOf(leaf));
  if (!leaf.array) encodeOccurrence(encoder, leaf, value);
  else encodeItems(encoder, leaf, value);
  encoder.leave();
}

function encodeItems(encoder: Encoding, leaf: LeafPlan, value: unknown): void {
  const count = readItems(encoder, value, "a list", (item) => encodeOccurrence(encoder, leaf, item));
  requireCount(encoder, leaf, count);
}

function encodeOccurrence(encoder: Encoding, leaf: LeafPlan, value: unknown): void {
  if (leaf.kind === "element") encoder.element(leaf, value);
  else encodeTree(encoder, value, leaf);
}

function expectedOf(leaf: LeafPlan): string {
  if (leaf.array) return "a list";
  return leaf.kind === "element" && leaf.simple !== undefined ? leaf.simple.expected : `a value for ${namesOf(leaf)}`;
}

function requireCount(encoder: Encoding, { min, max }: LeafPlan | RepeatedPlan, count: number): void {
  if (count < min) encoder.fail(`at least ${min} items`, `a list of ${count}`);
  if (count > max) encoder.fail(`at most ${max} items`, `a list of ${count}`);
}

function encodeRepeated(encoder: Encoding, plan: RepeatedPlan, properties: Properties): void {
  const { key } = plan.property;
  const value = properties.get(key);
  if (value === undefined && isEmptiable(plan)) return;
  encoder.at(key, () => {
    if (value === undefined) encoder.missing("a list");
    const count = readItems(encoder, value, "a list", (item) => {
      const members = readProperties(encoder, item, plan.keys);
      encoder.nested(() => encodeParticle(encoder, { ...plan.group, optional: false }, members));
    });
    // A group that may be empty may occur any number of times without writing anything.
    requireCount(encoder, isEmptiable(plan) ? { ...plan, min: 0 } : plan, count);
  });
}

/** Exactly one branch has all present properties, or an `ArgumentError` is thrown. */
function encodeChoice(encoder: Encoding, choice: GroupPlan, properties: Properties): void {
  const branches = choice.particles;
  const filled = branches.filter((branch) => isPresent(branch, properties, true));
  // An empty list counts as absent when another property has a value, even if a branch requires items.
  const present = filled.length > 0 ? filled : branches.filter((branch) => isPresent(branch, properties));
  if (present.length === 0) {
    if (!isEmptiable(choice)) encoder.missing(`one of ${branches.map(namesOf).join(" | ")}`);
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
  if (particle.kind !== "element" && particle.kind !== "any" && particle.kind !== "repeated") {
    return particle.particles.flatMap((member) => presentKeys(member, properties));
  }
  return isPresent(particle, properties, true) ? [particle.property.key] : [];
}

/** An empty array has no value if nothing is required, or with `filled`. */
function isPresent(particle: ParticlePlan, properties: Properties, filled = false): boolean {
  if (particle.kind !== "element" && particle.kind !== "any" && particle.kind !== "repeated") {
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
  if (particle.kind === "sequence" || particle.kind === "all") {
    return particle.particles.every((member) => isComplete(member, properties));
  }
  return isPresent(particle, properties, true);
}

/** The limit also rejects circular values. */
const MAX_DEPTH = 256;

export class Encoder implements Encoding {
  readonly writer: Writer;
  readonly plans: Plans;
  readonly encoding: "1.1" | "1.2" | undefined;
  private readonly path: (string | number)[];
  private depth = 0;
  private isStyled: boolean;
  readonly attachments: OctetsOut | undefined;
  readonly soapEncoding: ArrayEncoder | undefined;

  constructor(path: string, plans: Plans, options: EncodeOptions, soapEncoding: ArrayEncoder | undefined) {
    this.soapEncoding = soapEncoding;
    this.writer = new Writer(options.selfContained !== true, options.texts);
    this.plans = plans;
    this.encoding = options.encoding;
    this.path = [path];
    this.attachments = options.attachments;
    this.isStyled = this.encoding === undefined;
  }

  takeEncodingStyle(): string {
    if (this.isStyled) return "";
    this.isStyled = true;
    const [envelope, style] = this.encoding === "1.2" ? [SOAP_12, ENCODING_12] : [SOAP_11, ENCODING_11];
    return this.writer.attribute({ namespace: envelope, local: "encodingStyle" }, style);
  }

  element(element: ElementPlan, value: unknown): void {
    this.descend();
    encodeElement(this, element, value);
    this.depth--;
  }

  at(key: string | number, write: () => void): void {
    this.enter(key);
    write();
    this.leave();
  }

  enter(key: string | number): void {
    this.path.push(key);
  }

  leave(): void {
    this.path.pop();
  }

  nested(write: () => void): void {
    this.descend();
    write();
    this.depth--;
  }

  private descend(): void {
    this.depth++;
    if (this.depth > MAX_DEPTH) this.fail(`a value of at most ${MAX_DEPTH} levels`, "a deeper or circular value");
  }

  attached(type: SimpleTypeCodec, value: unknown, mediaType: string | undefined): string | undefined {
    if (this.attachments === undefined || !isOctets(type)) return undefined;
    const attached = this.attachments.attach(value, this.shownPath(), mediaType);
    if (typeof attached === "object") this.fail(attached.expected, attached.received ?? kindOf(value));
    if (attached === undefined || type.faceted !== true) return attached;
    try {
      type.check(value, base64Of(value), "all");
    } catch (error) {
      if (error instanceof Mismatch) this.fail(error.expected, error.received ?? kindOf(value), error.cause);
      throw error;
    }
    return attached;
  }

  simple(type: SimpleTypeCodec, value: unknown, mediaType?: string): string {
    if (type.refersToPart === true && this.attachments !== undefined) {
      const url = this.attachments.refer(value, this.shownPath(), mediaType);
      return typeof url === "string" ? url : this.fail(url.expected, url.received ?? kindOf(value));
    }
    try {
      return writeText(type, value, this.writer);
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      this.fail(error.expected, error.received ?? kindOf(value), error.cause);
    }
  }

  private shownPath(): string {
    const [name, ...steps] = this.path;
    return name + steps.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  }

  fail(expected: string, received: string, cause?: unknown): never {
    const path = this.shownPath();
    const what = received === "absent" ? "but it is missing" : `received ${received}`;
    const text = `The argument does not match the schema at ${path}: expected ${expected}, ${what}.`;
    throw new ArgumentError(text, { path, expected, received, cause });
  }

  refuse(expected: string, value: unknown): never {
    this.fail(expected, kindOf(value));
  }

  missing(expected: string): never {
    this.fail(expected, "absent");
  }
}
