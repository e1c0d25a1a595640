/** What every client of a suite gets beside its own options, so that the suite runs again with every feature handed in. */

interface Given {
  readonly features?: readonly { readonly name: string; readonly kind: string }[] | undefined;
}

let beside: Given = {};

/** Hands `options` to the clients that are made from now on; what a client has of its own comes first. */
export function handInBeside(options: Given): void {
  beside = options;
}

/** Returns `options` with what the suite hands in. */
export function withBeside<T extends object>(options: T): T {
  const { features: own = [] } = options as Given;
  // A test may hand in something else than a list, which the client refuses.
  if (!Array.isArray(own)) return options;
  const isNew = ({ name, kind }: { readonly name: string; readonly kind: string }) =>
    own.every((each) => each.name !== name && (each.kind !== kind || kind === "headers"));
  const features = [...own, ...(beside.features ?? []).filter(isNew)];
  return features.length === 0 ? options : { ...beside, ...options, features };
}
