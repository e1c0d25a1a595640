/** A set of integers from 0, one bit each: a million inputs take 125 kB. */
export class IndexSet {
  #bits = new Uint8Array(1024);
  count = 0;

  has(index: number): boolean {
    return ((this.#bits[index >>> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }

  add(index: number): void {
    if (this.has(index)) return;
    const byte = Math.floor(index / 8);
    if (byte >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(byte + 1, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[byte]! |= 1 << (index & 7);
    this.count++;
  }

  addRanges(ranges: Ranges): void {
    for (const index of indexesOf(ranges)) this.add(index);
  }
}

/** The first and last index of each run, one after the other: `[0, 99, 101, 101]`. */
export type Ranges = readonly number[];

export function* indexesOf(ranges: Ranges): Generator<number, void> {
  for (let at = 0; at < ranges.length; at += 2)
    for (let index = ranges[at]!; index <= ranges[at + 1]!; index++) yield index;
}

export function rangesOf(indexes: readonly number[]): Ranges {
  const ranges: number[] = [];
  for (const index of [...indexes].sort((a, b) => a - b)) {
    if (ranges.length > 0 && ranges.at(-1) === index - 1) ranges[ranges.length - 1] = index;
    else ranges.push(index, index);
  }
  return ranges;
}
