import type { Model, SimpleDefinition, ValueType } from "../model";
import type { ModelOptions } from "../model-options";
import { mapValues, mapVariety } from "../walk";

/** With `--enums closed`, makes the decoder refuse response values that the schema does not list. */
export function closeEnumerations(model: Model, options: ModelOptions): Model {
  if (options.enums !== "closed") return model;
  return {
    ...model,
    types: model.types.map((type) => (type.direction.output ? mapValues(type, closedValue, closedDefinition) : type)),
  };
}

function closedValue(value: ValueType): ValueType {
  if (value.of === "nillable") return { ...value, type: closedValue(value.type) };
  return value.of === "inline" ? { ...value, definition: closedDefinition(value.definition) } : value;
}

function closedDefinition(definition: SimpleDefinition): SimpleDefinition {
  const { facets, values } = definition;
  const hasValues = values !== undefined || facets.enumeration !== undefined;
  return { ...mapVariety(definition, closedValue), ...(hasValues && { facets: { ...facets, closed: true } }) };
}
