/** Prefixes in scope and the names they make: Namespaces in XML 1.0, third edition. */
import { isNameStart } from "./characters";
import type { XmlAttributeEvent, XmlName } from "./events";
import type { LeafShape } from "./leaf-shape";
import type { Position, Source } from "./source";

const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
const XSI_NAMESPACE = "http://www.w3.org/2001/XMLSchema-instance";
const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";

/** An element name in one scope, with what the reader compares the text with. */
export interface ElementName {
  readonly name: XmlName;
  readonly scope: NamespaceScope;
  /** `<name>` */
  readonly startTag: string;
  /** `</name>` */
  readonly endTag: string;
  /** The element that started next, the last time: answers repeat themselves, so this is the best guess. */
  afterStart: ElementName | undefined;
  afterEnd: ElementName | undefined;
  /** `</name><next>` with the one that started after the end; empty when there was none yet. */
  joint: string;
  /** The leaves inside such elements, once there were some. */
  leaves: LeafShape<ElementName> | undefined;
}

/** A start tag with attributes, and what it means in the scope around it. */
export interface KnownTag {
  readonly element: ElementName;
  /** Those that declare no prefix. */
  readonly attributes: readonly XmlAttributeEvent[];
  /** Whether it is an empty-element tag. */
  readonly isEmpty: boolean;
}

/** V8 copies a shorter slice anyway (`SlicedString::kMinLength`). */
const SHORTEST_SLICE = 13;

/** A string of its own: a slice would keep the whole text alive that it was cut from. */
function detached(text: string): string {
  return text.length < SHORTEST_SLICE ? text : Buffer.from(text, "utf8").toString("utf8");
}

/** Which reader asks for a name: where its errors stand, and how many new names it may still bring. */
export class NameRequest {
  /** The scope outside the root element. */
  readonly outermost: NamespaceScope;
  readonly source: Source;
  readonly #maxNames: number;
  /** Names that this document was the first to have: another one's, read at the same time, do not count. */
  #brought = 0;

  constructor(outermost: NamespaceScope, source: Source, maxNames: number) {
    this.outermost = outermost;
    this.source = source;
    this.#maxNames = maxNames;
  }

