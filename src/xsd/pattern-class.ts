/** XML Schema Part 2, F.1: character classes, their escapes and their subtraction, as parts of JavaScript expressions. */
import { NAME_CHARACTERS, NAME_START_CHARACTERS } from "./names";
import { unicodeBlocks } from "./unicode-blocks";

/** Part of an expression that matches one character, and where it ended in the pattern. */
export interface Parsed {
  readonly source: string;
  readonly end: number;
}

/** F.1.1: multi-character escapes, as the inside of a class. */
const escapes: { readonly [letter: string]: string } = {
  s: " \\t\\n\\r",
  d: "\\p{Nd}",
  i: NAME_START_CHARACTERS,
  c: NAME_CHARACTERS,
};
/** `\w` is every character but punctuation, separators and others. */
const NOT_WORD = "\\p{P}\\p{Z}\\p{C}";
const singles: { readonly [letter: string]: string } = { n: "\\n", r: "\\r", t: "\\t" };
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;

function literal(character: string): string {
  // `\-` is an escape within a class only.
  if (character === "-") return "\\x2d";
  return SYNTAX.test(character) ? `\\${character}` : character;
}

/** The character at `at`, whole even beyond the first plane. */
function characterAt(pattern: string, at: number): string {
  const code = pattern.codePointAt(at);
  if (code === undefined) throw new SyntaxError(`a character class or escape does not end: ${pattern}`);
  return String.fromCodePoint(code);
}

/** The escape whose backslash stands at `at`. */
export function parseEscape(pattern: string, at: number): Parsed {
  const letter = characterAt(pattern, at + 1);
  if (letter === "p" || letter === "P") return parseCategory(pattern, at);
  const end = at + 1 + letter.length;
  if (letter === "w") return { source: `[^${NOT_WORD}]`, end };
  if (letter === "W") return { source: `[${NOT_WORD}]`, end };
  const lower = letter.toLowerCase();
  if (Object.hasOwn(escapes, lower)) {
    return { source: letter === lower ? `[${escapes[lower]}]` : `[^${escapes[lower]}]`, end };
  }
  return { source: Object.hasOwn(singles, letter) ? singles[letter]! : literal(letter), end };
}

/** `\p{Lu}`, `\p{IsGreek}` and their complements. */
function parseCategory(pattern: string, at: number): Parsed {
  const close = pattern.indexOf("}", at);
  if (pattern[at + 2] !== "{" || close < 0) throw new SyntaxError(`a category escape does not end: ${pattern}`);
  const name = pattern.slice(at + 3, close);
  const negated = pattern[at + 1] === "P" ? "^" : "";
  if (!name.startsWith("Is")) return { source: `[${negated}\\p{${name}}]`, end: close + 1 };
  const block = name.slice(2);
  if (!Object.hasOwn(unicodeBlocks, block)) throw new SyntaxError(`no such block of characters: ${name}`);
  return { source: `[${negated}${unicodeBlocks[block]}]`, end: close + 1 };
}

/** The class whose bracket stands at `open`: an alternation of one-character parts, negation and subtraction by look-ahead. */
export function parseCharacterClass(pattern: string, open: number): Parsed {
  let at = open + 1;
  const negated = pattern[at] === "^";
  if (negated) at++;
  let members = "";
  const parts: string[] = [];
  let subtracted = "";
  const start = at;
  for (;;) {
    const character = characterAt(pattern, at);
    if (character === "]" && at > start) break;
    if (character === "-" && pattern[at + 1] === "[" && at > start) {
      const inner = parseCharacterClass(pattern, at + 1);
      subtracted = `(?!${inner.source})`;
      at = inner.end;
      continue;
    }
    const first = parseMember(pattern, at);
    at = first.end;
    if (first.source.startsWith("[")) {
      parts.push(first.source);
    } else if (pattern[at] === "-" && pattern[at + 1] !== "]" && pattern[at + 1] !== "[") {
      const last = parseMember(pattern, at + 1);
      members += `${first.source}-${last.source}`;
      at = last.end;
    } else {
      members += first.source;
    }
  }
  if (members !== "") parts.push(`[${members}]`);
  const union = parts.length === 1 ? parts[0]! : `(?:${parts.join("|")})`;
  return { source: `(?:${subtracted}${negated ? `(?!${union})[^]` : union})`, end: at + 1 };
}

function parseMember(pattern: string, at: number): Parsed {
  const character = characterAt(pattern, at);
  if (character === "\\") return parseEscape(pattern, at);
  return { source: literal(character), end: at + character.length };
}
