/** Sections 3.4.6 and 3.14.6: no type derives from itself; section 3.8.6: no group contains itself. */
import type { Diagnostics } from "../diagnostics";
import { anySimpleType, anyType } from "./built-in-types";
import type { ComplexType, SimpleType, TypeDefinition } from "./components";
import { visitDepthFirst } from "./depth-first";
import type { Shell } from "./shell";
import { baseOf, partsOf } from "./type-parts";

/**
 * Reports each cycle of derivations once and cuts it, so that later stages can follow bases to the end. Also reports
 * and cuts chains of derivations longer than `maxDepth`.
 */
export function cutCircularDerivations(
  types: readonly TypeDefinition[],
  maxDepth: number,
  diagnostics: Diagnostics,
): void {
  const below = (type: TypeDefinition): readonly TypeDefinition[] => {
    if (type.kind === "complexType") return type.builtIn ? [] : [type.base];
    return [baseOf(type)].filter((base) => base !== undefined);
  };
  const messages = { cycle: "type derives from itself", deep: "types derived from each other" };
  cutCycles(types, below, messages, maxDepth, diagnostics);
}

/** Reports and cuts unions and lists that contain themselves, or that are nested deeper than `maxDepth`. */
export function cutCircularVarieties(types: readonly SimpleType[], maxDepth: number, diagnostics: Diagnostics): void {
  const messages = { cycle: "simple type is made of itself", deep: "types made of each other" };
  cutCycles(types, partsOf, messages, maxDepth, diagnostics);
}

function cutCycles(
  types: readonly TypeDefinition[],
  below: (type: TypeDefinition) => readonly TypeDefinition[],
  messages: { readonly cycle: string; readonly deep: string },
  maxDepth: number,
  diagnostics: Diagnostics,
): void {
  const depths = new Map<TypeDefinition, number>();
  const isCut = new Set<TypeDefinition>();
  visitDepthFirst(types, {
    below,
    closes: (type) => {
      if (isCut.has(type)) return;
      isCut.add(type);
      diagnostics.error(type, messages.cycle, { name: type.name });
      cut(type);
    },
    leaves: (type) => {
      const deepest = below(type).reduce((most, inner) => Math.max(most, depths.get(inner) ?? 0), 0);
      const depth = deepest + (type.builtIn ? 0 : 1);
      depths.set(type, depth > maxDepth ? 1 : depth);
      if (depth <= maxDepth) return;
      const hint = "raise the limit with --max-depth";
      diagnostics.error(type, `${messages.deep} more than ${maxDepth} deep`, { name: type.name, hint });
      cut(type);
    },
  });
}

function cut(type: TypeDefinition): void {
  if (type.kind === "complexType") (type as Shell<ComplexType>).base = anyType;
  else (type as Shell<SimpleType>).variety = { of: "restriction", base: anySimpleType };
}
