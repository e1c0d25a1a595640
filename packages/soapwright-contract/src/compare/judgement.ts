/** The rules that classify a change of a contract, shared by `diff` of two WSDLs and the doctor of a live service. */

/** The limits of an occurrence. */
export interface Occurs {
  readonly min: number;
  readonly max: number;
}

/** The effect of a changed occurrence: required matters to writers, optional to readers. */
export interface OccurrenceChange {
  /** Set if a value becomes a list, or a list a value. */
  readonly becomes: "list" | "single" | undefined;
  readonly isRequiredNow: boolean;
  /** Required from now on, but nil is allowed: many stacks treat an absent element and nil alike. */
  readonly isRequiredOnlyAsNil: boolean;
  readonly isOptionalNow: boolean;
  /** Fewer items are allowed, or more are required. */
  readonly isNarrower: boolean;
}

/** Returns the effect. `isNillable`: whether nil is allowed from now on. */
export function occurrenceChange(old: Occurs, now: Occurs, isNillable: boolean): OccurrenceChange {
  const [was, is] = [old.max > 1, now.max > 1];
  const isRequiredNow = old.min === 0 && now.min > 0;
  return {
    becomes: was === is ? undefined : is ? "list" : "single",
    isRequiredNow,
    isRequiredOnlyAsNil: isRequiredNow && isRequiredOnlyAsNil({ min: now.min, isNillable }),
    isOptionalNow: old.min > 0 && now.min === 0,
    isNarrower: now.min > old.min || now.max < old.max,
  };
}

/** Whether the element may still be left out: many stacks treat an absent element and nil alike. */
export function isRequiredOnlyAsNil({
  min,
  isNillable,
}: {
  readonly min: number;
  readonly isNillable: boolean;
}): boolean {
  return min > 0 && isNillable;
}

/** The values that only one of two lists has: removed ones matter to writers, added ones to readers. */
export function changedValues(
  old: readonly string[],
  now: readonly string[],
): { readonly removed: readonly string[]; readonly added: readonly string[] } {
  const [before, after] = [new Set(old), new Set(now)];
  return { removed: old.filter((value) => !after.has(value)), added: now.filter((value) => !before.has(value)) };
}

/** The first two common keys in another order: `now` comes before `old`. Clients in use write the old order. */
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

/** Items by key and number, `key#1`, because several items may have one key. */
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

/** Items of two contracts by name: the old one's in order, then the added ones. */
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
