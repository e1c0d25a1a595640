/** Messages about long waits of a command. */

/** Length of a wait that is reported, in milliseconds. */
export const SILENCE_MS = 3_000;
const LOOK_MS = 250;

/** Reports each wait that is longer than `SILENCE_MS` once. Owns a timer. */
export class WaitNote {
  readonly #say: (message: string) => void;
  readonly #looks: NodeJS.Timeout;
  /** Undefined if there is no wait or it was reported. */
  #what: (() => string) | undefined;
  #since = 0;

  constructor(terminal: { err(text: string): void }, isJson: boolean) {
    this.#say = (message) => terminal.err(isJson ? `${JSON.stringify({ waiting: { message } })}\n` : `${message}\n`);
    this.#looks = setInterval(() => this.#look(), LOOK_MS);
    this.#looks.unref();
  }

  begin(what: () => string): void {
    this.#what = what;
    this.#since = performance.now();
  }

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

/** Returns a text, for example `30 s` or `500 ms`. */
export function limitText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Number((ms / 1_000).toFixed(1)).toLocaleString("en-US")} s`;
}
