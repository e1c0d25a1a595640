import type { Model, SimpleDefinition, TypeId, TypeModel, ValueType } from "../model";
import { mapComplex, mapPartValues, typeOf, typesById } from "../walk";

/** A dateTime of a type that only requests use may be given as a `Date`. */
export function acceptDates(model: Model): Model {
  const types = typesById(model);
  const accept = (value: ValueType): ValueType => {
    if (value.of === "nillable") return { ...value, type: accept(value.type) };
    return isDateTime(value, types) ? { of: "orDate", type: value } : value;
  };
  return mapComplex(model, (type) => {
    const { input, output } = type.direction;
    return input && !output ? { ...type, parts: mapPartValues(type.parts, accept) } : type;
  });
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
