/** Parses start tags with attributes incrementally (XML 1.0, 3.1 and 3.3.3; Namespaces in XML, 5 and 6). */

import type { DocumentNames } from "./document-names";
import type { XmlAttributeEvent, XmlName } from "./events";
import type { ReaderLimits } from "./limits";
import { blankEnd, GREATER, isNameStart, nameEnd, SLASH, shown } from "./markup";
import { type ReferenceOptions, referenceEnd, resolveReference } from "./references";
import type { Position, Source } from "./source";
import { declaredPrefix } from "./xml-names";
import { checkDeclaration, checkLocalName, type NamespaceScope, type ResolvedTag } from "./xml-namespaces";

const EQUALS = 0x3d;
const AMPERSAND = 0x26;
const QUOTE = 0x22;

const SPECIAL = /[&<\t\n]/;
const BLANK_TO_NORMALISE = /[\t\n]/g;

interface WrittenAttribute {
  readonly raw: string;
  /** The default namespace is `""`. */
  readonly declares: string | undefined;
  value: string;
  /** An index while the source's text is unchanged, then a position. */
  place: number | Position;
}

/** The token that the tag continues with when the text ends. */
type Step = "attribute" | "equals" | "quote" | "value";

export class StartTag {
  raw = "";
  readonly #source: Source;
  readonly #limits: ReaderLimits;
  readonly #references: ReferenceOptions;
  #attributes: WrittenAttribute[] = [];
  #step: Step = "attribute";
  #quote = '"';
  #separated = false;
  #isEmpty = false;

  constructor(source: Source, limits: ReaderLimits, references: ReferenceOptions) {
    this.#source = source;
    this.#limits = limits;
    this.#references = references;
  }

  begin(raw: string): void {
    this.raw = raw;
    this.#attributes = [];
    this.#step = "attribute";
    this.#separated = false;
  }

  /** Called before the source drops its text. */
  keepPlaces(): void {
    for (const attribute of this.#attributes) {
      if (typeof attribute.place === "number") attribute.place = this.#source.positionOf(attribute.place);
    }
  }

