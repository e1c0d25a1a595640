import { Random as SeededRandom } from "soapwright-verify";

/** Random numbers from a seed, and texts cut by them. */
export class Random extends SeededRandom {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return this.integer(0, limit - 1);
  }

  /** `text` in pieces of 1 to `longest` units. */
  *cut(text: string, longest: number): Generator<string> {
    for (let at = 0; at < text.length; ) {
      const end = at + this.integer(1, longest);
      yield text.slice(at, end);
      at = end;
    }
  }
}
