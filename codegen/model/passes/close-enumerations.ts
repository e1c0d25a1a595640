import type { Model, SimpleDefinition, TypeModel, ValueType } from "../model";
import type { ModelOptions } from "../options";
import { mapPartValues } from "../walk";

/** With `--enums closed`, the decoder too refuses values of answers that the schema does not list. */
export function closeEnumerations(model: Model, options: ModelOptions): Model {
  if (options.enums !== "closed") return model;
  return { ...model, types: model.types.map((type) => (type.direction.output ? closed(type) : type)) };
}

function closed(type: TypeModel): TypeModel {
  switch (type.kind) {
    case "complex":
      return { ...type, parts: mapPartValues(type.parts, closedValue) };
    case "simple":
      return { ...type, definition: closedDefinition(type.definition) };
    case "soapArray":
      return { ...type, item: closedValue(type.item) };
    case "polymorphic":
      return {
        ...type,
        alternatives: type.alternatives.map((alternative) => ({ ...alternative, type: closedValue(alternative.type) })),
      };
  }
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
