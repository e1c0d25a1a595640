/** XML Schema Part 2, appendix F: regular expressions, parsed. */
import { unicodeBlock } from "./unicode-blocks";

/** Alternatives (`|`), each a row of pieces. */
export type Pattern = readonly (readonly Piece[])[];
export interface Piece {
  readonly atom: Atom;
  readonly min: number;
  readonly max: number;
}
export type Atom = CharacterSet | { readonly kind: "group"; readonly pattern: Pattern };
/** Characters by ranges of code points and by properties, as a JavaScript class of the flag `v` writes them. */
export interface CharacterSet {
  readonly kind: "set";
  /** Body of a class, without its brackets. */
  readonly body: string;
  readonly negated: boolean;
  readonly without?: CharacterSet;
}

const nameStart =
  ":A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}";
const nameCharacter = `${nameStart}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}`;
const multiple: Readonly<Record<string, string>> = {
  s: " \\t\\n\\r",
  d: "\\p{Nd}",
  w: "\\p{L}\\p{M}\\p{N}\\p{S}",
  i: nameStart,
  c: nameCharacter,
};
const single: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** @throws SyntaxError when `source` is not a regular expression of XML Schema; RangeError when it is nested too deep. */
export function parsePattern(source: string): Pattern {
  const characters = Array.from(source);
  let at = 0;
  const pattern = alternatives();
  if (at < characters.length) fail("an unmatched )");
  return pattern;

  function fail(what: string): never {
    throw new SyntaxError(`${what} at character ${at + 1}`);
  }

  function alternatives(): Pattern {
    const branches = [pieces()];
    while (characters[at] === "|") {
      at++;
      branches.push(pieces());
    }
    return branches;
  }

  function pieces(): Piece[] {
    const row: Piece[] = [];
    while (at < characters.length && characters[at] !== "|" && characters[at] !== ")") {
      row.push({ atom: atom(), ...quantifier() });
    }
    return row;
  }

  function quantifier(): { min: number; max: number } {
    const sign = characters[at];
    if (sign === "?" || sign === "*" || sign === "+") at++;
    if (sign === "?") return { min: 0, max: 1 };
    if (sign === "*") return { min: 0, max: Number.POSITIVE_INFINITY };
    if (sign === "+") return { min: 1, max: Number.POSITIVE_INFINITY };
    if (sign !== "{") return { min: 1, max: 1 };
    const end = characters.indexOf("}", at);
    const counts = /^(\d+)(,(\d*))?$/.exec(characters.slice(at + 1, end).join(""));
    if (end < 0 || !counts) fail("a { without a count");
    at = end + 1;
    const min = Number(counts[1]);
    if (counts[2] === undefined) return { min, max: min };
    const max = counts[3] === "" ? Number.POSITIVE_INFINITY : Number(counts[3]);
    return min > max ? fail(`a count from ${min} to ${max}`) : { min, max };
  }

  function atom(): Atom {
    const character = characters[at] ?? fail("an end");
    if (character === "(") {
      at++;
      const inner = alternatives();
      if (characters[at] !== ")") fail("a ( without )");
      at++;
      return { kind: "group", pattern: inner };
    }
    if (character === "[") return set();
    if (character === "\\") return escapeSequence();
    if ("?*+{}])".includes(character)) fail(`a ${character} that repeats nothing`);
    at++;
    if (character === ".") return { kind: "set", body: "\\n\\r", negated: true };
    return { kind: "set", body: literal(character), negated: false };
  }

  function escapeSequence(): CharacterSet {
    at++;
    const letter = characters[at] ?? fail("a lone \\");
    at++;
    const lower = multiple[letter.toLowerCase()];
    if (lower !== undefined) return { kind: "set", body: lower, negated: letter !== letter.toLowerCase() };
    if (letter === "p" || letter === "P") return property(letter === "P");
    // Appendix F lists what may be escaped; people escape slashes and quotes too, and mean them.
    if (single[letter] === undefined && /[\p{L}\p{N}]/u.test(letter)) fail(`an unknown escape \\${letter}`);
    return { kind: "set", body: literal(single[letter] ?? letter), negated: false };
  }

  function property(negated: boolean): CharacterSet {
    const end = characters.indexOf("}", at);
    if (characters[at] !== "{" || end < 0) fail("a \\p without {}");
    const name = characters.slice(at + 1, end).join("");
    at = end + 1;
    if (!name.startsWith("Is")) return { kind: "set", body: known(`\\p{${name}}`), negated };
    return { kind: "set", body: unicodeBlock(name.slice(2)) ?? fail(`an unknown block ${name}`), negated };
  }

  function set(): CharacterSet {
    const { body, ...more } = bracketed();
    return { body: known(body), ...more };
  }

  /** JavaScript knows the categories, and which of two characters is the first. */
  function known(body: string): string {
    try {
      new RegExp(`[${body}]`, "v");
      return body;
    } catch {
      return fail("characters that are no class");
    }
  }

  function bracketed(): CharacterSet {
    at++;
    const negated = characters[at] === "^";
    if (negated) at++;
    let body = "";
    let without: CharacterSet | undefined;
    for (let first = true; characters[at] !== "]" || first; first = false) {
      const character = characters[at] ?? fail("a [ without ]");
      if (character === "-" && characters[at + 1] === "[") {
        at++;
        without = set();
        if (characters[at] !== "]") fail("something after a subtraction");
        break;
      }
      body += member(character);
    }
    at++;
    return { kind: "set", body, negated, ...(without && { without }) };
  }

  /** One character, a range or an escape inside a class. */
  function member(character: string): string {
    if (character === "\\") {
      const escaped = escapeSequence();
      if (escaped.negated) return `[^${escaped.body}]`;
      if (!isOne(escaped.body)) return escaped.body;
      return range(escaped.body);
    }
    at++;
    return range(literal(character));
  }

  function range(from: string): string {
    const next = characters[at + 1];
    if (characters[at] !== "-" || next === undefined || next === "]" || next === "[") return from;
    at++;
    if (next === "\\") return `${from}-${escapeSequence().body}`;
    at++;
    return `${from}-${literal(next)}`;
  }
}

function literal(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

function isOne(body: string): boolean {
  return /^\\u\{[0-9a-f]+\}$/.test(body);
}
