/** A place in JSON that does not fit its type. */
export interface JsonIssue {
  /** Property names and indexes from the whole value downwards. */
  readonly path: readonly (string | number)[];
  readonly expected: string;
  /** The kind of the value, never the value itself. */
  readonly received: string;
}

/** Number of issues that are kept. Further ones are counted. */
const MOST_KEPT = 20;
/** The number at which the rest of the value is not looked at. */
const MOST_COUNTED = 10_000;

/** Thrown by `add` when there are so many issues that a reader has no use for their number. */
export const TOO_MANY = Symbol("too many issues");

/** The issues of one value. Their memory does not depend on the length of the value. */
export class Issues {
  readonly kept: JsonIssue[] = [];
  count = 0;

  get isFull(): boolean {
    return this.kept.length >= MOST_KEPT;
  }

  /** Copies the path. */
  add({ path, expected, received }: JsonIssue): void {
    this.count++;
    if (!this.isFull) this.kept.push({ path: [...path], expected, received });
    else if (this.count > MOST_COUNTED) throw TOO_MANY;
  }

  /** Forgets the issues after the first `count`. */
  reset(count: number): void {
    this.count = count;
    this.kept.length = Math.min(this.kept.length, count);
  }

  /** The sentence about the issues that are not kept; empty without any. */
  get more(): readonly string[] {
    const more = this.count - this.kept.length;
    if (more === 0) return [];
    const number = this.count <= MOST_COUNTED ? `${more}` : `at least ${more}`;
    return [`There ${more === 1 ? "is 1 more problem" : `are ${number} more problems`}.`];
  }
}
