/**
 * The SOAP encoding: arrays (SOAP 1.1, 5.4.2; SOAP 1.2 Part 2, 3.1.6) and the Body of a response. Only tables that need
 * it import it, so that other programs do not load its code.
 */

import { printable } from "../text/printable";
import type { XmlAttributeEvent, XmlName } from "../xml/events";
import { trim } from "../xsd/built-ins";
import { openDeclared } from "./decode/complex-frames";
import { type ArrayDecoder, type Decoding, Frame, type Opening } from "./decode/frame";
import { currentName, isAlternative, isAny, isBuiltIn } from "./decode/instance-type";
import { requireItems } from "./encode/caller-values";
import { encodeElement } from "./encode/encode-element";
import type { ArrayEncoder, Encoder } from "./encode/encoder";
import { compileElement } from "./plans/plan-complex";
import type { LeafPlan, Plans, SoapArrayPlan } from "./plans/plans";
import { type Rename, renamed } from "./plans/resolve";
import { ENCODING_11, ENCODING_12, XSI } from "./schema-namespaces";
import { convert } from "./soap-conversions";
import { madeElement } from "./tables/made-nodes";
import type { SoapArrayNode } from "./tables/nodes";
import type { SoapEncoding } from "./tables/service-node";
import type { QName } from "./tables/table-values";
import { EncodedBody } from "./tree/encoded-body";

/** Public types do not show these members. */
export interface SoapEncodingCode extends SoapEncoding, ArrayEncoder, ArrayDecoder {
  readonly Body: typeof EncodedBody;
  compileArray(node: SoapArrayNode, rename: Rename): SoapArrayPlan;
}

const code: SoapEncodingCode = {
  of: "soapEncoding",
  Body: EncodedBody,
  compileArray,
  encodeArray,
  openArray: (opening, plan) => new SoapArrayFrame(opening, plan),
  convert,
};

/** The code of the SOAP encoding, for services and codecs whose tables need it. */
export const soapEncoding: SoapEncoding = code;

/** The names of items are not significant (SOAP 1.1, 5.4.2). */
function compileArray({ kind, name, item, itemType, dimensions = 1 }: SoapArrayNode, rename: Rename): SoapArrayPlan {
  const items = madeElement({ namespace: "", local: "item" }, item, { min: 0, max: Infinity, array: true });
  return {
    kind,
    name: name && renamed(name, rename),
    itemType: renamed(itemType, rename),
    dimensions,
    item: { ...compileElement(items, { index: 0, within: undefined }, rename), names: [items.name] },
  };
}

function encodeArray(encoder: Encoder, name: QName, plan: SoapArrayPlan, value: unknown): void {
  const { writer } = encoder;
  if (plan.dimensions > 1)
    encoder.fail(
      "no value, because arrays of several dimensions are not supported",
      `one of ${plan.dimensions} dimensions`,
    );
  const items = requireItems(encoder, value, "a list");
  const tag = writer.open(name, { attributes: arrayAttributes(encoder, plan, items.length) });
  items.read((item) => encodeElement(encoder, plan.item, item));
  writer.close(tag);
}

function arrayAttributes({ writer, encoding, plans }: Encoder, plan: SoapArrayPlan, length: number): string {
  if (encoding === undefined) return "";
  const { itemType } = plan;
  const brackets = "[]".repeat(anonymousArraysIn(plans, plan));
  if (encoding === "1.2") {
    // An array has no name there unless its type is named, and its items say that they are arrays.
    const type =
      brackets === ""
        ? writer.attribute({ namespace: ENCODING_12, local: "itemType" }, writer.qualified(itemType))
        : "";
    return type + writer.attribute({ namespace: ENCODING_12, local: "arraySize" }, String(length));
  }
  const array = writer.qualified({ namespace: ENCODING_11, local: "Array" });
  const type = writer.attribute({ namespace: XSI, local: "type" }, array);
  const arrayType = `${writer.qualified(itemType)}${brackets}[${length}]`;
  return type + writer.attribute({ namespace: ENCODING_11, local: "arrayType" }, arrayType);
}

/** The number of levels at which the items of an array are arrays whose type has no name (SOAP 1.1, 5.4.2). */
function anonymousArraysIn(plans: Plans, { item }: SoapArrayPlan): number {
  const type = plans.type(item.position);
  return type.kind === "soapArray" && type.name === undefined ? 1 + anonymousArraysIn(plans, type) : 0;
}

/**
 * The frame of an array (SOAP 1.1, 5.4.2), whose items may have any name. Its size only counts: an array may declare any
 * number of items, and nothing is made for items that do not come.
 */
class SoapArrayFrame extends Frame {
  private readonly itemType: QName | undefined;
  /** The declared number of items, if it has one. */
  private readonly size: number | undefined;
  private readonly items: unknown[] = [];

