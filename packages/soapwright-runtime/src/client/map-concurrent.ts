/** Runs many calls with limited concurrency. */
import { AbortError } from "../errors/abort-error";
import { isServiceError } from "../errors/service-error";
import { ignoreRejection } from "../ignore-rejection";
import { kindOf } from "../kind-of";
import { captureStack, showCaller } from "./failure";
import {
  checkBoolean,
  checkFunction,
  checkKnown,
  checkObject,
  checkSignal,
  checkWithin,
  type NumberRange,
  wrongOption,
} from "./option-checks";
import type { CallSignal } from "./option-types";

/** An input with its outcome: a result, or the error as a value. */
export type Outcome<I, R> =
  | { readonly input: I; readonly index: number; readonly ok: true; readonly result: R }
  | { readonly input: I; readonly index: number; readonly ok: false; readonly error: unknown };

/** The progress of `mapConcurrent`. */
export interface Progress {
  /** Number of inputs whose call has ended, including failed calls. */
  readonly done: number;
  readonly failed: number;
  /** Number of calls in flight. */
  readonly running: number;
}

/** How `mapConcurrent` runs its calls. */
export interface MapOptions {
  /** Maximum number of calls in flight. Default 8. */
  readonly concurrency?: number | undefined;
  /**
   * Aborting it starts no further calls and ends the iteration with an `AbortError`. Pass it to the calls too, to end
   * them.
   */
  readonly signal?: CallSignal | undefined;
  /** Called after each call. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Whether outcomes are delivered in the order of the inputs, instead of as they finish. Default false. */
  readonly ordered?: boolean | undefined;
}

const KNOWN: ReadonlySet<string> = new Set(["concurrency", "signal", "onProgress", "ordered"]);
const atATime: NumberRange = { least: 1, most: Number.MAX_SAFE_INTEGER, unit: "calls at a time" };

/**
 * Runs `call` for every input with limited concurrency, and yields each outcome with its input. Inputs are read lazily,
 * and no more calls start while outcomes wait to be consumed. A failed call is an outcome, not an error of the
 * iteration.
 *
 * Throws a `ConfigurationError` for a wrong option, inputs that are not iterable, or a `call` that is not a function.
 */
export function mapConcurrent<I, R>(
  inputs: Iterable<I> | AsyncIterable<I>,
  call: (input: I, index: number) => PromiseLike<R> | R,
  options: MapOptions = {},
): AsyncGenerator<Outcome<I, R>, void, undefined> {
  checkKnown(checkObject("options", options), KNOWN, "mapConcurrent");
  // The object has no prototype, so that a property on Object.prototype is not taken for an option.
  const checked: MapOptions = Object.assign(Object.create(null), options);
  const { concurrency = 8, signal, onProgress, ordered } = checked;
  checkWithin("concurrency", concurrency, atATime);
  checkSignal(signal);
  if (onProgress !== undefined) checkFunction("onProgress", onProgress);
  if (ordered !== undefined) checkBoolean("ordered", ordered);
  checkFunction("call", call);
  if (!isIterable(inputs)) throw wrongOption("inputs", "what can be iterated over", kindOf(inputs));
  return new Mapping(new Batch(inputs, call, concurrency, checked, captureStack(mapConcurrent)));
}

function isIterable(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  const object: object = Object(value);
  return [Symbol.asyncIterator, Symbol.iterator].some((name) => typeof Reflect.get(object, name) === "function");
}

/** The iteration of outcomes. It is not a generator, because the `return` of one would wait for the pending `next`. */
class Mapping<I, R> implements AsyncGenerator<Outcome<I, R>, void, undefined> {
  readonly #batch: Batch<I, R>;
  readonly #outcomes: AsyncGenerator<Outcome<I, R>, void, undefined>;

  constructor(batch: Batch<I, R>) {
    this.#batch = batch;
    this.#outcomes = batch.outcomes();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Outcome<I, R>, void>> {
    return this.#outcomes.next();
  }

  async return(): Promise<IteratorResult<Outcome<I, R>, void>> {
    this.#batch.stop();
    await this.#outcomes.return();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<Outcome<I, R>, void>> {
    await this.return();
    throw error;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}

/** The calls in flight and the outcomes that are not consumed yet. Together they are never more than `concurrency`. */
class Batch<I, R> {
  private readonly ready = new Map<number, Outcome<I, R>>();
  private source: Source<I> | undefined;
  private inFlight = 0;
  private begun = 0;
  private taken = 0;
  private done = 0;
  private failed = 0;
  private pulling = false;
  private exhausted = false;
  private stopped = false;
  private failure: { readonly error: unknown } | undefined;
  private resume: (() => void) | undefined;

