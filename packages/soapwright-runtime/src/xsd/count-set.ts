/**
 * Sets of counts: how many rounds of a repetition a text may have gone through. A set is a list of the bounds of its
 * intervals, in order: `[2, 5, 9, 9]` has 2 to 5, and 9.
 */
export type CountSet = readonly number[];

export const ZERO: CountSet = [0, 0];

/** Returns the union, which is `one` itself if it has all of `two`. */
export function unionOf(one: CountSet, two: CountSet): CountSet {
  if (one === two || includes(one, two)) return one;
  const union: number[] = [];
  for (let i = 0, j = 0; i < one.length || j < two.length; ) {
    const isFirst = j >= two.length || (i < one.length && one[i]! <= two[j]!);
    const [from, to] = isFirst ? [one[i]!, one[i + 1]!] : [two[j]!, two[j + 1]!];
    if (isFirst) i += 2;
    else j += 2;
    const last = union.length - 1;
    if (last > 0 && from <= union[last]! + 1) union[last] = Math.max(union[last]!, to);
    else union.push(from, to);
  }
  return union;
}

function includes(one: CountSet, two: CountSet): boolean {
  let i = 0;
  for (let j = 0; j < two.length; j += 2) {
    while (i < one.length && one[i + 1]! < two[j]!) i += 2;
    if (i >= one.length || one[i]! > two[j]! || one[i + 1]! < two[j + 1]!) return false;
  }
  return true;
}

/** Returns the set with one more round each, without the counts of `most` and more. */
export function nextRounds(set: CountSet, most: number): CountSet {
  const next: number[] = [];
  for (let i = 0; i < set.length; i += 2) {
    const [from, to] = [set[i]! + 1, Math.min(set[i + 1]! + 1, most - 1)];
    if (from <= to) next.push(from, to);
  }
  return next;
}

/**
 * Returns the counts that decide: of those from `enough` on, the lowest, because it leaves the most rounds; or, with
 * `isEndless`, the highest count up to `enough`.
 */
export function decidingCounts(set: CountSet, enough: number, isEndless: boolean): CountSet {
  const highest = set.at(-1)!;
  if (isEndless) return set[0] === highest && highest <= enough ? set : single(Math.min(highest, enough));
  if (highest <= enough || set[0] === highest) return set;
  const deciding: number[] = [];
  for (let i = 0; i < set.length; i += 2) {
    const [from, to] = [set[i]!, set[i + 1]!];
    if (to < enough) deciding.push(from, to);
    else return [...deciding, from, Math.max(from, enough)];
  }
  return deciding;
}

function single(count: number): CountSet {
  return [count, count];
}
