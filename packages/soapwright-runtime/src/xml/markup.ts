/**
 * Character classes (XML 1.0, fifth edition, 2.2 and 2.3), rules of the document as a whole and of the names of elements
 * (2.1 and 3.1), the XML declaration, and markup that starts with `<!` and `<?` (2.6 to 2.8).
 */

import type { ReaderLimits } from "./limits";
import type { Source } from "./source";

export const SLASH = 0x2f;
export const GREATER = 0x3e;

const NAME_START = 1;
const NAME = 2;

/** The colon counts as a name character; `xml-namespaces.ts` checks its position. */
const ASCII = new Uint8Array(128);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_:") {
  ASCII[character.charCodeAt(0)] = NAME_START | NAME;
}
for (const character of "0123456789-.") ASCII[character.charCodeAt(0)] = NAME;

/** Pairs of first and last character. */
const OTHER_NAME_START: readonly number[] = [
  0xc0, 0xd6, 0xd8, 0xf6, 0xf8, 0x2ff, 0x370, 0x37d, 0x37f, 0x1fff, 0x200c, 0x200d, 0x2070, 0x218f, 0x2c00, 0x2fef,
  0x3001, 0xd7ff, 0xf900, 0xfdcf, 0xfdf0, 0xfffd, 0x10000, 0xeffff,
];
const OTHER_NAME: readonly number[] = [0xb7, 0xb7, 0x300, 0x36f, 0x203f, 0x2040];

function isIn(ranges: readonly number[], codePoint: number): boolean {
  for (let at = 0; at < ranges.length; at += 2) {
    if (codePoint <= ranges[at + 1]!) return codePoint >= ranges[at]!;
  }
  return false;
}

function nameClass(codePoint: number): number {
  if (codePoint < 128) return ASCII[codePoint]!;
  if (isIn(OTHER_NAME_START, codePoint)) return NAME_START | NAME;
  return isIn(OTHER_NAME, codePoint) ? NAME : 0;
}

export function nameEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      if (ASCII[code] === 0) return at;
      at++;
    } else {
      const codePoint = text.codePointAt(at);
      if (codePoint === undefined || nameClass(codePoint) === 0) return at;
      at += codePoint > 0xffff ? 2 : 1;
    }
  }
}

/** False at the end of the text. */
export function isNameStart(text: string, at: number): boolean {
  const codePoint = text.codePointAt(at);
  return codePoint !== undefined && (nameClass(codePoint) & NAME_START) !== 0;
}

/** Carriage returns were already normalized to line feeds. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09;
}

export function blankEnd(text: string, from: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x09) return at;
  }
}

export function shown(codePoint: number): string {
  const number = `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
  return codePoint > 0x20 && codePoint < 0x7f ? `"${String.fromCodePoint(codePoint)}"` : number;
}

const START = "<?xml";

const PARTS: readonly { readonly pattern: RegExp; readonly wrong?: string }[] = [
  {
    pattern: /[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.0"|'1\.0')/y,
    wrong: 'the XML declaration must start with version="1.0", because XML 1.1 is not supported',
  },
  { pattern: /[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*')/y },
  { pattern: /[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)')/y },
  {
    pattern: /[ \t\n]*$/y,
    wrong:
      'after the version, the XML declaration may contain only an encoding and standalone="yes" or standalone="no"',
  },
];

/**
 * `forgiving` allows blanks before the declaration. Returns false when more text is needed. Throws a `ResponseError`.
 */
export function readXmlDeclaration(source: Source, maxNameLength: number, forgiving: boolean): boolean {
  if (forgiving) source.at = blankEnd(source.text, source.at);
  const { text, at } = source;
  const content = at + START.length;
  if (text.length <= content && START.startsWith(text.slice(at, content))) return false;
  if (!text.startsWith(START, at) || !(isBlank(text.charCodeAt(content)) || text.startsWith("?", content))) return true;
  const end = text.indexOf("?>", content);
  if (end - at > maxNameLength || (end === -1 && text.length - at > maxNameLength)) {
    source.failLimit("maxNameLength", maxNameLength, "The XML declaration is longer", at);
  }
  if (end === -1) return false;
  checkXmlDeclaration(source, text.slice(content, end), content);
  source.at = end + 2;
  return true;
}

/** All parts in one pattern. The parts alone find what is wrong. */
const DECLARATION = new RegExp(
  `^${PARTS.map(({ pattern, wrong }) => (wrong === undefined ? `(?:${pattern.source})?` : pattern.source)).join("")}`,
);

