import { prefixesInScope, type XmlElement } from "soapwright-contract";
import { escaped } from "../instances/write-tree";

export interface Edits {
  readonly isLeftOut?: (child: XmlElement) => boolean;
  /** Attributes by local name that replace the source's. */
  readonly attributes?: (element: XmlElement) => Readonly<Record<string, string>> | undefined;
  /** XML to insert before the content of the root element. */
  readonly first?: string;
}

/**
 * Returns a source element as a separate document, which declares the namespaces in scope. Attributes in a namespace
 * are left out, because XML Schema does not use them.
 */
export function sourceText(element: XmlElement, edits: Edits = {}): string {
  const scope = prefixesInScope(element);
  scope.delete("xml");
  return write(element, scope, edits, edits.first ?? "");
}

function write(element: XmlElement, declared: ReadonlyMap<string, string>, edits: Edits, first: string): string {
  const declarations = [...declared].map(([prefix, namespace]) =>
    prefix === "" ? ` xmlns="${escaped(namespace)}"` : ` xmlns:${prefix}="${escaped(namespace)}"`,
  );
  const ownAttributes = element.attributes
    .filter(({ name }) => name.namespace === "")
    .map(({ name, value }) => [name.local, value] as const);
  const written = new Map([...ownAttributes, ...Object.entries(edits.attributes?.(element) ?? {})]);
  const attributes = [...written].map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const content = element.content
    .filter((child) => typeof child === "string" || !edits.isLeftOut?.(child))
    .map((child) => (typeof child === "string" ? escaped(child) : write(child, child.declaredPrefixes, edits, "")));
  return `<${element.raw}${declarations.join("")}${attributes.join("")}>${first}${content.join("")}</${element.raw}>`;
}
