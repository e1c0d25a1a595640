import type { Model, PartModel } from "../model";
import { mapComplex } from "../walk";

/**
 * Makes lists of responses present even when empty. Excluded are choices and optional groups, whose members may be
 * absent, and types that requests use too, so that callers need not write `[]`.
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
