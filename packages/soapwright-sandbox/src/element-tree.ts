/** The elements of a request as they were received, to be corrected by the schema and then decoded. */
import type { XmlAttributeEvent, XmlEvents, XmlName } from "soapwright-runtime/internal";

/** A comment or a processing instruction: it has no value, but it ends the text of a value. */
export interface TreeNote {
  readonly note: "comment" | "instruction";
}

/** A child of an element. */
export type TreeNode = TreeElement | TreeNote | string;

export interface TreeElement {
  readonly name: XmlName;
  readonly attributes: readonly XmlAttributeEvent[];
  readonly children: readonly TreeNode[];
  /** Namespaces by the prefixes that values in this element may use; `""` is the default namespace. */
  readonly prefixes: ReadonlyMap<string, string>;
  readonly line: number;
  readonly column: number;
}

/** The part of a reader that the builder needs. */
export interface TreeScope {
  resolvePrefix(prefix: string): string | undefined;
  position(): { readonly line: number; readonly column: number };
}

interface OpenElement extends TreeElement {
  readonly children: TreeNode[];
  readonly prefixes: Map<string, string>;
}

const prefixInValue = /^\s*([^\s:<>&"']+):/;

/** Builds a tree from a reader's events. */
export class TreeBuilder implements XmlEvents {
  /** The document's element, from its start on. */
  root: TreeElement | undefined;
  scope: TreeScope | undefined;
  readonly #open: OpenElement[] = [];

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const position = this.scope?.position() ?? { line: 0, column: 0 };
    const element: OpenElement = {
      name,
      attributes: attributes.map((attribute) => ({ ...attribute })),
      children: [],
      prefixes: new Map(),
      line: position.line,
      column: position.column,
    };
    for (const { value } of attributes) this.#keepPrefix(element, value);
    const parent = this.#open.at(-1);
    if (parent) parent.children.push(element);
    else this.root = element;
    this.#open.push(element);
  }

  endElement(): void {
    this.#open.pop();
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (!element) return;
    this.#keepPrefix(element, text);
    const last = element.children.length - 1;
    const before = element.children[last];
    if (typeof before === "string") element.children[last] = before + text;
    else element.children.push(text);
  }

  /** Adds a comment or a processing instruction, for which a reader has no event. */
  note(note: TreeNote["note"]): void {
    this.#open.at(-1)?.children.push({ note });
  }

  #keepPrefix(element: OpenElement, value: string): void {
    for (const prefix of ["", prefixInValue.exec(value)?.[1]]) {
      const namespace = prefix === undefined ? undefined : this.scope?.resolvePrefix(prefix);
      if (prefix !== undefined && namespace !== undefined) element.prefixes.set(prefix, namespace);
    }
  }
}

export function isElement(node: TreeNode): node is TreeElement {
  return typeof node !== "string" && !("note" in node);
}

export function elementsOf(element: TreeElement): TreeElement[] {
  return element.children.filter(isElement);
}

/** The first element child with one of these local names. */
export function childOf(element: TreeElement | undefined, ...locals: readonly string[]): TreeElement | undefined {
  return element && elementsOf(element).find(({ name }) => locals.includes(name.local));
}

/** The text directly in `element`. */
export function textOf(element: TreeElement): string {
  return element.children.filter((child) => typeof child === "string").join("");
}

/** The value of an attribute; undefined when it is absent. */
export function attributeOf(element: TreeElement, namespace: string, local: string): string | undefined {
  return element.attributes.find(({ name }) => name.namespace === namespace && name.local === local)?.value;
}

/** Replays a tree as events. Its scope is the element that is being replayed. */
export class TreeTeller {
  #current: TreeElement;

  get current(): TreeElement {
    return this.#current;
  }

  /** `partOf` returns the octets of the part that a URL refers to. */
  constructor(
    private readonly root: TreeElement,
    readonly partOf?: (url: string) => unknown,
  ) {
    this.#current = root;
  }

  tell(events: XmlEvents): void {
    this.#tell(this.root, events);
  }

  resolvePrefix(prefix: string): string | undefined {
    return this.#current.prefixes.get(prefix);
  }

  position(): { readonly line: number; readonly column: number } {
    return { line: this.#current.line, column: this.#current.column };
  }

  #tell(element: TreeElement, events: XmlEvents): void {
    this.#current = element;
    events.startElement(element.name, element.attributes);
    for (const child of element.children) {
      if (typeof child === "string") events.text(child);
      else if (isElement(child)) this.#tell(child, events);
      this.#current = element;
    }
    events.endElement(element.name);
  }
}
