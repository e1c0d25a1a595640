/** A place in a source document. `line` and `column` count from 1; columns are UTF-16 units. */
export interface Position {
  /** As shown in messages: relative to the working directory where that is shorter, or a URL. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
