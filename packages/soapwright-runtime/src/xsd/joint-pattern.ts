import { PatternAutomaton, type PatternState } from "./pattern-automaton";
import { leastOf, type PatternNode } from "./pattern-syntax";
import { type Alternative, type Choices, charactersOf, longestText, nodeOf, type Reach } from "./pattern-text";

/** Maximum of steps for one text, because patterns can be written to exhaust the search. */
const mostSteps = 20_000;
/** Length in characters from which a text ends at the first possible place. */
const usualLength = 40;
/** Maximum of places for which the distance to an end is computed; a larger set is searched without distances. */
const mostPlaces = 1_000;
/** Maximum of cached sets of patterns. */
const mostCached = 500;

/** In characters. */
export interface LengthRange {
  readonly min: number;
  readonly max: number;
}

/** The states of all automata after a text. */
interface Place {
  readonly states: readonly PatternState[];
  readonly mayEnd: boolean;
  /** Characters to the nearest place where a text may end: 0 if not computed, infinite if there is none. */
  distance: number;
  transitions?: readonly Transition[];
}

interface Transition {
  readonly characters: string[];
  readonly to: Place;
}

/** The intersection of several patterns: their automata, walked in parallel. */
class JointPattern {
  readonly #automata: readonly PatternAutomaton[];
  readonly #pool: readonly string[];
  readonly #numbers = new Map<PatternState, number>();
  readonly #places = new Map<string, Place>();
  readonly #start: Place | undefined;
  /** Length ranges without a text. */
  readonly #fruitless = new Set<string>();

  constructor(patterns: readonly PatternNode[]) {
    this.#automata = patterns.map((pattern) => new PatternAutomaton(pattern));
    this.#pool = [...new Set(patterns.flatMap((pattern) => [...poolOf(pattern)]))];
    const states = this.#automata.flatMap((automaton) => automaton.start() ?? []);
    if (states.length < patterns.length) return;
    this.#start = this.#placeOf(states);
    this.#measure(this.#start);
  }

  /** Returns a text that matches all patterns, undefined if none was found. */
  text(choices: Choices, length: LengthRange, reach: Reach): string | undefined {
    const range = `${length.min} ${length.max}`;
    if (this.#start === undefined || this.#fruitless.has(range)) return undefined;
    const text = this.#walk(this.#start, choices, length, reach);
    if (text === undefined) this.#fruitless.add(range);
    return text;
  }

  #walk(start: Place, choices: Choices, { min, max }: LengthRange, reach: Reach): string | undefined {
    const text: string[] = [];
    const path = [{ place: start, left: this.#order(start, choices, max, false) }];
    const dead = new Map<Place, Set<number>>();
    for (let steps = 0; steps < mostSteps; steps++) {
      const last = path.at(-1);
      if (last === undefined) return undefined;
      const { place, left } = last;
      if (place.mayEnd && text.length >= min && (left.length === 0 || isEnough(text.length, choices, reach)))
        return text.join("");
      const transition = left.pop();
      if (transition === undefined) {
        dead.set(place, (dead.get(place) ?? new Set()).add(text.length));
        path.pop();
        text.pop();
      } else if (dead.get(transition.to)?.has(text.length + 1) !== true) {
        text.push(pickCharacter(transition.characters, choices));
        const isLong = text.length >= Math.max(min, usualLength);
        path.push({ place: transition.to, left: this.#order(transition.to, choices, max - text.length, isLong) });
      }
    }
    return undefined;
  }

  /**
   * Returns the transitions from which a text can still end, the next at the end. Places are equally likely, however
   * many characters lead to each; in a long text the shortest transition to an end comes first.
   */
  #order(from: Place, choices: Choices, room: number, isLong: boolean): Transition[] {
    const open = this.#transitionsFrom(from).filter(({ to }) => to.distance < room);
    const transitions = choices.shuffled(open);
    return isLong ? transitions.sort((one, other) => other.to.distance - one.to.distance) : transitions;
  }

  /** Computes the distance of each place to an end, for at most `mostPlaces` places. */
  #measure(start: Place): void {
    const before = new Map<Place, Place[]>();
    const seen = new Set([start]);
    // A `Set` also iterates over items that the loop adds.
    for (const place of seen) {
      if (seen.size > mostPlaces) return;
      for (const { to } of this.#transitionsFrom(place)) {
        before.set(to, [...(before.get(to) ?? []), place]);
        seen.add(to);
      }
    }
    for (const place of seen) place.distance = place.mayEnd ? 0 : Infinity;
    const reached = new Set([...seen].filter(({ mayEnd }) => mayEnd));
    for (const place of reached) {
      for (const earlier of before.get(place) ?? []) {
        if (!reached.has(earlier)) earlier.distance = place.distance + 1;
        reached.add(earlier);
      }
    }
  }

  #transitionsFrom(place: Place): readonly Transition[] {
    if (place.transitions !== undefined) return place.transitions;
    const found = new Map<Place, Transition>();
    for (const character of this.#pool) {
      const next: PatternState[] = [];
      for (const [index, automaton] of this.#automata.entries()) {
        const state = automaton.after(place.states[index]!, character.codePointAt(0)!);
        if (state === undefined) break;
        next.push(state);
      }
      if (next.length < place.states.length) continue;
      const to = this.#placeOf(next);
      const transition = found.get(to);
      if (transition === undefined) found.set(to, { characters: [character], to });
      else transition.characters.push(character);
    }
    place.transitions = [...found.values()];
    return place.transitions;
  }

  #placeOf(states: readonly PatternState[]): Place {
    const key = states.map((state) => this.#numberOf(state)).join(" ");
    const cached = this.#places.get(key);
    if (cached !== undefined) return cached;
    const place = { states, mayEnd: states.every(({ accepts }) => accepts), distance: 0 };
    this.#places.set(key, place);
    return place;
  }

  #numberOf(state: PatternState): number {
    const stateNumber = this.#numbers.get(state) ?? this.#numbers.size;
    this.#numbers.set(state, stateNumber);
    return stateNumber;
  }
}

const joints = new Map<string, JointPattern>();

/** Returns a text that matches all `patterns`, which are lists of alternatives; undefined if none was found. */
export function textOfPatterns(
  patterns: readonly (readonly Alternative[])[],
  choices: Choices,
  length: LengthRange,
  reach: Reach,
): string | undefined {
  const key = JSON.stringify(patterns);
  let joint = joints.get(key);
  if (joint === undefined) {
    const nodes = patterns.map((all): PatternNode => ({ kind: "choice", branches: all.map(nodeOf) }));
    if (nodes.some((node) => leastOf(node) > longestText)) return undefined;
    joint = new JointPattern(nodes);
    if (joints.size >= mostCached) joints.clear();
    joints.set(key, joint);
  }
  return joint.text(choices, length, reach);
}

function isEnough(length: number, choices: Choices, reach: Reach): boolean {
  if (reach === "any") return length >= usualLength || choices.chance(0.3);
  return reach === "least" || length >= usualLength;
}

function pickCharacter(among: readonly string[], choices: Choices): string {
  const readable = among.filter((character) => /^[A-Za-z0-9]$/.test(character));
  return choices.pick(readable.length > 0 && choices.chance(0.8) ? readable : among);
}

function poolOf(node: PatternNode, found = new Set<string>()): Set<string> {
  if (node.kind === "character") for (const character of charactersOf(node.source)) found.add(character);
  else if (node.kind === "repeat") poolOf(node.part, found);
  else for (const part of node.kind === "sequence" ? node.parts : node.branches) poolOf(part, found);
  return found;
}
