import { type QName, xsiNamespace as xsi } from "soapwright-contract";
import type { XmlElement } from "soapwright-runtime/tables";
import { printableXml } from "soapwright-runtime/xsd";

const xml = "http://www.w3.org/XML/1998/namespace";

interface TreeLayout {
  /** Spaces of one indentation step. Default: no white space is added. */
  readonly indent?: number;
  /** Prefixes to declare on the root element, with their namespaces. */
  readonly prefixes?: ReadonlyMap<string, string>;
}

/**
 * Returns the tree as XML. An element uses a prefix of the layout, otherwise its namespace becomes the default;
 * attributes get prefixes.
 */
export function writeTree(tree: XmlElement, layout: TreeLayout = {}): string {
  const outermost = { ...tree, prefixes: { ...tree.prefixes, ...Object.fromEntries(layout.prefixes ?? []) } };
  return write(outermost, new Map(), new Set(layout.prefixes?.keys()), layout.indent, 0);
}

function write(
  tree: XmlElement,
  outer: ReadonlyMap<string, string>,
  elementPrefixes: ReadonlySet<string>,
  indent: number | undefined,
  depth: number,
): string {
  const scope = new Map(outer);
  const declarations: string[] = [];
  const declare = (prefix: string, namespace: string): void => {
    if ((scope.get(prefix) ?? "") === namespace) return;
    scope.set(prefix, namespace);
    declarations.push(` xmlns${prefix === "" ? "" : `:${prefix}`}="${escaped(namespace)}"`);
  };
  const { namespace, local } = tree.name;
  for (const [prefix, uri] of Object.entries(tree.prefixes ?? {})) declare(prefix, uri);
  const prefix = namespace && [...elementPrefixes].find((boundPrefix) => scope.get(boundPrefix) === namespace);
  if (!prefix) declare("", namespace);
  const name = prefix ? `${prefix}:${local}` : local;
  const attributes = tree.attributes.map(
    (attribute) => ` ${attributeName(attribute.name, scope, declare)}="${escaped(attribute.value)}"`,
  );
  const start = `${name}${declarations.join("")}${attributes.join("")}`;
  if (tree.children.length === 0) return `<${start}/>`;
  const isLaidOut = indent !== undefined && tree.children.every((child) => typeof child !== "string");
  const line = (steps: number): string => (isLaidOut ? `\n${" ".repeat(indent * steps)}` : "");
  const inner = isLaidOut ? indent : undefined;
  const children = tree.children.map((child) =>
    typeof child === "string"
      ? escaped(child)
      : `${line(depth + 1)}${write(child, scope, elementPrefixes, inner, depth + 1)}`,
  );
  return `<${start}>${children.join("")}${line(depth)}</${name}>`;
}

function attributeName(
  name: QName,
  scope: ReadonlyMap<string, string>,
  declare: (prefix: string, namespace: string) => void,
): string {
  if (name.namespace === "") return name.local;
  if (name.namespace === xml) return `xml:${name.local}`;
  let prefix = [...scope].find(([boundPrefix, namespace]) => boundPrefix !== "" && namespace === name.namespace)?.[0];
  if (prefix === undefined) {
    prefix = name.namespace === xsi ? "xsi" : `a${scope.size}`;
    declare(prefix, name.namespace);
  }
  return `${prefix}:${name.local}`;
}

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Returns text escaped for character data and for attributes. */
export function escaped(text: string): string {
  return printableXml(text.replace(/[&<>"\t\n\r]/g, (character) => references[character] ?? character));
}
