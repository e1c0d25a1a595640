/** XML Schema Part 1, section 3.9.2: minOccurs and maxOccurs. */
import type { Diagnostics } from "../diagnostics";
import { attributeNode, placeOf } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";

export interface Occurrence {
  readonly minOccurs: number;
  readonly maxOccurs: number;
}

export function occurrenceOf(source: XmlElement, diagnostics: Diagnostics): Occurrence {
  const minOccurs = count(source, "minOccurs", diagnostics);
  const maxOccurs = count(source, "maxOccurs", diagnostics);
  if (minOccurs > maxOccurs) {
    const at = attributeNode(source, "minOccurs") ?? placeOf(source, "maxOccurs");
    diagnostics.error(at, `minOccurs ${minOccurs} is greater than maxOccurs ${maxOccurs}`);
    return { minOccurs, maxOccurs: minOccurs };
  }
  return { minOccurs, maxOccurs };
}

function count(source: XmlElement, name: "minOccurs" | "maxOccurs", diagnostics: Diagnostics): number {
  const found = attributeNode(source, name);
  if (found === undefined) return 1;
  const value = found.value.trim();
  if (name === "maxOccurs" && value === "unbounded") return Infinity;
  if (/^\+?\d+$/.test(value)) return Number(value);
  const expected = name === "maxOccurs" ? "a number or unbounded" : "a number";
  diagnostics.error(found, `${name}="${found.value}" is not ${expected}`);
  return 1;
}
