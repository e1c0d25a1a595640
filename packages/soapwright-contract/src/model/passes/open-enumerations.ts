import type { ElementModel, Model, OperationModel, SimpleDefinition, ValueType } from "../model";
import type { ModelOptions } from "../model-options";
import { isEnumeration, mapValues, mapVariety, typesById } from "../walk";

/** Makes enumerations of responses accept values that a newer service may send; requests accept listed values only. */
export function openEnumerations(model: Model, options: ModelOptions): Model {
  if (options.enums === "closed") return model;
  const types = typesById(model);
  const open = (value: ValueType): ValueType => {
    if (value.of === "nillable") return { ...value, type: open(value.type) };
    if (value.of === "inline") return { ...value, definition: openedParts(value.definition, open) };
    return value.of === "type" && isEnumeration(types.get(value.id)) ? { of: "open", type: value } : value;
  };
  return {
    ...model,
    types: model.types.map((type) =>
      type.direction.output ? mapValues(type, open, (definition) => openedParts(definition, open)) : type,
    ),
    clients: model.clients.map((client) => ({
      ...client,
      operations: client.operations.map((operation) => openedResponse(operation, open)),
    })),
    ...(model.documents && {
      documents: model.documents.map((document) => ({ ...document, element: openedElement(document.element, open) })),
    }),
  };
}

function openedResponse(operation: OperationModel, open: (value: ValueType) => ValueType): OperationModel {
  const opened = (element: ElementModel): ElementModel => openedElement(element, open);
  const { output, faults } = operation;
  return {
    ...operation,
    faults: faults.map((fault) => ({ ...fault, detail: opened(fault.detail) })),
    ...(output && {
      output: { ...output, body: output.body.map(opened), headers: output.headers.map(opened) },
    }),
  };
}

function openedElement(element: ElementModel, open: (value: ValueType) => ValueType): ElementModel {
  return { ...element, type: open(element.type) };
}

function openedParts(definition: SimpleDefinition, open: (value: ValueType) => ValueType): SimpleDefinition {
  return definition.variety.of === "restriction" ? definition : mapVariety(definition, open);
}
