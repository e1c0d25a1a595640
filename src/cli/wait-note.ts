/** Says on standard error what a command waits for, so that none waits in silence. */
import { partsOf } from "../internal";
import type { AttemptInterceptor, ServiceClient, ServiceError } from "../runtime";
import { isServiceError } from "../runtime";
import type { Terminal } from "./terminal";

/** A wait of so many milliseconds is told. */
export const SILENCE_MS = 3_000;
const LOOK_MS = 250;

/** Tells each wait that lasts longer than `SILENCE_MS`, once. */
export class WaitNote {
  readonly #say: (message: string) => void;
  readonly #looks: NodeJS.Timeout;
  /** What is waited for now; undefined: for nothing, or it was told. */
  #what: (() => string) | undefined;
  #since = 0;

  constructor({ err }: Pick<Terminal, "err">, isJson: boolean) {
    this.#say = (message) => err(isJson ? `${JSON.stringify({ waiting: { message } })}\n` : `${message}\n`);
    this.#looks = setInterval(() => this.#look(), LOOK_MS);
    this.#looks.unref();
  }

  /** A wait begins, and any other is over. */
  begin(what: () => string): void {
    this.#what = what;
    this.#since = performance.now();
  }

  /** The wait is over. */
  end(): void {
    this.#what = undefined;
  }

  close(): void {
    this.end();
    clearInterval(this.#looks);
  }

  #look(): void {
    const what = this.#what;
    if (what === undefined || performance.now() - this.#since < SILENCE_MS) return;
    this.#what = undefined;
    this.#say(what());
  }
}

/** Where a client's requests go: the address, and the proxy in front of it. */
export function wayOf(client: ServiceClient): string {
  const { address, proxy } = partsOf(client).settings;
  return `${address.display}${proxy === undefined ? "" : ` through the proxy ${proxy.display}`}`;
}

/** For example `30 s`, `500 ms`. */
export function limitText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Number((ms / 1_000).toFixed(1)).toLocaleString("en-US")} s`;
}

/** Begins a wait with each request of a call, and with each pause before the next one. `clientOf` is not called before. */
export function noteAttempts(
  note: WaitNote,
  clientOf: () => ServiceClient,
  causeOf: (error: ServiceError) => string,
): AttemptInterceptor {
  return (next) => async (attempt) => {
    const { retries, timeoutMs } = partsOf(clientOf()).settings;
    const which = (number: number) => `attempt ${number} of ${Math.max(number, retries + 1)}`;
    note.begin(
      () =>
        `Waiting for ${wayOf(clientOf())}: ${which(attempt.attempt)}, time limit ${limitText(timeoutMs)}. Ctrl-C stops the command.`,
    );
    try {
      return await next(attempt);
    } catch (error) {
      // The last one is followed by the end of the command.
      if (isServiceError(error)) {
        note.begin(() => `Waiting before ${which(attempt.attempt + 1)} of ${wayOf(clientOf())}: ${causeOf(error)}`);
      }
      throw error;
    }
  };
}

/** The items of a stream, each of them a wait of its own. */
export async function* notedItems<T>(
  note: WaitNote,
  items: AsyncIterable<T>,
  what: () => string,
): AsyncGenerator<T, void, undefined> {
  for await (const item of items) {
    note.end();
    yield item;
    note.begin(what);
  }
  note.end();
}
