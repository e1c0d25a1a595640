/**
 * An export: calls an operation for many inputs. Results go to a sink and ended inputs to a journal, so that no input
 * is repeated.
 */

import type { ServiceError } from "soapwright-runtime";
import { isServiceError, mapConcurrent } from "soapwright-runtime";
import { ignoreRejection } from "soapwright-runtime/internal";
import { Calling } from "./calling";
import type { JournalState } from "./contracts";
import { ExportError } from "./export-error";
import { type ExportOptions, type ExportSettings, readOptions, textOfInput } from "./export-options";
import { ExportThrottle } from "./export-throttle";
import { checkDistinct, checkWritable } from "./files";
import { NumberedInputs } from "./inputs/numbered-inputs";
import { type Ended, Ledger } from "./ledger";
import { type ExportProgress, type ExportSummary, Meter } from "./progress";

const TICK_MS = 250;

/**
 * Calls `call` for every input and passes the items of each result to `sink`. Each input ends as rows, without rows, or
 * as a line of the error file. After an interruption the same export resumes: what the journal has committed is neither
 * lost nor repeated, and calls that were in flight are made again.
 *
 * Resolves when every input has ended, or when `signal` has stopped the export. Rejects with an `ExportError` when the
 * export cannot start or continue, and with a `ConfigurationError` for a wrong option.
 */
export async function exportCalls<I>(options: ExportOptions<I>): Promise<ExportSummary> {
  const settings = readOptions(options);
  const { sink, journal, restart, inputFiles } = settings;
  await checkDistinct([
    ...inputFiles.map((path) => ["the inputs", path] as const),
    ...Object.entries({ ...sink.files, ...journal.files }),
  ]);
  for (const path of Object.values({ ...sink.files, ...journal.files })) await checkWritable(path);
  if (!restart && !(await journal.isThere()) && (await sink.isThere())) {
    throw new ExportError(
      "JOURNAL",
      `${sink.place} already exists, and no journal belongs to it. Name another place, or replace it with restart.`,
    );
  }
  try {
    const state = await journal.open({
      identity: { ...settings.identity, output: sink.place, columns: sink.shape },
      restart,
      retryErrors: settings.retryErrors,
      files: Object.values(sink.files ?? {}),
    });
    await sink.open(state.id, state.position);
    return await new Export(settings, state).run();
  } finally {
    await sink.close();
    await journal.close();
  }
}

class Export<I> {
  readonly #settings: ExportSettings<I>;
  readonly #before: JournalState;
  readonly #inputs: NumberedInputs<I>;
  readonly #ledger: Ledger;
  readonly #throttle: ExportThrottle;
  readonly #calling: Calling<I>;
  readonly #meter = new Meter();
  readonly #startedAt = performance.now();
  /** The signal aborts calls whose results can no longer be stored. */
  readonly #calls = new AbortController();

  constructor(settings: ExportSettings<I>, before: JournalState) {
    const { concurrency, refusals, patienceMs, firstWaitMs, keepGoing } = settings;
    this.#settings = settings;
    this.#before = before;
    this.#inputs = new NumberedInputs(settings.inputs, {
      isDone: (index) => before.isDone(index),
      marks: before.marks,
      textOf: textOfInput,
    });
    this.#ledger = new Ledger(settings.sink, settings.journal, before, () => this.#inputs.mark);
    this.#throttle = new ExportThrottle({ most: concurrency, refusals, patienceMs, firstWaitMs, keepGoing });
    this.#calling = new Calling(settings, this.#throttle, this.#calls.signal);
  }

  async run(): Promise<ExportSummary> {
    const { signal, sink, journal } = this.#settings;
    const onAbort = () => this.#stop();
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted === true) onAbort();
    const ticks = setInterval(() => {
      this.#ledger.tick();
      this.#tell();
    }, TICK_MS);
    try {
      const isWhole = await this.#callAll();
      await this.#ledger.settle();
      if (this.#inputs.failure !== undefined) throw this.#inputs.failure.error;
      if (this.#throttle.reason !== undefined) throw this.#throttle.reason;
      if (isWhole) {
        await sink.finish();
        await journal.complete();
      }
      this.#tell();
      return this.#summary(isWhole ? "complete" : "stopped");
    } finally {
      clearInterval(ticks);
      signal?.removeEventListener("abort", onAbort);
      this.#stop();
      this.#calls.abort();
    }
  }

  /** Resolves to false after a stop. */
  async #callAll(): Promise<boolean> {
    const { concurrency } = this.#settings;
    let isWhole = true;
    let refused: Ended[] = [];
    for await (const outcome of mapConcurrent(this.#inputs, (input) => this.#calling.run(input), { concurrency })) {
      if (!outcome.ok) throw outcome.error;
      const { result } = outcome;
      if (result.kind === "pending") isWhole = false;
      else if (result.kind === "refused") refused.push(result.failure);
      else {
        // A success proves that the earlier refusals concerned only their inputs.
        if (result.kind === "rows") for (const failure of refused.splice(0)) await this.#ledger.take(failure);
        const room = this.#ledger.take(result);
        if (room !== undefined) await room;
      }
      if (this.#throttle.reason !== undefined) this.#inputs.stop();
    }
    if (this.#inputs.failure !== undefined || this.#isStopped) return false;
    for (const failure of refused) await this.#ledger.take(failure);
    refused = [];
    return isWhole;
  }

  get #isStopped(): boolean {
    return this.#settings.signal?.aborted === true || this.#throttle.reason !== undefined;
  }

  #stop(): void {
    this.#inputs.stop();
    this.#throttle.stop();
  }

  #tell(): void {
    const { onProgress, total } = this.#settings;
    if (onProgress === undefined) return;
    const { done, failed, nothing, rows } = this.#ledger;
    const before = this.#before.done + this.#before.failed;
    const perSecond = this.#meter.perSecond(done - before);
    const remainingMs = total === undefined || perSecond === 0 ? undefined : ((total - done) * 1000) / perSecond;
    const { limit: concurrency, waitsMs, silentMs } = this.#throttle;
    const waitsFor = this.#obstacle;
    const progress: ExportProgress = {
      ...{ done, total, failed, nothing, rows, concurrency, perSecond, remainingMs, waitsMs, silentMs, waitsFor },
    };
    ignoreRejection(onProgress(progress));
  }

  get #obstacle(): ServiceError | undefined {
    const { obstacle } = this.#throttle;
    return isServiceError(obstacle) ? obstacle : undefined;
  }

  #summary(state: ExportSummary["state"]): ExportSummary {
    const { done, failed, nothing, rows } = this.#ledger;
    const doneBefore = this.#before.done + this.#before.failed;
    const elapsedMs = performance.now() - this.#startedAt;
    const waitsFor = state === "stopped" ? this.#obstacle : undefined;
    return {
      state,
      done,
      doneBefore,
      failed,
      nothing,
      rows,
      elapsedMs,
      ...(waitsFor === undefined ? {} : { waitsFor }),
    };
  }
}
