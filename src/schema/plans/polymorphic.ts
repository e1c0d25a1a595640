/** Types of which a value may be one of several: derived types and substitution groups. */
import type { AlternativeNode, PolymorphicNode } from "../tables/nodes";
import { type Resolver, renamed } from "./particles";
import type { AlternativePlan, PolymorphicPlan, Position } from "./plans";

export function compilePolymorphic(node: PolymorphicNode, resolver: Resolver): PolymorphicPlan {
  return {
    kind: "polymorphic",
    alternatives: node.alternatives.map((alternative) => compileAlternative(alternative, resolver)),
  };
}

function compileAlternative(node: AlternativeNode, resolver: Resolver): AlternativePlan {
  const rename = (namespace: string): string => resolver.rename(namespace);
  const { label, declared, wrapped } = node;
  let position: Position | undefined;
  return {
    label,
    declared,
    wrapped,
    element: node.element && renamed(node.element, rename),
    xsiType: node.xsiType && renamed(node.xsiType, rename),
    get position() {
      position ??= resolver.compile(node.type);
      return position;
    },
  };
}
