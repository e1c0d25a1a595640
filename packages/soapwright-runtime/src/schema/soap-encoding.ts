/**
 * The SOAP encoding: arrays (SOAP 1.1, 5.4.2; SOAP 1.2 Part 2, 3.1.6) and the Body of a response. Only tables that need
 * it import it, so that other programs do not load its code.
 */
import type { ArrayDecoder } from "./decode/frame";
import { SoapArrayFrame } from "./decode/soap-array-frame";
import { requireItems } from "./encode/caller-values";
import { encodeElement } from "./encode/encode-element";
import type { ArrayEncoder, Encoder } from "./encode/encoder";
import { compileElement } from "./plans/plan-particles";
import type { SoapArrayPlan } from "./plans/plans";
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
  openArray: (...args) => new SoapArrayFrame(...args),
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
