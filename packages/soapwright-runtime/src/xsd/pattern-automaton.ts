/** Patterns as automata, which follow all alternatives in parallel and read each character once. */
import type { PatternNode } from "./pattern-syntax";

/** The pattern `(a|b){0,4000}` has 12,001 states. */
const MAX_STATES = 100_000;
/** The unit is states visited for one text; all of them take about a tenth of a second. */
const MAX_STEPS = 4_000_000;
/** The unit is states of the cached sets and their transitions. */
const MAX_CACHED = 200_000;

/** The state of an automaton after a prefix of a text. */
export interface PatternState {
  /** Whether the text may end here. */
  readonly accepts: boolean;
}

/** All states of a set consume a character. */
interface StateSet extends PatternState {
  readonly states: readonly number[];
  /** The key is a code point. An undefined value means that no text of the pattern continues with this character. */
  readonly after: Map<number, StateSet | undefined>;
}

/**
 * A Thompson automaton, run with cached sets of states and transitions: the second time that a character follows the
 * same set, it costs one lookup. A text that exceeds the limit of steps does not match; only a hostile pattern reaches
 * the limit.
 */
export class PatternAutomaton {
  /** Undefined for an epsilon state. */
  readonly #consumes: (RegExp | undefined)[] = [];
  readonly #leadsTo: (readonly number[])[] = [];
  readonly #accepting: number;
  readonly #start: number;
  readonly #characters = new Map<string, RegExp>();
  #sets = new Map<string, StateSet>();
  #remembered = 0;
  #steps = 0;

  /** A pattern that is too large matches nothing. */
  constructor(pattern: PatternNode) {
    this.#accepting = this.#state(undefined, []);
    this.#start = this.#build(pattern, this.#accepting);
  }

  test(text: string): boolean {
    let state = this.start();
    for (let at = 0; at < text.length && state !== undefined; ) {
      const codePoint = text.codePointAt(at)!;
      at += codePoint > 0xffff ? 2 : 1;
      state = this.after(state, codePoint);
    }
    return state?.accepts ?? false;
  }

  /** Returns undefined for a pattern that is too large. */
  start(): PatternState | undefined {
    if (this.#isTooLarge) return undefined;
    this.#steps = MAX_STEPS;
    return this.#closure([this.#start]);
  }

  /** Returns undefined if no text of the pattern continues so, or no steps are left. */
  after(state: PatternState, codePoint: number): PatternState | undefined {
    const set = state as StateSet;
    const cached = set.after.get(codePoint);
    if (cached !== undefined || set.after.has(codePoint)) return cached;
    const next = this.#follow(set, codePoint);
    return this.#steps < 0 ? undefined : next;
  }

  get #isTooLarge(): boolean {
    return this.#leadsTo.length > MAX_STATES;
  }

  #state(consumes: RegExp | undefined, leadsTo: readonly number[]): number {
    this.#consumes.push(consumes);
    return this.#leadsTo.push(leadsTo) - 1;
  }

  /** Returns the first of the new states, which lead to `next`. */
  #build(node: PatternNode, next: number): number {
    if (this.#isTooLarge) return next;
    switch (node.kind) {
      case "character":
        return this.#state(this.#character(node.source), [next]);
      case "sequence":
        return node.parts.reduceRight((after, part) => this.#build(part, after), next);
      case "choice":
        return this.#state(
          undefined,
          node.branches.map((branch) => this.#build(branch, next)),
        );
      case "repeat":
        return this.#repeat(node.part, node.min, node.max, next);
    }
  }

  #repeat(part: PatternNode, min: number, max: number, next: number): number {
    let first = next;
    if (max === Number.POSITIVE_INFINITY) {
      const exits = [next];
      first = this.#state(undefined, exits);
      exits.push(this.#build(part, first));
    } else {
      for (let count = min; count < max && !this.#isTooLarge; count++) {
        first = this.#state(undefined, [next, this.#build(part, first)]);
      }
    }
    for (let count = 0; count < min && !this.#isTooLarge; count++) first = this.#build(part, first);
    return first;
  }

  #character(source: string): RegExp {
    let expression = this.#characters.get(source);
    if (expression === undefined) {
      expression = new RegExp(`^${source}$`, "v");
      this.#characters.set(source, expression);
    }
    return expression;
  }

  #follow(set: StateSet, codePoint: number): StateSet | undefined {
    if (++this.#remembered > MAX_CACHED) this.#clearCache(set);
    const character = String.fromCodePoint(codePoint);
    this.#steps -= set.states.length;
    const reached: number[] = [];
    for (const state of set.states) {
      if (this.#consumes[state]!.test(character)) reached.push(...this.#leadsTo[state]!);
    }
    const next = reached.length === 0 ? undefined : this.#closure(reached);
    set.after.set(codePoint, next);
    return next;
  }

  /** A text with many different characters must not fill the memory. */
  #clearCache(set: StateSet): void {
    this.#sets = new Map();
    this.#remembered = 0;
    set.after.clear();
  }

  /** The epsilon closure: the consuming states that are reachable without a character. */
  #closure(states: readonly number[]): StateSet {
    const seen = new Set<number>(states);
    // A Set may grow while it is iterated.
    for (const state of seen) {
      if (this.#consumes[state] === undefined) for (const next of this.#leadsTo[state]!) seen.add(next);
    }
    this.#steps -= seen.size;
    const consuming = [...seen].filter((state) => this.#consumes[state] !== undefined).sort((one, two) => one - two);
    const accepts = seen.has(this.#accepting);
    const key = `${accepts} ${consuming.join(" ")}`;
    const cached = this.#sets.get(key);
    if (cached !== undefined) return cached;
    this.#remembered += consuming.length;
    const set = { states: consuming, accepts, after: new Map<number, StateSet | undefined>() };
    this.#sets.set(key, set);
    return set;
  }
}
