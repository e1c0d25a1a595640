/** Values of polymorphic positions. */
import type { AlternativePlan } from "../plans/plans";

/** `value` as the alternative has it: one that is not an object of ours stands beside its `$type`. */
export function labelled(value: unknown, alternative: AlternativePlan | undefined): unknown {
  return alternative?.wrapped ? { $type: alternative.label, value } : value;
}
