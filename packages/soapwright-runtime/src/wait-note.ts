/** Says what a command waits for, so that none waits in silence. */

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

  constructor(terminal: { err(text: string): void }, isJson: boolean) {
    this.#say = (message) => terminal.err(isJson ? `${JSON.stringify({ waiting: { message } })}\n` : `${message}\n`);
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

/** For example `30 s`, `500 ms`. */
export function limitText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Number((ms / 1_000).toFixed(1)).toLocaleString("en-US")} s`;
}
