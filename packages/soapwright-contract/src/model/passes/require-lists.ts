import type { Model, PartModel } from "../model";
import { mapComplex } from "../walk";

/**
 * A list in a response is always there, also when it is empty. Not inside choices and optional groups, whose members may
 * be absent, and not in types that requests use too: nobody should have to write `[]`.
 */
export function requireLists(model: Model): Model {
  return mapComplex(model, (type) => {
    const { input, output } = type.direction;
    return output && !input ? { ...type, parts: type.parts.map(required) } : type;
  });
}

function required(part: PartModel): PartModel {
  const isList = (part.kind === "element" || part.kind === "any") && part.max > 1;
  return isList ? { ...part, presence: "required" } : part;
}
