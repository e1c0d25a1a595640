import { nearNames, printable } from "soapwright-runtime/xsd";

/** How many names a message lists. */
const LISTED = 12;

interface Naming {
  /** Most suggestions. */
  readonly most?: number;
  /** Names that are suggested, and not listed. */
  readonly further?: readonly string[];
  /** The sentence where there are no names. */
  readonly none?: string;
}

/** What every command says of a name that is unknown: the near ones, or else those that there are. */
export function unknownName(
  kind: string,
  word: string,
  names: readonly string[],
  { most = 5, further = [], none = "There is none." }: Naming = {},
): string {
  const near = nearNames(word, [...names, ...further]).slice(0, most);
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : "";
  const all = names.length === 0 ? none : `There is ${names.slice(0, LISTED).join(", ")}${more}.`;
  return printable(`unknown ${kind} '${word}'. ${near.length > 0 ? `Did you mean ${near.join(" or ")}?` : all}`);
}
