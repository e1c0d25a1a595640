/** Prints the concurrent texts of several parts, one part after the other. */

/** Prints the first unfinished part immediately; the parts after it are buffered. */
export class InTurn {
  readonly #out: (text: string) => unknown;
  readonly #waiting: string[];
  readonly #isOver: boolean[];
  #at = 0;

  constructor(parts: number, out: (text: string) => unknown) {
    this.#out = out;
    this.#waiting = Array.from({ length: parts }, () => "");
    this.#isOver = Array.from({ length: parts }, () => false);
  }

  write(part: number, text: string): void {
    if (part <= this.#at) this.#print(text);
    else this.#waiting[part] += text;
  }

  end(part: number): void {
    this.#isOver[part] = true;
    while (this.#isOver[this.#at] === true) {
      this.#at++;
      this.#print(this.#waiting[this.#at] ?? "");
    }
  }

  #print(text: string): void {
    if (text !== "") this.#out(text);
  }
}
