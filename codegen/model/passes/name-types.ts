import type { Model, Naming, TypeId, TypeModel } from "../model";
import { identifierOf, upperFirst } from "../names/identifiers";
import { NameScope } from "../names/name-scope";
import { reservedNames } from "../names/reserved";
import { namesBeside } from "../names/service-names";
import type { ModelOptions } from "../options";

/** The least surprising names are given first: those of the source, then those made out of them. */
const order: readonly Naming["after"][] = ["type", "element", "message", "path", "head", "alternatives"];

/** Gives each type its TypeScript name. A reserved name gets a `_`, one that is taken a number. */
export function nameTypes(model: Model, { className }: ModelOptions = {}): Model {
  const scope = new NameScope();
  const reserved = new Set([...reservedNames, ...(className === undefined ? [] : namesBeside(className))]);
  const names = new Map<TypeId, string>();
  const byId = new Map(model.types.map((type) => [type.id, type]));
  const nameOf = (type: TypeModel): string => {
    const known = names.get(type.id);
    if (known !== undefined) return known;
    // A type that contains itself by its anonymous parts only: the name in work is not needed further.
    names.set(type.id, "");
    const wanted = identifierOf(wantedName(type.naming, (id) => ownerName(byId.get(id))));
    const name = scope.take(reserved.has(wanted) ? `${wanted}_` : wanted);
    names.set(type.id, name);
    return name;
  };
  const ownerName = (type: TypeModel | undefined): string => (type === undefined ? "" : nameOf(type));
  for (const after of order) for (const type of model.types) if (type.naming.after === after) nameOf(type);
  return { ...model, types: model.types.map((type) => ({ ...type, name: names.get(type.id) ?? "" })) };
}

function wantedName(naming: Naming, nameOf: (id: TypeId) => string): string {
  switch (naming.after) {
    case "path":
      return `${nameOf(naming.owner)}_${naming.local}`;
    case "alternatives":
      return `Any${upperFirst(nameOf(naming.type))}`;
    case "head":
      return `${upperFirst(naming.local)}Element`;
    default:
      return naming.local;
  }
}
