/** Exclusive XML Canonicalization 1.0 and Canonical XML 1.0, without comments, of one element of a well-formed text. */
import {
  declaredPrefix,
  escapeAttribute,
  escapeText,
  NotWellFormed,
  readSpecial,
  readTag,
  resolve,
  type Scope,
  UNVERIFIED,
  type WrittenTag,
} from "soapwright-runtime/codecs";

/** So many UTF-16 code units are processed before other events of the event loop are handled. */
const SLICE = 65_536;

/** Line ends are normalized by XML 1.0, 2.11. */
function lines(raw: string): string {
  return raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
}

/** The form is that of Canonical XML 1.0, 2.3. Character data has the form that `escapeText` returns. */
export function canonicalValue(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, escapeAttribute);
}

/** A text that is put into another one, in place of what is there up to `end`. */
export interface Patch {
  readonly at: number;
  readonly end?: number;
  readonly insert: string;
}

/** Returns the text with patches, which do not overlap. */
export function patched(text: string, patches: readonly Patch[]): string {
  let written = "";
  let from = 0;
  for (const { at, end = at, insert } of [...patches].sort((a, b) => a.at - b.at)) {
    written += text.slice(from, at) + insert;
    from = end;
  }
  return written + text.slice(from);
}

/**
 * A declaration that the canonical text leaves out, for a reader of QNames in content. Canonicalization leaves out
 * unused declarations, so a declaration can be changed without breaking the signature, and a prefix would then have the
 * namespace of an outer declaration. Such a prefix is bound to `UNVERIFIED` instead.
 */
export interface Mark extends Patch {
  /** The prefix of the declaration that the canonical text lacks. */
  readonly unsigned: string | undefined;
}

/**
 * Prefixes of the PrefixList, which are declared even if unused; `""` is `#default`. `"all"`: every prefix in scope, as
 * in Canonical XML 1.0.
 */
export type Inclusive = readonly string[] | "all";

export interface CanonicalOptions {
  /** Names and values of attributes to add alternate. */
  readonly added?: readonly string[];
  readonly inclusive?: Inclusive;
  /** The attributes `xml:…` of ancestors, which Canonical XML 1.0 has on the element: names and values alternate. */
  readonly inherited?: readonly string[] | undefined;
  readonly marks?: Mark[] | undefined;
}

interface Binding {
  readonly namespace: string | undefined;
  /** The namespace in the canonical text. */
  readonly rendered: string | undefined;
  /** The namespace in the canonical text with its marks. */
  readonly shown: string | undefined;
}

/** Bindings by prefix. The end of an element restores the outer bindings, at a cost in proportion to its declarations. */
class Bindings extends Map<string, Binding> {
  readonly #before: [prefix: string, binding: Binding | undefined][] = [];

  constructor(scope: Scope) {
    super();
    for (const [prefix, namespace] of scope) {
      const outside = prefix === "" ? "" : undefined;
      super.set(prefix, { namespace, rendered: outside, shown: outside });
    }
  }

  change(prefix: string, binding: Partial<Binding>): void {
    const before = this.get(prefix);
    this.#before.push([prefix, before]);
    this.set(prefix, { namespace: undefined, rendered: undefined, shown: undefined, ...before, ...binding });
  }

  get changes(): number {
    return this.#before.length;
  }

  takeBack(changes: number): void {
    for (const [prefix, before] of this.#before.splice(changes).reverse()) {
      if (before === undefined) this.delete(prefix);
      else this.set(prefix, before);
    }
  }
}

const MOST_LOOKED_FOR = 32;
/** Every prefix is declared. */
const EVERY = Symbol("every prefix");

/** Writes the element that starts at `at`. Yields to the event loop in between. Rejects with `NotWellFormed`. */
export async function writeCanonical(
  text: string,
  at: number,
  scope: Scope,
  take: (text: string) => void,
  { added = [], inclusive = [], inherited = [], marks }: CanonicalOptions = {},
): Promise<void> {
  const bindings = new Bindings(scope);
  const wanted = inclusive === "all" ? EVERY : new Set(inclusive);
  const outerAttributes = inclusive === "all" ? inherited : [];
  const open: { readonly name: string; readonly changes: number }[] = [];
  let out = "";
  let taken = 0;
  let position = at;
  let worked = at + SLICE;
  const rest = async (): Promise<void> => {
    take(out);
    taken += out.length;
    out = "";
    worked = position + SLICE;
    await new Promise<void>((settle) => setImmediate(settle));
  };
  /** A CDATA section has no references. */
  const write = async (end: number, isSection: boolean): Promise<void> => {
    for (let next = 0; position < end; position = next) {
      next = end - position > SLICE ? pieceEnd(text, position, isSection) : end;
      const raw = lines(text.slice(position, next));
      out += escapeText(isSection ? raw : resolve(raw));
      if (next < end) await rest();
    }
  };
  do {
    const less = text.indexOf("<", position);
    if (less < 0) throw new NotWellFormed();
    if (less - position > SLICE) await write(less, false);
    else if (less > position) out += escapeText(resolve(lines(text.slice(position, less))));
    const next = text.charCodeAt(less + 1);
    if (next === 0x2f) {
      const end = text.indexOf(">", less);
      const closed = open.pop();
      if (closed === undefined || end < 0) throw new NotWellFormed();
      out += `</${closed.name}>`;
      bindings.takeBack(closed.changes);
      position = end + 1;
    } else if (next === 0x21 || next === 0x3f) {
      const special = readSpecial(text, less);
      if (special.isText) {
        position = special.start;
        await write(special.end, true);
      }
      position = special.end + 3;
    } else {
      const tag = readTag(text, less);
      const isApex = open.length === 0;
      const whole = isApex ? { ...tag, attributes: [...outerAttributes, ...tag.attributes, ...added] } : tag;
      const { changes } = bindings;
      const outer = isApex && marks !== undefined ? prefixesUsed(text, less, bindings) : [];
      const { written, left } = writeStartTag(whole, bindings, wanted, isApex, outer);
      out += written;
      for (const [declaration, unsigned] of left) {
        marks?.push({ at: taken + out.length - 1, insert: declaration, unsigned });
      }
      position = tag.end;
      if (tag.isEmpty) {
        out += `</${tag.name}>`;
        bindings.takeBack(changes);
      } else open.push({ name: tag.name, changes });
    }
    if (position > worked) await rest();
  } while (open.length > 0);
  take(out);
}

