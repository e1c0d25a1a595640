import type { Model, SimpleDefinition, TypeId, TypeModel, ValueType } from "../model";
import type { ModelOptions } from "../options";
import { mapPartValues, typesById } from "../walk";

/** Enumerations in answers let values pass that a newer service may send; in requests they are closed. */
export function openEnumerations(model: Model, options: ModelOptions): Model {
  if (options.enums === "closed") return model;
  const types = typesById(model);
  const open = (value: ValueType): ValueType => {
    if (value.of === "nillable") return { ...value, type: open(value.type) };
    if (value.of === "inline") return { ...value, definition: openedParts(value.definition, open) };
    return value.of === "type" && isEnumeration(types.get(value.id)) ? { of: "open", type: value } : value;
  };
  return { ...model, types: model.types.map((type) => (type.direction.output ? opened(type, open) : type)) };
}

function opened(type: TypeModel, open: (value: ValueType) => ValueType): TypeModel {
  switch (type.kind) {
    case "complex":
      return { ...type, parts: mapPartValues(type.parts, open) };
    case "simple":
      return { ...type, definition: openedParts(type.definition, open) };
    case "soapArray":
      return { ...type, item: open(type.item) };
    case "polymorphic":
      return {
        ...type,
        alternatives: type.alternatives.map((alternative) => ({ ...alternative, type: open(alternative.type) })),
      };
  }
}

function openedParts(definition: SimpleDefinition, open: (value: ValueType) => ValueType): SimpleDefinition {
  const { variety } = definition;
  if (variety.of === "list") return { ...definition, variety: { ...variety, item: open(variety.item) } };
  if (variety.of === "union") return { ...definition, variety: { ...variety, members: variety.members.map(open) } };
  return definition;
}

function isEnumeration(type: TypeModel | undefined): type is Extract<TypeModel, { kind: "simple" }> & { id: TypeId } {
  return type?.kind === "simple" && type.definition.values !== undefined;
}
