/** Texts about the requirements of a service's policies. Used by the generator and the run time. */
import type { PolicyNeedNode } from "./schema/codec";

/** Requirements by name. A missing name comes from a later generator and is not supported. */
export type Needs = { readonly [need: string]: PolicyNeedNode };

/** Returns whether a client can meet all requirements in `asked`. */
export function isSupported(asked: readonly string[], needs: Needs): boolean {
  return asked.every((need) => needs[need]?.option !== undefined);
}

/** Returns the alternatives as text: "a Timestamp and an X.509 signature; or …". */
export function alternativesInWords(alternatives: readonly (readonly string[])[], needs: Needs): string {
  return alternatives
    .map((asked) => (asked.length === 0 ? "nothing" : listed(asked.map((need) => needs[need]?.words ?? need))))
    .join("; or ");
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
