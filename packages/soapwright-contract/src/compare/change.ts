import type { ChangeReason } from "../change-reasons";
import { shortName } from "../graph/descriptions";
import type { QName } from "../xml/xml";

/** Whether callers write the values of a type, read them, or both. */
export interface Directions {
  readonly written: boolean;
  readonly read: boolean;
}

/** Whom a change breaks. Each flag applies only if values travel in that direction. */
export interface Verdict {
  readonly writers?: boolean;
  readonly readers?: boolean;
  readonly why?: string | undefined;
}

export interface JudgedChange {
  readonly reason: ChangeReason;
  readonly what: string;
  readonly verdict: Verdict;
}

/** The smallest step of a semantic version that a change requires. */
type Step = "major" | "minor" | "patch";
/**
 * Who is affected by a breaking change. Callers: all callers of the operation; others: users of the type in that way.
 */
type Broken = "callers" | "writers" | "readers" | "TypeScript users";

export interface Change {
  /** An operation, a service, a type, or a part of one: `Order.Code`. */
  readonly where: string;
  /** For programs: what kind of change it is. */
  readonly reason: ChangeReason;
  /** The change: `xs:int -> xs:string`. */
  readonly what: string;
  /** Empty: the change is compatible. */
  readonly breaks: readonly Broken[];
  readonly step: Step;
  /** The reason of the judgement, unless it is obvious. */
  readonly why?: string | undefined;
}

/** Collects changes, without duplicates. */
export class Changes {
  readonly #changes = new Map<string, Change>();

  get all(): readonly Change[] {
    return [...this.#changes.values()];
  }

  addBreaking(where: string, reason: ChangeReason, what: string, breaks: Broken, why?: string): void {
    this.#add(where, reason, what, [breaks], why);
  }

  addCompatible(where: string, reason: ChangeReason, what: string, why?: string): void {
    this.#add(where, reason, what, [], why);
  }

  compareDocumentation(where: string, old: string | undefined, now: string | undefined): void {
    if ((old ?? "") === (now ?? "")) return;
    const what = old ? (now ? "documentation changed" : "documentation removed") : "documentation added";
    this.#add(where, "documentation-changed", what, [], undefined, "patch");
  }

  /** Adds a change of a part of messages, judged for the directions in which it is sent. */
  judge(
    where: string,
    reason: ChangeReason,
    what: string,
    { written, read }: Directions,
    { writers, readers, why }: Verdict,
  ): void {
    const breaks: Broken[] = [];
    if (written && writers) breaks.push("writers");
    if (read && readers) breaks.push("readers");
    this.#add(where, reason, what, breaks, why);
  }

  #add(
    where: string,
    reason: ChangeReason,
    what: string,
    breaks: readonly Broken[],
    why: string | undefined,
    step: Step = breaks.length > 0 ? "major" : "minor",
  ): void {
    this.#changes.set(`${where}\n${what}`, { where, reason, what, breaks, step, why });
  }
}

/** A place in messages, with the directions in which it is sent: who notices a change depends on them. */
export class ComparedPlace {
  constructor(
    readonly changes: Changes,
    readonly where: string,
    readonly directions: Directions,
  ) {}

  at(where: string, directions = this.directions): ComparedPlace {
    return new ComparedPlace(this.changes, where, directions);
  }

  below(name: string): ComparedPlace {
    return this.at(`${this.where}.${name}`);
  }

  judge(reason: ChangeReason, what: string, verdict: Verdict): void {
    this.changes.judge(this.where, reason, what, this.directions, verdict);
  }

  /** A change that breaks writers and readers. */
  addBreaking(reason: ChangeReason, what: string, why?: string): void {
    this.judge(reason, what, { writers: true, readers: true, why });
  }

  compareDocumentation(old: string | undefined, now: string | undefined): void {
    this.changes.compareDocumentation(this.where, old, now);
  }

  compareNamespaces(old: string, now: string, names: Names): void {
    const what = names.movement(old, now);
    if (what !== undefined) this.addBreaking("namespace-moved", what);
  }

