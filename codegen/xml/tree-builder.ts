import type { Diagnostics } from "../diagnostics";
import type { LineIndex } from "./line-index";
import { resolvePrefix, splitQName, xmlNamespace, xmlnsNamespace } from "./namespaces";
import { expandedName } from "./qname";
import type { XmlAttribute, XmlElement } from "./tree";

interface OpenElement extends XmlElement {
  readonly attributes: XmlAttribute[];
  readonly content: (XmlElement | string)[];
  readonly declaredPrefixes: Map<string, string>;
  name: { namespace: string; local: string };
}

interface WrittenAttribute {
  readonly raw: string;
  readonly value: string;
  readonly offset: number;
}

function isDeclaration(raw: string): boolean {
  return raw === "xmlns" || raw.startsWith("xmlns:");
}

/** Builds the tree from parser events and resolves names by Namespaces in XML, with the place of each wrong one. */
export class TreeBuilder {
  private root: XmlElement | undefined;
  private current: OpenElement | undefined;
  private depth = 0;
  private tagEnd = 0;
  private pendingText = "";
  private written: WrittenAttribute[] = [];
  private readonly reportedPrefixes = new Set<string>();

  constructor(
    private readonly source: string,
    private readonly lines: LineIndex,
    private readonly maxDepth: number,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** After the tag's name. */
  tagStarts(offset: number): void {
    this.tagEnd = offset;
    this.written = [];
  }

  /** `end` is after the closing quote. */
  attribute(raw: string, value: string, end: number): void {
    this.written.push({ raw, value, offset: this.attributeStart(raw, end) });
  }

  /** False when the element is nested too deep to go on. */
  open(raw: string): boolean {
    this.flush();
    const offset = this.source.lastIndexOf("<", this.tagEnd - 1);
    const element: OpenElement = {
      name: { namespace: "", local: raw },
      raw,
      attributes: [],
      content: [],
      parent: this.current,
      declaredPrefixes: noPrefixes,
      position: this.lines.position(offset),
    };
    if (++this.depth > this.maxDepth) {
      const hint = "raise the limit with --max-depth";
      this.diagnostics.error(element.position, `elements nested deeper than ${this.maxDepth}`, { hint });
      return false;
    }
    this.addAttributes(element);
    const name = this.resolve(element, raw, offset, true);
    if (name !== undefined) element.name = name;
    if (this.current === undefined) this.root = element;
    else this.current.content.push(element);
    this.current = element;
    return true;
  }

  close(): void {
    this.flush();
    this.depth--;
    this.justClosed = this.current;
    this.current = this.current?.parent as OpenElement | undefined;
  }

  text(piece: string): void {
    this.pendingText += piece;
  }

  /** The pieces of one text, around comments and CDATA, as one; white space between elements is left out. */
  private flush(): void {
    if (this.pendingText === "") return;
    if (/[^\t\r\n ]/.test(this.pendingText)) this.current?.content.push(this.pendingText);
    this.pendingText = "";
  }

  /** The element that is still open, for messages. */
  get openElement(): XmlElement | undefined {
    return this.current;
  }

  /** The element closed last, for messages. */
  justClosed: XmlElement | undefined;

  /** The root, unless a name was wrong. */
  finished(): XmlElement | undefined {
    return this.reportedPrefixes.size > 0 ? undefined : this.root;
  }

  private addAttributes(element: OpenElement): void {
    if (this.written.length === 0) return;
    for (const one of this.written) if (isDeclaration(one.raw)) this.declare(element, one);
    const seen = new Set<string>();
    for (const { raw, value, offset } of this.written) {
      if (isDeclaration(raw)) continue;
      const name = this.resolve(element, raw, offset, false);
      if (name === undefined) continue;
      const key = expandedName(name);
      if (seen.has(key)) this.refuse(offset, `!${key}`, `attribute ${key} stands twice on one element`);
      seen.add(key);
      element.attributes.push({ name, value, position: this.lines.position(offset) });
    }
  }

  /** Where the name of an attribute starts, from where its value ends: values hold no quote of their own kind. */
  private attributeStart(name: string, end: number): number {
    const quote = this.source.charAt(end - 1);
    const opening = this.source.lastIndexOf(quote, end - 2);
    const start = this.source.lastIndexOf(name, opening);
    return start === -1 ? end : start;
  }

  private declare(element: OpenElement, { raw, value: namespace, offset }: WrittenAttribute): void {
    const prefix = raw === "xmlns" ? "" : raw.slice(6);
    const reserved =
      prefix === "xmlns" || namespace === xmlnsNamespace || (prefix === "xml") !== (namespace === xmlNamespace);
    if (reserved) this.refuse(offset, raw, `${raw}="${namespace}" binds a reserved prefix or namespace`);
    if (prefix !== "" && namespace === "")
      this.refuse(offset, raw, `${raw}="" takes a prefix back, which XML 1.0 does not allow`);
    if (element.declaredPrefixes === noPrefixes)
      Object.assign(element, { declaredPrefixes: new Map<string, string>() });
    element.declaredPrefixes.set(prefix, namespace);
  }

  private resolve(
    element: XmlElement,
    raw: string,
    offset: number,
    isElement: boolean,
  ): { namespace: string; local: string } | undefined {
    if (!raw.includes(":")) return { namespace: isElement ? (resolvePrefix(element, "") ?? "") : "", local: raw };
    const parts = splitQName(raw);
    if (parts === undefined) {
      this.refuse(offset, raw, `${raw} is not a name with at most one prefix`);
      return undefined;
    }
    const namespace = resolvePrefix(element, parts.prefix);
    if (namespace === undefined) {
      const message = `prefix ${parts.prefix} of ${isElement ? "element" : "attribute"} ${raw} is not declared`;
      this.refuse(offset, parts.prefix, message, `declare it with xmlns:${parts.prefix}="…"`);
      return undefined;
    }
    return { namespace, local: parts.local };
  }

  /** Once for each subject: one missing declaration would otherwise be told at every use. */
  private refuse(offset: number, subject: string, message: string, hint?: string): void {
    if (this.reportedPrefixes.has(subject)) return;
    this.reportedPrefixes.add(subject);
    this.diagnostics.error(this.lines.position(offset), message, hint === undefined ? {} : { hint });
  }
}

const noPrefixes: Map<string, string> = new Map();
