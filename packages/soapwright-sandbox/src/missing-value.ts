/** The value that the deserializer of an `.asmx` stack takes for a missing one. */

import type { NodeRef } from "soapwright-runtime/internal";
import { simpleTypeOf, stepsOf } from "soapwright-runtime/internal";

const defaults: readonly (readonly [RegExp, string])[] = [
  [/int|long|short|byte|decimal|float|double/i, "0"],
  [/^boolean$/, "false"],
  [/^dateTime$/, "0001-01-01T00:00:00"],
];

/** Text for a missing value: 0, or an enumeration's first value. Undefined for types whose values may be missing. */
export function missingValue(ref: NodeRef): string | undefined {
  const type = simpleTypeOf(ref);
  if (type === undefined) return undefined;
  const steps = stepsOf(type);
  const { variety } = steps.at(-1)!;
  const listed = steps.slice(0, -1).find(({ facets }) => facets?.enumeration !== undefined)?.facets?.enumeration;
  if (listed !== undefined || variety.of !== "atomic") return listed?.[0];
  const { builtIn } = variety;
  return defaults.find(([pattern]) => pattern.test(builtIn))?.[1];
}
