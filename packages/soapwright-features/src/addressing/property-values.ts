/** Reads values of header blocks, which are typed if the WSDL declares them, else trees. */
import type { XmlElement } from "soapwright-runtime/tables";

export function isTree(value: unknown): value is XmlElement {
  if (typeof value !== "object" || value === null) return false;
  const { name, children, attributes } = value as Partial<XmlElement>;
  return typeof name === "object" && name !== null && Array.isArray(children) && Array.isArray(attributes);
}

/** Accepts a tree, a string, or simple content with attributes. */
export function textIn(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim();
  if (isTree(value)) {
    let text = "";
    for (const child of value.children) if (typeof child === "string") text += child;
    return text.trim();
  }
  if (typeof value !== "object" || value === null) return undefined;
  const inside: unknown = Object.hasOwn(value, "value") ? Reflect.get(value, "value") : undefined;
  return typeof inside === "string" ? inside.trim() : undefined;
}

/** Typed values have the attribute as a property. */
export function attributeIn(value: unknown, local: string): string | undefined {
  if (isTree(value)) {
    return value.attributes.find(({ name }) => name.namespace === "" && name.local === local)?.value.trim();
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, local)) return undefined;
  const found: unknown = Reflect.get(value, local);
  return typeof found === "string" ? found.trim() : undefined;
}

export function elementsIn({ children }: XmlElement): XmlElement[] {
  return children.filter((child): child is XmlElement => typeof child !== "string");
}
