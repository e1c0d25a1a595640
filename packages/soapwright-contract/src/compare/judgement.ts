export interface Occurs {
  readonly min: number;
  readonly max: number;
}

/** Returns the first two common keys whose order changed: `now` comes before `old`. */
export function reordered(
  old: readonly string[],
  now: readonly string[],
): { readonly old: string; readonly now: string } | undefined {
  const [inOld, inNow] = [new Set(old), new Set(now)];
  const before = old.filter((key) => inNow.has(key));
  const after = now.filter((key) => inOld.has(key));
  const at = before.findIndex((key, index) => key !== after[index]);
  return at < 0 ? undefined : { old: before[at]!, now: after[at]! };
}

/** Maps items by key and number, `key#1`, because several items may have one key. */
export function numbered<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T> {
  const counts = new Map<string, number>();
  const found = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    found.set(`${key}#${number}`, item);
  }
  return found;
}

/** Pairs items of two contracts by name: the items of the old contract in order, then added items. */
export function paired<T>(
  old: readonly T[],
  now: readonly T[],
  nameOf: (item: T) => string,
): { readonly name: string; readonly old?: T; readonly now?: T }[] {
  const find = (items: readonly T[], name: string): T | undefined => items.find((item) => nameOf(item) === name);
  const kept = old.map((item) => {
    const name = nameOf(item);
    const other = find(now, name);
    return { name, old: item, ...(other !== undefined && { now: other }) };
  });
  const came = now.map((item) => ({ name: nameOf(item), now: item }));
  return [...kept, ...came.filter(({ name }) => find(old, name) === undefined)];
}
