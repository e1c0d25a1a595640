/**
 * The elements that policies name by XPath 1.0 (WS-SecurityPolicy 1.3, 4.1.3 and 4.2.2): paths of child steps from the
 * root, or from any element. Steps are written `{namespace}name`.
 */
import { attribute, childElements, resolvePrefix, textOf, type XmlElement } from "../xml/xml";

/** An element that holds an XPath, and its path; undefined for a path of another form, with whether it has a predicate. */
interface FoundPath {
  readonly source: XmlElement;
  readonly path: string | undefined;
  readonly hasPredicate: boolean;
}

const XPATH_10 = "http://www.w3.org/TR/1999/REC-xpath-19991116";
const STEP = /^(?:([^\s:/@()[\]*.]+):)?([^\s:/@()[\]*.][^\s:/@()[\]*]*)$/;

export function pathsIn(assertion: XmlElement): readonly FoundPath[] {
  const isOther = (attribute(assertion, "XPathVersion")?.trim() ?? XPATH_10) !== XPATH_10;
  return childElements(assertion).map((source) => {
    const text = textOf(source).trim();
    const path = isOther || source.name.local !== "XPath" ? undefined : pathOf(text, source);
    return { source, path, hasPredicate: text.includes("[") };
  });
}

function pathOf(text: string, source: XmlElement): string | undefined {
  const [, start, rest = ""] = /^(\/\/?)(.+)$/s.exec(text) ?? [];
  const steps = rest.split("/").map((step) => {
    const [, prefix = "", local = ""] = STEP.exec(step.trim()) ?? [];
    // A name without a prefix is in no namespace (XPath 1.0, 2.3).
    const namespace = prefix === "" ? "" : resolvePrefix(source, prefix);
    return namespace === undefined || local === "" ? undefined : `{${namespace}}${local}`;
  });
  return start === undefined || steps.includes(undefined) ? undefined : start + steps.join("/");
}
