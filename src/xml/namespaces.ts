/** Prefixes in scope and the names they make: Namespaces in XML 1.0, third edition. */
import { isNameStart } from "./characters";
import type { XmlName } from "./events";
import type { Position, Source } from "./source";

const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
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
}

/** A string of its own: a slice would keep the whole text alive that it was cut from. */
function detached(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

/** The names of one document: one object for each namespace and local name. */
export class NameTable {
  readonly #namespaces = new Map<string, Map<string, XmlName>>();
  readonly #source: Source;
  readonly #maxNames: number;
  #size = 0;

  constructor(source: Source, maxNames: number) {
    this.#source = source;
    this.#maxNames = maxNames;
  }

  intern(namespace: string, local: string, raw: string, place: number | Position): XmlName {
    let names = this.#namespaces.get(namespace);
    if (names === undefined) {
      names = new Map();
      this.#namespaces.set(namespace, names);
    }
    const known = names.get(local);
    if (known !== undefined) return known;
    if (++this.#size > this.#maxNames) {
      this.#source.failLimit("maxNames", this.#maxNames, "The answer has more different names", place);
    }
    const name = { namespace, local: detached(local), raw: detached(raw) };
    names.set(name.local, name);
    return name;
  }
}

/** Names that were looked up are kept for each scope; an answer that never repeats one must not grow that without end. */
const MAX_KEPT = 4096;

/** The prefixes that hold inside one element, and the names that were met there. Immutable but for what it remembers. */
export class NamespaceScope {
  readonly #parent: NamespaceScope | undefined;
  readonly #declared: ReadonlyMap<string, string>;
  readonly #table: NameTable;
  readonly #source: Source;
  readonly #elements = new Map<string, ElementName>();
  readonly #attributes = new Map<string, XmlName>();
  #lastChild: NamespaceScope | undefined;

  private constructor(
    parent: NamespaceScope | undefined,
    declared: ReadonlyMap<string, string>,
    table: NameTable,
    source: Source,
  ) {
    this.#parent = parent;
    this.#declared = declared;
    this.#table = table;
    this.#source = source;
  }

  /** The scope outside the root element. */
  static outermost(table: NameTable, source: Source): NamespaceScope {
    const declared = new Map([
      ["", ""],
      ["xml", XML_NAMESPACE],
    ]);
    return new NamespaceScope(undefined, declared, table, source);
  }

  /** This scope with `declared` added. Siblings that declare the same share one scope and what it remembers. */
  inner(declared: ReadonlyMap<string, string>): NamespaceScope {
    const last = this.#lastChild;
    if (last !== undefined && sameEntries(last.#declared, declared)) return last;
    const child = new NamespaceScope(this, declared, this.#table, this.#source);
    this.#lastChild = child;
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
  element(raw: string, place: number | Position): ElementName {
    const known = this.#elements.get(raw);
    if (known !== undefined) return known;
    const name = this.#name(raw, true, place);
    const written = detached(raw);
    const element: ElementName = {
      name,
      scope: this,
      startTag: `<${written}>`,
      endTag: `</${written}>`,
      afterStart: undefined,
      afterEnd: undefined,
      joint: "",
    };
    if (this.#elements.size < MAX_KEPT) this.#elements.set(written, element);
    return element;
  }

  /** The name of an attribute, `raw` as written at `place`. The default namespace is not for attributes. */
  attribute(raw: string, place: number | Position): XmlName {
    const known = this.#attributes.get(raw);
    if (known !== undefined) return known;
    const name = this.#name(raw, false, place);
    if (this.#attributes.size < MAX_KEPT) this.#attributes.set(detached(raw), name);
    return name;
  }

  #name(raw: string, isElement: boolean, place: number | Position): XmlName {
    const colon = raw.indexOf(":");
    if (colon === -1) {
      const namespace = isElement ? (this.resolve("") ?? "") : "";
      return this.#table.intern(namespace, raw, raw, place);
    }
    const prefix = raw.slice(0, colon);
    const local = raw.slice(colon + 1);
    checkLocalName(prefix, local, raw, this.#source, place);
    const namespace = this.resolve(prefix);
    if (namespace === undefined || prefix === "xmlns") {
      this.#source.fail(`the prefix of "${raw}" is not bound to a namespace`, place);
    }
    return this.#table.intern(namespace, local, raw, place);
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