  /** A name was not in the table. Throws when there were too many such. */
  bring(place: number | Position): void {
    if (this.#brought++ < this.#maxNames) return;
    this.source.failLimit("maxNames", this.#maxNames, "The answer has more different names", place);
  }
}

/** One object for each namespace and local name. */
class NameTable {
  readonly #namespaces = new Map<string, Map<string, XmlName>>();
  size = 0;
  /** Spellings of names that scopes keep. */
  kept = 0;

  /** `raw` is detached, and ends in `local`. */
  intern(namespace: string, local: string, raw: string): XmlName {
    let names = this.#namespaces.get(namespace);
    if (names === undefined) {
      names = new Map();
      this.#namespaces.set(namespace, names);
    }
    const known = names.get(local);
    if (known !== undefined) return known;
    this.size++;
    const name = { namespace, local, raw };
    names.set(local, name);
    return name;
  }
}

/** Names that were looked up are kept for each scope; an answer that never repeats one must not grow that without end. */
const MAX_KEPT = 4096;
/** So many elements with other declarations are kept for each scope. */
const MAX_CHILDREN = 8;
/** So many start tags with attributes are kept for each scope, none of them longer than this. */
const MAX_TAGS = 64;
const LONGEST_TAG = 512;
/** What a memory may hold when the next document begins; one that holds more is emptied. */
const MAX_REMEMBERED = 1024;

/**
 * What readers remember from one document to the next: names, scopes and what followed what. The answers of one service
 * repeat themselves, and a short one is read twice as fast when its names are known. Any number of readers share it.
 */
export class ReaderMemory {
  #table = new NameTable();
  #outermost = NamespaceScope.outermost(this.#table);

  /** For a reader that begins. */
  begin(source: Source, maxNames: number): NameRequest {
    if (this.#table.kept > MAX_REMEMBERED || this.#table.size > MAX_REMEMBERED) {
      this.#table = new NameTable();
      this.#outermost = NamespaceScope.outermost(this.#table);
    }
    return new NameRequest(this.#outermost, source, maxNames);
  }
}

/** The prefixes that hold inside one element, and the names that were met there. Immutable but for what it remembers. */
export class NamespaceScope {
  readonly #parent: NamespaceScope | undefined;
  readonly #declared: ReadonlyMap<string, string>;
  readonly #table: NameTable;
  readonly #elements = new Map<string, ElementName>();
  readonly #attributes = new Map<string, XmlName>();
  readonly #tags = new Map<string, KnownTag>();
  readonly #children: NamespaceScope[] = [];

  private constructor(parent: NamespaceScope | undefined, declared: ReadonlyMap<string, string>, table: NameTable) {
    this.#parent = parent;
    this.#declared = declared;
    this.#table = table;
  }

  /** The scope outside the root element. */
  static outermost(table: NameTable): NamespaceScope {
    const declared = new Map([
      ["", ""],
      ["xml", XML_NAMESPACE],
    ]);
    return new NamespaceScope(undefined, declared, table);
  }

  /** This scope with `declared` added. Elements that declare the same share one scope and what it remembers. */
  inner(declared: ReadonlyMap<string, string>): NamespaceScope {
    for (const child of this.#children) if (sameEntries(child.#declared, declared)) return child;
    const own = new Map([...declared].map(([prefix, namespace]) => [detached(prefix), detached(namespace)]));
    const child = new NamespaceScope(this, own, this.#table);
    if (this.#children.length === MAX_CHILDREN) this.#children.shift();
    this.#children.push(child);
    this.#table.kept++;
    return child;
  }

  resolve(prefix: string): string | undefined {
    for (let scope: NamespaceScope | undefined = this; scope !== undefined; scope = scope.#parent) {
      const namespace = scope.#declared.get(prefix);
      if (namespace !== undefined) return namespace;
    }
    return undefined;
  }

  /** The name of an element, `raw` as written at `place`. */
  element(raw: string, place: number | Position, request: NameRequest): ElementName {
    const known = this.#elements.get(raw);
    if (known !== undefined) return known;
    const written = detached(raw);
    const name = this.#name(written, true, place, request);
    const element: ElementName = {
      name,
      scope: this,
      startTag: `<${written}>`,
      endTag: `</${written}>`,
      afterStart: undefined,
      afterEnd: undefined,
      joint: "",
      leaves: undefined,
    };
    if (this.#elements.size < MAX_KEPT) {
      this.#elements.set(written, element);
      this.#table.kept++;
    }
    return element;
  }

  /** The name of an attribute, `raw` as written at `place`. The default namespace is not for attributes. */
  attribute(raw: string, place: number | Position, request: NameRequest): XmlName {
    const known = this.#attributes.get(raw);
    if (known !== undefined) return known;
    const written = detached(raw);
    const name = this.#name(written, false, place, request);
    if (this.#attributes.size < MAX_KEPT) {
      this.#attributes.set(written, name);
      this.#table.kept++;
    }
    return name;
  }

  /** The start tag from `at` on, when one was kept that is written as this one is up to the first `>`. */
  tag(text: string, at: number): KnownTag | undefined {
    if (this.#tags.size === 0) return undefined;
    const end = text.indexOf(">", at) + 1;
    return end === 0 || end - at > LONGEST_TAG ? undefined : this.#tags.get(text.slice(at, end));
  }

  /**
   * Keeps a start tag with attributes: those of envelopes and results are the same in each answer. Other attributes than
   * declarations and those of XML Schema are data, which comes once and is nothing to keep.
   */
  keepTag(written: string, { element, attributes, isEmpty }: KnownTag): void {
    if (this.#tags.size === MAX_TAGS || written.length > LONGEST_TAG) return;
    if (attributes.some(({ name }) => name.namespace !== XSI_NAMESPACE)) return;
    const own = attributes.map(({ name, value }) => ({ name, value: detached(value) }));
    this.#tags.set(detached(written), { element, attributes: own, isEmpty });
    this.#table.kept++;
  }

  #name(raw: string, isElement: boolean, place: number | Position, request: NameRequest): XmlName {
    const { source } = request;
    const colon = raw.indexOf(":");
    const prefix = colon === -1 ? "" : raw.slice(0, colon);
    const local = raw.slice(colon + 1);
    if (colon !== -1) checkLocalName(prefix, local, raw, source, place);
    const namespace = colon === -1 && !isElement ? "" : this.resolve(prefix);
    if (namespace === undefined) {
      return source.fail(`the prefix of "${raw}" is not bound to a namespace`, place);
    }
    const before = this.#table.size;
    const name = this.#table.intern(namespace, local, raw);
    if (this.#table.size > before) request.bring(place);
    return name;
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
    source.fail(`"${raw}" is not a name with a prefix: one colon parts two names`, place);
  }
}

function sameEntries(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  if (one.size !== other.size) return false;
  for (const [prefix, namespace] of one) if (other.get(prefix) !== namespace) return false;
  return true;
}

/** The prefix that an attribute named `raw` declares, `""` for the default namespace; undefined for any other attribute. */
export function declaredPrefix(raw: string): string | undefined {
  if (!raw.startsWith("xmlns")) return undefined;
  if (raw.length === 5) return "";
  return raw.charCodeAt(5) === 0x3a ? raw.slice(6) : undefined;
}

/** Throws when `prefix` (`""`: the default namespace) may not be bound to `namespace`: sections 3 and 5. */
export function checkDeclaration(prefix: string, namespace: string, source: Source, place: number | Position): void {
  if (prefix === "xmlns") source.fail("the prefix xmlns must not be declared", place);
  if ((prefix === "xml") !== (namespace === XML_NAMESPACE)) {
    source.fail(`only the prefix xml is bound to ${XML_NAMESPACE}`, place);
  }
  if (namespace === XMLNS_NAMESPACE) source.fail(`no prefix may be bound to ${XMLNS_NAMESPACE}`, place);
  if (prefix !== "" && namespace === "") source.fail(`the prefix "${prefix}" is bound to no namespace`, place);
}

/** Keeps that `element` came after `previous`, for guessing it the next time; `joined`: with nothing between the tags. */
export function followedBy(
  previous: ElementName,
  previousIsStart: boolean,
  element: ElementName,
  joined: boolean,
): void {
  if (previousIsStart) previous.afterStart = element;
  else if (previous.afterEnd !== element) {
    previous.afterEnd = element;
    previous.joint = joined ? previous.endTag + element.startTag : "";
  }
}
