import type { Position } from "../diagnostics";

/** Converts offsets in a text to lines and columns, and back. */
export class LineIndex {
  private readonly starts: number[] = [0];

  constructor(
    text: string,
    private readonly file: string,
  ) {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  position(offset: number): Position {
    let line = 0;
    for (let after = this.starts.length; after - line > 1; ) {
      const middle = (line + after) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) line = middle;
      else after = middle;
    }
    return { file: this.file, line: line + 1, column: offset - (this.starts[line] ?? 0) + 1 };
  }

  offset({ line, column }: Pick<Position, "line" | "column">): number {
    return this.starts[line - 1]! + column - 1;
  }
}
