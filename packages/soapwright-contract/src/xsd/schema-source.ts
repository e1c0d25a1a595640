/** What the readers of schema documents share: names, annotations, typed attributes, and reports of wrong elements. */

import { nearWord } from "soapwright-runtime/xsd";
import type { Diagnostics } from "../diagnostics";
import { guess } from "../remedy";
import {
  attribute,
  attributeNode,
  childElements,
  childrenNamed,
  documentationText,
  isNCName,
  listItems,
  nameOf,
  placeOf,
  type QName,
  type XmlElement,
  xsdNamespace,
} from "../xml/xml";
import type { SchemaContext } from "./context";
import { xsdElements } from "./vocabulary";

/** Returns the local name of an element of XML Schema; `""` for any other element. */
export function xsdName({ name }: XmlElement): string {
  return name.namespace === xsdNamespace ? name.local : "";
}

export function contentsOf(source: XmlElement): XmlElement[] {
  return childElements(source).filter((child) => xsdName(child) !== "annotation");
}

/** Returns whether the documentation cites a page relative to the WSDL, which callers cannot open. */
function citesPage(documentation: XmlElement): boolean {
  const source = attribute(documentation, "source");
  return source !== undefined && source.trim() !== "" && !/^[a-z][a-z\d+.-]*:|^\/\//i.test(source.trim());
}

const MEDIA_TYPES = ["http://www.w3.org/2005/05/xmlmime", "http://www.w3.org/2004/11/xmlmime"];

/**
 * Reads `xmime:expectedContentTypes` (Describing Media Content of Binary Data in XML, 3), in the syntax of HTTP's
 * Accept. Weights are removed, and so are entries that are no media types.
 */
export function mediaTypesOf(element: XmlElement): readonly string[] | undefined {
  const [written] = MEDIA_TYPES.flatMap((uri) => attribute(element, "expectedContentTypes", uri) ?? []);
  const types =
    written?.split(",").map((each) =>
      each
        .replace(/;[\s\S]*/, "")
        .trim()
        .toLowerCase(),
    ) ?? [];
  const valid = types.filter((each) => /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(each));
  return valid.length === 0 ? undefined : valid;
}

/** Section 3.13: annotations. */
export function documentationOf(element: XmlElement): string | undefined {
  return documentationText(
    childrenNamed(element, xsdNamespace, "annotation")
      .flatMap((annotation) => childrenNamed(annotation, xsdNamespace, "documentation"))
      .filter((documentation) => !citesPage(documentation)),
  );
}

interface Reporter {
  readonly diagnostics: Diagnostics;
}

export function booleanAttribute(source: XmlElement, name: string, { diagnostics }: Reporter): boolean {
  const found = attributeNode(source, name);
  if (found === undefined) return false;
  const value = found.value.trim();
  if (value === "true" || value === "1") return true;
  if (value !== "false" && value !== "0") {
    diagnostics.error(found, "not-a-boolean", `${name}="${found.value}" is not a boolean`, "write true or false");
  }
  return false;
}

export function enumeratedAttribute<Value extends string>(
  source: XmlElement,
  name: string,
  allowed: readonly Value[],
  { diagnostics }: Reporter,
): Value | undefined {
  const found = attributeNode(source, name);
  if (found === undefined) return undefined;
  const value = found.value.trim();
  const match = allowed.find((candidate) => candidate === value);
  if (match === undefined) {
    diagnostics.error(
      found,
      "value-not-allowed",
      `${name}="${found.value}" is not allowed`,
      `write ${allowed.join(" or ")}`,
    );
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
  const text = attribute(source, name) ?? fallback;
  if (text === "") return [];
  const written = listItems(text);
  return written.includes("#all") ? [...allowed] : allowed.filter((candidate) => written.includes(candidate));
}

/** Returns the name of a declaration without `ref`; reports a wrong name. `qualified` is the default of `form`. */
export function localName(source: XmlElement, qualified: boolean, context: SchemaContext): QName | undefined {
  const local = nameOf(source);
  const isReserved = local === "xmlns" && source.name.local === "attribute";
  if (local === undefined || isReserved || !isNCName(local)) {
    const problem = local === undefined ? `${source.raw} has neither name nor ref` : `"${local}" is not a name`;
    context.diagnostics.error(source, local === undefined ? "local-name-missing" : "local-name-invalid", problem);
    return undefined;
  }
  const form = enumeratedAttribute(source, "form", ["qualified", "unqualified"], context);
  const isQualified = form === undefined ? qualified : form === "qualified";
  return { namespace: isQualified ? context.scope.targetNamespace : "", local };
}

/** Returns the occurrence of a particle (section 3.9.2), and its position. */
export function occurrenceOf(source: XmlElement, context: Reporter) {
  const { position } = source;
  const minOccurs = count(source, "minOccurs", context);
  const maxOccurs = count(source, "maxOccurs", context);
  if (minOccurs <= maxOccurs) return { minOccurs, maxOccurs, position };
  const at = attributeNode(source, "minOccurs") ?? placeOf(source, "maxOccurs");
  context.diagnostics.error(at, "occurs-crossed", `minOccurs ${minOccurs} is greater than maxOccurs ${maxOccurs}`);
  return { minOccurs, maxOccurs: minOccurs, position };
}

function count(source: XmlElement, name: "minOccurs" | "maxOccurs", { diagnostics }: Reporter): number {
  const found = attributeNode(source, name);
  if (found === undefined) return 1;
  const value = found.value.trim();
  if (name === "maxOccurs" && value === "unbounded") return Infinity;
  if (/^\+?\d+$/.test(value)) return Number(value);
  const expected = name === "maxOccurs" ? "a number or unbounded" : "a number";
  diagnostics.error(found, "occurs-invalid", `${name}="${found.value}" is not ${expected}`);
  return 1;
}

const ofVersion11 = new Set(
  "assert assertion alternative openContent defaultOpenContent override explicitTimezone".split(" "),
);

/**
 * Reports an element that is not allowed in its parent: as a warning for a nested named type, which nothing can refer
 * to, and for elements of other namespaces; otherwise as an error, because the schema would have another meaning.
 */
export function reportUnexpected(child: XmlElement, { diagnostics }: Reporter): void {
  const { namespace, local } = child.name;
  const place = `${child.raw} is not allowed in ${child.parent?.raw ?? "a document"}`;
  if (namespace !== xsdNamespace) {
    diagnostics.warning(child, "foreign-element-ignored", `${place}; it is ignored`);
  } else if (ofVersion11.has(local)) {
    diagnostics.error(child, "of-schema-1-1", `${child.raw} is of XML Schema 1.1`, "only XML Schema 1.0 is read");
  } else if (/^(?:complex|simple)Type$/.test(local) && attribute(child, "name") !== undefined) {
    diagnostics.warning(
      child,
      "named-type-misplaced",
      `${place}; the named type is ignored`,
      "move it to the top of the schema",
    );
  } else {
    const meant = xsdElements.has(local) ? undefined : nearWord(local, xsdElements.keys());
    diagnostics.error(child, "schema-element-misplaced", place, meant && guess(meant));
  }
}
