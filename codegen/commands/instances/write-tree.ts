import type { QName } from "../../xml/qname";
import type { XmlTree } from "./nouns";

const xsi = "http://www.w3.org/2001/XMLSchema-instance";
const xml = "http://www.w3.org/XML/1998/namespace";

export interface TreeLayout {
  /** Spaces of one step; absent: no white space is added. */
  readonly indent?: number;
  /** Steps that the element itself stands in. */
  readonly depth?: number;
  /** Namespaces by prefix that are declared around it. */
  readonly scope?: ReadonlyMap<string, string>;
}

/** The tree as XML. A namespace becomes the default one where it first comes up, attributes get prefixes. */
export function writeTree(tree: XmlTree, layout: TreeLayout = {}): string {
  const { indent, depth = 0 } = layout;
  const scope = new Map(layout.scope ?? []);
  const declarations: string[] = [];
  const declare = (prefix: string, namespace: string): void => {
    if ((scope.get(prefix) ?? "") === namespace) return;
    scope.set(prefix, namespace);
    declarations.push(` xmlns${prefix === "" ? "" : `:${prefix}`}="${escaped(namespace)}"`);
  };
  for (const [prefix, namespace] of tree.prefixes ?? []) declare(prefix, namespace);
  const prefix = [...scope].find(
    ([known, namespace]) => known !== "" && namespace === tree.name.namespace && layout.scope?.has(known),
  )?.[0];
  if (prefix === undefined || tree.name.namespace === "") declare("", tree.name.namespace);
  const name = prefix === undefined || tree.name.namespace === "" ? tree.name.local : `${prefix}:${tree.name.local}`;
  const attributes = tree.attributes.map(
    ({ name, value }) => ` ${attributeName(name, scope, declare)}="${escaped(value)}"`,
  );
  const start = `${name}${declarations.join("")}${attributes.join("")}`;
  if (tree.children.length === 0) return `<${start}/>`;
  const isLaidOut = indent !== undefined && tree.children.every((child) => typeof child !== "string");
  const line = (steps: number): string => (isLaidOut ? `\n${" ".repeat(indent * steps)}` : "");
  const children = tree.children.map((child) =>
    typeof child === "string"
      ? escaped(child)
      : `${line(depth + 1)}${writeTree(child, { ...(indent !== undefined && isLaidOut && { indent }), depth: depth + 1, scope })}`,
  );
  return `<${start}>${children.join("")}${line(depth)}</${name}>`;
}

function attributeName(
  name: QName,
  scope: Map<string, string>,
  declare: (prefix: string, namespace: string) => void,
): string {
  if (name.namespace === "") return name.local;
  if (name.namespace === xml) return `xml:${name.local}`;
  let prefix = [...scope].find(([known, namespace]) => known !== "" && namespace === name.namespace)?.[0];
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

function escaped(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => references[character] ?? character);
}
