/** What the policies of a service ask for, in words. For both halves. */
import type { PolicyNeedNode } from "./schema/codec";

/** By the names of needs. A name that is not among them is of a later generator: it is not supported. */
export type Needs = { readonly [need: string]: PolicyNeedNode };

/** Whether a client can meet all of `asked`. */
export function isSupported(asked: readonly string[], needs: Needs): boolean {
  return asked.every((need) => needs[need]?.option !== undefined);
}

/** The needs of each alternative: "a Timestamp and an X.509 signature; or …". */
export function alternativesInWords(alternatives: readonly (readonly string[])[], needs: Needs): string {
  return alternatives
    .map((asked) => (asked.length === 0 ? "nothing" : listed(asked.map((need) => needs[need]?.words ?? need))))
    .join("; or ");
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
