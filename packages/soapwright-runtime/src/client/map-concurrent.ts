/** Runs many calls with limited concurrency. */
import { isServiceError } from "../errors/service-error";
import { ignoreRejection } from "../ignore-rejection";
import { kindOf } from "../kind-of";
import { type CallSite, captureStack, showCaller } from "./call-site";
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
import { signalError } from "./signal-error";

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
   * Aborting it starts no further calls and ends the iteration with an `AbortError`, or with a `TimeoutError` if the
   * reason is a time-out, as that of `AbortSignal.timeout()` is. Pass it to the calls too, to end them.
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
  return new Batch(inputs, call, concurrency, checked, captureStack(mapConcurrent));
}

function isIterable(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  const object: object = Object(value);
  return [Symbol.asyncIterator, Symbol.iterator].some((name) => typeof Reflect.get(object, name) === "function");
}

/**
 * The calls in flight and the outcomes that are not consumed yet. Together they are never more than `concurrency`. It is
 * not a generator, because the `return` of one would wait for the pending `next`.
 */
class Batch<I, R> implements AsyncGenerator<Outcome<I, R>, void, undefined> {
  readonly #inputs: Iterable<I> | AsyncIterable<I>;
  readonly #call: (input: I, index: number) => PromiseLike<R> | R;
  readonly #concurrency: number;
  readonly #options: MapOptions;
  /** The stack where the batch was created, because its calls do not run below the caller's frames. */
  readonly #origin: CallSite;
  readonly #outcomes = this.#run();
  readonly #ready = new Map<number, Outcome<I, R>>();
  #source: Iterator<I> | AsyncIterator<I> | undefined;
  #inFlight = 0;
  #begun = 0;
  #taken = 0;
  #done = 0;
  #failed = 0;
  #pulling = false;
  #exhausted = false;
  #stopped = false;
  #failure: { readonly error: unknown } | undefined;
  #resume: (() => void) | undefined;

  constructor(
    inputs: Iterable<I> | AsyncIterable<I>,
    call: (input: I, index: number) => PromiseLike<R> | R,
    concurrency: number,
    options: MapOptions,
    origin: CallSite,
  ) {
    this.#inputs = inputs;
    this.#call = call;
    this.#concurrency = concurrency;
    this.#options = options;
    this.#origin = origin;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Outcome<I, R>, void>> {
    return this.#outcomes.next();
  }

  async return(): Promise<IteratorResult<Outcome<I, R>, void>> {
    this.#stopped = true;
    this.#wake();
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

  async *#run(): AsyncGenerator<Outcome<I, R>, void, undefined> {
    const { signal } = this.#options;
    const startedAt = performance.now();
    this.#source = iteratorOf(this.#inputs);
    const onAbort = () => this.#wake();
    signal?.addEventListener("abort", onAbort);
    try {
      while (!this.#stopped) {
        if (signal?.aborted) throw signalError(signal, "The batch", startedAt);
        const outcome = this.#take();
        if (outcome !== undefined) yield outcome;
        else if (this.#exhausted && this.#inFlight === 0 && this.#ready.size === 0) return;
        else await new Promise<void>((resolve) => (this.#resume = resolve));
      }
    } finally {
      signal?.removeEventListener("abort", onAbort);
      await this.#leave();
    }
  }

  #take(): Outcome<I, R> | undefined {
    if (this.#failure) throw this.#failure.error;
    const index = this.#options.ordered === true ? this.#taken : this.#ready.keys().next().value;
    const outcome = index === undefined ? undefined : this.#ready.get(index);
    if (outcome !== undefined) {
      this.#ready.delete(outcome.index);
      this.#taken += 1;
    }
    void this.#pull();
    return outcome;
  }

  #wake(): void {
    this.#resume?.();
    this.#resume = undefined;
  }

  /**
   * Stops reading inputs. A source with a pending read closes when that read settles, possibly never, so it is not
   * awaited.
   */
  async #leave(): Promise<void> {
    if (this.#exhausted) return;
    this.#exhausted = true;
    const closed = (async () => this.#source?.return?.())();
    if (this.#pulling) closed.catch(() => {});
    else await closed;
  }

  /** Reads inputs and starts their calls, as many as may be in flight. Never rejects. */
  async #pull(): Promise<void> {
    if (this.#pulling) return;
    this.#pulling = true;
    try {
      while (!this.#exhausted && this.#inFlight + this.#ready.size < this.#concurrency) {
        const next = await this.#source!.next();
        if (next.done === true) this.#exhausted = true;
        else if (!this.#exhausted) void this.#settle(next.value);
        this.#wake();
      }
    } catch (error) {
      this.#exhausted = true;
      this.#failure = { error };
      this.#wake();
    }
    this.#pulling = false;
  }

  async #settle(input: I): Promise<void> {
    const index = this.#begun++;
    this.#inFlight += 1;
    let outcome: Outcome<I, R>;
    // The function receives no `this`.
    const call = this.#call;
    try {
      outcome = { input, index, ok: true, result: await call(input, index) };
    } catch (error) {
      if (isServiceError(error)) showCaller(error, this.#origin);
      this.#failed += 1;
      outcome = { input, index, ok: false, error };
    }
    this.#inFlight -= 1;
    this.#done += 1;
    this.#ready.set(index, outcome);
    try {
      ignoreRejection(this.#options.onProgress?.({ done: this.#done, failed: this.#failed, running: this.#inFlight }));
    } catch (error) {
      this.#failure = { error };
    }
    this.#wake();
  }
}

function iteratorOf<I>(inputs: Iterable<I> | AsyncIterable<I>): Iterator<I> | AsyncIterator<I> {
  return typeof inputs === "object" && Symbol.asyncIterator in inputs
    ? inputs[Symbol.asyncIterator]()
    : inputs[Symbol.iterator]();
}
