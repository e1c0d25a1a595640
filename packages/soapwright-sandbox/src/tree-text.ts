/** Elements written as XML text. */
import { escapeAttribute } from "soapwright-runtime/internal";
import { aspNetText } from "./asp-net-text";
import type { TreeElement } from "./element-tree";

/** Each namespace is declared where it first occurs, with the prefixes that its values use. */
export function treeText(element: TreeElement, around = ""): string {
  const { namespace, local } = element.name;
  const declarations = new Map<string, string>();
  if (namespace !== around) declarations.set("", namespace);
  const prefixes = new Map<string, string>();
  for (const [prefix, uri] of Object.entries(element.prefixes)) {
    if (prefix === "") continue;
    prefixes.set(uri, prefix);
    declarations.set(prefix, uri);
  }
  const attributes = element.attributes.map(({ name, value }) => {
    const prefix =
      name.namespace === "" ? "" : (prefixes.get(name.namespace) ?? newPrefix(prefixes, declarations, name.namespace));
    return ` ${prefix === "" ? "" : `${prefix}:`}${name.local}="${escapeAttribute(value)}"`;
  });
  const namespaces = [...declarations].map(
    ([prefix, uri]) => ` xmlns${prefix === "" ? "" : `:${prefix}`}="${escapeAttribute(uri)}"`,
  );
  const start = `<${local}${namespaces.join("")}${attributes.join("")}`;
  const content = element.children
    .map((child) => (typeof child === "string" ? aspNetText(child) : treeText(child, namespace)))
    .join("");
  return content === "" ? `${start} />` : `${start}>${content}</${local}>`;
}

function newPrefix(prefixes: Map<string, string>, declarations: Map<string, string>, uri: string): string {
  const isInstance = uri === "http://www.w3.org/2001/XMLSchema-instance";
  let prefix = isInstance ? "xsi" : `a${prefixes.size}`;
  while (declarations.has(prefix)) prefix += "_";
  prefixes.set(uri, prefix);
  declarations.set(prefix, uri);
  return prefix;
}
