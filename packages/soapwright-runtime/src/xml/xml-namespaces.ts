/** Prefixes in scope, and the resolution of names (Namespaces in XML 1.0, third edition). */

import type { DocumentNames } from "./document-names";
import type { XmlAttributeEvent, XmlName } from "./events";
import { DEFAULT_LIMITS, type ReaderLimits } from "./limits";
import { isNameStart } from "./markup";
import { detached, type KnownNamespace, NameTable } from "./name-table";
import type { ReferenceOptions } from "./references";
import type { Position, Source, Subject } from "./source";
import { TagText } from "./source-text";

export const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
const XSI_NAMESPACE = "http://www.w3.org/2001/XMLSchema-instance";
const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";

/** An element name in one scope, with the texts that the reader compares, and predictions of what follows. */
export class ElementName {
  readonly name: XmlName;
  readonly scope: NamespaceScope;
  /** Cached objects must not refer to objects that are not cached. */
  readonly isKept: boolean;
  /** `<name>` */
  readonly startTag: TagText;
  /** `</name>` */
  readonly endTag: TagText;
  /** `<name/>` or `<name />`, as last written; undefined before the first. */
  emptyTag: TagText | undefined = undefined;
  /** The element that followed the start tag: the best prediction, because responses are repetitive. */
  afterStart: ElementName | undefined = undefined;
  afterEnd: ElementName | undefined = undefined;
  /** The end tag and the start tag of `afterEnd`, which has the same parent; undefined when nothing is predicted. */
  joint: TagText | undefined = undefined;

  constructor(name: XmlName, written: string, scope: NamespaceScope, isKept: boolean) {
    this.name = name;
    this.scope = scope;
    this.isKept = isKept;
    this.startTag = new TagText(`<${written}>`);
    this.endTag = new TagText(`</${written}>`);
  }

  /** Records that `next` follows the start tag or the end tag of this element. */
  precedes(next: ElementName, isStart: boolean): void {
    if (isStart) {
      if (this.afterStart !== next && next.isKept) this.afterStart = next;
      return;
    }
    const predicted = this.afterEnd;
    // An optional element that is missing once is predicted again.
    if (predicted === next || predicted?.afterEnd === next || !next.isKept) return;
    this.afterEnd = next;
    const joint = this.endTag.text + next.startTag.text;
    this.joint = next.scope === this.scope && joint.length <= MAX_JOINT_LENGTH ? new TagText(joint) : undefined;
  }

  /** Records the end of an empty tag. */
  wasEmpty(tail: string): void {
    if (this.emptyTag?.text.endsWith(tail) === true) return;
    this.emptyTag = new TagText(this.startTag.text.slice(0, -1) + tail);
  }
}

/** A start tag with attributes, resolved in its scope. */
export interface ResolvedTag {
  readonly element: ElementName;
  /** Attributes other than namespace declarations. */
  readonly attributes: readonly XmlAttributeEvent[];
  readonly isEmpty: boolean;
}

/** A cached tag. */
interface KnownTag extends ResolvedTag {
  readonly written: TagText;
}

/** Costs of cached objects in bytes of heap, as measured, without their texts. */
const SCOPE_COST = 1_200;
const PREFIX_COST = 100;
const ELEMENT_COST = 700;
const ATTRIBUTE_COST = 100;
const TAG_COST = 450;
/** The name has one copy of its own, and two in each tag: see `TagText`. */
const NAME_COPIES = 8;
const MAX_JOINT_LENGTH = 128;
const MAX_CHILDREN = 8;
/** The length of a cached tag has the same limit. */
const MAX_TAGS = 64;
const LONGEST_TAG = 512;

/** The prefixes in scope in one element, and the cached names. Immutable except for its caches. */
export class NamespaceScope {
  readonly #parent: NamespaceScope | undefined;
  readonly #declared: ReadonlyMap<string, KnownNamespace>;
  /** Pays for the caches. */
  readonly table: NameTable;
  /** A scope that its parent does not cache caches nothing, and is released with its element. */
  readonly #isKept: boolean;
  readonly #elements = new Map<string, ElementName>();
  readonly #attributes = new Map<string, XmlName>();
  readonly #tags = new Map<string, KnownTag>();
  /** The last one that was found. */
  #lastTag: KnownTag | undefined;
  readonly #children: NamespaceScope[] = [];

