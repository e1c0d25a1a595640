/** What watches calls without changing them: channels, logs, spans. Whatever happens to a watcher, the call goes on. */
import type { InterceptedAttempt, InterceptedCall, Interceptors } from "./interceptors";

/** Watches one call, or one request of it, from its start. */
export interface Watch {
  /** Runs what is watched, inside whatever is to be active meanwhile. */
  run?<R>(next: () => R): R;
  /** Called once, when it is over. `error` is undefined when it went well. */
  end(error: unknown): void;
}

/** Watches one call with its requests. */
export interface CallWatch extends Watch {
  /** A request of it begins. */
  attempt(attempt: InterceptedAttempt): Watch;
}

/** Begins to watch a call. */
export type Observer = (call: InterceptedCall) => CallWatch;

/** The interceptors that tell `observer` of calls and their requests. */
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
 * A call that is watched. A stream is over when its response is: read to its end, lost or left. Its reader may take the
 * last items later, or never.
 */
class Watched {
  readonly #call: InterceptedCall;
  readonly #watch: CallWatch;
  #isRequesting = false;
  #isOpen = false;
  #isOver = false;
  /** What the last request failed with. */
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

  /** There is a response. */
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

/** A watcher that fails before it has run what it watches does not keep it from running. */
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
