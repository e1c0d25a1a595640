import type { AlternativeModel, Model } from "../model";
import { NameScope } from "../names/name-scope";
import { mapAlternatives } from "../walk";

/** Gives each alternative its `$type`: the name of the element or type as the source has it, with a number when taken. */
export function labelAlternatives(model: Model): Model {
  return {
    ...model,
    types: model.types.map((type) => {
      const scope = new NameScope();
      return mapAlternatives(type, (each) => ({ ...each, label: scope.take(wanted(each)) }));
    }),
  };
}

function wanted({ component, element, xsiType }: AlternativeModel): string {
  if (xsiType === undefined) return component.name?.local ?? "";
  return element === undefined ? xsiType.local : `${element.local}/${xsiType.local}`;
}
