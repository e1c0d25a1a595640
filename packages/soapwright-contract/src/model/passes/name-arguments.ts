import type { Model, TypeId } from "../model";
import { NameScope, namesBeside } from "../names/identifiers";
import { reservedNames } from "../names/reserved";
import { someValue } from "../values";
import { typesById, typesWith } from "../walk";
import { takesDate } from "./accept-dates";

/**
 * Names the argument form of each type that requests and responses share, if the two forms differ: arguments accept a
 * `Date` for a dateTime, and only the listed values of an enumeration. The last naming pass, so that it changes no
 * other name.
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

function typesThatDiffer({ types, documents }: Model): ReadonlySet<TypeId> {
  // A document must be written back as it was read.
  if (documents !== undefined) return new Set();
  const byId = typesById({ types, clients: [] });
  const shared = types.filter(({ direction }) => direction.input && direction.output);
  return typesWith(
    shared,
    (value, { kind }) => someValue(value, ({ of }) => of === "open") || (kind === "complex" && takesDate(value, byId)),
  );
}
