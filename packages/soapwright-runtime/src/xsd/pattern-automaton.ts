/** Patterns as automata: every way through a pattern at once, each character looked at once. */
import type { PatternNode } from "./pattern-syntax";

/** States of a pattern that this machine takes: `(a|b){0,4000}` has 12,001. */
const MOST_STATES = 100_000;
/** States that are looked at for one text: what can be looked at in about a tenth of a second. */
const MOST_STEPS = 4_000_000;
/** States of all sets that are remembered, and what follows them. */
const MOST_REMEMBERED = 200_000;

/** Where a text has led to. */
export interface PatternState {
  /** Whether the text may end here. */
  readonly accepts: boolean;
}

/** States that can be reached with the same text, all of which consume a character. */
interface StateSet extends PatternState {
  readonly states: readonly number[];
  /** Where a character leads, by code point; undefined as a value: nowhere. */
  readonly after: Map<number, StateSet | undefined>;
}

/**
 * A Thompson automaton, run with sets of states which are remembered with what follows them: the second time that a
 * character comes after the same set, it costs one look into a map. A text that costs too much has not matched: that
 * takes a pattern made for it.
 */
export class PatternAutomaton {
  /** By state: what it consumes, undefined for a state that only leads on. */
  readonly #consumes: (RegExp | undefined)[] = [];
  /** By state: the states that it leads to. */
  readonly #leadsTo: (readonly number[])[] = [];
  readonly #accepting: number;
  readonly #start: number;
  readonly #characters = new Map<string, RegExp>();
  #sets = new Map<string, StateSet>();
  #remembered = 0;
  /** States that may still be looked at for this text. */
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

  /** Where every text starts; undefined for a pattern that is too large. */
  start(): PatternState | undefined {
    if (this.#isTooLarge) return undefined;
    this.#steps = MOST_STEPS;
    return this.#closure([this.#start]);
  }

  /** Where a character leads from a state that this automaton gave; undefined: to no text of the pattern, or it costs too much. */
  after(state: PatternState, codePoint: number): PatternState | undefined {
    const set = state as StateSet;
    const known = set.after.get(codePoint);
    if (known !== undefined || set.after.has(codePoint)) return known;
    const next = this.#follow(set, codePoint);
    return this.#steps < 0 ? undefined : next;
  }

  get #isTooLarge(): boolean {
    return this.#leadsTo.length > MOST_STATES;
  }

  #state(consumes: RegExp | undefined, leadsTo: readonly number[]): number {
    this.#consumes.push(consumes);
    return this.#leadsTo.push(leadsTo) - 1;
  }

  /** Adds states for `node` in front of `next`. Returns the first one. */
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
    if (++this.#remembered > MOST_REMEMBERED) this.#forget(set);
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

  /** Starts anew from `set`: a text of many different characters must not fill the memory. */
  #forget(set: StateSet): void {
    this.#sets = new Map();
    this.#remembered = 0;
    set.after.clear();
  }

  /** The states that consume something and can be reached from `states` without a character. */
  #closure(states: readonly number[]): StateSet {
    const seen = new Set<number>(states);
    // A set can be added to while it is gone through.
    for (const state of seen) {
      if (this.#consumes[state] === undefined) for (const next of this.#leadsTo[state]!) seen.add(next);
    }
    this.#steps -= seen.size;
    const consuming = [...seen].filter((state) => this.#consumes[state] !== undefined).sort((one, two) => one - two);
    const accepts = seen.has(this.#accepting);
    const key = `${accepts} ${consuming.join(" ")}`;
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    this.#remembered += consuming.length;
    const set = { states: consuming, accepts, after: new Map<number, StateSet | undefined>() };
    this.#sets.set(key, set);
    return set;
  }
}
