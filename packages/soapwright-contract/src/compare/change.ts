/** Whether callers write the values of a type, read them, or both. */
export interface Directions {
  readonly written: boolean;
  readonly read: boolean;
}

/** Whom a change breaks. Each flag applies only if values travel in that direction. */
export interface Verdict {
  readonly writers?: boolean;
  readonly readers?: boolean;
  readonly why?: string;
}

export interface JudgedChange {
  readonly what: string;
  readonly verdict: Verdict;
}

/** The smallest step of a semantic version that a change requires. */
export type Step = "major" | "minor" | "patch";
/**
 * Who is affected by a breaking change. Callers: all callers of the operation; others: users of the type in that way.
 */
export type Broken = "callers" | "writers" | "readers" | "TypeScript users";

export interface Change {
  /** An operation, a service, a type, or a part of one: `Order.Code`. */
  readonly where: string;
  /** The change: `xs:int -> xs:string`. */
  readonly what: string;
  /** Empty: the change is compatible. */
  readonly breaks: readonly Broken[];
  readonly step: Step;
  /** The reason of the judgement, unless it is obvious. */
  readonly why?: string;
}

/** Collects changes, without duplicates. */
export class Changes {
  readonly #changes = new Map<string, Change>();

  get all(): readonly Change[] {
    return [...this.#changes.values()];
  }

  addBreaking(where: string, what: string, breaks: Broken, why?: string): void {
    this.#add({ where, what, breaks: [breaks], step: "major", ...(why !== undefined && { why }) });
  }

  addCompatible(where: string, what: string, why?: string): void {
    this.#add({ where, what, breaks: [], step: "minor", ...(why !== undefined && { why }) });
  }

  compareDocumentation(where: string, old: string | undefined, now: string | undefined): void {
    if ((old ?? "") === (now ?? "")) return;
    const what = old ? (now ? "documentation changed" : "documentation removed") : "documentation added";
    this.#add({ where, what, breaks: [], step: "patch" });
  }

  /** Adds a change of a part of messages, judged for the directions in which it is sent. */
  judge(where: string, what: string, { written, read }: Directions, verdict: Verdict): void {
    const breaks: Broken[] = [
      ...(written && verdict.writers ? ["writers" as const] : []),
      ...(read && verdict.readers ? ["readers" as const] : []),
    ];
    const why = verdict.why === undefined ? {} : { why: verdict.why };
    this.#add({ where, what, breaks, step: breaks.length > 0 ? "major" : "minor", ...why });
  }

  #add(change: Change): void {
    this.#changes.set(`${change.where}\n${change.what}`, change);
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

  judge(what: string, verdict: Verdict): void {
    this.changes.judge(this.where, what, this.directions, verdict);
  }

  /** A change that breaks writers and readers. */
  addBreaking(what: string, why?: string): void {
    this.judge(what, { writers: true, readers: true, ...(why !== undefined && { why }) });
  }

  compareDocumentation(old: string | undefined, now: string | undefined): void {
    this.changes.compareDocumentation(this.where, old, now);
  }

  /** Compares `default` or `fixed` of two elements or attributes (XML Schema Part 1, 2.2.2). */
  compareConstraint(kind: "default" | "fixed", old: string | undefined, now: string | undefined): void {
    if (old === now) return;
    const [before, after] = [old, now].map((value) => JSON.stringify(value));
    const what =
      old === undefined ? `${after} added` : now === undefined ? `${before} removed` : `${before} -> ${after}`;
    this.judge(`${kind} ${what}`, { writers: kind === "fixed" && now !== undefined, readers: old !== undefined });
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
