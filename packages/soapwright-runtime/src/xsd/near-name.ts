/** Which known name a misspelt one may have meant: the one guess of all hints. */

/** Taken out of its global object once: asked for there, it costs more than all else in the innermost loop. */
const { min } = Math;

/** The name that `wanted` may have been meant to be: the first of `nearNames`. */
export function nearName(wanted: string, known: Iterable<string>): string | undefined {
  return nearNames(wanted, known)[0];
}

/**
 * The names that `wanted` may have been meant to be, the likeliest first: the same but for letter case and punctuation, those
 * that begin with it, those with a slip of at most one in three letters, and those that have it in them or are in it.
 */
export function nearNames(wanted: string, known: Iterable<string>): string[] {
  const word = plain(wanted);
  const allowed = slipsIn(word);
  const near: { readonly name: string; readonly rank: number; readonly apart: number }[] = [];
  for (const name of new Set(known)) {
    const other = plain(name);
    const rank = rankOf(word, other, allowed);
    if (rank !== undefined) near.push({ name, rank, apart: Math.abs(other.length - word.length) });
  }
  return near.sort((one, two) => one.rank - two.rank || one.apart - two.apart).map(({ name }) => name);
}

function rankOf(word: string, other: string, allowed: number): number | undefined {
  if (other === word) return 0;
  if (word.length > 2 && other.startsWith(word)) return 1;
  const slips = slipsBetween(word, other, allowed);
  if (slips <= allowed) return 1 + slips;
  const isPart = (part: string, whole: string): boolean => part.length > 2 && whole.includes(part);
  return isPart(word, other) || isPart(other, word) ? 5 : undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** So many letters of a name may be wrong. */
export function slipsIn(name: string): number {
  return min(3, Math.ceil(name.length / 3));
}

/** Of a few words the one that another was meant to be: the same letters, or the fewest slips, letter case aside. */
export function nearWord(wanted: string, known: Iterable<string>): string | undefined {
  const word = wanted.toLowerCase();
  let allowed = min(slipsIn(word), Math.floor(word.length / 2.5));
  let best: string | undefined;
  for (const name of known) {
    const other = name.toLowerCase();
    if ([...word].sort().join("") === [...other].sort().join("")) return name;
    const slips = slipsBetween(word, other, allowed);
    if (slips > allowed) continue;
    best = name;
    allowed = slips - 1;
  }
  return best;
}

/** Levenshtein's distance, given up when it passes `limit`: cells further than that from the diagonal are not looked at. */
export function slipsBetween(one: string, other: string, limit: number): number {
  const far = limit + 1;
  if (Math.abs(one.length - other.length) > limit) return far;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  let next = row.map(() => far);
  for (let i = 1; i <= one.length; i++) {
    const from = i > limit ? i - limit : 1;
    const to = min(i + limit, other.length);
    next[from - 1] = from === 1 && i < far ? i : far;
    let least = next[from - 1] ?? far;
    for (let j = from; j <= to; j++) {
      const change = (row[j - 1] ?? far) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const cost = min((row[j] ?? far) + 1, (next[j - 1] ?? far) + 1, change);
      next[j] = cost;
      least = min(least, cost);
    }
    if (to < other.length) next[to + 1] = far;
    if (least > limit) return far;
    [row, next] = [next, row];
  }
  return row[other.length] ?? far;
}
