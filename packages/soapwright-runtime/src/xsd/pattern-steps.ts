/** Builds the steps of a pattern: the program that `PatternAutomaton` runs. */
import type { PatternNode } from "./pattern-syntax";

/** The pattern `(ab|cd)*` has 6 steps. */
const MAX_STEPS = 200_000;
/** Number of optional characters into which `a{0,16}` is written out, as part of a chain. */
const MAX_OPTIONAL = 16;

export type CharacterTest = (codePoint: number) => boolean;

/** A repetition whose rounds are counted. Inside it, all other repetitions are written out. */
export interface CountedLoop {
  readonly min: number;
  /** Infinite for no limit. */
  readonly max: number;
}

/** An optional character in a chain, which may be repeated if it `isEndless`. */
interface Optional {
  readonly test: CharacterTest;
  readonly isEndless: boolean;
}

/** Steps refer to each other by their numbers. */
export type PatternStep =
  | { readonly kind: "character"; readonly test: CharacterTest; readonly next: number }
  | { readonly kind: "split"; readonly nexts: readonly number[] }
  /** Begins the first round of a counted repetition. */
  | { readonly kind: "enter"; readonly next: number }
  /** Ends a round, and begins the next one with `again`. */
  | { readonly kind: "round"; readonly loop: CountedLoop; again: number; readonly next: number }
  /** Optional characters, of which a text may leave out any: `a?b*c?`. */
  | { readonly kind: "chain"; readonly optionals: readonly Optional[]; readonly next: number }
  | { readonly kind: "end" };

export interface PatternSteps {
  readonly steps: readonly PatternStep[];
  /** The counted repetition that each step is in. */
  readonly loops: readonly (CountedLoop | undefined)[];
  readonly first: number;
}

/** Returns undefined for a pattern that has too many steps. Expects a pattern that is simplified. */
export function buildSteps(pattern: PatternNode): PatternSteps | undefined {
  return new Builder().build(pattern);
}

type Repeat = Extract<PatternNode, { kind: "repeat" }>;

class Builder {
  readonly #steps: PatternStep[] = [];
  readonly #loops: (CountedLoop | undefined)[] = [];
  readonly #tests = new Map<string, CharacterTest>();
  /** A long pattern has few different ones. The key is their number and their source. */
  readonly #optionals = new Map<string, readonly Optional[]>();
  readonly #sizes = new Map<PatternNode, { readonly whole: number; readonly counted: number }>();

