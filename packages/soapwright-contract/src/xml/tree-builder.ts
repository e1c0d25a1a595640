/** Nodes store offsets, because a document has thousands and few positions are ever read. */

import type { Diagnostics, Position } from "../diagnostics";
import type { DiagnosticReason } from "../reasons";
import { raise } from "../remedy";
import type { LineIndex } from "./line-index";
import {
  expandedName,
  type QName,
  resolvePrefix,
  splitQName,
  type XmlAttribute,
  type XmlElement,
  xmlNamespace,
  xmlnsNamespace,
} from "./xml";

class AttributeNode implements XmlAttribute {
  constructor(
    readonly name: QName,
    readonly value: string,
    private readonly offset: number,
    private readonly lines: LineIndex,
  ) {}

  get position(): Position {
    return this.lines.position(this.offset);
  }
}

const noItems: readonly never[] = [];

/** Shared by all elements that declare no prefix. */
const noPrefixes: ReadonlyMap<string, string> = new Map();

/** An element, mutable while it is parsed. */
class ElementNode implements XmlElement {
  attributes: readonly XmlAttribute[] = noItems;
  content: readonly (XmlElement | string)[] = noItems;
  declaredPrefixes = noPrefixes;

  constructor(
    public name: QName,
    readonly raw: string,
    readonly parent: ElementNode | undefined,
    private readonly offset: number,
    private readonly lines: LineIndex,
  ) {}

  get position(): Position {
    return this.lines.position(this.offset);
  }
}

interface WrittenAttribute {
  readonly raw: string;
  readonly value: string;
  readonly offset: number;
}

function isDeclaration(raw: string): boolean {
  return raw === "xmlns" || raw.startsWith("xmlns:");
}

/** Caches resolved names by raw name for one scope of prefixes, because most of a document repeats them. */
class NameCache {
  readonly elements = new Map<string, QName>();
  readonly attributes = new Map<string, QName>();
}

const unresolved: QName = { namespace: "", local: "" };

/** Builds the tree from parser events, resolves names by Namespaces in XML, and reports wrong names. */
export class TreeBuilder {
  private root: XmlElement | undefined;
  private current: ElementNode | undefined;
  private tagEnd = 0;
  private pendingText = "";
  private written: WrittenAttribute[] = [];
  /** The nodes in the open elements, and the index where the content of each element starts. */
  private readonly nodes: (XmlElement | string)[] = [];
  private readonly starts: number[] = [];
  /** The last cache is for the scope of the open element, the others for scopes of its ancestors. */
  private readonly nameCaches = [new NameCache()];
  private readonly reportedSlips = new Set<string>();
  private readonly reportedPrefixes = new Set<string>();

