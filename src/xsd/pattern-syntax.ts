/** XML Schema Part 2, F: the grammar of regular expressions. Productions are those of the appendix. */
import { parseCharacterClass, parseEscape } from "./pattern-class";

/** One node of a parsed pattern. */
export type PatternNode =
  /** Exactly one character: `source` is a JavaScript expression that matches it. */
  | { readonly kind: "character"; readonly source: string }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternNode[] }
  /** `max` is infinite for `*` and `+`. */
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly min: number; readonly max: number };

const QUANTIFIER = /[?*+]|\{([0-9]+)(?:(,)([0-9]*))?\}/y;
/** Characters that mean something to JavaScript; `^`, `$` and `/` mean nothing to XML Schema. */
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;
/** Groups inside one another. No pattern of a person has so many, and the stack has room for them. */
const DEEPEST = 200;

/** @throws SyntaxError when `pattern` is not an expression of XML Schema. */
export function parsePattern(pattern: string): PatternNode {
  return new PatternParser(pattern).parse();
}

class PatternParser {
  readonly #pattern: string;
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  parse(): PatternNode {
    const node = this.#choice();
    if (this.#at < this.#pattern.length) this.#fail("a ) without its (");
    return node;
  }

  /** regExp [1] */
  #choice(): PatternNode {
    const branches = [this.#branch()];
    while (this.#takes("|")) branches.push(this.#branch());
    return branches.length === 1 ? branches[0]! : { kind: "choice", branches };
  }

  /** branch [2], of pieces [3] */
  #branch(): PatternNode {
    const parts: PatternNode[] = [];
    for (;;) {
      const next = this.#pattern[this.#at];
      if (next === undefined || next === "|" || next === ")") break;
      parts.push(this.#quantified(this.#atom()));
    }
    return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
  }

  /** quantifier [4] */
  #quantified(part: PatternNode): PatternNode {
    const found = this.#quantifier();
    if (found === null) return part;
    const [sign, least, comma, most] = found;
    const min = least === undefined ? (sign === "+" ? 1 : 0) : Number(least);
    const max = this.#most(sign, min, comma, most);
    if (max < min) this.#fail(`a count from ${min} to ${max}`);
    return { kind: "repeat", part, min, max };
  }

  #most(sign: string, min: number, comma: string | undefined, most: string | undefined): number {
    if (sign === "?") return 1;
    if (sign === "*" || sign === "+") return Number.POSITIVE_INFINITY;
    if (comma === undefined) return min;
    return most === "" ? Number.POSITIVE_INFINITY : Number(most);
  }

  #quantifier(): RegExpExecArray | null {
    QUANTIFIER.lastIndex = this.#at;
    const found = QUANTIFIER.exec(this.#pattern);
    if (found !== null) this.#at = QUANTIFIER.lastIndex;
    return found;
  }

  /** atom [9] */
  #atom(): PatternNode {
    if (this.#quantifier() !== null) this.#fail("a quantifier after nothing");
    if (this.#takes("(")) {
      if (this.#depth++ === DEEPEST) this.#fail("too many groups inside one another");
      const inner = this.#choice();
      if (!this.#takes(")")) this.#fail("a ( without its )");
      this.#depth--;
      return inner;
    }
    return { kind: "character", source: this.#character() };
  }

  #character(): string {
    const at = this.#at;
    const character = String.fromCodePoint(this.#pattern.codePointAt(at)!);
    if (character === "[" || character === "\\") {
      const parsed = (character === "[" ? parseCharacterClass : parseEscape)(this.#pattern, at);
      this.#at = parsed.end;
      return parsed.source;
    }
    this.#at += character.length;
    // F.1.2: any character but line feed and carriage return.
    if (character === ".") return "[^\\n\\r]";
    return SYNTAX.test(character) ? `\\${character}` : character;
  }

  #takes(sign: string): boolean {
    const takes = this.#pattern[this.#at] === sign;
    if (takes) this.#at++;
    return takes;
  }

  #fail(what: string): never {
    throw new SyntaxError(`${what} in the pattern ${this.#pattern}`);
  }
}
