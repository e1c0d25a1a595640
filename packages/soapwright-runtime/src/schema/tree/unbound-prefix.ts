import { isNCName } from "../../xsd/xsd-names";
import { ENCODING_11, ENCODING_12, XSI } from "../schema-namespaces";
import type { QName, XmlElement } from "../tables/table-values";

/** The prefixes that every envelope binds. */
const OF_ENVELOPES: ReadonlySet<string> = new Set(["xml", "xsi", "xsd"]);

/**
 * Whether the value of the attribute is the name of a type, whatever the schema is: `xsi:type`, and the type of an array
 * (SOAP 1.1, 5.4.2; SOAP 1.2 Part 2, 3.1.4.1).
 */
export function namesType({ namespace, local }: QName): boolean {
  if (namespace === XSI) return local === "type";
  return (namespace === ENCODING_11 && local === "arrayType") || (namespace === ENCODING_12 && local === "itemType");
}

function prefixOf(name: string): string | undefined {
  const [prefix = "", local] = name.trim().split(":");
  return local !== undefined && isNCName(prefix) ? prefix : undefined;
}

/** The texts of an element that are QNames whatever the schema is. */
function namesIn({ attributes, children }: XmlElement): string[] {
  const types = attributes.filter(({ name }) => namesType(name));
  const isName = types.some(
    ({ name, value }) => name.namespace === XSI && /^\s*\w+:(?:QName|NOTATION)\s*$/.test(value),
  );
  const text = isName ? children.filter((child) => typeof child === "string").join("") : "";
  return [...types.map(({ value }) => value), text];
}

/** Returns the prefix of a type's name or a value that neither the XML text of the tree nor an envelope around it binds. */
export function unboundPrefix(root: XmlElement): string | undefined {
  const waiting = [{ element: root, outer: OF_ENVELOPES }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element, outer } = next;
    const { children, prefixes } = element;
    const bound = prefixes === undefined ? outer : new Set([...outer, ...Object.keys(prefixes)]);
    for (const name of namesIn(element)) {
      const prefix = prefixOf(name);
      if (prefix !== undefined && !bound.has(prefix)) return prefix;
    }
    for (const child of children) if (typeof child !== "string") waiting.push({ element: child, outer: bound });
  }
  return undefined;
}
