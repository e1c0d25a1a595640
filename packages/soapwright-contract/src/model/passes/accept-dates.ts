import type { Model, PartModel, SimpleDefinition, TypeId, TypeModel, ValueType } from "../model";
import { mapComplex, mapPartValues, typeOf, typesById } from "../walk";

/** Accepts a `Date` for a dateTime in types that only requests use; `nameArguments` does for the others. */
export function acceptDates(model: Model): Model {
  const types = typesById(model);
  return mapComplex(model, (type) => {
    const { input, output } = type.direction;
    return input && !output ? { ...type, parts: acceptingDates(type.parts, types) } : type;
  });
}

/** Returns the parts, which accept a `Date` for a dateTime. */
export function acceptingDates(parts: readonly PartModel[], types: ReadonlyMap<TypeId, TypeModel>): PartModel[] {
  const accept = (value: ValueType): ValueType => {
    if (value.of === "nillable") return { ...value, type: accept(value.type) };
    return takesDate(value, types) ? { of: "orDate", type: value } : value;
  };
  return mapPartValues(parts, accept);
}

export function takesDate(value: ValueType, types: ReadonlyMap<TypeId, TypeModel>): boolean {
  return isDateTime(value.of === "nillable" ? value.type : value, types);
}

function isDateTime(value: ValueType, types: ReadonlyMap<TypeId, TypeModel>): boolean {
  if (value.of === "builtIn") return value.name === "dateTime";
  if (value.of === "inline") return restricts(value.definition, types);
  const type = typeOf(value, types);
  return type?.kind === "simple" && restricts(type.definition, types);
}

function restricts({ variety }: SimpleDefinition, types: ReadonlyMap<TypeId, TypeModel>): boolean {
  return variety.of === "restriction" && isDateTime(variety.base, types);
}
