/** The value that the deserializer of ASP.NET uses for a missing element. */

import type { NodeRef } from "soapwright-runtime/codecs";
import { simpleTypeOf, stepsOf } from "soapwright-runtime/codecs";

const defaults: readonly (readonly [RegExp, string])[] = [
  [/int|long|short|byte|decimal|float|double/i, "0"],
  [/^boolean$/, "false"],
  [/^dateTime$/, "0001-01-01T00:00:00"],
];

/** Returns 0, or the first value of an enumeration; undefined for types whose values may be missing. */
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
