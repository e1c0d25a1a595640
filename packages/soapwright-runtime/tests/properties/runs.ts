/** The number of runs of a property, and their seed. */

import fc from "fast-check";
import { isSlow } from "soapwright-testing/stage/slow";

/** The same in every run of the tests, another in every run of the fuzzing. */
const usual = process.env.FUZZ === undefined ? 20261121 : Math.floor(Math.random() * 0x7fffffff);
const seed = Number(process.env.SEED ?? usual);
const numRuns = process.env.FUZZ !== undefined ? 100_000 : isSlow ? 2000 : 100;

console.log(`properties: seed ${seed}, ${numRuns} runs (SEED=${seed} repeats them)`);

/** `share` is the part of the runs that a slow property gets. */
export function check<Ts>(property: fc.IProperty<Ts>, share = 1): void {
  fc.assert(property, {
    seed,
    numRuns: Math.max(1, Math.round(numRuns * share)),
    interruptAfterTimeLimit: Number.MAX_SAFE_INTEGER,
  });
}
