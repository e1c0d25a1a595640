/** Simple types where a codec uses them. */
import type { SimpleRef } from "../nodes";
import { compileSimple, resolveSimple } from "../simple/compile-simple";
import { renamed } from "./particles";
import type { SimplePlan } from "./plans";

export function compileSimplePlan(ref: SimpleRef, rename: (namespace: string) => string): SimplePlan {
  const { name } = resolveSimple(ref);
  return { kind: "simple", name: name && renamed(name, rename), type: compileSimple(ref) };
}
