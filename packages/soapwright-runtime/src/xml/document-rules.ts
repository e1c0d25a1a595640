/** Constraints of the document as a whole, and of the start of elements (XML 1.0, 2.1 [1] document, 3.1 [40] STag). */

import { GREATER, isBlank, isNameStart, nameEnd, SLASH, shown } from "./characters";
import type { ReaderLimits } from "./limits";
import type { Source } from "./source";

/** `unfinished` names an incomplete construct. */
export function checkEnd(source: Source, unfinished: string | undefined, rootWasRead: boolean): void {
  source.end();
  const end = source.text.length;
  if (unfinished !== undefined) source.fail(`it ends inside ${unfinished}`, end);
  if (source.at < end) source.fail("it ends inside markup", end);
  if (!rootWasRead) source.fail("it has no root element", end);
}

/** Throws a `ResponseError` for an invalid name, and above a limit. */
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
