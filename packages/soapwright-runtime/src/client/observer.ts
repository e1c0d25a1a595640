/** Observers of calls, such as channels, logs and spans. A failing observer never affects the call. */
import type { InterceptedAttempt, InterceptedCall, Interceptors } from "./interceptors";

/** The observation of one call or attempt, from its start to its end. */
export interface Watch {
  /** Runs `next` inside a context, for example an active span. */
  run?<R>(next: () => R): R;
  /** Called once; `error` is undefined on success. */
  end(error: unknown): void;
}

export interface CallWatch extends Watch {
  attempt(attempt: InterceptedAttempt): Watch;
}

export type Observer = (call: InterceptedCall) => CallWatch;

export function observe(observer: Observer): Interceptors {
  const calls = new WeakMap<InterceptedCall, Watched>();
  return {
    interceptors: [
      (next) => async (call) => {
        const watch = quietly(() => observer(call));
        if (watch === undefined) return next(call);
        const watched = new Watched(call, watch);
        calls.set(call, watched);
        try {
          const response = await run(watch, () => next(call));
          watched.respond();
          return response;
        } catch (error) {
          watched.end(error);
          throw error;
        }
      },
    ],
    attemptInterceptors: [
      (next) => async (attempt) => {
        const watched = calls.get(attempt.call);
        const watch = watched?.begin(attempt);
        if (watched === undefined || watch === undefined) return next(attempt);
        try {
          const response = await run(watch, () => next(attempt));
          watched.endAttempt(watch, undefined);
          return response;
        } catch (error) {
          watched.endAttempt(watch, error);
          throw error;
        }
      },
    ],
  };
}

/**
 * One observed call. A stream ends when its response was read completely, was lost, or was ended early by its reader,
 * because the reader may take the last items later or never.
 */
class Watched {
  readonly #call: InterceptedCall;
  readonly #watch: CallWatch;
  #isRequesting = false;
  #isOpen = false;
  #isOver = false;
  #failure: unknown;

  constructor(call: InterceptedCall, watch: CallWatch) {
    this.#call = call;
    this.#watch = watch;
  }

  begin(attempt: InterceptedAttempt): Watch | undefined {
    const watch = quietly(() => this.#watch.attempt(attempt));
    this.#isRequesting = watch !== undefined;
    return watch;
  }

  endAttempt(watch: Watch, error: unknown): void {
    this.#isRequesting = false;
    this.#failure = this.#call.left ? undefined : error;
    quietly(() => watch.end(this.#failure));
    if (this.#isOpen) this.end(this.#failure);
  }

  respond(): void {
    if (!this.#call.streaming) this.end(undefined);
    else if (this.#isRequesting) this.#isOpen = true;
    else this.end(this.#failure);
  }

  end(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    quietly(() => this.#watch.end(this.#call.left ? undefined : error));
  }
}

/** Runs `step` exactly once, even if the observer fails before it. */
function run<R>(watch: Watch, step: () => Promise<R>): Promise<R> {
  let running: Promise<R> | undefined;
  const once = (): Promise<R> => {
    running ??= step();
    return running;
  };
  quietly(() => watch.run?.(once));
  return once();
}

function quietly<R>(watching: () => R): R | undefined {
  try {
    return watching();
  } catch {
    return undefined;
  }
}
