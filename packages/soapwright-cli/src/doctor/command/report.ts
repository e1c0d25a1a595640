import { printable } from "soapwright-runtime/xsd";
import type { Terminal } from "../../terminal/terminal";
import { limitText, WaitNote } from "../../terminal/wait-note";
import type { Check, CheckName } from "../diagnosis";
import { CheckLines, diagnosisTitle } from "../diagnosis-text";

interface Facts {
  readonly endpoint?: string;
  readonly namespace?: string;
  readonly soapVersion?: string;
}

/** The checks of one service or version, as text and as data. Several are made at once, and printed one after another. */
export class SubjectReport {
  facts: Facts = {};
  readonly checks: Check[] = [];
  readonly #lines = new CheckLines(printable);
  readonly #note: WaitNote;
  #isOver = false;
  #text = "";
  #write: (text: string) => unknown = (text) => {
    this.#text += text;
  };

  constructor(
    readonly name: string,
    terminal: Terminal,
    isJson: boolean,
  ) {
    this.#note = new WaitNote(terminal, isJson);
  }

  get outcome(): "ok" | "warning" | "error" | "skipped" {
    const outcomes = this.checks.map(({ outcome }) => outcome);
    return (["error", "warning", "ok"] as const).find((each) => outcomes.includes(each)) ?? "skipped";
  }

  /** Prints the text so far, and further text as it comes. */
  print(out: Terminal["out"]): void {
    if (this.#text !== "") out(this.#text);
    this.#write = out;
  }

  begin(endpoint?: string): void {
    if (endpoint !== undefined) this.facts = { endpoint };
    this.#write(diagnosisTitle(this.name, endpoint, printable));
  }

  waits(check: CheckName, way: string, limitMs: number): void {
    this.#note.begin(() => `Waiting for the check ${check} of ${this.name}: ${way}, time limit ${limitText(limitMs)}.`);
  }

  add(check: Check): void {
    this.#note.end();
    if (this.#isOver) return;
    this.checks.push(check);
    const lines = this.#lines.add(check);
    if (lines !== "") this.#write(lines);
  }

  end(): void {
    this.#note.end();
    this.#isOver = true;
    if (this.checks.length > 0) this.#write(`${this.#lines.end()}\n`);
  }
}
