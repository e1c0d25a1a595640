/**
 * The steps of a worker, in their order. `taking`: it takes chunks. `finishing`: it takes no more, and ends those that it
 * has. `leaving`: it leaves those that it has to others, for the reason that it stops with.
 */
type WorkerStep =
  | { readonly at: "taking" | "finishing" }
  | { readonly at: "leaving"; readonly reason: Error | undefined };

type StepName = WorkerStep["at"];

const ORDER: readonly StepName[] = ["taking", "finishing", "leaving"];

/** Where a worker is among its steps. It only goes forward, and some are left out. */
export class WorkerSteps {
  #now: WorkerStep = { at: "taking" };
  readonly #waiting: { readonly name: StepName; readonly resolve: (step: WorkerStep) => void }[] = [];

  get now(): WorkerStep {
    return this.#now;
  }

  has(name: StepName): boolean {
    return ORDER.indexOf(this.#now.at) >= ORDER.indexOf(name);
  }

  /** A step that the worker has reached or left behind changes nothing. */
  goTo(step: WorkerStep): void {
    if (this.has(step.at)) return;
    this.#now = step;
    for (const { name, resolve } of this.#waiting) if (this.has(name)) resolve(step);
  }

  /** Resolves to the step that the worker is at, when that is `name` or a later one. */
  reached(name: StepName): Promise<WorkerStep> {
    if (this.has(name)) return Promise.resolve(this.#now);
    return new Promise((resolve) => this.#waiting.push({ name, resolve }));
  }
}
