import type { SimpleType, TypeDefinition } from "./components";

/** Returns the type from which a type is derived; undefined for the ur-type, built-in types, lists and unions. */
export function baseOf(type: TypeDefinition): TypeDefinition | undefined {
  if (type.kind === "complexType") return type.base === type ? undefined : type.base;
  return type.variety.of === "restriction" ? type.variety.base : undefined;
}

/** Returns the built-in type, list or union at the start of a chain of restrictions. */
export function rootOf(type: SimpleType): SimpleType {
  let root = type;
  while (root.variety.of === "restriction") root = root.variety.base;
  return root;
}

/** Returns the base, item or members of a type, and the type of its text. */
export function partsOf(type: TypeDefinition): readonly TypeDefinition[] {
  if (type.kind === "complexType") return type.content.kind === "simple" ? [type.base, type.content.type] : [type.base];
  const { variety } = type;
  if (variety.of === "restriction") return [variety.base];
  if (variety.of === "list") return [variety.item];
  return variety.of === "union" ? variety.members : [];
}