  read(): boolean {
    for (;;) {
      const step = this.#step;
      if (step === "attribute") {
        if (this.#readClose()) return true;
        if (!this.#readName()) return false;
      } else if (step === "equals") {
        if (!this.#readEquals()) return false;
      } else if (step === "quote") {
        if (!this.#readQuote()) return false;
      } else if (!this.#readValue()) return false;
    }
  }

  #skipBlanks(): number {
    const source = this.#source;
    const after = blankEnd(source.text, source.at);
    if (after > source.at) {
      this.#separated = true;
      source.at = after;
    }
    return source.text.charCodeAt(after);
  }

  #readClose(): boolean {
    const source = this.#source;
    const next = this.#skipBlanks();
    this.#isEmpty = next === SLASH;
    if (next === GREATER) {
      source.at++;
      return true;
    }
    if (next !== SLASH || source.at + 1 === source.text.length) return false;
    if (source.text.charCodeAt(source.at + 1) !== GREATER) {
      source.fail(`"/" in a tag must be followed by ">"`, source.at);
    }
    source.at += 2;
    return true;
  }

  #readName(): boolean {
    const source = this.#source;
    const { text, at } = source;
    if (at === text.length || text.charCodeAt(at) === SLASH) return false;
    const wrong = () => shown(text.codePointAt(at) ?? 0);
    if (!isNameStart(text, at)) source.fail(`${wrong()} in the tag <${this.raw}> is not an attribute`, at);
    if (!this.#separated) source.fail(`there must be white space before an attribute of <${this.raw}>`, at);
    if (this.#attributes.length === this.#limits.maxAttributes) {
      source.failLimit("maxAttributes", this.#limits.maxAttributes, `<${this.raw}> has more attributes`, at);
    }
    const end = nameEnd(text, at);
    if (end - at > this.#limits.maxNameLength) {
      source.failLimit("maxNameLength", this.#limits.maxNameLength, "The name of an attribute is longer", at);
    }
    if (end === text.length) return false;
    const raw = text.slice(at, end);
    this.#attributes.push({ raw, declares: declaredPrefix(raw), value: "", place: at });
    this.#step = "equals";
    source.at = end;
    // The quote nearly always follows without blanks.
    if (text.charCodeAt(end) === EQUALS && text.charCodeAt(end + 1) === QUOTE) {
      this.#quote = '"';
      this.#step = "value";
      source.at = end + 2;
    }
    return true;
  }

  #readEquals(): boolean {
    const source = this.#source;
    const next = this.#skipBlanks();
    if (source.at === source.text.length) return false;
    if (next !== EQUALS) source.fail(`the attribute "${this.#last.raw}" has no value`, source.at);
    source.at++;
    this.#step = "quote";
    return true;
  }

  #readQuote(): boolean {
    const source = this.#source;
    this.#skipBlanks();
    if (source.at === source.text.length) return false;
    const quote = source.text.charAt(source.at);
    if (quote !== '"' && quote !== "'") {
      source.fail(`the value of the attribute "${this.#last.raw}" must be in quotes`, source.at);
    }
    source.at++;
    this.#quote = quote;
    this.#step = "value";
    return true;
  }

  #readValue(): boolean {
    const source = this.#source;
    const { text, at } = source;
    const quote = text.indexOf(this.#quote, at);
    const end = quote === -1 ? text.length : quote;
    const piece = text.slice(at, end);
    if (SPECIAL.test(piece)) {
      if (!this.#addSpecial(at, end)) return false;
    } else {
      this.#checkRoom(this.#last.value.length, piece.length, at);
      this.#last.value += piece;
      source.at = end;
    }
    if (quote === -1) return false;
    source.at++;
    this.#step = "attribute";
    this.#separated = false;
    return true;
  }

  /** Returns false, with `source.at` at the reference, when a reference is incomplete. */
  #addSpecial(from: number, to: number): boolean {
    const source = this.#source;
    const { text } = source;
    const attribute = this.#last;
    let piece = "";
    let at = from;
    while (at < to) {
      const end = plainEnd(text, at, to);
      this.#checkRoom(attribute.value.length + piece.length, end - at, at);
      piece += text.slice(at, end).replace(BLANK_TO_NORMALISE, " ");
      at = end;
      if (at === to) break;
      if (text.charCodeAt(at) !== AMPERSAND) {
        source.fail(`"<" in the value of the attribute "${attribute.raw}" must be written as &lt;`, at);
      }
      const after = referenceEnd(source, at, this.#references);
      if (after === -1) break;
      const resolved = resolveReference(source, at, after, this.#references);
      this.#checkRoom(attribute.value.length + piece.length, resolved.length, at);
      piece += resolved;
      at = after;
    }
    attribute.value += piece;
    source.at = at;
    return at === to;
  }

  #checkRoom(used: number, length: number, at: number): void {
    const room = this.#limits.maxTextLength - used;
    if (length <= room) return;
    const what = `The value of the attribute "${this.#last.raw}" is longer`;
    this.#source.failLimit("maxTextLength", this.#limits.maxTextLength, what, at + room);
  }

  get #last(): WrittenAttribute {
    return this.#attributes[this.#attributes.length - 1]!;
  }

  resolve(outer: NamespaceScope, request: DocumentNames): ResolvedTag {
    const { text, at, place } = this.#source;
    const scope = this.#declare(outer);
    const element = scope.element(this.raw, place, request);
    const attributes: XmlAttributeEvent[] = [];
    for (const { raw, declares, value, place } of this.#attributes) {
      if (declares === undefined) attributes.push({ name: scope.attribute(raw, place, request), value });
    }
    if (attributes.length > 1) this.#checkDistinct(attributes);
    const tag = { element, attributes, isEmpty: this.#isEmpty };
    // If the place is a position, the tag began in an earlier chunk, whose text is gone.
    if (typeof place === "number") outer.keepTag(text.slice(place, at), tag);
    return tag;
  }

  #declare(outer: NamespaceScope): NamespaceScope {
    let declared: Map<string, string> | undefined;
    for (const { raw, declares: prefix, value, place } of this.#attributes) {
      if (prefix === undefined) continue;
      if (prefix !== "" || raw !== "xmlns") checkLocalName("xmlns", prefix, raw, this.#source, place);
      checkDeclaration(prefix, value, this.#source, place);
      if (value.length > this.#limits.maxNameLength) {
        const what = `The namespace in the attribute "${raw}" is longer`;
        this.#source.failLimit("maxNameLength", this.#limits.maxNameLength, what, place);
      }
      declared ??= new Map();
      if (declared.has(prefix)) this.#source.fail(`the attribute "${raw}" appears twice in <${this.raw}>`, place);
      declared.set(prefix, value);
    }
    return declared === undefined ? outer : outer.inner(declared);
  }

  #checkDistinct(attributes: readonly XmlAttributeEvent[]): void {
    const repeat = firstRepeat(attributes);
    if (repeat === -1) return;
    const { raw, place } = this.#attributes.filter(({ declares }) => declares === undefined)[repeat]!;
    this.#source.fail(`the attribute "${raw}" appears twice in <${this.raw}>`, place);
  }
}

/** Pairwise comparison of so few attributes is faster than a set. */
const FEW = 8;

function firstRepeat(attributes: readonly XmlAttributeEvent[]): number {
  if (attributes.length > FEW) {
    const met = new Map<string, Set<string>>();
    return attributes.findIndex(({ name: { namespace, local } }) => {
      const namespaces = met.get(local);
      if (namespaces === undefined) met.set(local, new Set([namespace]));
      return namespaces !== undefined && namespaces.size === namespaces.add(namespace).size;
    });
  }
  for (let index = 1; index < attributes.length; index++) {
    const { name } = attributes[index]!;
    for (let before = 0; before < index; before++) if (isSame(attributes[before]!.name, name)) return index;
  }
  return -1;
}

/** Names that are not cached have no identity, so they are compared by value. */
function isSame(one: XmlName, other: XmlName): boolean {
  return one === other || (one.local === other.local && one.namespace === other.namespace);
}

function plainEnd(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === AMPERSAND || code === 0x3c) return at;
  }
  return to;
}