  constructor(
    private readonly inputs: Iterable<I> | AsyncIterable<I>,
    private readonly call: (input: I, index: number) => PromiseLike<R> | R,
    private readonly concurrency: number,
    private readonly options: MapOptions,
    /** The stack where the batch was created, because its calls do not run below the caller's frames. */
    private readonly origin: string,
  ) {}

  async *outcomes(): AsyncGenerator<Outcome<I, R>, void, undefined> {
    const { signal } = this.options;
    this.source = openSource(this.inputs);
    const onAbort = () => this.wake();
    signal?.addEventListener("abort", onAbort);
    try {
      while (!this.stopped) {
        if (signal?.aborted) throw new AbortError("The batch was aborted by its signal.", { cause: signal.reason });
        const outcome = this.take();
        if (outcome !== undefined) yield outcome;
        else if (this.isFinished()) return;
        else await this.change();
      }
    } finally {
      signal?.removeEventListener("abort", onAbort);
      await this.leave();
    }
  }

  stop(): void {
    this.stopped = true;
    this.wake();
  }

  private take(): Outcome<I, R> | undefined {
    if (this.failure) throw this.failure.error;
    const index = this.options.ordered === true ? this.taken : this.ready.keys().next().value;
    const result = index === undefined ? undefined : this.ready.get(index);
    if (result !== undefined) {
      this.ready.delete(result.index);
      this.taken += 1;
    }
    this.pull();
    return result;
  }

  private isFinished(): boolean {
    return this.exhausted && this.inFlight === 0 && this.ready.size === 0;
  }

  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.resume = resolve;
    });
  }

  private wake(): void {
    this.resume?.();
    this.resume = undefined;
  }

  /**
   * Stops reading inputs. A source with a pending read closes when that read settles, possibly never, so it is not
   * awaited.
   */
  private async leave(): Promise<void> {
    const wasOpen = !this.exhausted;
    this.exhausted = true;
    if (!wasOpen) return;
    const closed = this.source?.return();
    if (this.pulling) closed?.catch(() => {});
    else await closed;
  }

  private pull(): void {
    if (
      this.source === undefined ||
      this.pulling ||
      this.exhausted ||
      this.inFlight + this.ready.size >= this.concurrency
    )
      return;
    this.pulling = true;
    this.source.next().then(
      (next) => {
        this.pulling = false;
        if (next.done) this.exhausted = true;
        else if (!this.exhausted) this.begin(next.value);
        this.pull();
        this.wake();
      },
      (error: unknown) => {
        this.exhausted = true;
        this.failure = { error };
        this.wake();
      },
    );
  }

  private begin(input: I): void {
    const index = this.begun;
    this.begun += 1;
    this.inFlight += 1;
    void settle(input, index, this.call).then((outcome) => {
      this.inFlight -= 1;
      this.done += 1;
      if (!outcome.ok) {
        this.failed += 1;
        if (isServiceError(outcome.error)) showCaller(outcome.error, this.origin);
      }
      this.ready.set(index, outcome);
      try {
        ignoreRejection(this.options.onProgress?.({ done: this.done, failed: this.failed, running: this.inFlight }));
      } catch (error) {
        this.failure = { error };
      }
      this.wake();
    });
  }
}

async function settle<I, R>(
  input: I,
  index: number,
  call: (input: I, index: number) => PromiseLike<R> | R,
): Promise<Outcome<I, R>> {
  try {
    return { input, index, ok: true, result: await call(input, index) };
  } catch (error) {
    return { input, index, ok: false, error };
  }
}

interface Source<I> {
  next(): Promise<IteratorResult<I, unknown>>;
  return(): Promise<unknown>;
}

function openSource<I>(inputs: Iterable<I> | AsyncIterable<I>): Source<I> {
  const iterator =
    typeof inputs === "object" && Symbol.asyncIterator in inputs
      ? inputs[Symbol.asyncIterator]()
      : inputs[Symbol.iterator]();
  return { next: async () => iterator.next(), return: async () => iterator.return?.() };
}