  constructor(
    private readonly source: string,
    private readonly lines: LineIndex,
    private readonly maxDepth: number,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** `offset` is after the tag's name. */
  tagStarts(offset: number): void {
    this.tagEnd = offset;
    this.written = [];
  }

  /** `end` is after the closing quote. */
  attribute(raw: string, value: string, end: number): void {
    this.written.push({ raw, value, offset: this.attributeStart(raw, end) });
  }

  /** Returns false if the element is nested too deep. */
  open(raw: string): boolean {
    this.flush();
    const offset = this.source.lastIndexOf("<", this.tagEnd - 1);
    const element = new ElementNode(unresolved, raw, this.current, offset, this.lines);
    if (this.starts.length >= this.maxDepth) {
      this.diagnostics.error(
        element,
        "xml-too-deep",
        `elements nested deeper than ${this.maxDepth}`,
        raise("--max-depth"),
      );
      return false;
    }
    if (this.written.length > 0) this.addAttributes(element);
    element.name = this.resolve(element, raw, offset, true) ?? { namespace: "", local: raw };
    if (this.current === undefined) this.root = element;
    else this.nodes.push(element);
    this.current = element;
    this.starts.push(this.nodes.length);
    return true;
  }

  close(): void {
    this.flush();
    const start = this.starts.pop() ?? 0;
    const element = this.current;
    if (element === undefined) return;
    if (this.nodes.length > start) element.content = this.nodes.slice(start);
    this.nodes.length = start;
    if (element.declaredPrefixes !== noPrefixes) this.nameCaches.pop();
    this.justClosed = element;
    this.current = element.parent;
  }

  text(piece: string): void {
    this.pendingText += piece;
  }

  /** Joins the pieces of one text, around comments and CDATA. White space between elements is dropped. */
  private flush(): void {
    if (this.pendingText === "") return;
    if (this.current !== undefined && /[^\t\r\n ]/.test(this.pendingText)) this.nodes.push(this.pendingText);
    this.pendingText = "";
  }

  get openElement(): XmlElement | undefined {
    return this.current;
  }

  justClosed: XmlElement | undefined;

  /** Returns the root, or undefined if a name was wrong. */
  finish(): XmlElement | undefined {
    return this.reportedPrefixes.size > 0 ? undefined : this.root;
  }

  private addAttributes(element: ElementNode): void {
    const declared = new Map<string, string>();
    for (const one of this.written) if (isDeclaration(one.raw)) this.declare(declared, one);
    if (declared.size > 0) {
      element.declaredPrefixes = declared;
      this.nameCaches.push(new NameCache());
    }
    const attributes: XmlAttribute[] = [];
    // The parser rejects equal raw names, so only names with prefixes can be duplicates.
    let seen: Set<string> | undefined;
    for (const { raw, value, offset } of this.written) {
      if (isDeclaration(raw)) continue;
      const name = this.resolve(element, raw, offset, false);
      if (name === undefined) continue;
      if (name.namespace !== "") {
        const key = expandedName(name);
        if (seen?.has(key))
          this.refuse(offset, `!${key}`, "attribute-twice", `attribute ${key} appears twice on one element`);
        seen = (seen ?? new Set()).add(key);
      }
      attributes.push(new AttributeNode(name, value, offset, this.lines));
    }
    // A slice has no spare capacity.
    if (attributes.length > 0) element.attributes = attributes.slice();
  }

  /**
   * Returns the offset of an attribute's name, found from the end of its value, which contains no quote of its
   * delimiter.
   */
  private attributeStart(name: string, end: number): number {
    const quote = this.source.charAt(end - 1);
    const opening = this.source.lastIndexOf(quote, end - 2);
    const start = this.source.lastIndexOf(name, opening);
    return start === -1 ? end : start;
  }

  private declare(declared: Map<string, string>, { raw, value: namespace, offset }: WrittenAttribute): void {
    const prefix = raw === "xmlns" ? "" : raw.slice(6);
    const reserved =
      prefix === "xmlns" || namespace === xmlnsNamespace || (prefix === "xml") !== (namespace === xmlNamespace);
    if (reserved)
      this.refuse(offset, raw, "prefix-reserved", `${raw}="${namespace}" binds a reserved prefix or namespace`);
    if (prefix !== "" && namespace === "")
      this.refuse(offset, raw, "prefix-taken-back", `${raw}="" takes a prefix back, which XML 1.0 does not allow`);
    declared.set(prefix, this.correctSlip(namespace, offset));
  }

  /** Returns the namespace, or the XML Schema namespace for a misspelling of it, which is reported once. */
  private correctSlip(namespace: string, offset: number): string {
    const meant = meantNamespace(namespace);
    if (meant === undefined) return namespace;
    if (!this.reportedSlips.has(namespace)) {
      this.diagnostics.warning(
        this.lines.position(offset),
        "schema-namespace-misspelled",
        `namespace "${namespace}" is no namespace of XML Schema; it is read as "${meant}"`,
        "write that: it is compared character by character",
      );
    }
    this.reportedSlips.add(namespace);
    return meant;
  }

  private resolve(element: XmlElement, raw: string, offset: number, isElement: boolean): QName | undefined {
    const { elements, attributes } = this.nameCaches[this.nameCaches.length - 1] ?? new NameCache();
    const names = isElement ? elements : attributes;
    const before = names.get(raw);
    if (before !== undefined) return before;
    const name = this.resolveNew(element, raw, offset, isElement);
    if (name !== undefined) names.set(raw, name);
    return name;
  }

  private resolveNew(element: XmlElement, raw: string, offset: number, isElement: boolean): QName | undefined {
    if (!raw.includes(":")) return { namespace: isElement ? (resolvePrefix(element, "") ?? "") : "", local: raw };
    const parts = splitQName(raw);
    if (parts === undefined) {
      this.refuse(offset, raw, "name-malformed", `${raw} is not a name with at most one prefix`);
      return undefined;
    }
    const namespace = resolvePrefix(element, parts.prefix);
    if (namespace === undefined) {
      this.refuse(
        offset,
        parts.prefix,
        "prefix-undeclared",
        `prefix ${parts.prefix} of ${isElement ? "element" : "attribute"} ${raw} is not declared`,
        `declare it with xmlns:${parts.prefix}="…"`,
      );
      return undefined;
    }
    return { namespace, local: parts.local };
  }

  /** Reports each subject once, because a missing declaration concerns every use. */
  private refuse(offset: number, subject: string, reason: DiagnosticReason, message: string, hint?: string): void {
    if (this.reportedPrefixes.has(subject)) return;
    this.reportedPrefixes.add(subject);
    this.diagnostics.error(this.lines.position(offset), reason, message, hint);
  }
}

const xmlSchema = "http://www.w3.org/2001/XMLSchema";
const slip = /^https?:\/\/(?:www\.)?w3c?\.(?:org|com)\/(?:1999|2000\/10|2001)\/xml-?schema[#/]?$/i;

/**
 * Returns the XML Schema namespace if `written` misspells it: `www.w3c.org`, `https:`, case, ending, a draft's year.
 */
function meantNamespace(written: string): string | undefined {
  return written !== xmlSchema && slip.test(written.trim()) ? xmlSchema : undefined;
}