  constructor(
    opening: Opening,
    private readonly plan: SoapArrayPlan,
  ) {
    super(opening);
    const { decoder, attributes } = opening;
    const terms = arrayTerms(decoder, attributes);
    if (terms.offset !== 0)
      decoder.fail(`an array that is sent in parts is not supported: it begins at item ${terms.offset} (offset)`);
    if (terms.dimensions !== 1)
      decoder.fail(`an array with several dimensions is not supported: it has ${terms.dimensions}`);
    this.itemType = terms.itemType && namedItemType(decoder, plan, terms.itemType);
    this.size = terms.size;
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const { decoder, itemType } = this;
    for (const attribute of attributes) this.requirePosition(attribute);
    const { item } = this.plan;
    if (itemType === undefined) openDeclared(this, item, name, attributes);
    else decoder.open({ decoder, parent: this, slot: item, name, attributes }, itemType);
  }

  /** The items of a sparse array (SOAP 1.1, 5.4.2.2) have positions. A list has no holes. */
  private requirePosition({ name, value }: XmlAttributeEvent): void {
    if (name.namespace !== ENCODING_11 || name.local !== "position") return;
    const index = this.items.length;
    if (indexOf(value) === index) return;
    this.decoder.fail(
      `a sparse array is not supported: item ${index + 1} has the position ${printable(value).slice(0, 50)}, not [${index}]`,
    );
  }

  override put(_slot: LeafPlan, value: unknown): void {
    this.items.push(value);
  }

  override countOf(): number {
    return this.items.length;
  }

  end(): void {
    const { decoder, items, size } = this;
    if (size !== undefined && size !== items.length) this.departFromSize(size);
    decoder.leave(items);
  }

  /** Items beyond the declared number are no loss. Too few items are a part of an array, or a response that was cut. */
  private departFromSize(size: number): void {
    const { decoder, items } = this;
    const [came, gives] = [`an array that declares ${size} items`, `the ${items.length} items that came`];
    decoder.depart({ message: `${came} and has ${items.length}`, came, gives, isRead: items.length > size });
  }
}

interface ArrayTerms {
  /** Undefined if no type is named, or the items are arrays themselves. */
  itemType?: QName | undefined;
  size?: number | undefined;
  dimensions: number;
  offset: number;
}

/** Reads `arrayType` and `offset` (SOAP 1.1, 5.4.2), and `itemType` and `arraySize` (SOAP 1.2 Part 2, 3.1.6). */
function arrayTerms(decoder: Decoding, attributes: readonly XmlAttributeEvent[]): ArrayTerms {
  const terms: ArrayTerms = { dimensions: 1, offset: 0 };
  for (const { name, value } of attributes) {
    const text = trim(value);
    if (name.namespace === ENCODING_11 && name.local === "arrayType") {
      const [type = "", ...brackets] = text.split("[");
      // The items of xsd:string[][2] are arrays.
      if (brackets.length < 2) terms.itemType = typeOf(decoder, type);
      setSizes(terms, (brackets.at(-1) ?? "").replace("]", "").split(","));
    } else if (name.namespace === ENCODING_11 && name.local === "offset") {
      terms.offset = indexOf(text) ?? decoder.fail(`an offset that is no position: ${printable(text).slice(0, 50)}`);
    } else if (name.namespace === ENCODING_12 && name.local === "itemType") {
      terms.itemType = typeOf(decoder, text);
    } else if (name.namespace === ENCODING_12 && name.local === "arraySize") {
      setSizes(terms, text.split(/\s+/));
    }
  }
  return terms;
}

function setSizes(terms: ArrayTerms, sizes: readonly string[]): void {
  terms.dimensions = sizes.length;
  const [size = ""] = sizes;
  terms.size = /^\s*\d{1,15}\s*$/.test(size) ? Number(size) : undefined;
}

/** Returns undefined for a text that is not one position, as in `[2]`. */
function indexOf(text: string): number | undefined {
  const [, digits] = /^\s*\[\s*(\d{1,15})\s*\]\s*$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function typeOf({ scope }: Decoding, text: string): QName | undefined {
  const [, prefix = "", local = ""] = /^(?:([^:]+):)?([^:]+)$/.exec(trim(text)) ?? [];
  const namespace = scope.resolvePrefix(prefix);
  return namespace === undefined ? undefined : currentName({ namespace, local });
}

/**
 * An array may name the type of its items (SOAP 1.1, 5.4.2; SOAP 1.2 Part 2, 3.1.4). Returns undefined when that is the
 * declared type, or says nothing about it.
 */
function namedItemType(decoder: Decoding, { item }: SoapArrayPlan, type: QName): QName | undefined {
  const plan = decoder.plans.type(item.position);
  if (isAlternative(decoder.plans, plan, type)) return type;
  if (plan.kind !== "simple" || isAny(type) || !isBuiltIn(type)) return undefined;
  return plan.type.builtIns.includes(type.local) ? undefined : type;
}
