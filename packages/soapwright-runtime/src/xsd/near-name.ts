/** Suggestions for misspelt names, used by all hints. */

/** A local constant costs less than reading `Math` in the innermost loop. */
const { min } = Math;

/** Returns the best suggestion for `wanted`: the first of `nearNames`. */
export function nearName(wanted: string, candidates: Iterable<string>): string | undefined {
  return nearNames(wanted, candidates)[0];
}

/**
 * Returns the suggestions for `wanted`, best first: equal except for letter case and punctuation; names that begin with
 * it; names with an edit distance of at most one in three letters; names that contain it or are contained in it.
 */
export function nearNames(wanted: string, names: Iterable<string>): string[] {
  const word = plain(wanted);
  const allowed = maxEditDistance(word);
  const near: { readonly name: string; readonly rank: number; readonly apart: number }[] = [];
  for (const name of new Set(names)) {
    const other = plain(name);
    const rank = rankOf(word, other, allowed);
    if (rank !== undefined) near.push({ name, rank, apart: Math.abs(other.length - word.length) });
  }
  return near.sort((one, two) => one.rank - two.rank || one.apart - two.apart).map(({ name }) => name);
}

function rankOf(word: string, other: string, allowed: number): number | undefined {
  if (other === word) return 0;
  if (word.length > 2 && other.startsWith(word)) return 1;
  const slips = editDistance(word, other, allowed);
  if (slips <= allowed) return 1 + slips;
  const isPart = (part: string, whole: string): boolean => part.length > 2 && whole.includes(part);
  return isPart(word, other) || isPart(other, word) ? 5 : undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Returns the largest edit distance for suggestions of a name. */
export function maxEditDistance(name: string): number {
  return min(3, Math.ceil(name.length / 3));
}

/** Returns the best of a few short names, ignoring letter case: an anagram, or the smallest edit distance. */
export function nearWord(wanted: string, names: Iterable<string>): string | undefined {
  const word = wanted.toLowerCase();
  let allowed = min(maxEditDistance(word), Math.floor(word.length / 2.5));
  let best: string | undefined;
  for (const name of names) {
    const other = name.toLowerCase();
    if ([...word].sort().join("") === [...other].sort().join("")) return name;
    const slips = editDistance(word, other, allowed);
    if (slips > allowed) continue;
    best = name;
    allowed = slips - 1;
  }
  return best;
}

/**
 * Returns Levenshtein's distance, or `limit` + 1 if it exceeds `limit`. Skips cells that are further than `limit` from
 * the diagonal.
 */
export function editDistance(left: string, right: string, limit: number): number {
  const far = limit + 1;
  if (Math.abs(left.length - right.length) > limit) return far;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  let next = row.map(() => far);
  for (let i = 1; i <= left.length; i++) {
    const from = i > limit ? i - limit : 1;
    const to = min(i + limit, right.length);
    next[from - 1] = from === 1 && i < far ? i : far;
    let least = next[from - 1] ?? far;
    for (let j = from; j <= to; j++) {
      const change = (row[j - 1] ?? far) + (left[i - 1] === right[j - 1] ? 0 : 1);
      const cost = min((row[j] ?? far) + 1, (next[j - 1] ?? far) + 1, change);
      next[j] = cost;
      least = min(least, cost);
    }
    if (to < right.length) next[to + 1] = far;
    if (least > limit) return far;
    [row, next] = [next, row];
  }
  return row[right.length] ?? far;
}
