/**
 * The SOAP encoding: arrays (SOAP 1.1, 5.4.2; SOAP 1.2 Part 2, 3.1.6) and the Body of a response. Only tables that need
 * it import it, so that other programs do not load its code.
 */
import type { XmlAttributeEvent, XmlName } from "../xml/events";
import { trim } from "../xsd/built-ins";
import { openDeclared } from "./decode/complex-frames";
import { type ArrayDecoder, type Decoding, Frame, type Opening } from "./decode/frame";
import { isAlternative } from "./decode/instance-type";
import { requireItems } from "./encode/caller-values";
import { encodeElement } from "./encode/encode-element";
import type { ArrayEncoder, Encoder } from "./encode/encoder";
import { compileElement } from "./plans/plan-complex";
import type { LeafPlan, SoapArrayPlan } from "./plans/plans";
import { type Rename, renamed } from "./plans/resolve";
import { ENCODING_11, ENCODING_12, XSI } from "./schema-namespaces";
import type { ElementNode, SoapArrayNode } from "./tables/nodes";
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
};

/** The code of the SOAP encoding, for services and codecs whose tables need it. */
export const soapEncoding: SoapEncoding = code;

/** The names of items are not significant (SOAP 1.1, 5.4.2). */
function compileArray({ kind, name, item, itemType }: SoapArrayNode, rename: Rename): SoapArrayPlan {
  const items: ElementNode = {
    kind: "element",
    key: "item",
    name: { namespace: "", local: "item" },
    type: item,
    min: 0,
    max: Infinity,
    array: true,
  };
  return {
    kind,
    name: name && renamed(name, rename),
    itemType: renamed(itemType, rename),
    item: { ...compileElement(items, { index: 0, within: undefined }, rename), names: [items.name] },
  };
}

function encodeArray(encoder: Encoder, name: QName, plan: SoapArrayPlan, value: unknown): void {
  const { writer } = encoder;
  const items = requireItems(encoder, value, "a list");
  const tag = writer.open(name, { attributes: arrayAttributes(encoder, plan, items.length) });
  items.read((item) => encodeElement(encoder, plan.item, item));
  writer.close(tag);
}

function arrayAttributes({ writer, encoding }: Encoder, { itemType }: SoapArrayPlan, length: number): string {
  if (encoding === undefined) return "";
  if (encoding === "1.2") {
    const type = writer.attribute({ namespace: ENCODING_12, local: "itemType" }, writer.qualified(itemType));
    return type + writer.attribute({ namespace: ENCODING_12, local: "arraySize" }, String(length));
  }
  const array = writer.qualified({ namespace: ENCODING_11, local: "Array" });
  const type = writer.attribute({ namespace: XSI, local: "type" }, array);
  const arrayType = `${writer.qualified(itemType)}[${length}]`;
  return type + writer.attribute({ namespace: ENCODING_11, local: "arrayType" }, arrayType);
}

/** The frame of an array (SOAP 1.1, 5.4.2), whose items may have any name. */
class SoapArrayFrame extends Frame {
  private readonly itemType: QName | undefined;
  private readonly items: unknown[] = [];

  constructor(
    opening: Opening,
    private readonly plan: SoapArrayPlan,
  ) {
    super(opening);
    const { decoder, attributes } = opening;
    for (const attribute of attributes) refusePartial(decoder, attribute);
    this.itemType = derivedItemType(decoder, plan, attributes);
  }

  start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const { decoder, itemType } = this;
    for (const attribute of attributes) refusePartial(decoder, attribute);
    const { item } = this.plan;
    if (itemType === undefined) openDeclared(this, item, name, attributes);
    else decoder.open({ decoder, parent: this, slot: item, name, attributes }, itemType);
  }

  override put(_slot: LeafPlan, value: unknown): void {
    this.items.push(value);
  }

  override countOf(): number {
    return this.items.length;
  }

  end(): void {
    this.decoder.leave(this.items);
  }
}

/** Partial arrays (SOAP 1.1, 5.4.2.1 and 5.4.2.2) and arrays with several dimensions are not plain lists. */
function refusePartial(decoder: Decoding, { name, value }: XmlAttributeEvent): void {
  if (name.namespace !== ENCODING_11) return;
  if (name.local === "offset" || name.local === "position")
    decoder.fail("an array that is sent in parts is not supported");
  if (name.local === "arrayType" && /\[[^\]]*,/.test(value))
    decoder.fail("an array with several dimensions is not supported");
}

/** An array may name its item type (SOAP 1.1, 5.4.2; SOAP 1.2 Part 2, 3.1.4). */
function derivedItemType(
  decoder: Decoding,
  { item }: SoapArrayPlan,
  attributes: readonly XmlAttributeEvent[],
): QName | undefined {
  const plan = decoder.plans.type(item.position);
  if (plan.kind !== "polymorphic") return undefined;
  for (const { name, value } of attributes) {
    const isNamed =
      (name.namespace === ENCODING_11 && name.local === "arrayType") ||
      (name.namespace === ENCODING_12 && name.local === "itemType");
    if (!isNamed) continue;
    const [, prefix = "", local = ""] = /^(?:([^[\]:]+):)?([^[\]:]+)(?:\[[^[\]]*\])?$/.exec(trim(value)) ?? [];
    const type = { namespace: decoder.scope.resolvePrefix(prefix) ?? "", local };
    return isAlternative(decoder.plans, plan, type) ? type : undefined;
  }
  return undefined;
}
