/** Groups of many operations, by the beginning of their names. */

/** Fewer operations need no groups. */
const fewest = 12;

/** Returns `""` for names that are alone in their group, and for all names where groups would not help. */
export function groupsOf(names: readonly string[]): readonly string[] {
  const none = names.map(() => "");
  if (names.length < fewest) return none;
  const starts = names.map(startOf);
  const counts = new Map<string, number>();
  for (const start of starts) counts.set(start, (counts.get(start) ?? 0) + 1);
  const groups = starts.map((start) => (counts.get(start)! > 1 ? start : ""));
  const kinds = new Set(groups);
  return kinds.size > 1 && kinds.size < names.length / 1.5 ? groups : none;
}

/** `Order` of `Order_GetList`, `Get` of `GetOrders`. */
function startOf(name: string): string {
  return /^[^_.:-]+(?=[_.:-])/u.exec(name)?.[0] ?? /^(\p{Lu}+(?=\p{Lu}\p{Ll})|\p{L}\p{Ll}*)/u.exec(name)?.[0] ?? name;
}
