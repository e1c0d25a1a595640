/** Messages about long waits of a command. */
import type { DiagnosticReason } from "soapwright-contract";
import { jsonText, type SafeText, safeLine } from "soapwright-runtime/xsd";

const reason: DiagnosticReason = "check-waiting";

/** Length of a wait that is reported, in milliseconds. */
export const SILENCE_MS = 3_000;

/** Reports each wait that is longer than `SILENCE_MS` once. Owns a timer. */
export class WaitNote {
  readonly #say: (message: string) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(terminal: { err(text: SafeText): void }, isJson: boolean) {
    this.#say = (message) => terminal.err(safeLine`${isJson ? jsonText({ waiting: { reason, message } }) : message}\n`);
  }

  /** Ends the last wait. */
  begin(what: () => string): void {
    this.end();
    this.#timer = setTimeout(() => this.#say(what()), SILENCE_MS).unref();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** Returns a text, for example `30 s` or `500 ms`. */
export function limitText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Number((ms / 1_000).toFixed(1)).toLocaleString("en-US")} s`;
}
