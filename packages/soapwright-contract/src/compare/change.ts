/** The directions in which callers use the values of a type: written, read, or both. */
export interface Directions {
  readonly written: boolean;
  readonly read: boolean;
}

/** Whom a change of a type breaks. Each flag applies only if values travel in that direction. */
export interface Verdict {
  readonly writers?: boolean;
  readonly readers?: boolean;
  readonly why?: string;
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

/** Collects changes without duplicates. */
export class Changes {
  readonly #found = new Map<string, Change>();

  get all(): readonly Change[] {
    return [...this.#found.values()];
  }

  breaking(where: string, what: string, breaks: Broken, why?: string): void {
    this.#add({ where, what, breaks: [breaks], step: "major", ...(why !== undefined && { why }) });
  }

  compatible(where: string, what: string, why?: string): void {
    this.#add({ where, what, breaks: [], step: "minor", ...(why !== undefined && { why }) });
  }

  documentation(where: string, old: string | undefined, now: string | undefined): void {
    if ((old ?? "") === (now ?? "")) return;
    const what = old ? (now ? "documentation changed" : "documentation removed") : "documentation added";
    this.#add({ where, what, breaks: [], step: "patch" });
  }

  /** Adds a change of a part of messages, judged for the directions in which it is sent. */
  judged(where: string, what: string, { written, read }: Directions, verdict: Verdict): void {
    const breaks: Broken[] = [
      ...(written && verdict.writers ? ["writers" as const] : []),
      ...(read && verdict.readers ? ["readers" as const] : []),
    ];
    const why = verdict.why === undefined ? {} : { why: verdict.why };
    this.#add({ where, what, breaks, step: breaks.length > 0 ? "major" : "minor", ...why });
  }

  #add(change: Change): void {
    this.#found.set(`${change.where}\n${change.what}`, change);
  }
}

/** The step that all changes together require; `none` when nothing changed. */
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

/** `Order.Code: xs:int -> xs:string, breaking for readers`. */
export function changeWords({ where, what, breaks, step, why }: Change): string {
  const judgement =
    breaks.length > 0 ? `breaking for ${breaks.join(" and ")}` : step === "patch" ? "documentation only" : "compatible";
  return `${where}: ${what}, ${judgement}${why === undefined ? "" : ` (${why})`}`;
}
