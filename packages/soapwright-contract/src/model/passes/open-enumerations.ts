import type { ElementModel, Model, SimpleDefinition, ValueType } from "../model";
import type { ModelOptions } from "../model-options";
import { mapValue, mapVariety } from "../values";
import { isEnumeration, mapValues, typesById } from "../walk";

/** Makes enumerations of responses accept values that a newer service may send; requests accept listed values only. */
export function openEnumerations(model: Model, options: ModelOptions): Model {
  if (options.enums === "closed") return model;
  const types = typesById(model);
  const open = (value: ValueType): ValueType => {
    if (value.of === "inline") return { ...value, definition: openParts(value.definition) };
    return value.of === "type" && isEnumeration(types.get(value.id)) ? { of: "open", type: value } : value;
  };
  const openParts = (definition: SimpleDefinition): SimpleDefinition =>
    definition.variety.of === "restriction" ? definition : mapVariety(definition, open);
  const openElement = (element: ElementModel): ElementModel => ({
    ...element,
    type: mapValue(element.type, open),
  });
  return {
    ...model,
    types: model.types.map((type) => (type.direction.output ? mapValues(type, open, openParts) : type)),
    clients: model.clients.map((client) => ({
      ...client,
      operations: client.operations.map(({ output, faults, ...operation }) => ({
        ...operation,
        faults: faults.map((fault) => ({ ...fault, detail: openElement(fault.detail) })),
        ...(output && {
          output: { ...output, body: output.body.map(openElement), headers: output.headers.map(openElement) },
        }),
      })),
    })),
    documents: model.documents?.map((document) => ({ ...document, element: openElement(document.element) })),
  };
}
