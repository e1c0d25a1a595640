/** The clients of a model, their messages, and the types that these reach. */
import type { ElementModel, MessageModel, Model, OperationModel, TypeId, TypeModel, ValueType } from "./model";
import { keyedParts } from "./parts";
import { someValue, valueReferences } from "./values";
import { reach, typesById, valuesOf } from "./walk";

export function mapMessages(
  model: Model,
  change: (message: MessageModel, operation: OperationModel, way: "input" | "output") => MessageModel,
): Model {
  return {
    ...model,
    clients: model.clients.map((client) => ({
      ...client,
      operations: client.operations.map((operation) => ({
        ...operation,
        input: change(operation.input, operation, "input"),
        ...(operation.output !== undefined && { output: change(operation.output, operation, "output") }),
      })),
    })),
  };
}

/** Returns the top-level elements of messages: Body, headers, fault details. */
export function messageElements(operation: OperationModel): { input: ElementModel[]; output: ElementModel[] } {
  const { input, output, faults } = operation;
  return {
    input: [...input.body, ...input.headers],
    output: [...(output?.body ?? []), ...(output?.headers ?? []), ...faults.map(({ detail }) => detail)],
  };
}

/** Returns the elements that values begin with: of each operation, and each document. */
function rootElements({ clients, documents = [] }: Model): readonly (readonly ElementModel[])[] {
  return [
    ...clients.flatMap(({ operations }) => operations.map((each) => Object.values(messageElements(each)).flat())),
    ...documents.map(({ element }) => [element]),
  ];
}

/**
 * Returns the types in the order that the operations reach them, operation by operation, nearest first. A further
 * operation, or a further type deep inside, moves no earlier type.
 */
export function reachOrder(model: Model): Map<TypeId, number> {
  const types = typesById(model);
  const reached = new Set<TypeId>();
  for (const elements of rootElements(model)) {
    const start = elements.flatMap(({ type }) => valueReferences(type));
    reach(types, start, reached);
  }
  return new Map([...reached].map((id, index) => [id, index]));
}

/** Returns whether messages have elements of `xs:anyType` or of wildcards, whose values are trees. */
export function usesAnyTypes(model: Model): boolean {
  const isAny = (value: ValueType): boolean => someValue(value, ({ of }) => of === "anyType");
  const reached = reachOrder(model);
  const isIn = (type: TypeModel): boolean =>
    reached.has(type.id) &&
    (valuesOf(type).some(isAny) ||
      (type.kind === "complex" && keyedParts(type.parts).some(({ kind }) => kind === "any")));
  return model.types.some(isIn) || rootElements(model).some((elements) => elements.some(({ type }) => isAny(type)));
}

/** Returns whether clients of the model need the code of the SOAP encoding. */
export function usesSoapEncoding({ types, clients }: Model): boolean {
  return (
    types.some(({ kind }) => kind === "soapArray") ||
    clients.some(({ operations }) => operations.some(({ use, outputUse = use }) => outputUse === "encoded"))
  );
}
