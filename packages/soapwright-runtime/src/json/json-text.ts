/** JSON text (RFC 8259), with the line and column of what is wrong. */
import { randomUUID } from "#platform";
import { setOwn } from "../schema/own-property";

/** JSON.parse takes 50 bytes and more for each level, so that a file of brackets would take the memory of the machine. */
const MAX_DEPTH = 10_000;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
/** A double has 15 digits that no reader of JSON rounds. */
const SAFE_DIGITS = 15;
const MAY_BE_LONG = /[\d.]{16}/;

const NAME = /(?:true|false|null)(?![\w$])/y;

/** A number of more digits than a double has, which is judged by the text that was written. */
export class WrittenNumber extends Number {
  constructor(readonly text: string) {
    super(text);
  }
}

/**
 * Returns the value of a text, of which the last of equal keys counts; or what is wrong and where. A number of more than
 * 15 digits is an object that `fromJson` knows, so that it is not taken for the number that it is rounded to.
 */
export function parseJsonText(given: string): { readonly value: unknown } | { readonly problem: string } {
  // RFC 8259, section 8.1: editors of Windows write a byte order mark.
  const text = given.startsWith("\ufeff") ? given.slice(1) : given;
  const deep = indexOfDepth(text);
  if (deep !== undefined) return { problem: `it is nested deeper than ${MAX_DEPTH} levels (${placeOf(text, deep)})` };
  try {
    const value: unknown = JSON.parse(text);
    return { value: MAY_BE_LONG.test(text) ? withLongNumbers(text, value) : value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { problem: "the text is too long" };
    if (text.trim() === "") return { problem: "the text is empty" };
    const { reason, at } = readJsonParts(text)!;
    return { problem: `${reason} (${placeOf(text, at)})` };
  }
}

/** Parses the text once more with a string for each long number, and puts the numbers in their places. */
function withLongNumbers(text: string, value: unknown): unknown {
  const mark = randomUUID();
  const pieces: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = stringEnd(text, at) - 1;
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      NUMBER.lastIndex = at;
      const [number = ""] = NUMBER.exec(text) ?? [];
      if (number.replace(/[eE].*|\D/g, "").length > SAFE_DIGITS) {
        pieces.push(text.slice(done, at), `"${mark}${number}"`);
        done = at + number.length;
      }
      at += Math.max(number.length, 1) - 1;
    }
  }
  if (done === 0) return value;
  const root = { value: JSON.parse([...pieces, text.slice(done)].join("")) as unknown };
  const waiting: object[] = [root];
  for (let inside = waiting.pop(); inside !== undefined; inside = waiting.pop())
    for (const [key, each] of Object.entries(inside)) {
      if (typeof each === "object" && each !== null) waiting.push(each);
      else if (typeof each === "string" && each.startsWith(mark))
        setOwn(inside, key, new WrittenNumber(each.slice(mark.length)));
    }
  return root.value;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function placeOf(text: string, at: number): string {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0 && end < at; end = text.indexOf("\n", start)) {
    line++;
    start = end + 1;
  }
  return `line ${line}, column ${at - start + 1}`;
}

/** Returns the index of the first bracket below the deepest level. */
function indexOfDepth(text: string): number | undefined {
  if (text.length <= MAX_DEPTH) return undefined;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      const end = stringEnd(text, at);
      if (end < 0) return undefined;
      at = end - 1;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > MAX_DEPTH) return at;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return undefined;
}

/** Returns the index behind a string; for a mistake in it, the bitwise complement of the index of the mistake. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return ~at;
    if (code !== 0x5c) continue;
    const isEscape = /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at + 1, at + 6));
    if (!isEscape) return at + 1 < text.length ? ~at : ~text.length;
    at++;
  }
  return ~text.length;
}

/** Gets the parts of a JSON text in their order, each with the index where it begins. */
export interface JsonParts {
  opens(sign: "{" | "[", at: number): void;
  closes(): void;
  /** The name of a member, whose value follows. */
  names(name: string, at: number): void;
  takes(scalar: string | number | boolean | null, at: number): void;
}

/** What is wrong with a JSON text, and the index of the first character that cannot be there, or of the end. */
export interface JsonMistake {
  readonly reason: string;
  readonly at: number;
}

/** What may come next, in words. */
const EXPECTED = {
  value: "a value",
  firstItem: "a value",
  name: "a name in quotes",
  firstName: "a name in quotes",
  colon: '":"',
  "}": '"," or "}"',
  "]": '"," or "]"',
  end: "the end",
};

/** Hands the parts of a text without a byte order mark to `parts`, up to the first mistake, which it returns. */
export function readJsonParts(text: string, parts?: JsonParts): JsonMistake | undefined {
  const open: ("}" | "]")[] = [];
  let next: keyof typeof EXPECTED = "value";
  let at = 0;
  const wrong = (): JsonMistake => mistakeAt(text, at, `is where ${EXPECTED[next]} is expected`);
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at++;
    const sign = text[at];
    if (sign === undefined) return next === "end" ? undefined : mistakeAt(text, at, "");
    if (next === "colon") {
      if (sign !== ":") return wrong();
      next = "value";
      at++;
    } else if (sign === "}" || sign === "]") {
      if (next !== sign && next !== (sign === "}" ? "firstName" : "firstItem")) return wrong();
      open.pop();
      parts?.closes();
      next = open.at(-1) ?? "end";
      at++;
    } else if (next === "}" || next === "]") {
      if (sign !== ",") return wrong();
      next = next === "}" ? "name" : "value";
      at++;
    } else if (next === "name" || next === "firstName") {
      if (sign !== '"') return wrong();
      const end = stringEnd(text, at);
      if (end < 0) return mistakeAt(text, ~end, "is not expected");
      parts?.names(JSON.parse(text.slice(at, end)) as string, at);
      next = "colon";
      at = end;
    } else if (next === "end") return wrong();
    else if (sign === "[" || sign === "{") {
      open.push(sign === "[" ? "]" : "}");
      parts?.opens(sign, at);
      next = sign === "[" ? "firstItem" : "firstName";
      at++;
    } else {
      const end = scalarEnd(text, at);
      if (end === undefined) return wrong();
      if (end < 0) return mistakeAt(text, ~end, "is not expected");
      parts?.takes(JSON.parse(text.slice(at, end)) as string | number | boolean | null, at);
      next = open.at(-1) ?? "end";
      at = end;
    }
  }
}

/** Returns the index behind a scalar; undefined if none begins here; for a mistake in a string as `stringEnd`. */
function scalarEnd(text: string, at: number): number | undefined {
  const sign = text[at]!;
  if (sign === '"') return stringEnd(text, at);
  const pattern = sign === "-" || (sign >= "0" && sign <= "9") ? NUMBER : NAME;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function mistakeAt(text: string, at: number, what: string): JsonMistake {
  if (at >= text.length) return { reason: "the text ends too early", at };
  return { reason: `${JSON.stringify(characterAt(text, at))} ${what}`, at };
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
