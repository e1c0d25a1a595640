import type { JournalEntry } from "../contracts";
import type { ExportThrottle } from "../export-throttle";
import type { Numbered } from "./numbered-inputs";

type Failure = JournalEntry["failed"][number];

/** An input that is to be called, and the number of times that the service has refused it. */
export interface Asked<I> extends Numbered<I> {
  readonly refusals: number;
  /** Another input's call has succeeded since the first refusal, and began after it. */
  readonly isDoubted?: true;
  /** The input is done. Its call shows only whether the service still accepts the caller, and its result is dropped. */
  readonly isProbe?: true;
}

interface Held<I> {
  readonly asked: Asked<I>;
  readonly failure: Failure;
  /** The turn of the throttle at which the service refused the call. */
  readonly at: number;
}

const OVER = { done: true, value: undefined } as const;
/**
 * The refusals of one input before it may count as the cause. The first may be of a call that was in flight with others
 * when the credentials ended. The later ones are of single calls: with credentials for five minutes and calls of 100 ms,
 * two of them in a row meet an end of the credentials once in ten million times.
 */
const CONFIRMED = 3;
const WHY =
  "The service refused this input again after it had accepted other calls, so the input is the cause, and not the credentials.";

/**
 * The inputs of an export or of a chunk, with those again that the service refused. A refusal may be about the input or
 * about the credentials, which may end and be replaced while calls are in flight. So a refused input waits for the
 * success of a call that began after the refusal, and is called again, while the throttle admits single calls. It has
 * failed when it is refused three times and such a success follows.
 */
export class AskedInputs<I> implements AsyncIterableIterator<Asked<I>, void, undefined> {
  readonly #source: AsyncIterator<Numbered<I>, void> | Iterator<Numbered<I>, void>;
  readonly #throttle: Pick<ExportThrottle, "release">;
  /** Whether a done input may be called again. */
  readonly #mayProbe: boolean;
  #done: Numbered<I> | undefined;
  #held: Held<I>[] = [];
  readonly #again: Asked<I>[] = [];
  #inFlight = 0;
  #isOver = false;
  #isStopped = false;
  #wake: () => void = () => {};

  constructor(
    source: AsyncIterator<Numbered<I>, void> | Iterator<Numbered<I>, void>,
    throttle: Pick<ExportThrottle, "release">,
    mayProbe: boolean,
  ) {
    this.#source = source;
    this.#throttle = throttle;
    this.#mayProbe = mayProbe;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Refused inputs are not called again. */
  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  async next(): Promise<IteratorResult<Asked<I>, void>> {
    while (!this.#isStopped) {
      const again = this.#again.shift();
      if (again !== undefined) return this.#begin(again);
      if (!this.#isOver) {
        const next = await this.#source.next();
        if (next.done !== true) return this.#begin({ ...next.value, refusals: 0 });
        this.#isOver = true;
      } else if (this.#inFlight === 0) {
        const last = this.#last();
        return last === undefined ? OVER : this.#begin(last);
      } else {
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
    return this.return();
  }

  async return(): Promise<IteratorResult<Asked<I>, void>> {
    this.stop();
    await this.#source.return?.();
    return OVER;
  }

  /** Returns the failures that the success shows to be those of their inputs. `begun` is its turn of the throttle. */
  succeeded(asked: Asked<I>, begun: number): readonly Failure[] {
    this.#done = asked;
    this.ended(asked);
    if (this.#held.length === 0) return [];
    const later = this.#held.filter(({ at }) => begun > at);
    const confirmed = later.filter(isConfirmed);
    // Each success allows one refused call more, so that no account is locked if the credentials end.
    const next = later.find((held) => !isConfirmed(held));
    this.#held = this.#held.filter((held) => held !== next && !confirmed.includes(held));
    if (next !== undefined) this.#again.push({ ...next.asked, isDoubted: true });
    if (confirmed.length > 0) this.#throttle.release(confirmed.length);
    return confirmed.map(failureOf);
  }

  refused(asked: Asked<I>, failure: Failure, at: number): void {
    if (asked.isProbe !== true) this.#held.push({ asked: { ...asked, refusals: asked.refusals + 1 }, failure, at });
    this.#leave();
  }

  /** The call has ended in another way. */
  ended(asked: Asked<I>): void {
    if (asked.refusals > 0) this.#throttle.release(1);
    this.#leave();
  }

  #leave(): void {
    this.#inFlight--;
    this.#wake();
  }

  /** Returns the failures of inputs that were refused again after a success, when all inputs have ended. */
  takeFailures(): readonly Failure[] {
    const held = this.#held.splice(0);
    this.#throttle.release(held.length);
    return held.map(failureOf);
  }

  #begin(value: Asked<I>): IteratorResult<Asked<I>, void> {
    this.#inFlight++;
    return { done: false, value };
  }

  /** The next call when all others have ended. Without it, the refused inputs have failed. */
  #last(): Asked<I> | undefined {
    const held =
      this.#held.find((one) => !isConfirmed(one)) ?? this.#held.find(({ asked }) => asked.isDoubted !== true);
    if (held === undefined) return undefined;
    // First, so that the refusals of several last inputs are not taken for refusals in a row.
    if (this.#mayProbe && this.#done !== undefined) return this.#probe(this.#done);
    this.#held = this.#held.filter((one) => one !== held);
    return held.asked;
  }

  /** A probe is made once for each success: where it fails, the refused inputs are called themselves. */
  #probe({ input, index }: Numbered<I>): Asked<I> {
    this.#done = undefined;
    return { input, index, refusals: 0, isProbe: true };
  }
}

function isConfirmed<I>({ asked }: Held<I>): boolean {
  return asked.refusals >= CONFIRMED;
}

function failureOf<I>({ failure }: Held<I>): Failure {
  return { ...failure, message: `${WHY} ${failure.message}` };
}
