/**
 * Parses regular expressions (XML Schema Part 2, appendix F). Numbers in brackets are the productions of the appendix.
 */

import { unicodeBlock } from "./unicode-blocks";
import { NAME_CHARACTERS, NAME_START_CHARACTERS } from "./xsd-names";

export type PatternNode =
  /** `source` is a class of a JavaScript expression with the flag `v`. */
  | { readonly kind: "character"; readonly source: string }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternNode[] }
  /** `max` is infinity for `*` and `+`. */
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly min: number; readonly max: number };

/** More than any real pattern has, and safe for the stack. */
const MAX_DEPTH = 200;

/** F.1.1, as the content of a class. */
const multiple: Readonly<Record<string, string>> = {
  s: " \\t\\n\\r",
  d: "\\p{Nd}",
  // Every character except punctuation, separators and others.
  w: "\\p{L}\\p{M}\\p{N}\\p{S}",
  i: NAME_START_CHARACTERS,
  c: NAME_CHARACTERS,
};
const single: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/**
 * Returns the syntax tree of a pattern.
 *
 * @throws SyntaxError when `pattern` is not an expression of XML Schema.
 */
export function parsePattern(pattern: string): PatternNode {
  return new PatternParser(pattern).parse();
}

/** Returns the length of the shortest text that the node matches, in characters. */
export function leastOf(node: PatternNode): number {
  switch (node.kind) {
    case "character":
      return 1;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + leastOf(part), 0);
    case "choice":
      return node.branches.reduce((least, branch) => Math.min(least, leastOf(branch)), Infinity);
    case "repeat":
      return node.min === 0 ? 0 : node.min * leastOf(node.part);
  }
}

interface ClassBody {
  readonly body: string;
  readonly negated: boolean;
}