function checkXmlDeclaration(source: Source, content: string, place: number): void {
  if (DECLARATION.test(content)) return;
  let at = 0;
  for (const { pattern, wrong } of PARTS) {
    pattern.lastIndex = at;
    if (pattern.test(content)) at = pattern.lastIndex;
    else if (wrong !== undefined) source.fail(wrong, place + at);
  }
}

/**
 * Moves the source after the `<!` at `at`. Returns undefined if more text is needed. Throws a `ResponseError` for other
 * markup.
 */
export function readBang(source: Source, at: number, isInElement: boolean): "comment" | "cdata" | undefined {
  const { text } = source;
  if (text.startsWith("<!--", at)) {
    source.at = at + 4;
    return "comment";
  }
  if (text.startsWith("<![CDATA[", at)) {
    if (!isInElement) source.fail("a CDATA section is outside the root element", at);
    source.at = at + 9;
    return "cdata";
  }
  if (text.startsWith("<!DOCTYPE", at)) {
    source.refuse(`has a document type declaration (DTD), which ${notRead(source)}`, at);
  }
  const rest = text.slice(at, at + 9);
  if (["<!--", "<![CDATA[", "<!DOCTYPE"].some((start) => start.startsWith(rest))) return undefined;
  source.fail('"<!" starts neither a comment nor a CDATA section', at);
}

function notRead({ subject }: Source): string {
  return subject === "response" ? "SOAP forbids" : "is not read";
}

/**
 * Moves the source after the name. Throws a `ResponseError` in a message. Returns undefined when the name needs more
 * text.
 */
export function readInstruction(source: Source, at: number, maxNameLength: number): "instruction" | undefined {
  const { text } = source;
  const end = nameEnd(text, at + 2);
  if (end - at > maxNameLength) {
    source.failLimit("maxNameLength", maxNameLength, "The name of a processing instruction is longer", at);
  }
  if (end === text.length) return undefined;
  const name = text.slice(at + 2, end);
  if (name === "xml") source.fail("an XML declaration is allowed only at the very start", at);
  if (source.subject === "response") {
    source.refuse(`has a processing instruction, <?${name} …?>, which ${notRead(source)}`, at);
  }
  if (end + 1 === text.length && text.endsWith("?")) return undefined;
  if (
    !isNameStart(text, at + 2) ||
    /^xml$/i.test(name) ||
    !(isBlank(text.charCodeAt(end)) || text.startsWith("?>", end))
  ) {
    source.fail("a processing instruction must start with a name other than xml, followed by white space or ?>", at);
  }
  source.at = end;
  return "instruction";
}

/** `unfinished` names an incomplete construct. */
export function checkEnd(source: Source, unfinished: string | undefined, rootWasRead: boolean): void {
  source.end();
  const end = source.text.length;
  if (unfinished !== undefined) source.fail(`it ends inside ${unfinished}`, end);
  if (source.at < end) source.fail("it ends inside markup", end);
  if (!rootWasRead) source.fail("it has no root element", end);
}

export function endOfStartName(source: Source, at: number, depth: number, limits: ReaderLimits): number {
  const { text } = source;
  const { maxNameLength, maxDepth } = limits;
  checkName(source, at);
  if (depth === maxDepth) {
    source.failLimit("maxDepth", maxDepth, `The ${source.subject} has elements nested deeper`, at);
  }
  const end = nameEnd(text, at + 1);
  if (end - at - 1 > maxNameLength) {
    source.failLimit("maxNameLength", maxNameLength, "The name of an element is longer", at);
  }
  const next = text.charCodeAt(end);
  if (end < text.length && next !== GREATER && next !== SLASH && !isBlank(next)) {
    source.fail(`${shown(text.codePointAt(end)!)} is not allowed in the name of an element`, end);
  }
  return end;
}

export function refuseOutside(source: Source, at: number, rootWasRead: boolean): never {
  const where = rootWasRead ? "after" : "before";
  return source.fail(`${shown(source.text.codePointAt(at)!)} is ${where} the root element`, at);
}

export function refuseSecondRoot(source: Source, at: number): never {
  checkName(source, at);
  return source.fail("it has a second root element", at);
}

function checkName(source: Source, at: number): void {
  if (isNameStart(source.text, at + 1)) return;
  source.fail(
    `"<" must be written as &lt; or followed by a name, not by ${shown(source.text.codePointAt(at + 1)!)}`,
    at,
  );
}
