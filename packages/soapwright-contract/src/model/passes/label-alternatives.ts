import type { AlternativeModel, Model } from "../model";
import { NameScope } from "../names/identifiers";
import { mapAlternatives } from "../walk";

/** Assigns each alternative its `$type`: the source's name of the element or type, with a number if taken. */
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
