/** Section 3.3.6, Element Declaration Properties Correct: no cycles, and members derive from their heads. */
import { builtIns } from "soapwright-runtime/xsd";
import type { Diagnostics } from "../diagnostics";
import { anyType } from "./built-in-types";
import type { ElementDeclaration, SimpleType, TypeDefinition } from "./components";
import { visitDepthFirst } from "./depth-first";
import { baseOf, rootOf } from "./type-parts";

export function checkSubstitutionGroups(elements: readonly ElementDeclaration[], diagnostics: Diagnostics): boolean {
  let isAcyclic = true;
  visitDepthFirst(elements, {
    below: ({ substitutionGroup }) => (substitutionGroup === undefined ? [] : [substitutionGroup]),
    closes: (_, { position, name }) => {
      diagnostics.error(position, "substitution group contains itself", { name });
      isAcyclic = false;
    },
  });
  for (const { substitutionGroup: head, type, position, name } of elements) {
    if (head === undefined || derivesFrom(type, head.type)) continue;
    const hint = `derive its type from that of ${head.name.local}`;
    diagnostics.error(position, "the type of a member does not derive from that of its head", { name, hint });
  }
  return isAcyclic;
}

/** Sections 3.4.6 and 3.14.6: the members of a union derive from it. */
function derivesFrom(type: TypeDefinition, base: TypeDefinition): boolean {
  if (base === anyType) return true;
  let simple: SimpleType | undefined;
  for (let at: TypeDefinition | undefined = type; at !== undefined; at = baseOf(at)) {
    if (at === base) return true;
    // Simple content extends a simple type, so it derives from the simple type's bases too.
    if (at.kind === "simpleType") simple ??= at;
  }
  if (base.kind !== "simpleType" || simple === undefined) return false;
  if (base.builtIn) return builtInAncestor(simple, base.name?.local ?? "");
  const { variety } = base;
  return simple === type && variety.of === "union" && variety.members.some((member) => derivesFrom(type, member));
}

function builtInAncestor(type: SimpleType, wanted: string): boolean {
  if (wanted === "anySimpleType") return true;
  const root = rootOf(type);
  let local = root.builtIn ? root.name?.local : undefined;
  while (local !== undefined && local !== wanted) local = builtIns.get(local)?.base;
  return local !== undefined;
}