  /**
   * Reports the first two common keys whose order changed, as breaking for writers. Returns whether the order changed.
   */
  compareOrder(old: readonly string[], now: readonly string[]): boolean {
    const [inOld, inNow] = [new Set(old), new Set(now)];
    const [before, after] = [old.filter((key) => inNow.has(key)), now.filter((key) => inOld.has(key))];
    const at = before.findIndex((key, index) => key !== after[index]);
    if (at < 0) return false;
    const [earlier, later] = [after[at]!, before[at]!].map((key) => key.replace(/#1$/, ""));
    const what = `reordered: ${earlier} now comes before ${later}`;
    this.judge("order-changed", what, { writers: true, why: "clients in use write the old order" });
    return true;
  }

  compareConstraint(kind: "default" | "fixed", old: string | undefined, now: string | undefined): void {
    if (old === now) return;
    const [before, after] = [old, now].map((value) => JSON.stringify(value));
    const what =
      old === undefined ? `${after} added` : now === undefined ? `${before} removed` : `${before} -> ${after}`;
    const isFixed = kind === "fixed";
    this.judge(isFixed ? "fixed-changed" : "default-changed", `${kind} ${what}`, {
      writers: isFixed && now !== undefined,
      readers: old !== undefined,
    });
  }
}

/** Returns the step that all changes together require. */
export function stepOf(changes: readonly Change[]): Step | "none" {
  return (
    (["major", "minor", "patch"] as const).find((step) => changes.some((change) => change.step === step)) ?? "none"
  );
}

/** Severity of a change for a release: a major, a minor or a patch version. */
export type ChangeSeverity = "breaking" | "compatible" | "documentation";

export function severityOf({ breaks, step }: Change): ChangeSeverity {
  if (breaks.length > 0) return "breaking";
  return step === "patch" ? "documentation" : "compatible";
}

/** Returns `Order.Code: xs:int -> xs:string, breaking for readers`. */
export function describeChange({ where, what, breaks, step, why }: Change): string {
  const judgement =
    breaks.length > 0 ? `breaking for ${breaks.join(" and ")}` : step === "patch" ? "documentation only" : "compatible";
  return `${where}: ${what}, ${judgement}${why === undefined ? "" : ` (${why})`}`;
}

/** Compares names of two WSDLs, with a rule for namespaces that the new WSDL renamed. */
export class Names {
  constructor(
    /** Returns the namespace in the new WSDL for a namespace of the old WSDL. */
    readonly moved: (old: string) => string,
    /** Returns the SOAPAction that callers of the old WSDL send. */
    readonly movedAction: (old: string) => string = (action) => action,
  ) {}

  areSame(old: QName | undefined, now: QName | undefined): boolean {
    if (old === undefined || now === undefined) return old === now;
    return old.local === now.local && this.areSameNamespaces(old.namespace, now.namespace);
  }

  areSameNamespaces(old: string, now: string): boolean {
    return old === now || this.moved(old) === now;
  }

  /** Returns `namespace urn:a -> urn:b`, or undefined if the namespaces are the same. */
  movement(old: string, now: string): string | undefined {
    return this.areSameNamespaces(old, now) ? undefined : `namespace ${old || "none"} -> ${now || "none"}`;
  }

  /** Returns `xs:int -> xs:string`, with namespaces if the local names are equal. */
  arrow(old: QName, now: QName): string {
    if (old.local !== now.local) return `${shortName(old)} -> ${shortName(now)}`;
    return `{${old.namespace}}${old.local} -> {${now.namespace}}${now.local}`;
  }
}

export interface Occurs {
  readonly min: number;
  readonly max: number;
}

/** Maps items by key and number, `key#1`, because several items may have one key. */
export function numbered<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T> {
  const counts = new Map<string, number>();
  const found = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    found.set(`${key}#${number}`, item);
  }
  return found;
}

/** Pairs items of two contracts by name: the items of the old contract in order, then added items. */
export function paired<T>(
  old: readonly T[],
  now: readonly T[],
  nameOf: (item: T) => string,
): { readonly name: string; readonly old?: T; readonly now?: T | undefined }[] {
  const find = (items: readonly T[], name: string): T | undefined => items.find((item) => nameOf(item) === name);
  const kept = old.map((item) => ({ name: nameOf(item), old: item, now: find(now, nameOf(item)) }));
  const came = now.map((item) => ({ name: nameOf(item), now: item }));
  return [...kept, ...came.filter(({ name }) => find(old, name) === undefined)];
}
