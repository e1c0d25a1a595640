import type { Model, TypeId } from "../model";
import { messageElements, referencesOf, typesById, valueReferences } from "../walk";

/** Marks each type by its use: in requests, in responses, or in both. */
export function markDirections(model: Model): Model {
  // Documents of a schema are read and written.
  if (model.documents !== undefined)
    return { ...model, types: model.types.map((type) => ({ ...type, direction: { input: true, output: true } })) };
  const operations = model.clients.flatMap((client) => client.operations).map(messageElements);
  const start = (way: "input" | "output"): TypeId[] =>
    operations.flatMap((elements) => elements[way].flatMap(({ type }) => valueReferences(type)));
  const input = reachable(model, start("input"));
  const output = reachable(model, start("output"));
  return {
    ...model,
    types: model.types.map((type) => ({
      ...type,
      direction: { input: input.has(type.id), output: output.has(type.id) },
    })),
  };
}

function reachable(model: Model, start: readonly TypeId[]): Set<TypeId> {
  const types = typesById(model);
  const found = new Set<TypeId>();
  const queue = [...start];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const type = types.get(id);
    if (found.has(id) || type === undefined) continue;
    found.add(id);
    for (const next of referencesOf(type)) queue.push(next);
  }
  return found;
}
