/** What to do about a problem: a text for people, and for programs the flags that it names. */

/** A flag that permits what is wrong, raises the limit that was reached, or finds a document. */
export type Permit =
  | "--allow-no-service"
  | "--allow-no-prefix"
  | "--allow-missing-messages"
  | "--allow-wrong-import"
  | "--allow-double-types"
  | "--allow-outside"
  | "--allow-remote"
  | "--catalog"
  | "--timeout-ms"
  | "--total-timeout-ms"
  | `--max-${string}`;

export interface Remedy {
  /** The remedy, a sentence or several. */
  readonly hint?: string | undefined;
  /** The flags that solve the problem, each by itself. */
  readonly permits?: readonly Permit[] | undefined;
  /** The name that was probably meant, if the problem may be a misspelled one. */
  readonly meant?: string | undefined;
}

export function permit(hint: string, ...permits: readonly Permit[]): Remedy {
  return { hint, permits };
}

/** Returns the remedy for a limit that was reached. */
export function raise(flag: Extract<Permit, `--max-${string}` | `--${string}timeout-ms`>): Remedy {
  return permit(`raise the limit with ${flag}`, flag);
}

export function guess(meant: string, what = ""): Remedy {
  return { hint: `did you mean ${what}${meant}?`, meant };
}

export function asRemedy(remedy: string | Remedy | undefined): Remedy {
  return typeof remedy === "string" ? { hint: remedy } : (remedy ?? {});
}

/** Returns both remedies as one. */
export function joinRemedies(one: string | Remedy | undefined, other: string | Remedy | undefined): Remedy {
  const [first, second] = [asRemedy(one), asRemedy(other)];
  const permits = [...(first.permits ?? []), ...(second.permits ?? [])];
  const meant = first.meant ?? second.meant;
  return {
    hint: joinSentences(first.hint, second.hint),
    ...(permits.length > 0 && { permits }),
    ...(meant !== undefined && { meant }),
  };
}

function joinSentences(first: string | undefined, second: string | undefined): string | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return `${first}${first.endsWith("?") ? " " : ". "}${second}`;
}
