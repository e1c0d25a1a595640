/** Rewrites patterns to smaller ones that match the same texts. */
import type { PatternNode } from "./pattern-syntax";

type Repeat = Extract<PatternNode, { kind: "repeat" }>;

/** The pattern that matches the empty text alone. */
const EMPTY: PatternNode = { kind: "sequence", parts: [] };

/**
 * Returns a pattern that matches the same texts: characters that are alternatives become one class, equal parts that
 * follow each other one repetition, and a repetition of a repetition one. `(a?){3000}` becomes `a{0,3000}`.
 */
export function simplifyPattern(pattern: PatternNode): PatternNode {
  return new Simplifier().simplify(pattern);
}

/** Returns a pattern that matches the same of the texts that are no longer than `longest`: no round matters that is empty. */
export function boundPattern(node: PatternNode, longest: number): PatternNode {
  switch (node.kind) {
    case "character":
      return node;
    case "sequence":
      return { kind: "sequence", parts: node.parts.map((part) => boundPattern(part, longest)) };
    case "choice":
      return { kind: "choice", branches: node.branches.map((branch) => boundPattern(branch, longest)) };
    case "repeat": {
      const max = node.max === Number.POSITIVE_INFINITY ? node.max : Math.max(node.min, Math.min(node.max, longest));
      return { ...node, part: boundPattern(node.part, longest), max };
    }
  }
}

/** Whether the pattern matches the empty text. */
function matchesEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case "character":
      return false;
    case "sequence":
      return node.parts.every(matchesEmpty);
    case "choice":
      return node.branches.some(matchesEmpty);
    case "repeat":
      return node.min === 0 || matchesEmpty(node.part);
  }
}

class Simplifier {
  /** Numbers of equal patterns: a key has the numbers of the parts, so that it is short. */
  readonly #byKey = new Map<string, number>();
  readonly #numbers = new Map<PatternNode, number>();

  simplify(node: PatternNode): PatternNode {
    switch (node.kind) {
      case "character":
        return node;
      case "sequence":
        return this.#sequence(node.parts.map((part) => this.simplify(part)));
      case "choice":
        return this.#choice(node.branches.map((branch) => this.simplify(branch)));
      case "repeat":
        return repeated(this.simplify(node.part), node.min, node.max);
    }
  }

  #sequence(parts: readonly PatternNode[]): PatternNode {
    const merged: PatternNode[] = [];
    for (const part of parts) {
      if (part.kind === "sequence") for (const inner of part.parts) this.#append(merged, inner);
      else this.#append(merged, part);
    }
    return merged.length === 1 ? merged[0]! : { kind: "sequence", parts: merged };
  }

  #append(merged: PatternNode[], part: PatternNode): void {
    const before = merged.at(-1);
    if (before !== undefined && this.#isSame(partOf(before), partOf(part))) {
      const [one, two] = [asRepeat(before), asRepeat(part)];
      merged[merged.length - 1] = { ...one, min: least(one.min + two.min), max: most(one.max + two.max) };
    } else merged.push(part);
  }

  #isSame(one: PatternNode, two: PatternNode): boolean {
    if (one.kind !== two.kind) return false;
    if (one.kind === "character" && two.kind === "character") return one.source === two.source;
    return this.#numberOf(one) === this.#numberOf(two);
  }

  #choice(simplified: readonly PatternNode[]): PatternNode {
    const all = simplified.flatMap((each) => (each.kind === "choice" ? each.branches : [each]));
    const sources = new Set<string>();
    const others = new Map<number, PatternNode>();
    for (const each of all) {
      if (each.kind === "character") sources.add(each.source);
      else if (!isEmpty(each)) others.set(this.#numberOf(each), each);
    }
    const branches = [...others.values()];
    if (sources.size > 0) {
      const [first = ""] = sources;
      branches.unshift({ kind: "character", source: sources.size === 1 ? first : `[${[...sources].join("")}]` });
    }
    if (branches.length === 0) return EMPTY;
    const choice: PatternNode = branches.length === 1 ? branches[0]! : { kind: "choice", branches };
    return all.some(isEmpty) ? repeated(choice, 0, 1) : choice;
  }

  #numberOf(node: PatternNode): number {
    let number = this.#numbers.get(node);
    if (number === undefined) {
      const key = this.#keyOf(node);
      number = this.#byKey.get(key) ?? this.#byKey.size;
      this.#byKey.set(key, number);
      this.#numbers.set(node, number);
    }
    return number;
  }

  #keyOf(node: PatternNode): string {
    switch (node.kind) {
      case "character":
        return node.source;
      case "sequence":
        return `s ${node.parts.map((part) => this.#numberOf(part)).join(" ")}`;
      case "choice":
        return `c ${node.branches.map((branch) => this.#numberOf(branch)).join(" ")}`;
      case "repeat":
        return `r ${this.#numberOf(node.part)} ${node.min} ${node.max}`;
    }
  }
}

function isEmpty(node: PatternNode): boolean {
  return node.kind === "sequence" && node.parts.length === 0;
}

function partOf(node: PatternNode): PatternNode {
  return node.kind === "repeat" ? node.part : node;
}

function asRepeat(node: PatternNode): Repeat {
  return node.kind === "repeat" ? node : { kind: "repeat", part: node, min: 1, max: 1 };
}

function repeated(part: PatternNode, min: number, max: number): PatternNode {
  if (max === 0 || isEmpty(part)) return EMPTY;
  if (min === 1 && max === 1) return part;
  const fewest = matchesEmpty(part) ? 0 : min;
  if (part.kind !== "repeat") return { kind: "repeat", part, min: fewest, max };
  const inner = part;
  // The inner counts of `times` and of one more round leave no gap.
  const isConnected = (times: number): boolean => (times + 1) * inner.min <= (times === 0 ? 0 : times * inner.max) + 1;
  if (fewest < max && !isConnected(fewest)) return { kind: "repeat", part, min: fewest, max };
  return repeated(inner.part, least(fewest * inner.min), most(max * inner.max));
}

/** No text is longer than the largest exact number. */
function least(count: number): number {
  return Math.min(count, Number.MAX_SAFE_INTEGER);
}

function most(count: number): number {
  return count > Number.MAX_SAFE_INTEGER ? Number.POSITIVE_INFINITY : count;
}
