/** The calls of a worker: for the inputs of its chunks, behind its throttle and the rate of all workers. */
import type { Redis } from "ioredis";
import { RateLease } from "soapwright-features/admissions";
import { isServiceError, mapConcurrent } from "soapwright-runtime";
import { type CallingOptions, callInput } from "../calling";
import type { InputResult, JournalEntry } from "../contracts";
import { ExportThrottle } from "../export-throttle";
import { type Asked, AskedInputs } from "../inputs/asked-inputs";
import { Table } from "../postgres/postgres-table";
import { rowColumns } from "../rows";
import type { Chunk, QueuedInput, QueuedTask } from "./chunks";
import { RateTurns } from "./rate-turns";
import type { WorkerOptions } from "./worker-options";

const FIRST_WAIT_MS = 1_000;

/** The calls and the table of one task. */
export interface OpenTask {
  readonly calling: CallingOptions<QueuedInput>;
  readonly table: Table;
}

/** The results of a chunk whose inputs all have one. */
export interface CalledChunk {
  readonly results: readonly InputResult[];
  readonly failed: JournalEntry["failed"];
}

export class WorkerCalls {
  readonly #options: WorkerOptions;
  readonly #throttle: ExportThrottle;
  readonly #rate: { readonly lease: RateLease; readonly turns: RateTurns } | undefined;
  readonly #tasks = new Map<string, OpenTask>();
  readonly #aborted = new AbortController();
  /** The message of the trouble that was reported last. */
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

  /** Returns undefined if the worker makes no more calls before all inputs have a result. */
  async callAll({ first, inputs }: Chunk, calling: OpenTask["calling"]): Promise<CalledChunk | undefined> {
    const results: InputResult[] = [];
    const failed: JournalEntry["failed"][number][] = [];
    const { concurrency } = this.#options;
    const indexed = inputs.map((input, at) => ({ input, index: first + at }));
    const asked = new AskedInputs(indexed.values(), this.#throttle, calling.repeatable);
    const call = (input: Asked<QueuedInput>) => callInput(input, calling, this.#throttle, this.#aborted.signal);
    for await (const outcome of mapConcurrent(asked, call, { concurrency })) {
      if (!outcome.ok) throw outcome.error;
      this.#tell();
      const { input, result } = outcome;
      if (result.kind === "rows") failed.push(...asked.succeeded(input, result.begun));
      else if (result.kind === "refused") asked.refused(input, result.failure, result.at);
      else asked.ended(input);
      const ended = result.kind === "unproved" ? result.failure : result;
      if (ended.kind === "rows" && input.isProbe !== true) results.push(ended);
      else if (ended.kind === "failed" && input.isProbe !== true) failed.push(ended.failure);
      if (this.#throttle.reason !== undefined || ended.kind === "pending") return undefined;
    }
    return { results, failed: [...failed, ...asked.takeFailures()] };
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
    if (error?.message === this.#trouble) return;
    this.#trouble = error?.message;
    this.#options.onTrouble?.(error);
  }
}