/** Rejects with `NotWellFormed`. */
export async function canonicalOf(
  text: string,
  {
    start,
    scope,
    inherited,
  }: { readonly start: number; readonly scope: Scope; readonly inherited?: readonly string[] | undefined },
  inclusive: Inclusive = [],
): Promise<string> {
  let xml = "";
  const take = (piece: string): void => {
    xml += piece;
  };
  await writeCanonical(text, start, scope, take, { inclusive, inherited });
  return xml;
}

/** Character data may not be split in a reference, a line break or a surrogate pair. */
function pieceEnd(text: string, start: number, isSection: boolean): number {
  const end = start + SLICE;
  const piece = text.slice(start, end);
  const open = isSection ? -1 : piece.lastIndexOf("&");
  if (open >= 0 && piece.indexOf(";", open) < 0) {
    if (open > 0) return start + open;
    const closed = text.indexOf(";", end);
    if (closed < 0) throw new NotWellFormed();
    return closed + 1;
  }
  const last = piece.charCodeAt(SLICE - 1);
  return last === 0x0d || (last >= 0xd800 && last < 0xdc00) ? end - 1 : end;
}

function prefixesUsed(text: string, at: number, scope: ReadonlyMap<string, Binding>): readonly string[] {
  const prefixes = [...scope.keys()].filter((prefix) => prefix !== "" && prefix !== "xml");
  return ["", ...prefixes.slice(0, MOST_LOOKED_FOR).filter((prefix) => text.includes(`${prefix}:`, at))];
}

interface StartTag {
  readonly written: string;
  readonly left: readonly (readonly [declaration: string, unsigned: string | undefined])[];
}

const NONE: StartTag["left"] = [];

/** The declarations are those that the element and its attributes visibly use (Exclusive XML Canonicalization, 3). */
function writeStartTag(
  { name: tagName, attributes: tagAttributes }: WrittenTag,
  bindings: Bindings,
  inclusive: ReadonlySet<string> | typeof EVERY,
  isApex: boolean,
  outer: readonly string[],
): StartTag {
  const tagPrefix = prefixOf(tagName);
  // Fast path, because most elements of a long Body declare no namespace.
  if (tagAttributes.length === 0 && !isApex) {
    const { namespace, rendered, shown } = bindings.get(tagPrefix) ?? {};
    if (namespace !== undefined && rendered === namespace && shown === namespace) {
      return { written: `<${tagName}>`, left: NONE };
    }
  }
  const declared: string[] = [];
  for (let i = 0; i < tagAttributes.length; i += 2) {
    const prefix = declaredPrefix(tagAttributes[i]!);
    if (prefix === undefined) continue;
    declared.push(prefix);
    bindings.change(prefix, { namespace: tagAttributes[i + 1]! });
  }
  const isListed = (prefix: string): boolean => inclusive === EVERY || inclusive.has(prefix);
  const candidates = isApex ? bindings.keys() : declared;
  const used = new Set([...candidates].filter(isListed));
  used.add(tagPrefix);
  const attributes = new Map<string, string>();
  for (let i = 0; i < tagAttributes.length; i += 2) {
    const name = tagAttributes[i]!;
    if (declaredPrefix(name) !== undefined) continue;
    const prefix = prefixOf(name);
    if (prefix !== "") used.add(prefix);
    const key =
      prefix === "" ? `\u0000${name}` : `${bindings.get(prefix)?.namespace}\u0000${name.slice(prefix.length + 1)}`;
    attributes.set(key, ` ${name}="${canonicalValue(tagAttributes[i + 1]!)}"`);
  }
  let written = `<${tagName}`;
  const left: [string, string | undefined][] = [];
  // The order of UTF-16 is that of code points except for surrogates, which no names in envelopes have.
  for (const prefix of [...used].sort()) {
    const { namespace, rendered, shown } = bindings.get(prefix) ?? {};
    if (namespace === undefined) throw new NotWellFormed();
    if (prefix === "xml" || (rendered === namespace && shown === namespace)) continue;
    if (rendered !== namespace) written += declaration(prefix, namespace);
    else left.push([declaration(prefix, namespace), undefined]);
    bindings.change(prefix, { rendered: namespace, shown: namespace });
  }
  for (const key of [...attributes.keys()].sort()) written += attributes.get(key)!;
  for (const prefix of new Set([...declared, ...outer])) {
    const { namespace, shown } = bindings.get(prefix)!;
    if (used.has(prefix) || prefix === "xml" || shown === namespace) continue;
    left.push([declaration(prefix, UNVERIFIED), prefix]);
    bindings.change(prefix, { shown: UNVERIFIED });
  }
  return { written: `${written}>`, left };
}

export function declaration(prefix: string, namespace: string): string {
  return ` xmlns${prefix === "" ? "" : `:${prefix}`}="${canonicalValue(namespace)}"`;
}

function prefixOf(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? "" : name.slice(0, colon);
}
