/** The text-only children of one element, as in a wsu:Timestamp or a wsse:UsernameToken. */

import type { XmlAttributeEvent, XmlName } from "soapwright-runtime/internal";
import { XmlReader } from "soapwright-runtime/tables";

export interface ChildText {
  readonly name: XmlName;
  readonly attributes: readonly XmlAttributeEvent[];
  text: string;
}

export function childTexts(xml: string): readonly ChildText[] {
  const found: ChildText[] = [];
  let depth = 0;
  const reader = new XmlReader({
    startElement(name, attributes) {
      if (++depth === 2) found.push({ name: { ...name }, attributes: [...attributes], text: "" });
    },
    text(piece) {
      const child = found.at(-1);
      if (depth === 2 && child !== undefined) child.text += piece;
    },
    endElement() {
      depth--;
    },
  });
  reader.write(xml);
  reader.end();
  return found;
}
