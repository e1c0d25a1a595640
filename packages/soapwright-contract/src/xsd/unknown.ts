/** Types marked as unknown, in documents that are read in spite of errors. */
import type { ComplexType, SimpleType, TypeDefinition } from "./components";
import type { Shell } from "./shell";

/** Records why a type is unknown; the first reason is kept. */
export function markUnknown(type: TypeDefinition, why: string): void {
  (type as Shell<ComplexType> | Shell<SimpleType>).unknown ??= why;
}

/** Marks types that derive from an unknown type, or consist of one, as unknown too. */
export function spreadUnknown(types: readonly TypeDefinition[]): void {
  const dependents = new Map<TypeDefinition, TypeDefinition[]>();
  for (const type of types) {
    for (const part of partsOf(type)) {
      const known = dependents.get(part);
      if (known === undefined) dependents.set(part, [type]);
      else known.push(type);
    }
  }
  const open = [...dependents.keys()].filter(({ unknown }) => unknown !== undefined);
  for (let at = open.pop(); at?.unknown !== undefined; at = open.pop()) {
    for (const dependent of dependents.get(at) ?? []) {
      if (dependent.unknown !== undefined) continue;
      markUnknown(dependent, at.unknown);
      open.push(dependent);
    }
  }
}

function partsOf(type: TypeDefinition): readonly TypeDefinition[] {
  if (type.kind === "complexType") return type.content.kind === "simple" ? [type.base, type.content.type] : [type.base];
  const { variety } = type;
  if (variety.of === "restriction") return [variety.base];
  if (variety.of === "list") return [variety.item];
  return variety.of === "union" ? variety.members : [];
}
