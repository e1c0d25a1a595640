import { nearWord } from "soapwright-runtime/xsd";
import type { Diagnostics } from "../diagnostics";
import {
  attribute,
  attributeNode,
  childElements,
  isNamed,
  isNCName,
  listItems,
  nameOf,
  placeOf,
  type QName,
  textOf,
  type XmlElement,
  xsdNamespace,
} from "../xml/xml";
import type { SchemaContext } from "./context";
import { xsdElements } from "./vocabulary";

/** Returns the local name of an element of XML Schema; `""` for any other element. */
export function xsdName({ name }: XmlElement): string {
  return name.namespace === xsdNamespace ? name.local : "";
}

/** Returns the child elements without annotations. */
export function contentsOf(source: XmlElement): XmlElement[] {
  return childElements(source).filter((child) => xsdName(child) !== "annotation");
}

/** Returns whether the documentation cites a page relative to the WSDL, which callers cannot open. */
function citesPage(documentation: XmlElement): boolean {
  const source = attribute(documentation, "source");
  return source !== undefined && source.trim() !== "" && !/^[a-z][a-z\d+.-]*:|^\/\//i.test(source.trim());
}

const MEDIA_TYPES = ["http://www.w3.org/2005/05/xmlmime", "http://www.w3.org/2004/11/xmlmime"];

/** Reads `xmime:expectedContentTypes` (Describing Media Content of Binary Data in XML, 3). */
export function mediaTypesOf(element: XmlElement): { readonly mediaTypes?: readonly string[] } {
  for (const namespace of MEDIA_TYPES) {
    const written = attribute(element, "expectedContentTypes", namespace);
    if (written === undefined) continue;
    // The syntax is HTTP's Accept. Weights are removed, and so are entries that are no media types.
    const types = written.split(",").map((each) =>
      each
        .replace(/;[\s\S]*/, "")
        .trim()
        .toLowerCase(),
    );
    const valid = types.filter((each) => /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(each));
    return valid.length === 0 ? {} : { mediaTypes: valid };
  }
  return {};
}

export function documentationOf(element: XmlElement): { readonly documentation?: string } {
  const texts: string[] = [];
  for (const child of childElements(element)) {
    if (!isNamed(child, xsdNamespace, "annotation")) continue;
    for (const documentation of childElements(child)) {
      if (!isNamed(documentation, xsdNamespace, "documentation") || citesPage(documentation)) continue;
      const text = textOf(documentation).trim();
      if (text !== "") texts.push(text);
    }
  }
  return texts.length === 0 ? {} : { documentation: texts.join("\n\n") };
}

export function booleanAttribute(source: XmlElement, name: string, diagnostics: Diagnostics): boolean {
  const found = attributeNode(source, name);
  if (found === undefined) return false;
  const value = found.value.trim();
  if (value === "true" || value === "1") return true;
  if (value !== "false" && value !== "0") {
    diagnostics.error(found, `${name}="${found.value}" is not a boolean`, "write true or false");
  }
  return false;
}

export function enumeratedAttribute<Value extends string>(
  source: XmlElement,
  name: string,
  allowed: readonly Value[],
  diagnostics: Diagnostics,
): Value | undefined {
  const found = attributeNode(source, name);
  if (found === undefined) return undefined;
  const value = found.value.trim();
  const match = allowed.find((candidate) => candidate === value);
  if (match === undefined) {
    diagnostics.error(found, `${name}="${found.value}" is not allowed`, `write ${allowed.join(" or ")}`);
  }
  return match;
}

/** Returns the listed values, or all allowed values for `#all`. */
export function enumeratedListAttribute<Value extends string>(
  source: XmlElement,
  name: string,
  fallback: string,
  allowed: readonly Value[],
): Value[] {
  const value = attributeNode(source, name)?.value ?? fallback;
  const written = listItems(value);
  return written.includes("#all") ? [...allowed] : allowed.filter((candidate) => written.includes(candidate));
}

/** Returns the name of a declaration without `ref`; reports a wrong name. `qualified` is the default of `form`. */
export function localName(source: XmlElement, qualified: boolean, context: SchemaContext): QName | undefined {
  const { diagnostics } = context;
  const local = nameOf(source);
  const isReserved = local === "xmlns" && source.name.local === "attribute";
  if (local === undefined || isReserved || !isNCName(local)) {
    const problem = local === undefined ? `${source.raw} has neither name nor ref` : `"${local}" is not a name`;
    diagnostics.error(source, problem);
    return undefined;
  }
  const form = enumeratedAttribute(source, "form", ["qualified", "unqualified"], diagnostics);
  const isQualified = form === undefined ? qualified : form === "qualified";
  return { namespace: isQualified ? context.scope.targetNamespace : "", local };
}

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

const ofVersion11 = new Set([
  "assert",
  "assertion",
  "alternative",
  "openContent",
  "defaultOpenContent",
  "override",
  "explicitTimezone",
]);
const definitions = new Set(["complexType", "simpleType"]);

/**
 * Reports an element that is not allowed in its parent: as a warning for a nested named type, which nothing can refer
 * to, and for elements of other namespaces; otherwise as an error, because the schema would have another meaning.
 */
export function reportUnexpected(child: XmlElement, diagnostics: Diagnostics): void {
  const place = `${child.raw} is not allowed in ${child.parent?.raw ?? "a document"}`;
  if (child.name.namespace !== xsdNamespace) {
    diagnostics.warning(child, `${place}; it is ignored`);
  } else if (ofVersion11.has(child.name.local)) {
    diagnostics.error(child, `${child.raw} is of XML Schema 1.1`, "only XML Schema 1.0 is read");
  } else if (definitions.has(child.name.local) && attribute(child, "name") !== undefined) {
    diagnostics.warning(child, `${place}; the named type is ignored`, "move it to the top of the schema");
  } else {
    const meant = xsdElements.has(child.name.local) ? undefined : nearWord(child.name.local, xsdElements.keys());
    diagnostics.error(child, place, meant === undefined ? {} : { hint: `did you mean ${meant}?` });
  }
}
