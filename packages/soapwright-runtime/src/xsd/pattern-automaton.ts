/** Patterns as automata, which follow all alternatives in parallel and read each character once. */
import { type CountSet, decidingCounts, nextRounds, unionOf, ZERO } from "./count-set";
import { simplifyPattern } from "./pattern-simplify";
import { buildSteps, type PatternSteps } from "./pattern-steps";
import type { PatternNode } from "./pattern-syntax";

/** The unit is steps taken for one text; all of them take less than half a second. */
const MAX_STEPS = 4_000_000;
/** The unit is steps of the cached states and their transitions. */
const MAX_CACHED = 400_000;

/** The state of an automaton after a prefix of a text. */
export interface PatternState {
  /** Whether the text may end here. */
  readonly accepts: boolean;
}

/** The steps that consume the next character, with the counts of each. */
class State implements PatternState {
  readonly steps: readonly number[];
  readonly counts: readonly CountSet[];
  readonly accepts: boolean;
  /** The first transition. Most states have one: a map for each of them would cost more than the state. */
  code = -1;
  next: State | undefined;
  /** The key is a code point. Null means that no text of the pattern continues with this character. */
  others: Map<number, State | null> | undefined;

  constructor(steps: readonly number[], counts: readonly CountSet[], accepts: boolean) {
    this.steps = steps;
    this.counts = counts;
    this.accepts = accepts;
  }
}

/**
 * A Thompson automaton with counted repetitions, run with cached states and transitions: the second time that a character
 * follows the same state, it costs one lookup. A text that exceeds the limit of steps does not match; only a hostile
 * pattern reaches the limit.
 */
export class PatternAutomaton {
  /** Undefined for a pattern that is too large, which matches nothing. */
  readonly #program: PatternSteps | undefined;
  #states = new Map<string, State>();
  #remembered = 0;
  #stepsLeft = 0;
  /** The counts of the steps that the next state has reached. They are deleted when the state is complete. */
  readonly #reached: (CountSet | undefined)[] = [];
  readonly #touched: number[] = [];
  readonly #pending: number[] = [];

  constructor(pattern: PatternNode) {
    this.#program = buildSteps(simplifyPattern(pattern));
  }

  get isTooLarge(): boolean {
    return this.#program === undefined;
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
    if (this.#program === undefined) return undefined;
    this.#stepsLeft = MAX_STEPS;
    this.#reach(this.#program.first, ZERO);
    return this.#complete(this.#program);
  }

  /** Returns undefined if no text of the pattern continues so, or no steps are left. */
  after(from: PatternState, codePoint: number): PatternState | undefined {
    const state = from as State;
    if (state.code === codePoint) return state.next;
    const cached = state.others?.get(codePoint);
    if (cached !== undefined) return cached ?? undefined;
    const next = this.#follow(state, codePoint);
    return this.#stepsLeft < 0 ? undefined : next;
  }

  #follow(state: State, codePoint: number): State | undefined {
    if (this.#remembered > MAX_CACHED) this.#clearCache(state);
    const program = this.#program!;
    for (let at = 0; at < state.steps.length; at++) {
      const number = state.steps[at]!;
      const step = program.steps[number]!;
      const counts = state.counts[at]!;
      this.#stepsLeft--;
      if (step.kind === "character") {
        if (step.test(codePoint)) this.#reach(step.next, counts);
      } else if (step.kind === "chain") {
        // A later one that matches leads to nothing that the first one does not lead to.
        for (let place = counts[0]!; place < step.optionals.length; place++) {
          this.#stepsLeft--;
          const { test, isEndless } = step.optionals[place]!;
          if (!test(codePoint)) continue;
          const after = isEndless ? place : place + 1;
          this.#reach(number, [after, after]);
          break;
        }
      }
    }
    const next = this.#touched.length === 0 ? undefined : this.#complete(program);
    this.#remember(state, codePoint, next);
    return next;
  }

  /** A text with many different characters must not fill the memory. `state` alone leads to the others. */
  #clearCache(state: State): void {
    this.#states = new Map();
    this.#remembered = 0;
    state.code = -1;
    state.next = undefined;
    state.others = undefined;
  }

  #remember(state: State, codePoint: number, next: State | undefined): void {
    this.#remembered++;
    if (state.code === -1) {
      state.code = codePoint;
      state.next = next;
    } else {
      state.others ??= new Map();
      state.others.set(codePoint, next ?? null);
    }
  }

  #reach(step: number, counts: CountSet): void {
    const before = this.#reached[step];
    const union = before === undefined ? counts : unionOf(before, counts);
    if (union === before) return;
    const deciding = this.#deciding(step, union);
    if (before === undefined) this.#touched.push(step);
    else if (isSame(before, deciding)) return;
    this.#reached[step] = deciding;
    this.#pending.push(step);
  }

  #deciding(number: number, counts: CountSet): CountSet {
    const { steps, loops } = this.#program!;
    // The earliest place in a chain leads to all later ones.
    if (steps[number]!.kind === "chain") return decidingCounts(counts, 0, false);
    const loop = loops[number];
    return loop === undefined
      ? counts
      : decidingCounts(counts, Math.max(0, loop.min - 1), loop.max === Number.POSITIVE_INFINITY);
  }

  /** Returns the state of all steps that are reachable without a character. */
  #complete(program: PatternSteps): State {
    const { steps } = program;
    for (let number = this.#pending.pop(); number !== undefined; number = this.#pending.pop()) {
      const step = steps[number]!;
      const counts = this.#reached[number]!;
      this.#stepsLeft -= counts.length / 2;
      if (step.kind === "split") for (const next of step.nexts) this.#reach(next, counts);
      else if (step.kind === "enter" || step.kind === "chain") this.#reach(step.next, ZERO);
      else if (step.kind === "round") {
        const { min, max } = step.loop;
        const more = nextRounds(counts, max);
        if (more.length > 0) this.#reach(step.again, more);
        if (counts.at(-1)! + 1 >= min) this.#reach(step.next, ZERO);
      }
    }
    return this.#stateOf(steps);
  }

  #stateOf(steps: PatternSteps["steps"]): State {
    const consuming: number[] = [];
    let accepts = false;
    for (const number of this.#touched) {
      const { kind } = steps[number]!;
      if (kind === "end") accepts = true;
      else if (kind === "character" || kind === "chain") consuming.push(number);
    }
    if (consuming.length > 1) consuming.sort((one, two) => one - two);
    const counts = consuming.map((number) => this.#reached[number]!);
    for (const number of this.#touched) this.#reached[number] = undefined;
    this.#touched.length = 0;
    const key = keyOf(consuming, counts, accepts);
    const cached = this.#states.get(key);
    if (cached !== undefined) return cached;
    this.#remembered += consuming.length + 1;
    const state = new State(consuming, counts, accepts);
    this.#states.set(key, state);
    return state;
  }
}

function keyOf(steps: readonly number[], counts: readonly CountSet[], accepts: boolean): string {
  let key = accepts ? "e" : "";
  for (let at = 0; at < steps.length; at++) {
    const set = counts[at]!;
    if (set === ZERO) key += `${steps[at]};`;
    else key += set.length === 2 ? `${steps[at]}:${set[0]} ${set[1]};` : `${steps[at]}:${set.join(" ")};`;
  }
  return key;
}

function isSame(one: CountSet, two: CountSet): boolean {
  return one.length === two.length && one.every((bound, at) => bound === two[at]);
}
