/** Sections 3.4.6 and 3.14.6: no type derives from itself; section 3.8.6: no group contains itself. */
import type { Diagnostics } from "../diagnostics";
import { anySimpleType, anyType } from "./built-in-types";
import type { ComplexType, SimpleType, TypeDefinition } from "./components";
import type { Shell } from "./shell";
import { markUnknown } from "./unknown";

/**
 * Reports each cycle once and cuts it, so that later stages can follow bases to their end. Also reports and cuts chains
 * of derivations longer than `maxDepth`.
 */
export function cutCircularDerivations(
  types: readonly TypeDefinition[],
  maxDepth: number,
  diagnostics: Diagnostics,
): void {
  const depths = new Map<TypeDefinition, number>();
  for (const type of types) {
    const path = new Set<TypeDefinition>();
    let at: TypeDefinition | undefined = type;
    while (at !== undefined && !depths.has(at)) {
      path.add(at);
      const base: TypeDefinition | undefined = baseOf(at);
      if (base !== undefined && path.has(base)) {
        diagnostics.error(at.position, "type derives from itself", at.name && { name: at.name });
        cut(at, containsItself(at));
        break;
      }
      at = base;
    }
    let depth = (at && depths.get(at)) ?? 0;
    for (const one of [...path].reverse()) {
      if (!one.builtIn) depth++;
      if (depth > maxDepth) {
        const about = { ...(one.name && { name: one.name }), hint: "raise the limit with --max-depth" };
        diagnostics.error(one.position, `types derived from each other more than ${maxDepth} deep`, about);
        cut(one, `more than ${maxDepth} types are derived from one another`);
        depth = 1;
      }
      depths.set(one, depth);
    }
  }
}

function baseOf(type: TypeDefinition): TypeDefinition | undefined {
  if (type.builtIn) return undefined;
  if (type.kind === "complexType") return type.base;
  return type.variety.of === "restriction" ? type.variety.base : undefined;
}

function containsItself({ name }: TypeDefinition): string {
  return `${name?.local ?? "a type"} contains itself`;
}

function cut(type: TypeDefinition, why: string): void {
  markUnknown(type, why);
  if (type.kind === "complexType") (type as Shell<ComplexType>).base = anyType;
  else (type as Shell<SimpleType>).variety = { of: "restriction", base: anySimpleType };
}

/** Reports and cuts unions and lists that contain themselves, or that are nested deeper than `maxDepth`. */
export function cutCircularVarieties(types: readonly SimpleType[], maxDepth: number, diagnostics: Diagnostics): void {
  const depths = new Map<SimpleType, number | "open">();
  for (const start of types) {
    if (depths.has(start)) continue;
    const stack: { readonly type: SimpleType; readonly rest: SimpleType[]; depth: number }[] = [];
    const enter = (type: SimpleType) => {
      depths.set(type, "open");
      stack.push({ type, rest: partsOf(type), depth: 0 });
    };
    enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.rest.pop();
      const known = next && depths.get(next);
      if (next === undefined) {
        if (++top.depth > maxDepth) {
          const hint = "raise the limit with --max-depth";
          diagnostics.error(top.type.position, `types made of each other more than ${maxDepth} deep`, { hint });
          cut(top.type, `more than ${maxDepth} types are made of one another`);
          top.depth = 1;
        }
        depths.set(top.type, top.depth);
        stack.pop();
        const outer = stack.at(-1);
        if (outer !== undefined) outer.depth = Math.max(outer.depth, top.depth);
      } else if (known === "open") {
        diagnostics.error(top.type.position, "simple type is made of itself", top.type.name && { name: top.type.name });
        cut(top.type, containsItself(top.type));
        top.rest.length = 0;
      } else if (known === undefined) enter(next);
      else top.depth = Math.max(top.depth, known);
    }
  }
}

function partsOf(type: SimpleType): SimpleType[] {
  const { variety } = type;
  if (variety.of === "restriction") return [variety.base];
  if (variety.of === "list") return [variety.item];
  return variety.of === "union" ? [...variety.members] : [];
}
