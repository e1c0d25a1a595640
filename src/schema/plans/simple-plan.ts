/** Simple types where a codec uses them. */

import { compileSimple, resolveSimple } from "../simple/compile-simple";
import type { SimpleRef } from "../tables/nodes";
import { renamed } from "./particles";
import type { SimplePlan } from "./plans";

export function compileSimplePlan(ref: SimpleRef, rename: (namespace: string) => string): SimplePlan {
  const { name } = resolveSimple(ref);
  return { kind: "simple", name: name && renamed(name, rename), type: compileSimple(ref) };
}
