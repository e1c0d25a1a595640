import { messageElements } from "../messages";
import type { Model, TypeId } from "../model";
import { valueReferences } from "../values";
import { reach, typesById } from "../walk";

/** Marks each type by its use: in requests, in responses, or in both. */
export function markDirections(model: Model): Model {
  // Documents of a schema are read and written, and a type that no operation uses may be in any xs:anyType.
  if (model.documents !== undefined || model.hasAllTypes === true) return bothWays(model);
  const operations = model.clients.flatMap((client) => client.operations).map(messageElements);
  const start = (way: "input" | "output"): TypeId[] =>
    operations.flatMap((elements) => elements[way].flatMap(({ type }) => valueReferences(type)));
  const types = typesById(model);
  const input = reach(types, start("input"));
  const output = reach(types, start("output"));
  return {
    ...model,
    types: model.types.map((type) => ({
      ...type,
      direction: { input: input.has(type.id), output: output.has(type.id) },
    })),
  };
}

function bothWays(model: Model): Model {
  return { ...model, types: model.types.map((type) => ({ ...type, direction: { input: true, output: true } })) };
}
