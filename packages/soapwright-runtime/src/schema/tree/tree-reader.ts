/**
 * Builds the tree of one element from its events: the content of wildcards, `xs:anyType` and multi-reference messages.
 */
import type { XmlAttributeEvent, XmlEvents, XmlName } from "../../xml/events";
import { setOwn } from "../own-property";
import { XSI } from "../schema-namespaces";
import type { PrefixScope } from "../scope";
import type { XmlElement } from "../tables/table-values";

interface Growing {
  readonly name: XmlElement["name"];
  readonly attributes: XmlElement["attributes"];
  readonly children: (string | XmlElement)[];
  prefixes?: { [prefix: string]: string };
  /** Updated with each further text. */
  isBinary?: boolean;
}

/** Reads exactly one element. It does not recurse, so that any depth fits the stack. */
export class TreeReader implements XmlEvents {
  private readonly scope: PrefixScope;
  private readonly open: Growing[] = [];
  private root: XmlElement | undefined;

  constructor(scope: PrefixScope) {
    this.scope = scope;
  }

  get done(): boolean {
    return this.root !== undefined;
  }

  /** Set when `done`. */
  get element(): XmlElement {
    if (this.root === undefined) throw new Error("the element has not ended yet");
    return this.root;
  }

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const element: Growing = {
      name: { namespace: name.namespace, local: name.local },
      attributes: attributes.map((attribute) => ({
        name: { namespace: attribute.name.namespace, local: attribute.name.local },
        value: attribute.value,
      })),
      children: [],
    };
    for (const { name: attribute, value } of element.attributes) {
      this.notePrefixes(element, value);
      if (attribute.namespace === XSI && attribute.local === "type" && !value.includes(":")) this.bind(element, "");
    }
    this.open.at(-1)?.children.push(element);
    this.open.push(element);
  }

  text(text: string): void {
    const children = this.open.at(-1)!.children;
    const last = children.length - 1;
    const before = children[last];
    if (typeof before === "string") children[last] = before + text;
    else if (text !== "") children.push(text);
    const element = this.open.at(-1)!;
    if (element.isBinary === true) element.isBinary = BINARY.test(text);
  }

  /** Decides by `xsi:type` or else by the characters, because no table of types is available here. */
  isBinary(): boolean {
    const element = this.open.at(-1);
    if (element === undefined) return false;
    element.isBinary ??=
      hasBinaryType(element) ?? element.children.every((child) => typeof child === "string" && BINARY.test(child));
    return element.isBinary;
  }

  endElement(): void {
    const element = this.open.pop()!;
    for (const child of element.children) if (typeof child === "string") this.notePrefixes(element, child);
    if (this.open.length === 0) this.root = element;
  }

  private notePrefixes(element: Growing, text: string): void {
    if (!text.includes(":")) return;
    for (const [, prefix] of text.matchAll(possiblePrefixes())) this.bind(element, prefix!);
  }

  private bind(element: Growing, prefix: string): void {
    const namespace = this.scope.resolvePrefix(prefix) ?? (prefix === "" ? "" : undefined);
    if (namespace === undefined || this.inherited(prefix) === namespace) return;
    element.prefixes ??= {};
    setOwn(element.prefixes, prefix, namespace);
  }

  private inherited(prefix: string): string | undefined {
    const holder = this.open.findLast(({ prefixes }) => prefixes !== undefined && Object.hasOwn(prefixes, prefix));
    return holder?.prefixes?.[prefix];
  }
}

/** The characters of base64Binary and hexBinary. */
const BINARY = /^[A-Za-z0-9+/=\s]*$/;

function hasBinaryType({ attributes }: Growing): boolean | undefined {
  const type = attributes.find(({ name }) => name.namespace === XSI && name.local === "type");
  return type === undefined ? undefined : /(?:^|:)(?:base64|base64Binary|hexBinary)\s*$/.test(type.value);
}

/**
 * Matches possible prefixes in a QName, an XPath and similar text. Prefixes that are not bound are ignored. It is made when a tree
 * has such text, because to read its classes of characters takes longer than to load this file.
 */
const possiblePrefixes = (): RegExp => /(?<![\p{L}\p{N}_.:-])([\p{L}_][\p{L}\p{N}_.-]*):(?=[\p{L}_*])/gu;
