import type { Model, PartModel, TypeId, TypeModel, ValueType } from "../model";
import { mapPartValues } from "../parts";
import { restrictedBuiltIn } from "../values";
import { mapComplex, typesById } from "../walk";

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
  return mapPartValues(parts, (value) => (takesDate(value, types) ? { of: "orDate", type: value } : value));
}

export function takesDate(value: ValueType, types: ReadonlyMap<TypeId, TypeModel>): boolean {
  return restrictedBuiltIn(value, types) === "dateTime";
}
