/** What a change of a contract is, whoever asks: `diff` of two WSDLs, or the doctor of a client's tables and its service. */

/** How often something occurs. */
export interface Occurs {
  readonly min: number;
  readonly max: number;
}

/** What became of an occurrence: who writes what is required, who reads what may be absent. */
export interface OccurrenceChange {
  /** A value becomes a list, or a list a value. */
  readonly becomes: "list" | "single" | undefined;
  readonly isRequiredNow: boolean;
  /** Required from now on, and nil will do: to many stacks, what is absent and what is nil are the same. */
  readonly isRequiredOnlyAsNil: boolean;
  readonly isOptionalNow: boolean;
  /** Less may be written than before, or more has to be. */
  readonly isNarrower: boolean;
}

/** `isNillable`: whether nil may be written from now on. */
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

/** Who leaves such an element out may go on doing so: what is absent and what is nil are the same to many stacks. */
export function isRequiredOnlyAsNil({
  min,
  isNillable,
}: {
  readonly min: number;
  readonly isNillable: boolean;
}): boolean {
  return min > 0 && isNillable;
}

/** The values of two lists that only one has: an enumeration closes for writers, and opens for readers. */
export function changedValues(
  old: readonly string[],
  now: readonly string[],
): { readonly removed: readonly string[]; readonly added: readonly string[] } {
  const [before, after] = [new Set(old), new Set(now)];
  return { removed: old.filter((value) => !after.has(value)), added: now.filter((value) => !before.has(value)) };
}

/** The first two that have changed places, of what both have: `now` comes before `old`. Clients in use write the old order. */
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

/** Items by key; those of one key by their number. */
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

/** Items of two contracts by their names: those of the old one in its order, then those that came. */
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
