/** The walk of the types of a model: the names and references of a type, and copies with changed values. */
import { grouped } from "../grouped";
import { remembered } from "../remembered";
import type { QName } from "../xml/xml";
import type {
  AlternativeModel,
  ComplexModel,
  Model,
  SimpleDefinition,
  SimpleModel,
  TypeId,
  TypeModel,
  ValueType,
} from "./model";
import { keyedParts, mapPartValues } from "./parts";
import { mapValue, valueReferences } from "./values";

/** Returns the types by id. */
export function typesById(model: Model): Map<TypeId, TypeModel> {
  return new Map(model.types.map((type) => [type.id, type]));
}

/** A visitor of types. A missing kind does not compile. */
type TypeVisitor<R> = { readonly [K in TypeModel["kind"]]: (type: Extract<TypeModel, { kind: K }>) => R };

/** Calls the visitor's callback for the kind of the type. */
export function visitType<R>(type: TypeModel, visitor: TypeVisitor<R>): R {
  return (visitor[type.kind] as (type: TypeModel) => R)(type);
}

/** Returns the name of a type in its schema; for an anonymous type the name of the element that declares it. */
export function schemaName(type: TypeModel): QName | undefined {
  const ownName = "qname" in type ? type.qname : type.component?.name;
  if (ownName !== undefined || type.naming.after !== "element") return ownName;
  return type.component !== undefined && "owner" in type.component ? type.component.owner?.name : undefined;
}

/** Returns whether the type is a simple type that lists its values. */
export function isEnumeration(type: TypeModel | undefined): type is SimpleModel {
  return type?.kind === "simple" && type.definition.values !== undefined;
}

/** Passes and emitters ask for these again and again, and a type does not change. */
const referencesOf = remembered((type: TypeModel): readonly TypeId[] => {
  const references = valuesOf(type).flatMap(valueReferences);
  return type.kind === "complex" && type.base !== undefined ? [type.base, ...references] : references;
});

export const valuesOf = remembered((type: TypeModel): readonly ValueType[] =>
  visitType<readonly ValueType[]>(type, valueVisitor),
);

const valueVisitor: TypeVisitor<readonly ValueType[]> = {
  complex: ({ parts }) =>
    keyedParts(parts).flatMap((part) => {
      if (part.kind === "anyAttribute") return part.declared.map((declared) => declared.type);
      return "type" in part ? [part.type] : [];
    }),
  simple: ({ definition }) => [{ of: "inline", definition }],
  polymorphic: ({ alternatives }) => alternatives.map((alternative) => alternative.type),
  soapArray: ({ item }) => [item],
};

/** Returns the types with a value type for which `test` holds, in themselves or in types that they refer to. */
export function typesWith(
  types: readonly TypeModel[],
  test: (value: ValueType, type: TypeModel) => boolean,
): ReadonlySet<TypeId> {
  const references = types.flatMap((user) => referencesOf(user).map((id) => ({ id, user: user.id })));
  const users = grouped(references, ({ id }) => id);
  const found = new Set<TypeId>();
  const open = types.filter((type) => valuesOf(type).some((value) => test(value, type))).map(({ id }) => id);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    for (const { user } of users.get(id) ?? []) open.push(user);
  }
  return found;
}

/** Adds the types of `start`, and the types that they refer to, to `reached`: nearest first. */
export function reach(
  types: ReadonlyMap<TypeId, TypeModel>,
  start: readonly TypeId[],
  reached = new Set<TypeId>(),
): Set<TypeId> {
  const queue = [...start];
  for (const id of queue) {
    const type = types.get(id);
    if (reached.has(id) || type === undefined) continue;
    reached.add(id);
    for (const next of referencesOf(type)) queue.push(next);
  }
  return reached;
}

export function mapComplex(model: Model, change: (type: ComplexModel) => ComplexModel): Model {
  return { ...model, types: model.types.map((type) => (type.kind === "complex" ? change(type) : type)) };
}

export function mapValues(
  type: TypeModel,
  change: (value: ValueType) => ValueType,
  changeDefinition: (definition: SimpleDefinition) => SimpleDefinition,
): TypeModel {
  return visitType<TypeModel>(type, {
    complex: (each) => ({ ...each, parts: mapPartValues(each.parts, change) }),
    simple: (each) => ({ ...each, definition: changeDefinition(each.definition) }),
    soapArray: (each) => ({ ...each, item: mapValue(each.item, change) }),
    polymorphic: (each) => mapAlternatives(each, (one) => ({ ...one, type: mapValue(one.type, change) })),
  });
}

export function mapAlternatives<T extends TypeModel>(type: T, change: (one: AlternativeModel) => AlternativeModel): T {
  return type.kind === "polymorphic" ? { ...type, alternatives: type.alternatives.map(change) } : type;
}