  build(pattern: PatternNode): PatternSteps | undefined {
    if (!(this.#sizeOf(pattern).counted <= MAX_STEPS)) return undefined;
    const end = this.#step({ kind: "end" }, undefined);
    return { first: this.#node(pattern, end, undefined), steps: this.#steps, loops: this.#loops };
  }

  #step(step: PatternStep, loop: CountedLoop | undefined): number {
    this.#loops.push(loop);
    return this.#steps.push(step) - 1;
  }

  /** Returns the first of the new steps, which lead to `next`. */
  #node(node: PatternNode, next: number, loop: CountedLoop | undefined): number {
    switch (node.kind) {
      case "character":
        return this.#step({ kind: "character", test: this.#testOf(node.source), next }, loop);
      case "sequence":
        return this.#sequence(node.parts, next, loop);
      case "choice":
        return this.#step(
          { kind: "split", nexts: node.branches.map((branch) => this.#node(branch, next, loop)) },
          loop,
        );
      case "repeat":
        return this.#sequence([node], next, loop);
    }
  }

  #sequence(parts: readonly PatternNode[], next: number, loop: CountedLoop | undefined): number {
    let first = next;
    let optionals: Optional[] = [];
    const endChain = (): void => {
      if (optionals.length > 0)
        first = this.#step({ kind: "chain", optionals: optionals.reverse(), next: first }, loop);
      optionals = [];
    };
    for (const part of [...parts].reverse()) {
      const found = loop === undefined ? this.#optionalsOf(part) : undefined;
      if (found !== undefined) optionals.push(...found);
      else {
        endChain();
        first = part.kind === "repeat" ? this.#repeat(part, first, loop) : this.#node(part, first, loop);
      }
    }
    endChain();
    return first;
  }

  #optionalsOf(node: PatternNode): readonly Optional[] | undefined {
    if (node.kind !== "repeat" || node.part.kind !== "character" || node.min > 0) return undefined;
    const { max } = node;
    const isEndless = max === Number.POSITIVE_INFINITY;
    if (!isEndless && max > MAX_OPTIONAL) return undefined;
    const { source } = node.part;
    const key = `${max} ${source}`;
    let optionals = this.#optionals.get(key);
    if (optionals === undefined) {
      optionals = Array.from({ length: isEndless ? 1 : max }, () => ({ test: this.#testOf(source), isEndless }));
      this.#optionals.set(key, optionals);
    }
    return optionals;
  }

  #repeat(node: Repeat, next: number, loop: CountedLoop | undefined): number {
    const { part, min, max } = node;
    if (loop === undefined && this.#isCounted(node)) return this.#counted(node, next);
    let first = next;
    if (max === Number.POSITIVE_INFINITY) {
      const nexts = [next];
      first = this.#step({ kind: "split", nexts }, loop);
      nexts.push(this.#node(part, first, loop));
    } else {
      for (let count = min; count < max; count++)
        first = this.#step({ kind: "split", nexts: [next, this.#node(part, first, loop)] }, loop);
    }
    for (let count = 0; count < min; count++) first = this.#node(part, first, loop);
    return first;
  }

  #counted({ part, min, max }: Repeat, next: number): number {
    const loop = { min, max };
    const round = { kind: "round", loop, again: next, next } as const satisfies PatternStep;
    const end = this.#step(round, loop);
    const again = this.#node(part, end, loop);
    this.#steps[end] = { ...round, again };
    const enter = this.#step({ kind: "enter", next: again }, undefined);
    return min > 0 ? enter : this.#step({ kind: "split", nexts: [next, enter] }, undefined);
  }

  #isCounted(node: Repeat): boolean {
    return this.#sizeOf(node.part).whole + 3 < roundsOf(node) * this.#sizeOf(node.part).counted;
  }

  /** Returns the number of steps with all repetitions written out, and with the best of them counted. */
  #sizeOf(node: PatternNode): { readonly whole: number; readonly counted: number } {
    let size = this.#sizes.get(node);
    if (size === undefined) {
      size = this.#measure(node);
      this.#sizes.set(node, size);
    }
    return size;
  }

  #measure(node: PatternNode): { readonly whole: number; readonly counted: number } {
    if (node.kind === "character") return { whole: 1, counted: 1 };
    if (node.kind === "repeat") {
      const { whole, counted } = this.#sizeOf(node.part);
      const rounds = roundsOf(node);
      return { whole: rounds * (whole + 1), counted: Math.min(whole + 3, rounds * (counted + 1)) };
    }
    let [whole, counted] = [1, 1];
    for (const part of node.kind === "sequence" ? node.parts : node.branches) {
      const size = this.#sizeOf(part);
      whole += size.whole;
      counted += size.counted;
    }
    return { whole, counted };
  }

  #testOf(source: string): CharacterTest {
    let test = this.#tests.get(source);
    if (test === undefined) {
      test = characterTest(source);
      this.#tests.set(source, test);
    }
    return test;
  }
}

/** Returns how often the part is written out. */
function roundsOf({ min, max }: Repeat): number {
  return max === Number.POSITIVE_INFINITY ? min + 1 : max;
}

/** A class of one character needs no expression. */
function characterTest(source: string): CharacterTest {
  const [, digits] = /^\[\\u\{([0-9a-f]+)\}\]$/.exec(source) ?? [];
  if (digits !== undefined) {
    const only = Number.parseInt(digits, 16);
    return (codePoint) => codePoint === only;
  }
  const expression = new RegExp(`^${source}$`, "v");
  return (codePoint) => expression.test(String.fromCodePoint(codePoint));
}
