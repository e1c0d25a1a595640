import type { Model, Naming, TypeId, TypeModel } from "../model";
import { nameableTypes } from "../names/given-names";
import { identifierOf, pascalCase, upperFirst } from "../names/identifiers";
import { NameScope } from "../names/name-scope";
import { reservedNames } from "../names/reserved";
import { namesBeside } from "../names/service-names";
import type { ModelOptions } from "../options";

/** The least surprising names are given first: those of the source, then those made out of them. */
const order: readonly Naming["after"][] = ["type", "element", "message", "path", "head", "alternatives"];

/**
 * Gives each type its TypeScript name: the one that was given, or that of the source in the case that was asked for,
 * between prefix and suffix. A reserved name gets a `_`, one that is taken a number.
 */
export function nameTypes(model: Model, options: ModelOptions = {}): Model {
  const { className, typeCase = "wire", typePrefix = "", typeSuffix = "" } = options;
  const scope = new NameScope();
  const reserved = new Set([...reservedNames, ...(className === undefined ? [] : namesBeside(className))]);
  const names = new Map<TypeId, string>();
  /** Names without prefix and suffix: others are made of them. */
  const stems = new Map<TypeId, string>();
  const byId = new Map(model.types.map((type) => [type.id, type]));
  const take = (wanted: string): string => scope.take(reserved.has(wanted) ? `${wanted}_` : wanted);
  const given = givenNames(model, options);
  for (const type of model.types) {
    const name = given.get(type.id);
    if (name === undefined) continue;
    names.set(type.id, take(name));
    stems.set(type.id, name);
  }
  const stemOf = (type: TypeModel): string => {
    const known = stems.get(type.id);
    if (known !== undefined) return known;
    // A type that contains itself by its anonymous parts only: the name in work is not needed further.
    stems.set(type.id, "");
    const source = wantedName(type.naming, (id) => ownerStem(byId.get(id)));
    const stem = typeCase === "pascal" ? pascalCase(source) : identifierOf(source);
    const wanted = identifierOf(`${typePrefix}${stem}${typeSuffix}`);
    const name = take(wanted);
    names.set(type.id, name);
    // A mark or a number at its end tells it from others.
    stems.set(type.id, stem + name.slice(wanted.length));
    return stem + name.slice(wanted.length);
  };
  const ownerStem = (type: TypeModel | undefined): string => (type === undefined ? "" : stemOf(type));
  for (const after of order) for (const type of model.types) if (type.naming.after === after) stemOf(type);
  return { ...model, types: model.types.map((type) => ({ ...type, name: names.get(type.id) ?? "" })) };
}

function givenNames(model: Model, { names }: ModelOptions): Map<TypeId, string> {
  if (names?.types === undefined) return new Map();
  const types = nameableTypes(model);
  return new Map(
    [...names.types].flatMap(([key, { name }]) => {
      const type = types.get(key);
      return type === undefined ? [] : [[type.id, name] as const];
    }),
  );
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
