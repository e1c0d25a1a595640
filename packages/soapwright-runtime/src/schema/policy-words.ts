/** The requirements of policies as words, for clients and for what shows a contract: it loads nothing. */
import type { PolicyNeedNode } from "./tables/nodes";

/** Requirements by name. A name that is missing here comes from a newer generator and is not supported. */
type Needs = { readonly [need: string]: PolicyNeedNode };

/** Returns whether a client can meet all `requirements`. */
export function isSupported(requirements: readonly string[], needs: Needs): boolean {
  return requirements.every((need) => needs[need]?.option !== undefined);
}

/** Returns a text, for example "a Timestamp and an X.509 signature; or …". */
export function alternativesText(alternatives: readonly (readonly string[])[], needs: Needs): string {
  return alternatives
    .map((alternative) =>
      alternative.length === 0 ? "nothing" : listed(alternative.map((need) => needs[need]?.words ?? need)),
    )
    .join("; or ");
}

function listed(phrases: readonly string[]): string {
  return phrases.length < 2 ? phrases.join("") : `${phrases.slice(0, -1).join(", ")} and ${phrases.at(-1)}`;
}
