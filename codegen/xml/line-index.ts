import type { Position } from "./position";

/** Offsets in a text to lines and columns. Cheapest when asked in rising order, right in any. */
export class LineIndex {
  private readonly starts: number[] = [0];
  private last = 0;

  constructor(
    text: string,
    private readonly file: string,
  ) {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  position(offset: number): Position {
    if ((this.starts[this.last] ?? 0) > offset) this.last = 0;
    while ((this.starts[this.last + 1] ?? Number.POSITIVE_INFINITY) <= offset) this.last++;
    return { file: this.file, line: this.last + 1, column: offset - (this.starts[this.last] ?? 0) + 1 };
  }
}
