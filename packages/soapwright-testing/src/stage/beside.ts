/** Options that every client of a suite gets in addition to its own, so that the suite also runs with every feature. */

interface Given {
  readonly features?: readonly { readonly name: string; readonly kind: string }[] | undefined;
}

let beside: Given = {};

/** Sets the options that clients get from here on. A client's own options have precedence. */
export function handInBeside(options: Given): void {
  beside = options;
}

/** Returns `options` with the additional options of the suite. */
export function withBeside<T extends object>(options: T): T {
  const { features: own = [] } = options as Given;
  // A test may pass a value other than a list, which the client must refuse.
  if (!Array.isArray(own)) return options;
  const isNew = ({ name, kind }: { readonly name: string; readonly kind: string }) =>
    own.every((each) => each.name !== name && (each.kind !== kind || kind === "headers"));
  const features = [...own, ...(beside.features ?? []).filter(isNew)];
  return features.length === 0 ? options : { ...beside, ...options, features };
}
