/** Features whose options have secrets. */
import { inspect } from "node:util";
import type { Feature } from "soapwright-runtime";
import { MADE_BY } from "../made-by";

/** Returns the feature with one option of its own name. Printed or as JSON it shows its name alone. */
export function makeFeature<O extends object>(
  name: string,
  kind: Feature["kind"],
  open: Feature<O>["open"],
): Feature<O> {
  const shown = { toJSON: () => name, [inspect.custom]: () => `${name} {}` };
  const feature: Feature<O> = { name, version: 1, madeBy: MADE_BY, kind, options: [name], open };
  return Object.assign(Object.create(shown), feature);
}
