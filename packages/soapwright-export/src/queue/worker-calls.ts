/** The calls of a worker: for the inputs of its chunks, behind its throttle and the rate of all workers. */
import type { Redis } from "ioredis";
import { RateLease } from "soapwright-features";
import { mapConcurrent } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import { type CallingOptions, callInput } from "../calling";
import type { JournalEntry } from "../contracts";
import { ExportThrottle } from "../export-throttle";
import { type Asked, AskedInputs } from "../inputs/asked-inputs";
import type { Numbered } from "../inputs/numbered-inputs";
import type { Ended } from "../ledger";
import { Table } from "../postgres/postgres-table";
import { rowColumns } from "../rows";
import type { QueuedInput, QueuedTask } from "./chunks";
import { RateTurns } from "./rate-turns";
import type { WorkerOptions } from "./worker-options";

const FIRST_WAIT_MS = 1_000;

/** The calls and the table of one task. */
export interface OpenTask {
  readonly calling: CallingOptions<QueuedInput>;
  readonly table: Table;
}

export class WorkerCalls {
  readonly #options: WorkerOptions;
  readonly #throttle: ExportThrottle;
  readonly #rate: { readonly lease: RateLease; readonly turns: RateTurns } | undefined;
  readonly #tasks = new Map<string, OpenTask>();
  readonly #aborted = new AbortController();
  /** The facts of the trouble that was reported last. */
  #trouble: string | undefined;

  constructor(options: WorkerOptions, redis: Redis) {
    const { concurrency, patienceMs, perSecond, requestMs, service = options.product ?? "any" } = options;
    const { keepGoing = false, onStarved = () => {} } = options;
    this.#options = options;
    this.#throttle = new ExportThrottle({
      concurrency,
      refusals: 3,
      patienceMs,
      firstWaitMs: FIRST_WAIT_MS,
      keepGoing,
    });
    if (perSecond === undefined) return;
    // `Presence` reports the state of Redis.
    const lease = new RateLease({ client: redis, name: service, requestMs, onAway() {}, onStarved, perSecond });
    this.#rate = { lease, turns: new RateTurns(lease) };
  }

  /** The number of calls at a time, and the time since the last one ended. */
  get progress() {
    return { concurrency: this.#throttle.limit, silentMs: this.#throttle.silentMs };
  }

  get hasSucceeded(): boolean {
    return this.#throttle.successes > 0;
  }

  /** Why the worker has to stop, if the service refuses it or is unavailable for too long. */
  get reason(): Error | undefined {
    return this.#throttle.reason;
  }

  /**
   * Passes the end of each input to `take`. Resolves to false if the worker makes no more calls before all inputs have
   * one: then calls that may change data are completed first.
   */
  async callAll(
    inputs: Iterator<Numbered<QueuedInput>, void>,
    calling: OpenTask["calling"],
    take: (ended: Ended) => Promise<void> | undefined,
  ): Promise<boolean> {
    const unproved: Ended[] = [];
    let isWhole = true;
    const { concurrency } = this.#options;
    const asked = new AskedInputs(inputs, this.#throttle, calling.repeatable);
    const takeAll = async (all: readonly Ended[]) => {
      for (const ended of all) await take(ended);
    };
    const call = (input: Asked<QueuedInput>) => callInput(input, calling, this.#throttle, this.#aborted.signal);
    for await (const outcome of mapConcurrent(asked, call, { concurrency })) {
      if (!outcome.ok) throw outcome.error;
      this.#tell();
      const { input, result } = outcome;
      if (result.kind === "rows")
        await takeAll([...asked.succeeded(input, result.begun).map(failedOf), ...unproved.splice(0)]);
      else if (result.kind === "refused") asked.refused(input, result.failure, result.at);
      else asked.ended(input);
      if (result.kind === "unproved") unproved.push(result.failure);
      else if ((result.kind === "rows" || result.kind === "failed") && input.isProbe !== true) await take(result);
      if (this.#throttle.reason === undefined && result.kind !== "pending") continue;
      if (calling.repeatable) return false;
      isWhole = false;
      asked.stop();
    }
    if (isWhole) await takeAll([...unproved, ...asked.takeFailures().map(failedOf)]);
    return isWhole;
  }

  /** Returns the calls and the table of `task`, which all of its chunks share. */
  open(task: QueuedTask): OpenTask {
    const name = JSON.stringify(task);
    const found = this.#tasks.get(name);
    if (found !== undefined) return found;
    const { faultText = false, keepGoing = false, patienceMs } = this.#options;
    const rate = this.#rate;
    const calls = this.#options.open(task, rate?.turns.interceptor);
    const open: OpenTask = {
      table: new Table(task.table, rowColumns(calls.columns, calls.inputColumns)),
      calling: {
        call: (input, context) =>
          rate === undefined ? calls.call(input, context) : rate.turns.run(() => calls.call(input, context)),
        describe: (input) => input,
        repeatable: calls.repeatable,
        ...{ firstWaitMs: FIRST_WAIT_MS, faultText, keepGoing },
        onTrouble: ({ retryAfterMs }) => {
          this.#tell();
          // The pause ends with the patience of the throttle, at whose end the worker ends.
          if (retryAfterMs !== undefined) rate?.lease.pause(Math.min(retryAfterMs, patienceMs));
        },
      },
    };
    this.#tasks.set(name, open);
    return open;
  }

  /** Ends the calls that are under way, and those that wait. */
  close(): void {
    this.#throttle.stop();
    this.#aborted.abort();
    this.#rate?.turns.close();
  }

  #tell(): void {
    const { obstacle, reason } = this.#throttle;
    // The worker ends and reports the reason.
    if (reason !== undefined) return;
    const error = isServiceError(obstacle) ? obstacle : undefined;
    const trouble = error && [error.reason, error.status, error.causedBy].join(" ");
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#options.onTrouble?.(error);
  }
}

function failedOf(failure: JournalEntry["failed"][number]): Ended {
  return { kind: "failed", failure };
}
