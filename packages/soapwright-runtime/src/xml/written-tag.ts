/** Parses tags of a well-formed text, by index, with the namespaces in scope. */

import { PREDEFINED } from "./references";
import { declaredPrefix } from "./xml-names";

/** A start tag as written. */
export interface WrittenTag {
  readonly name: string;
  /** Alternating names and values, including namespace declarations. References are resolved. */
  readonly attributes: readonly string[];
  readonly isEmpty: boolean;
  readonly end: number;
}

/** The key is the prefix. The default namespace has the empty prefix. */
export type Scope = ReadonlyMap<string, string>;

/** The prefixes that every document has: `xml` and `xmlns`. */
export const NO_SCOPE: Scope = new Map([
  ["", ""],
  ["xml", "http://www.w3.org/XML/1998/namespace"],
]);

const NAME = /<([^\s/>]+)/y;
const ATTRIBUTE = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const TAG_END = /\s*(\/?)>/y;
const GREATER = 0x3e;
const SLASH = 0x2f;

/** The error of a text that is not well-formed at the index of the parse. */
export class NotWellFormed extends Error {}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns the start tag at `at`. Throws `NotWellFormed`. */
export function readTag(text: string, at: number): WrittenTag {
  const opened = match(NAME, text, at);
  if (opened === null) throw new NotWellFormed();
  const attributes: string[] = [];
  let end = NAME.lastIndex;
  if (text.charCodeAt(end) === GREATER) return { name: opened[1]!, attributes, isEmpty: false, end: end + 1 };
  for (;;) {
    const found = match(ATTRIBUTE, text, end);
    if (found === null) break;
    end = ATTRIBUTE.lastIndex;
    attributes.push(found[1]!, attributeValue(found[2] ?? found[3] ?? ""));
  }
  const closed = match(TAG_END, text, end);
  if (closed === null) throw new NotWellFormed();
  return { name: opened[1]!, attributes, isEmpty: closed[1] === "/", end: TAG_END.lastIndex };
}

/** Returns the scope inside `tag`, which is in `scope`. */
export function scopeIn(tag: WrittenTag, scope: Scope): Scope {
  let declarations: Map<string, string> | undefined;
  const { attributes } = tag;
  for (let i = 0; i < attributes.length; i += 2) {
    const prefix = declaredPrefix(attributes[i]!);
    if (prefix === undefined) continue;
    declarations ??= new Map(scope);
    declarations.set(prefix, attributes[i + 1]!);
  }
  return declarations ?? scope;
}

/** Throws `NotWellFormed` for an unbound prefix. */
export function expanded(name: string, scope: Scope): { readonly namespace: string; readonly local: string } {
  const colon = name.indexOf(":");
  const namespace = scope.get(colon < 0 ? "" : name.slice(0, colon));
  if (namespace === undefined) throw new NotWellFormed();
  return { namespace, local: name.slice(colon + 1) };
}

/** White space is normalized to blanks (XML 1.0, 3.3.3). */
function attributeValue(raw: string): string {
  return resolve(raw.replace(/\r\n|[\t\r\n]/g, " "));
}

/** Returns character data with its references resolved. Throws `NotWellFormed`. */
export function resolve(raw: string): string {
  if (!raw.includes("&")) return raw;
  return raw.replace(/&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([a-z]+));/g, (_whole, hex, decimal, name) => {
    if (name !== undefined) {
      const named = PREDEFINED.get(name);
      if (named === undefined) throw new NotWellFormed();
      return named;
    }
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

/** Throws `NotWellFormed`, also for processing instructions. */
export function readSpecial(
  text: string,
  at: number,
): { readonly isText: boolean; readonly start: number; readonly end: number } {
  const isText = text.startsWith("<![CDATA[", at);
  if (!isText && !text.startsWith("<!--", at)) throw new NotWellFormed();
  const start = at + (isText ? 9 : 4);
  const end = text.indexOf(isText ? "]]>" : "-->", start);
  if (end < 0) throw new NotWellFormed();
  return { isText, start, end };
}

/** Returns undefined for a start tag. Throws `NotWellFormed`. */
export function markupEnd(text: string, at: number): number | undefined {
  const next = text.charCodeAt(at + 1);
  if (at >= 0 && next !== SLASH && next !== 0x21 && next !== 0x3f) return undefined;
  if (next === 0x21) return readSpecial(text, at).end + 3;
  const mark = next === 0x3f ? "?>" : ">";
  const end = at < 0 ? -1 : text.indexOf(mark, at);
  if (end < 0) throw new NotWellFormed();
  return end + mark.length;
}

/** Returns the end of the element that `opened` starts. Throws `NotWellFormed`. */
export function endOfElement(text: string, opened: WrittenTag): number {
  let at = opened.end;
  for (let depth = opened.isEmpty ? 0 : 1; depth > 0; ) {
    const next = text.indexOf("<", at);
    const end = markupEnd(text, next);
    if (end === undefined) {
      const tag = readTag(text, next);
      if (!tag.isEmpty) depth++;
      at = tag.end;
    } else {
      if (text.charCodeAt(next + 1) === SLASH) depth--;
      at = end;
    }
  }
  return at;
}

/** Returns the value of an attribute; an attribute without a prefix has the namespace `""`. */
export function attributeOf(
  { tag, scope }: { readonly tag: WrittenTag; readonly scope: Scope },
  namespace: string,
  wanted: string,
): string | undefined {
  const inside = scopeIn(tag, scope);
  for (let i = 0; i < tag.attributes.length; i += 2) {
    const [local, prefix] = tag.attributes[i]!.split(":").reverse();
    const isWanted = local === wanted && (prefix === undefined ? "" : inside.get(prefix)) === namespace;
    if (isWanted) return tag.attributes[i + 1];
  }
  return undefined;
}
