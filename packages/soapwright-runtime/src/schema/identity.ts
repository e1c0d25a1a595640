/**
 * Identity constraints: `xs:key`, `xs:unique` and `xs:keyref` (XML Schema Part 1, 3.11), which `strict` checks. Only
 * tables that have them import this module, so that other programs do not load its code.
 */
import type { IdentityCode } from "./decode/frame";
import { KeyedDecoder } from "./decode/keyed-decoder";
import type { IdentityConstraintNode, IdentityNode } from "./tables/nodes";

const check: IdentityCode = {
  decoder: (element, scope, settings, options) => new KeyedDecoder(element, scope, settings, options),
};

/** Builds the identity constraints of an element. */
export function identity(constraints: readonly IdentityConstraintNode[]): IdentityNode {
  return { constraints, check };
}
