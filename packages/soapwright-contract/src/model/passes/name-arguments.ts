import type { Model, SimpleDefinition, TypeId, TypeModel, ValueType } from "../model";
import { NameScope } from "../names/name-scope";
import { reservedNames } from "../names/reserved";
import { namesBeside } from "../names/service-names";
import { keyedParts, referencesOf, typesById, visitType } from "../walk";
import { takesDate } from "./accept-dates";

/**
 * Names the argument form of each type that requests and responses share, if the two differ: arguments accept a `Date`
 * for a dateTime, and only the known values of an enumeration. The last naming pass, so that it changes no other name.
 */
export function nameArguments(model: Model): Model {
  const different = typesThatDiffer(model);
  if (different.size === 0) return model;
  const names = new NameScope([
    ...reservedNames,
    ...model.types.map(({ name }) => name),
    ...model.clients.flatMap(({ className, headersName }) => [headersName, ...namesBeside(className)]),
  ]);
  return {
    ...model,
    types: model.types.map((type) =>
      different.has(type.id) ? { ...type, inputName: names.take(`${type.name}Input`) } : type,
    ),
  };
}

/** The types of both directions that contain such a value, at any depth. */
function typesThatDiffer({ types, documents }: Model): Set<TypeId> {
  const different = new Set<TypeId>();
  // A document must be written back as it was read.
  if (documents !== undefined) return different;
  const byId = typesById({ types, clients: [] });
  const shared = types.filter(({ direction }) => direction.input && direction.output);
  const users = new Map<TypeId, TypeId[]>();
  for (const type of shared)
    for (const id of referencesOf(type)) {
      const known = users.get(id);
      if (known === undefined) users.set(id, [type.id]);
      else known.push(type.id);
    }
  const open = shared.filter((type) => differs(type, byId)).map(({ id }) => id);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (different.has(id)) continue;
    different.add(id);
    open.push(...(users.get(id) ?? []));
  }
  return different;
}

function differs(type: TypeModel, types: ReadonlyMap<TypeId, TypeModel>): boolean {
  return visitType<boolean>(type, {
    complex: ({ parts }) =>
      [...keyedParts(parts)].some((part) => "type" in part && (isOpen(part.type) || takesDate(part.type, types))),
    simple: ({ definition }) => isOpenDefinition(definition),
    polymorphic: ({ alternatives }) => alternatives.some((alternative) => isOpen(alternative.type)),
    soapArray: ({ item }) => isOpen(item),
  });
}

function isOpen(value: ValueType): boolean {
  switch (value.of) {
    case "open":
      return true;
    case "nillable":
    case "orDate":
      return isOpen(value.type);
    case "inline":
      return isOpenDefinition(value.definition);
    default:
      return false;
  }
}

function isOpenDefinition({ variety }: SimpleDefinition): boolean {
  switch (variety.of) {
    case "restriction":
      return isOpen(variety.base);
    case "list":
      return isOpen(variety.item);
    case "union":
      return variety.members.some(isOpen);
  }
}
