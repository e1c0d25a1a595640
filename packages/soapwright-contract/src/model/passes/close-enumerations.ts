import type { Model, SimpleDefinition, ValueType } from "../model";
import type { ModelOptions } from "../model-options";
import { mapVariety } from "../values";
import { mapValues } from "../walk";

/** With `--enums closed`, makes the decoder refuse response values that the schema does not list. */
export function closeEnumerations(model: Model, options: ModelOptions): Model {
  if (options.enums !== "closed") return model;
  return {
    ...model,
    types: model.types.map((type) => (type.direction.output ? mapValues(type, closedValue, closedDefinition) : type)),
  };
}

function closedValue(value: ValueType): ValueType {
  return value.of === "inline" ? { ...value, definition: closedDefinition(value.definition) } : value;
}

function closedDefinition(definition: SimpleDefinition): SimpleDefinition {
  const { facets, values } = definition;
  const hasValues = values !== undefined || facets.enumeration !== undefined;
  return { ...mapVariety(definition, closedValue), ...(hasValues && { facets: { ...facets, closed: true } }) };
}
