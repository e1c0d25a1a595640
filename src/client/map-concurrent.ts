import { AbortError } from "../errors/abort-error";
import { checkKnown, checkObject, wrongOption } from "./option-checks";
import type { CallSignal } from "./options";

/** One input with what became of it: a result, or the error as a value. */
export type Outcome<I, R> =
  | { readonly input: I; readonly index: number; readonly ok: true; readonly result: R }
  | { readonly input: I; readonly index: number; readonly ok: false; readonly error: unknown };

export interface Progress {
  /** Inputs whose call has ended, failed ones included. */
  readonly done: number;
  readonly failed: number;
  /** Calls under way. */
  readonly running: number;
}

export interface MapOptions {
  /** Calls at a time. Default 8. */
  readonly concurrency?: number;
  /** Starts no further calls and ends the iteration with an `AbortError`. Hand it to the calls too, to end those. */
  readonly signal?: CallSignal;
  /** Called after each call. */
  readonly onProgress?: (progress: Progress) => void;
  /** Outcomes in the order of the inputs, instead of as they finish. Default false. */
  readonly ordered?: boolean;
}

const KNOWN: ReadonlySet<string> = new Set(["concurrency", "signal", "onProgress", "ordered"]);

/**
 * Calls `call` for every input, some at a time, and yields each outcome with its input. Inputs are taken only as they are
 * needed, and no more calls are begun while outcomes wait to be taken. A call that fails is an outcome, not an error of
 * the iteration.
 *
 * Throws a `ConfigurationError` for a wrong option.
 */
export function mapConcurrent<I, R>(
  inputs: Iterable<I> | AsyncIterable<I>,
  call: (input: I, index: number) => PromiseLike<R> | R,
  options: MapOptions = {},
): AsyncGenerator<Outcome<I, R>, void, undefined> {
  checkKnown(checkObject("options", options), KNOWN, "mapConcurrent");
  const { concurrency = 8 } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw wrongOption("concurrency", "a whole number from 1", String(concurrency));
  }
  return run(inputs, call, concurrency, options);
}

async function* run<I, R>(
  inputs: Iterable<I> | AsyncIterable<I>,
  call: (input: I, index: number) => PromiseLike<R> | R,
  concurrency: number,
  { signal, onProgress, ordered = false }: MapOptions,
): AsyncGenerator<Outcome<I, R>, void, undefined> {
  const source = Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]();
  const running = new Map<number, Promise<Outcome<I, R>>>();
  let exhausted = false;
  let count = 0;
  let done = 0;
  let failed = 0;
  const begin = async (input: I, index: number): Promise<Outcome<I, R>> => {
    let outcome: Outcome<I, R>;
    try {
      outcome = { input, index, ok: true, result: await call(input, index) };
    } catch (error) {
      failed++;
      outcome = { input, index, ok: false, error };
    }
    done++;
    onProgress?.({ done, failed, running: count - done });
    return outcome;
  };
  const abort = watch(signal);
  try {
    for (;;) {
      while (!exhausted && running.size < concurrency) {
        const next = await abort.race(source.next());
        if (next.done === true) exhausted = true;
        else {
          const index = count++;
          running.set(index, begin(next.value, index));
        }
      }
      const [oldest] = running.values();
      if (oldest === undefined) return;
      const outcome = await abort.race(ordered ? oldest : Promise.race(running.values()));
      running.delete(outcome.index);
      yield outcome;
    }
  } finally {
    abort.stop();
    for (const each of running.values()) each.catch(() => {});
    if (!exhausted) await source.return?.();
  }
}

/** Lets a wait end when the signal fires. */
function watch(signal: CallSignal | undefined): { race<T>(wait: T | PromiseLike<T>): Promise<T>; stop(): void } {
  if (signal === undefined) return { race: async (wait) => wait, stop() {} };
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(new AbortError("The batch was aborted by its signal.", { cause: signal.reason }));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort);
  });
  aborted.catch(() => {});
  return {
    race: (wait) => Promise.race([aborted, wait]),
    stop: () => signal.removeEventListener("abort", onAbort),
  };
}
