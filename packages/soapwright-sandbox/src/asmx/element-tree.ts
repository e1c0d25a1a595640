/** The elements of a request as received, to be corrected by the schema and then decoded. */

import {
  escapeAttribute,
  ownValue,
  Replay,
  setOwn,
  type XmlAttributeEvent,
  type XmlEvents,
  type XmlName,
  type XmlReader,
} from "soapwright-runtime/codecs";
import type { QName, XmlElement } from "soapwright-runtime/tables";
import { aspNetText } from "./envelope-text";

export type TreeNode = TreeElement | string;

/** An element with its position. `prefixes` has all prefixes in scope; `""` is the default namespace. */
export interface TreeElement extends XmlElement {
  readonly name: XmlName;
  readonly attributes: readonly XmlAttributeEvent[];
  readonly children: readonly TreeNode[];
  readonly prefixes: Readonly<{ [prefix: string]: string }>;
  /** Comments and processing instructions, which end the text of a value: each as the index of the next child. */
  readonly notes: readonly number[];
  readonly line: number;
  readonly column: number;
}

interface OpenElement extends TreeElement {
  children: readonly TreeNode[];
  prefixes: Readonly<{ [prefix: string]: string }>;
  notes: readonly number[];
}

/** Shared by elements without any, because a request may have a million elements. */
const none: readonly never[] = [];
const noPrefixes = {};

const prefixInValue = /^\s*([^\s:<>&"']+):/;

/** Builds a tree from a reader's events. */
export class TreeBuilder implements XmlEvents {
  root: TreeElement | undefined;
  /** The reader of the events. */
  scope!: XmlReader;
  readonly #open: OpenElement[] = [];

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const { line, column } = this.scope.position();
    const element: OpenElement = {
      name,
      attributes: attributes.length === 0 ? none : attributes.map((attribute) => ({ ...attribute })),
      children: none,
      prefixes: noPrefixes,
      notes: none,
      line,
      column,
    };
    for (const { value } of attributes) this.#keepPrefix(element, value);
    const parent = this.#open.at(-1);
    if (parent) addChild(parent, element);
    else this.root = element;
    this.#open.push(element);
  }

  /** The prefix of a text is looked up at the end, because a text may arrive in pieces. */
  endElement(): void {
    const element = this.#open.pop()!;
    for (const child of element.children) if (typeof child === "string") this.#keepPrefix(element, child);
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (!element) return;
    const last = element.children.length - 1;
    const before = element.children[last];
    const isAfterNote = element.notes.at(-1) === element.children.length;
    if (typeof before === "string" && !isAfterNote) (element.children as TreeNode[])[last] = before + text;
    else addChild(element, text);
  }

  /** Notes a comment or a processing instruction, for which the reader emits no event. */
  note(): void {
    const element = this.#open.at(-1);
    if (element === undefined) return;
    if (element.notes === none) element.notes = [];
    (element.notes as number[]).push(element.children.length);
  }

  #keepPrefix(element: OpenElement, value: string): void {
    for (const prefix of ["", prefixInValue.exec(value)?.[1]]) {
      const namespace = prefix === undefined ? undefined : this.scope.resolvePrefix(prefix);
      if (prefix === undefined || namespace === undefined) continue;
      if (element.prefixes === noPrefixes) element.prefixes = {};
      setOwn(element.prefixes, prefix, namespace);
    }
  }
}

function addChild(parent: OpenElement, child: TreeNode): void {
  if (parent.children === none) parent.children = [];
  (parent.children as TreeNode[]).push(child);
}

export function isElement(node: TreeNode): node is TreeElement {
  return typeof node !== "string";
}

export function elementsOf(element: TreeElement): TreeElement[] {
  return element.children.filter(isElement);
}

export function childOf(element: TreeElement | undefined, ...locals: readonly string[]): TreeElement | undefined {
  return element && elementsOf(element).find(({ name }) => locals.includes(name.local));
}

export function namespaceIn({ prefixes }: TreeElement, prefix: string): string | undefined {
  return ownValue(prefixes, prefix) as string | undefined;
}

/** Returns an element that was not received as such, with the attributes, prefixes and position of `from`. */
export function madeElement(
  { local, namespace }: QName,
  children: readonly TreeNode[],
  { attributes, prefixes, line, column }: Pick<TreeElement, "attributes" | "prefixes" | "line" | "column"> = nowhere,
): TreeElement {
  return { name: { local, namespace, raw: local }, attributes, children, prefixes, notes: [], line, column };
}

const nowhere = { attributes: [], prefixes: {}, line: 1, column: 1 };

/** Text of child elements is left out. */
export function textOf(element: TreeElement): string {
  return element.children.filter((child) => typeof child === "string").join("");
}

export function attributeOf(element: TreeElement, namespace: string, local: string): string | undefined {
  return element.attributes.find(({ name }) => name.namespace === namespace && name.local === local)?.value;
}

/** Replays a tree as events. Its scope is the element that is being replayed. */
export class TreeReplay extends Replay {
  /** `partOf` returns the bytes of the part that a URL refers to. */
  constructor(readonly partOf?: (url: string) => unknown) {
    super();
  }

  override get current(): TreeElement {
    return super.current as TreeElement;
  }

  override position(): { readonly line: number; readonly column: number } {
    return { line: this.current.line, column: this.current.column };
  }
}

/** Returns an element as XML text. Each namespace is declared where it first occurs, with the prefixes that its values use. */
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
