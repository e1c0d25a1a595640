/** One call for one input, as often as trouble asks for it. */
import type { CallSignal } from "../client/options";
import type { Brake } from "./brake";
import type { ExportInput } from "./contracts";
import { failedInput } from "./failed-input";
import type { Numbered } from "./inputs/numbered-inputs";
import type { Ended } from "./ledger";
import { judge, type Verdict } from "./verdict";

/**
 * What has become of an input. `refused`: a failure, unless the calls to come are refused as well. `pending`: it has to be
 * called for again, in another run.
 */
export type Outcome = Ended | { readonly kind: "refused"; readonly failure: Ended } | { readonly kind: "pending" };

export interface CallingOptions<I> {
  readonly call: (input: I, context: { readonly signal: CallSignal }) => PromiseLike<unknown>;
  readonly describe: (input: I) => ExportInput;
  /** False: a call that can have reached the service is not repeated. */
  readonly repeatable: boolean;
  readonly firstWaitMs: number;
  /** Told of trouble, for others who call the same service. */
  readonly onTrouble?: (trouble: Verdict & { readonly kind: "trouble" }) => void;
}

/** Calls for one input that meet trouble while the service is well for others, and in any case unless it is down. */
const REPEATS = { others: 3, any: 6 };
const PENDING = { kind: "pending" } as const;

/** Makes calls behind a brake. Retries belong here and nowhere else: the client makes each request once. */
export class Calling<I> {
  readonly #options: CallingOptions<I>;
  readonly #brake: Brake;
  readonly #signal: CallSignal;

  constructor(options: CallingOptions<I>, brake: Brake, signal: CallSignal) {
    this.#options = options;
    this.#brake = brake;
    this.#signal = signal;
  }

  /** Never rejects for what a call does. */
  async run({ input, index }: Numbered<I>): Promise<Outcome> {
    const { call, describe, repeatable, firstWaitMs, onTrouble } = this.#options;
    const brake = this.#brake;
    const described = describe(input);
    let firstTrouble: number | undefined;
    for (let met = 1; ; met++) {
      const entered = brake.enter();
      if (entered !== true && !(await entered)) return PENDING;
      const begunAt = performance.now();
      try {
        const result = await call(input, { signal: this.#signal });
        brake.succeeded();
        return { kind: "rows", input: described, index, items: itemsOf(result) };
      } catch (error) {
        if (this.#signal.aborted) return PENDING;
        const failure: Ended = { kind: "failed", failure: failedInput(described, index, error) };
        const verdict = judge(error);
        if (verdict.kind === "failure") {
          brake.succeeded();
          return failure;
        }
        if (verdict.kind === "refusal") {
          brake.refused(verdict.reason);
          return { kind: "refused", failure };
        }
        brake.troubled(verdict, begunAt);
        onTrouble?.(verdict);
        firstTrouble ??= brake.successes;
        const othersAreWell = brake.successes > firstTrouble;
        if (verdict.isSent && !repeatable) return failure;
        if (met >= REPEATS.others && othersAreWell) return failure;
        if (met >= REPEATS.any && !verdict.isDown) return failure;
      } finally {
        brake.leave();
      }
      await brake.rest(Math.min(60_000, firstWaitMs * 2 ** (met - 1)) * Math.random());
    }
  }
}

/** A list's items, a single result as one, nothing as none. */
function itemsOf(result: unknown): readonly unknown[] {
  if (result === undefined || result === null) return [];
  return Array.isArray(result) ? result : [result];
}
