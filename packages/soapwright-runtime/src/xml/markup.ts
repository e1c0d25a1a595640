/**
 * Rules of the document as a whole and of the names of elements (XML 1.0, 2.1 and 3.1), the XML declaration, and markup
 * that starts with `<!` and `<?` (2.6 to 2.8).
 */

import { blankEnd, GREATER, isBlank, isNameStart, nameEnd, SLASH, shown } from "./characters";
import type { ReaderLimits } from "./limits";
import type { Source } from "./source";

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
