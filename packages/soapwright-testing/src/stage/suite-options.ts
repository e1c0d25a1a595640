/** Options that every client of a suite gets in addition to its own, so that the suite also runs with every feature. */

interface SuiteOptions {
  readonly features?: readonly { readonly name: string; readonly kind: string }[] | undefined;
}

let suiteOptions: SuiteOptions = {};

/** Sets the options that clients get from here on. A client's own options have precedence. */
export function setSuiteOptions(options: SuiteOptions): void {
  suiteOptions = options;
}

/** Returns `options` with the additional options of the suite. */
export function withSuiteOptions<T extends object>(options: T): T {
  const { features: ownFeatures = [] } = options as SuiteOptions;
  // A test may pass a value other than a list, which the client must refuse.
  if (!Array.isArray(ownFeatures)) return options;
  const isNew = ({ name, kind }: { readonly name: string; readonly kind: string }) =>
    ownFeatures.every((each) => each.name !== name && (each.kind !== kind || kind === "headers"));
  const features = [...ownFeatures, ...(suiteOptions.features ?? []).filter(isNew)];
  return features.length === 0 ? options : { ...suiteOptions, ...options, features };
}