class PatternParser {
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#characters = Array.from(pattern);
  }

  parse(): PatternNode {
    const node = this.#choice();
    if (this.#next !== undefined) this.#fail("an unmatched )");
    return node;
  }

  get #next(): string | undefined {
    return this.#characters[this.#at];
  }

  #takes(sign: string): boolean {
    const takes = this.#next === sign;
    if (takes) this.#at++;
    return takes;
  }

  #fail(what: string): never {
    throw new SyntaxError(`${what} at character ${this.#at + 1}`);
  }

  #nested<T>(read: () => T): T {
    if (this.#depth++ === MAX_DEPTH) this.#fail("it is nested too deep");
    const inner = read();
    this.#depth--;
    return inner;
  }

  /** Parses regExp [1]. */
  #choice(): PatternNode {
    const branches = [this.#branch()];
    while (this.#takes("|")) branches.push(this.#branch());
    return { kind: "choice", branches };
  }

  /** Parses branch [2], which consists of pieces [3]. */
  #branch(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#next !== undefined && this.#next !== "|" && this.#next !== ")") {
      parts.push(this.#quantified(this.#atom()));
    }
    return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
  }

  /** Parses a quantifier [4] after `part`. */
  #quantified(part: PatternNode): PatternNode {
    if (this.#takes("?")) return { kind: "repeat", part, min: 0, max: 1 };
    if (this.#takes("*")) return { kind: "repeat", part, min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#takes("+")) return { kind: "repeat", part, min: 1, max: Number.POSITIVE_INFINITY };
    return this.#takes("{") ? this.#counted(part) : part;
  }

  #counted(part: PatternNode): PatternNode {
    const end = this.#characters.indexOf("}", this.#at);
    const counts = /^([0-9]+)(?:(,)([0-9]*))?$/.exec(this.#characters.slice(this.#at, end).join(""));
    if (end < 0 || counts === null) return this.#fail("a { without a count");
    this.#at = end + 1;
    const [, least, comma, most] = counts;
    const min = Number(least);
    const max = comma === undefined ? min : most === "" ? Number.POSITIVE_INFINITY : Number(most);
    if (max < min) this.#fail(`a count from ${min} to ${max}`);
    return { kind: "repeat", part, min, max };
  }

  /** Parses atom [9]. */
  #atom(): PatternNode {
    const character = this.#next ?? this.#fail("an end");
    if (this.#takes("(")) {
      const inner = this.#nested(() => this.#choice());
      if (!this.#takes(")")) this.#fail("a ( without )");
      return inner;
    }
    if (character === "[") return { kind: "character", source: this.#class() };
    if (character === "\\") return { kind: "character", source: bracketed(this.#escape()) };
    if ("?*+{}]".includes(character)) this.#fail(`a ${character} that repeats nothing`);
    this.#at++;
    // A dot matches any character except line feed and carriage return (F.1.2).
    const source = character === "." ? "[^\\n\\r]" : `[${literal(character)}]`;
    return { kind: "character", source };
  }

  /** Parses charClassEsc [23]. */
  #escape(): ClassBody {
    this.#at++;
    const letter = this.#next ?? this.#fail("a lone \\");
    this.#at++;
    const lower = letter.toLowerCase();
    if (Object.hasOwn(multiple, lower)) return { body: multiple[lower]!, negated: letter !== lower };
    if (lower === "p") return this.#property(letter === "P");
    if (Object.hasOwn(single, letter)) return { body: literal(single[letter]!), negated: false };
    // Appendix F lists the valid escapes; escaped slashes and quotes are common too, and unambiguous.
    if (/[\p{L}\p{N}]/u.test(letter)) this.#fail(`an unknown escape \\${letter}`);
    return { body: literal(letter), negated: false };
  }

  /** Parses catEsc [25] and complEsc [26]: `\p{Lu}`, `\p{IsGreek}`. */
  #property(negated: boolean): ClassBody {
    const end = this.#characters.indexOf("}", this.#at);
    if (this.#next !== "{" || end < 0) this.#fail("a \\p without {}");
    const name = this.#characters.slice(this.#at + 1, end).join("");
    this.#at = end + 1;
    if (!name.startsWith("Is")) return { body: this.#checkedBody(`\\p{${name}}`), negated };
    return { body: unicodeBlock(name.slice(2)) ?? this.#fail(`an unknown block ${name}`), negated };
  }

  /** Parses charClassExpr [12]. */
  #class(): string {
    this.#at++;
    const negated = this.#takes("^");
    let body = "";
    let without: string | undefined;
    for (let first = true; this.#next !== "]" || first; first = false) {
      const character = this.#next ?? this.#fail("a [ without ]");
      if (character === "-" && this.#characters[this.#at + 1] === "[") {
        this.#at++;
        without = this.#nested(() => this.#class());
        if (this.#next !== "]") this.#fail("something after a subtraction");
        break;
      }
      body += this.#member(character);
    }
    this.#at++;
    const ownBody = bracketed({ body: this.#checkedBody(body), negated });
    return without === undefined ? ownBody : `[${ownBody}--${without}]`;
  }

  /** JavaScript's engine validates categories and the order of ranges. */
  #checkedBody(body: string): string {
    try {
      new RegExp(`[${body}]`, "v");
      return body;
    } catch {
      return this.#fail("characters that are no class");
    }
  }

  #member(character: string): string {
    if (character !== "\\") {
      this.#at++;
      return this.#range(literal(character));
    }
    const escaped = this.#escape();
    if (escaped.negated) return bracketed(escaped);
    return isOne(escaped.body) ? this.#range(escaped.body) : escaped.body;
  }

  #range(from: string): string {
    const next = this.#characters[this.#at + 1];
    if (this.#next !== "-" || next === undefined || next === "]" || next === "[") return from;
    this.#at++;
    if (next === "\\") return `${from}-${this.#escape().body}`;
    this.#at++;
    return `${from}-${literal(next)}`;
  }
}

function bracketed({ body, negated }: ClassBody): string {
  return `[${negated ? "^" : ""}${body}]`;
}

function literal(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

function isOne(body: string): boolean {
  return /^\\u\{[0-9a-f]+\}$/.test(body);
}
