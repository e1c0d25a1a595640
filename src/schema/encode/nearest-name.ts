/** Which known name a misspelt one may have meant. */

const FARTHEST = 2;

/** The name at most two edits away, case aside; the nearest one. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = FARTHEST + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > FARTHEST) continue;
    const distance = edits(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** Levenshtein's distance. Names that are far apart in length never get here, long ones are rare. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = row[j]! + (from[i] === to[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
