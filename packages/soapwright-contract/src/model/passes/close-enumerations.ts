import type { Model, SimpleDefinition, ValueType } from "../model";
import type { ModelOptions } from "../model-options";
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
  if (value.of === "nillable") return { ...value, type: closedValue(value.type) };
  return value.of === "inline" ? { ...value, definition: closedDefinition(value.definition) } : value;
}

function closedDefinition(definition: SimpleDefinition): SimpleDefinition {
  const { variety, facets, values } = definition;
  const hasValues = values !== undefined || facets.enumeration !== undefined;
  return {
    ...definition,
    ...(hasValues && { facets: { ...facets, closed: true } }),
    variety:
      variety.of === "list"
        ? { ...variety, item: closedValue(variety.item) }
        : variety.of === "union"
          ? { ...variety, members: variety.members.map(closedValue) }
          : { ...variety, base: closedValue(variety.base) },
  };
}
