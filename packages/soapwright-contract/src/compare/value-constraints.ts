import type { Changes, Directions } from "./change";

/** Compares `default` or `fixed` of two elements or attributes (XML Schema Part 1, 2.2.2). */
export function compareConstraint(
  kind: "default" | "fixed",
  old: string | undefined,
  now: string | undefined,
  where: string,
  directions: Directions,
  changes: Changes,
): void {
  if (old === now) return;
  const words =
    old === undefined
      ? `${kind} ${JSON.stringify(now)} added`
      : now === undefined
        ? `${kind} ${JSON.stringify(old)} removed`
        : `${kind} ${JSON.stringify(old)} -> ${JSON.stringify(now)}`;
  const writers = kind === "fixed" && now !== undefined;
  changes.judged(where, words, directions, { writers, readers: old !== undefined });
}
