/** Exclusive XML Canonicalization 1.0, without comments, of one element of a text that is well-formed. */
import {
  declaredPrefix,
  expanded,
  NotWellFormed,
  readSpecial,
  readTag,
  resolve,
  type Scope,
  scopeIn,
  type WrittenTag,
} from "../tool-imports";

/** Takes canonical text, piece by piece. */
export type TakeText = (text: string) => void;

/** So much text is worked on before the event loop has its turn, in UTF-16 code units. */
const SLICE = 65_536;

/** XML 1.0, 2.11. */
function lines(raw: string): string {
  return raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
}

/** Canonical XML 1.0, 2.3: character data. */
export function canonicalText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (character) => ESCAPED[character]!) : text;
}

/** Canonical XML 1.0, 2.3: an attribute value. */
export function canonicalValue(value: string): string {
  if (!/[&<"\t\n\r]/.test(value)) return value;
  return value.replace(/[&<"\t\n\r]/g, (character) => ESCAPED[character]!);
}

const ESCAPED: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};

/** An element that is open. */
interface Open {
  readonly name: string;
  readonly scope: Scope;
  /** The declarations that hold in the canonical text. */
  readonly rendered: Scope;
}

const RENDERED_OUTSIDE: Scope = new Map([["", ""]]);

/**
 * Writes the element that starts at `at` in `scope`, with `added` attributes (names and values in turn), and returns where it
 * ends. `inclusive` prefixes are written whether they are used or not (PrefixList; `#default` is the empty one). The event
 * loop has its turn in between. Rejects with `NotWellFormed`.
 */
export async function writeCanonical(
  text: string,
  at: number,
  scope: Scope,
  take: TakeText,
  added: readonly string[] = [],
  inclusive: readonly string[] = [],
): Promise<number> {
  const open: Open[] = [];
  let out = "";
  let position = at;
  let worked = at + SLICE;
  const rest = async (): Promise<void> => {
    take(out);
    out = "";
    worked = position + SLICE;
    await new Promise<void>((settle) => setImmediate(settle));
  };
  /** Character data up to `end`; in a CDATA section there are no references. */
  const write = async (end: number, isSection: boolean): Promise<void> => {
    for (let next = 0; position < end; position = next) {
      next = end - position > SLICE ? pieceEnd(text, position, isSection) : end;
      const raw = lines(text.slice(position, next));
      out += canonicalText(isSection ? raw : resolve(raw));
      if (next < end) await rest();
    }
  };
  do {
    const less = text.indexOf("<", position);
    if (less < 0) throw new NotWellFormed();
    if (less - position > SLICE) await write(less, false);
    else if (less > position) out += canonicalText(resolve(lines(text.slice(position, less))));
    const next = text.charCodeAt(less + 1);
    if (next === 0x2f) {
      const end = text.indexOf(">", less);
      const closed = open.pop();
      if (closed === undefined || end < 0) throw new NotWellFormed();
      out += `</${closed.name}>`;
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
      const whole = open.length > 0 || added.length === 0 ? tag : { ...tag, attributes: [...tag.attributes, ...added] };
      const above = open.at(-1);
      const inside = scopeIn(whole, above?.scope ?? scope);
      const [written, rendered] = writeStartTag(whole, inside, above?.rendered ?? RENDERED_OUTSIDE, inclusive);
      out += written;
      position = tag.end;
      if (tag.isEmpty) out += `</${tag.name}>`;
      else open.push({ name: tag.name, scope: inside, rendered });
    }
    if (position > worked) await rest();
  } while (open.length > 0);
  take(out);
  return position;
}

/** Where a piece of the character data at `start` may end: not inside a reference, a line's end or a pair of surrogates. */
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

/** Exclusive XML Canonicalization, 3: of the declarations, those that the element and its attributes use visibly. */
function writeStartTag(tag: WrittenTag, scope: Scope, outside: Scope, inclusive: readonly string[]): [string, Scope] {
  // Most elements of a long Body are like this.
  if (tag.attributes.length === 0 && inclusive.length === 0) {
    const prefix = prefixOf(tag.name);
    const namespace = scope.get(prefix);
    if (namespace !== undefined && outside.get(prefix) === namespace) return [`<${tag.name}>`, outside];
  }
  const used = new Set<string>(inclusive.filter((prefix) => scope.has(prefix)));
  used.add(prefixOf(tag.name));
  const attributes: { readonly key: string; readonly written: string }[] = [];
  const given = tag.attributes;
  for (let i = 0; i < given.length; i += 2) {
    const name = given[i]!;
    if (declaredPrefix(name) !== undefined) continue;
    const isPrefixed = name.includes(":");
    if (isPrefixed) used.add(prefixOf(name));
    const { namespace, local } = isPrefixed ? expanded(name, scope) : { namespace: "", local: name };
    attributes.push({ key: `${namespace}\u0000${local}`, written: ` ${name}="${canonicalValue(given[i + 1]!)}"` });
  }
  let rendered: Map<string, string> | undefined;
  let written = `<${tag.name}`;
  for (const prefix of [...used].sort(byCodePoint)) {
    const namespace = scope.get(prefix);
    if (namespace === undefined) throw new NotWellFormed();
    if (prefix === "xml" || (rendered ?? outside).get(prefix) === namespace) continue;
    rendered ??= new Map(outside);
    rendered.set(prefix, namespace);
    written += ` xmlns${prefix === "" ? "" : `:${prefix}`}="${canonicalValue(namespace)}"`;
  }
  for (const attribute of attributes.sort((a, b) => byCodePoint(a.key, b.key))) written += attribute.written;
  return [`${written}>`, rendered ?? outside];
}

function prefixOf(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? "" : name.slice(0, colon);
}

/** UTF-16 order is that of code points but for surrogates, which names in envelopes do not have. */
function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
