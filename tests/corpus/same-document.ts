import type { XmlElement } from "soapwright-contract";
import { expandedName } from "soapwright-contract";
import { resolvePrefix } from "../../packages/soapwright-contract/src/xml/xml";

const instanceNamespace = "http://www.w3.org/2001/XMLSchema-instance";
export const typeAttribute = `{${instanceNamespace}}type`;

/**
 * Returns the first difference between two documents for a reader that knows their schema: names, order, attributes,
 * values. Ignores schema location hints, other lexical forms of a value, and default values in the second document.
 * With `unordered`, for schemas with `xs:all`, children may be in any order.
 */
export function firstDifference(one: XmlElement, other: XmlElement, unordered: boolean, path = ""): string | undefined {
  const here = `${path}/${one.name.local}`;
  if (expandedName(one.name) !== expandedName(other.name)) return `${here}: became ${expandedName(other.name)}`;
  const attributes = attributesOf(other);
  for (const [name, value] of attributesOf(one)) {
    const again = attributes.get(name);
    if (again === undefined) return `${here}/@${name} is lost`;
    if (name === typeAttribute && qname(value, one) === qname(again, other)) continue;
    if (!sameValue(value, one, again, other)) return `${here}/@${name}: "${value}" became "${again}"`;
  }
  const [children, others] = [nodesOf(one, unordered), nodesOf(other, unordered)];
  if (children.length === 0 && typeof others[0] === "string") return undefined;
  if (children.length !== others.length) return `${here}: ${children.length} children became ${others.length}`;
  for (const [index, child] of children.entries()) {
    const again = others[index];
    if (typeof child === "string" || typeof again === "string" || again === undefined) {
      if (typeof child !== "string" || typeof again !== "string") return `${here}: text and element changed places`;
      if (!sameValue(child, one, again, other))
        return `${here}: "${child.slice(0, 60)}" became "${again.slice(0, 60)}"`;
    } else {
      const difference = firstDifference(child, again, unordered, here);
      if (difference !== undefined) return difference;
    }
  }
  return undefined;
}

function attributesOf(element: XmlElement): Map<string, string> {
  const own = element.attributes.filter(
    ({ name }) => !(name.namespace === instanceNamespace && /ocation$/.test(name.local)),
  );
  return new Map(own.map(({ name, value }) => [expandedName(name), value]));
}

function nodesOf(element: XmlElement, unordered: boolean): (XmlElement | string)[] {
  const nodes = element.content.filter((node) => typeof node !== "string" || node.trim() !== "");
  const keyOf = (node: XmlElement | string) => (typeof node === "string" ? "" : expandedName(node.name));
  return unordered ? nodes.sort((a, b) => keyOf(a).localeCompare(keyOf(b))) : nodes;
}

function sameValue(one: string, here: XmlElement, other: string, there: XmlElement): boolean {
  const [a, b] = [one, other].map((text) => text.replace(/[\t\r\n ]+/g, " ").trim()) as [string, string];
  if (a === b || (a !== "" && b !== "" && Number(a) === Number(b))) return true;
  if (boolean(a) !== undefined && boolean(a) === boolean(b)) return true;
  if (a.replaceAll(" ", "").toLowerCase() === b.replaceAll(" ", "").toLowerCase() && /^[A-Za-z0-9+/=\s]*$/.test(a))
    return true;
  return a.includes(":") && qname(a, here) !== undefined && qname(a, here) === qname(b, there);
}

function boolean(text: string): boolean | undefined {
  return text === "true" || text === "1" ? true : text === "false" || text === "0" ? false : undefined;
}

function qname(text: string, element: XmlElement): string | undefined {
  const [prefix, local] = text.includes(":") ? text.trim().split(":") : ["", text.trim()];
  const namespace = resolvePrefix(element, prefix ?? "");
  return namespace === undefined ? undefined : `{${namespace}}${local}`;
}
