/** Types marked as unknown, in documents that are read in spite of errors. */
import { grouped } from "../grouped";
import type { ComplexType, SimpleType, TypeDefinition } from "./components";
import type { Shell } from "./shell";
import { partsOf } from "./type-parts";

/** Records why a type is unknown; the first reason is kept. */
export function markUnknown(type: TypeDefinition, why: string): void {
  (type as Shell<ComplexType> | Shell<SimpleType>).unknown ??= why;
}

/** Marks types that derive from an unknown type, or consist of one, as unknown too. */
export function spreadUnknown(types: readonly TypeDefinition[]): void {
  const uses = types.flatMap((type) => partsOf(type).map((part) => ({ part, type })));
  const dependents = grouped(uses, ({ part }) => part);
  const open = [...dependents.keys()].filter(({ unknown }) => unknown !== undefined);
  for (let at = open.pop(); at?.unknown !== undefined; at = open.pop()) {
    for (const { type } of dependents.get(at) ?? []) {
      if (type.unknown !== undefined) continue;
      markUnknown(type, at.unknown);
      open.push(type);
    }
  }
}
