/** XML Schema Part 2, 4.3.6: the facet whiteSpace. Only tab, line feed, carriage return and blank are white space. */

export type WhiteSpace = "preserve" | "replace" | "collapse";

const BLANK = 0x20;

function isWhiteSpace(code: number): boolean {
  return code === BLANK || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Whether `text` holds nothing but white space of XML. */
export function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (!isWhiteSpace(text.charCodeAt(index))) return false;
  }
  return true;
}

function hasWhiteSpace(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) <= BLANK) return true;
  }
  return false;
}

/** `text` without white space at its ends. */
export function trim(text: string): string {
  let end = text.length;
  if (end === 0 || (text.charCodeAt(0) > BLANK && text.charCodeAt(end - 1) > BLANK)) return text;
  let start = 0;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const REPLACED = /[\t\n\r]/g;
const RUNS = / {2,}/g;

/** A longer text is not given to an expression: one that is mostly white space would block for a second. */
const LONG = 4096;

/** `text` as the facet has it. */
export function normalize(text: string, whiteSpace: WhiteSpace): string {
  if (whiteSpace === "preserve" || !hasWhiteSpace(text)) return text;
  if (text.length > LONG) return normalizeLong(text, whiteSpace === "collapse");
  const replaced = text.replace(REPLACED, " ");
  return whiteSpace === "replace" ? replaced : trim(replaced).replace(RUNS, " ");
}

/** The same, unit by unit in place. */
function normalizeLong(text: string, collapse: boolean): string {
  const units = new Uint16Array(text.length);
  let length = 0;
  let afterBlank = true;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const blank = isWhiteSpace(code);
    if (blank && afterBlank && collapse) continue;
    units[length++] = blank ? BLANK : code;
    afterBlank = blank;
  }
  if (collapse && afterBlank && length > 0) length--;
  return Buffer.from(units.buffer, 0, length * 2).toString("utf16le");
}

/** The items of a collapsed list. */
export function splitList(collapsed: string): readonly string[] {
  return collapsed === "" ? [] : collapsed.split(" ");
}
