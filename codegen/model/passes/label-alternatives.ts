import type { AlternativeModel, Model } from "../model";
import { NameScope } from "../names/name-scope";

/** Gives each alternative its `$type`: the name of the element or type as the source has it, with a number when taken. */
export function labelAlternatives(model: Model): Model {
  return {
    ...model,
    types: model.types.map((type) => {
      if (type.kind !== "polymorphic") return type;
      const scope = new NameScope();
      return {
        ...type,
        alternatives: type.alternatives.map((alternative) => ({
          ...alternative,
          label: scope.take(wanted(alternative)),
        })),
      };
    }),
  };
}

function wanted({ component, element, xsiType }: AlternativeModel): string {
  if (xsiType === undefined) return component.name?.local ?? "";
  return element === undefined ? xsiType.local : `${element.local}/${xsiType.local}`;
}