  private constructor(
    parent: NamespaceScope | undefined,
    declared: ReadonlyMap<string, KnownNamespace>,
    table: NameTable,
    isKept: boolean,
  ) {
    this.#parent = parent;
    this.#declared = declared;
    this.table = table;
    this.#isKept = isKept;
  }

  /** Returns the scope outside of the root element. */
  static outermost(table: NameTable): NamespaceScope {
    const declared = new Map([
      ["", table.namespace("")],
      ["xml", table.namespace(XML_NAMESPACE)],
    ]);
    return new NamespaceScope(undefined, declared, table, true);
  }

  /** Elements with the same declarations share one scope and its caches. */
  inner(declared: ReadonlyMap<string, string>): NamespaceScope {
    for (const child of this.#children) if (declaresSame(child.#declared, declared)) return child;
    const namespaces = new Map<string, KnownNamespace>();
    let isKept = this.#isKept;
    let units = 0;
    for (const [prefix, name] of declared) {
      const namespace = this.table.namespace(name);
      namespaces.set(detached(prefix), namespace);
      isKept &&= namespace.isKept;
      units += prefix.length;
    }
    isKept &&= this.table.pay(SCOPE_COST + PREFIX_COST * namespaces.size, units);
    const child = new NamespaceScope(this, namespaces, this.table, isKept);
    if (isKept) {
      if (this.#children.length === MAX_CHILDREN) this.#children.shift();
      this.#children.push(child);
    }
    return child;
  }

  resolve(prefix: string): string | undefined {
    return this.#namespaceOf(prefix)?.name;
  }

  #namespaceOf(prefix: string): KnownNamespace | undefined {
    for (let scope: NamespaceScope | undefined = this; scope !== undefined; scope = scope.#parent) {
      const namespace = scope.#declared.get(prefix);
      if (namespace !== undefined) return namespace;
    }
    return undefined;
  }

  /** Returns undefined for a name that is not cached. */
  known(raw: string): ElementName | undefined {
    return this.#elements.get(raw);
  }

  element(raw: string, place: number | Position, request: DocumentNames): ElementName {
    const cached = this.#elements.get(raw);
    if (cached !== undefined) return cached;
    const written = detached(raw);
    const name = this.#name(written, true, place, request);
    const isKept = this.#isKept && this.table.pay(ELEMENT_COST, NAME_COPIES * raw.length + 2 * MAX_JOINT_LENGTH);
    const element = new ElementName(name, written, this, isKept);
    if (isKept) this.#elements.set(written, element);
    return element;
  }

  /** The default namespace does not apply. Throws a `ResponseError` for an unbound prefix. */
  attribute(raw: string, place: number | Position, request: DocumentNames): XmlName {
    const cached = this.#attributes.get(raw);
    if (cached !== undefined) return cached;
    const written = detached(raw);
    const name = this.#name(written, false, place, request);
    if (this.#isKept && this.table.pay(ATTRIBUTE_COST, raw.length)) this.#attributes.set(written, name);
    return name;
  }

  /** Returns the cached tag that the text has at the index. */
  tag({ text, octets }: Source, at: number): KnownTag | undefined {
    if (this.#tags.size === 0) return undefined;
    if (this.#lastTag?.written.isAt(at, octets) === true) return this.#lastTag;
    const end = text.indexOf(">", at) + 1;
    const found = end === 0 || end - at > LONGEST_TAG ? undefined : this.#tags.get(text.slice(at, end));
    this.#lastTag = found ?? this.#lastTag;
    return found;
  }

  /**
   * Tags of envelopes and results are the same in each response. Attributes other than declarations and attributes of
   * XML Schema hold data, which does not repeat.
   */
  keepTag(written: string, { element, attributes, isEmpty }: ResolvedTag): void {
    if (!this.#isKept || !element.isKept || this.#tags.size === MAX_TAGS || written.length > LONGEST_TAG) return;
    if (attributes.some(({ name }) => name.namespace !== XSI_NAMESPACE)) return;
    if (!this.table.pay(TAG_COST, 3 * written.length)) return;
    const detachedAttributes = attributes.map(({ name, value }) => ({ name, value: detached(value) }));
    const text = detached(written);
    this.#tags.set(text, { element, attributes: detachedAttributes, isEmpty, written: new TagText(text) });
  }

  #name(raw: string, isElement: boolean, place: number | Position, request: DocumentNames): XmlName {
    const { source } = request;
    const colon = raw.indexOf(":");
    const prefix = colon === -1 ? "" : raw.slice(0, colon);
    const local = raw.slice(colon + 1);
    if (colon !== -1) checkLocalName(prefix, local, raw, source, place);
    const namespace = colon === -1 && !isElement ? this.table.namespace("") : this.#namespaceOf(prefix);
    if (namespace === undefined) {
      return source.fail(`the prefix of "${raw}" is not bound to a namespace`, place);
    }
    return this.table.intern(namespace, local, raw, place, request);
  }
}

export function checkLocalName(
  prefix: string,
  local: string,
  raw: string,
  source: Source,
  place: number | Position,
): void {
  if (prefix === "" || local.includes(":") || !isNameStart(local, 0)) {
    source.fail(`"${raw}" is not a name with a prefix: one colon separates a prefix and a name`, place);
  }
}

function declaresSame(
  declarations: ReadonlyMap<string, KnownNamespace>,
  declared: ReadonlyMap<string, string>,
): boolean {
  if (declarations.size !== declared.size) return false;
  for (const [prefix, { name }] of declarations) if (declared.get(prefix) !== name) return false;
  return true;
}

/** Throws a `ResponseError` for a forbidden binding (Namespaces in XML, 3 and 5). */
export function checkDeclaration(prefix: string, namespace: string, source: Source, place: number | Position): void {
  if (prefix === "xmlns") source.fail("the prefix xmlns must not be declared", place);
  if ((prefix === "xml") !== (namespace === XML_NAMESPACE)) {
    source.fail(`only the prefix xml is bound to ${XML_NAMESPACE}`, place);
  }
  if (namespace === XMLNS_NAMESPACE) source.fail(`no prefix may be bound to ${XMLNS_NAMESPACE}`, place);
  if (prefix !== "" && namespace === "") source.fail(`the prefix "${prefix}" is bound to no namespace`, place);
}

// The cache that readers share between documents.

/** The unit is bytes. The names of a large contract fit, and a hostile document is limited. */
const ROOM = 8 * 2 ** 20;
/** At this size the cache is emptied before the next document. */
const MAX_CACHE_BYTES = 2 * 2 ** 20;

/** Options of a reader. */
export interface ReaderOptions {
  readonly limits?: Partial<ReaderLimits> | undefined;
  /** Whether references to the control characters U+0001 to U+001F are accepted, which XML 1.0 forbids. */
  readonly allowControlCharacters?: boolean | undefined;
  /**
   * Whether a common and unambiguous deviation of services from XML is accepted: blanks before the XML declaration.
   * `XmlTextDecoder` has the same option.
   */
  readonly forgiving?: boolean | undefined;
  /** Whether a contradiction about the encoding is settled although the texts differ: see `XmlTextDecoder`. */
  readonly lenient?: boolean | undefined;
  /** Kind of the document, for messages. A `document` may have processing instructions, which are ignored. */
  readonly subject?: Subject | undefined;
}

/**
 * The options that the readers of one service's responses share, and their cache of names, scopes and successors. The
 * responses are repetitive, and a short one is read twice as fast with cached names. When the cache is full, documents
 * are read without it.
 */
export class ReaderPlan {
  readonly limits: ReaderLimits;
  readonly references: ReferenceOptions;
  readonly forgiving: boolean;
  readonly lenient: boolean;
  readonly subject: Subject;
  #outermost = NamespaceScope.outermost(new NameTable(ROOM));

  constructor(options: ReaderOptions = {}) {
    const { limits, allowControlCharacters = false, forgiving = false, lenient = false } = options;
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.references = { maxNameLength: this.limits.maxNameLength, allowControlCharacters };
    this.forgiving = forgiving;
    this.lenient = lenient;
    this.subject = options.subject ?? "response";
  }
  /** Returns the scope outside of the root element of the next document. */
  begin(): NamespaceScope {
    if (this.#outermost.table.spent > MAX_CACHE_BYTES) this.#outermost = NamespaceScope.outermost(new NameTable(ROOM));
    return this.#outermost;
  }
}
