import { expandedName, type QName } from "../xml/qname";

/** What a name that means nothing may have been meant to be: another letter case, another namespace, a slip. */
export function nearName(wanted: QName, declared: Iterable<QName>): QName | undefined {
  const lower = wanted.local.toLowerCase();
  const allowed = Math.min(3, Math.floor(wanted.local.length / 3));
  let best: QName | undefined;
  let bestScore = Number.POSITIVE_INFINITY;
  let compared = 0;
  for (const name of declared) {
    let score: number;
    if (name.local === wanted.local) score = 1;
    else if (name.local.toLowerCase() === lower) score = name.namespace === wanted.namespace ? 0 : 2;
    else if (name.namespace !== wanted.namespace || Math.abs(name.local.length - wanted.local.length) > allowed)
      continue;
    else if (compared++ > 5_000) continue;
    else {
      const slips = distance(wanted.local, name.local, allowed);
      if (slips > allowed) continue;
      score = 3 + slips;
    }
    if (score < bestScore) {
      best = name;
      bestScore = score;
    }
  }
  return best;
}

/** `did you mean {ns}Name?`, or why it may be missing. */
export function nearNameHint(wanted: QName, declared: Iterable<QName>): string | undefined {
  const near = nearName(wanted, declared);
  return near === undefined ? undefined : `did you mean ${expandedName(near)}?`;
}

/** Levenshtein's distance, given up when it passes `limit`. */
function distance(one: string, other: string, limit: number): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    row = next;
  }
  return row[other.length] ?? 0;
}
