import { isNCName } from "../../xsd/xsd-names";
import { XSI } from "../schema-namespaces";
import type { XmlElement } from "../tables/table-values";

/** The prefixes that every envelope binds. */
const OF_ENVELOPES: ReadonlySet<string> = new Set(["xml", "xsi", "xsd"]);

/** Returns the prefix of an `xsi:type` that neither the XML text of the tree nor an envelope around it binds. */
export function unboundPrefix(root: XmlElement): string | undefined {
  const waiting = [{ element: root, outer: OF_ENVELOPES }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element, outer } = next;
    const { attributes, children, prefixes } = element;
    const bound = prefixes === undefined ? outer : new Set([...outer, ...Object.keys(prefixes)]);
    for (const { name, value } of attributes) {
      const [prefix = "", local] = value.trim().split(":");
      const isType = name.namespace === XSI && name.local === "type";
      if (isType && local !== undefined && isNCName(prefix) && !bound.has(prefix)) return prefix;
    }
    for (const child of children) if (typeof child !== "string") waiting.push({ element: child, outer: bound });
  }
  return undefined;
}
