/** SOAP 1.1, 5.4.2, and SOAP 1.2 part 2, 3.1.6: arrays of the SOAP encoding. */

import type { SoapArrayPlan } from "../plans/plans";
import { ENCODING_11, ENCODING_12, XSI } from "../schema-namespaces";
import type { QName } from "../tables/table-values";
import type { Encoding } from "./encoding";
import { requireItems } from "./items";

export function encodeSoapArray(encoder: Encoding, name: QName, plan: SoapArrayPlan, value: unknown): void {
  const { writer } = encoder;
  const items = requireItems(encoder, value, "a list");
  const tag = writer.open(name, { attributes: arrayAttributes(encoder, plan, items.length) });
  items.read((item) => encoder.element(plan.item, item));
  writer.close(tag);
}

function arrayAttributes({ writer, encoding }: Encoding, { itemType }: SoapArrayPlan, length: number): string {
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
