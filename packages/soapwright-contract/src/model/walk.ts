/** Visitors of a model: references of a type, and copies with changed parts. */
import { grouped } from "../grouped";
import { remembered } from "../remembered";
import type { QName } from "../xml/xml";
import type {
  AlternativeModel,
  ClientModel,
  ComplexModel,
  ElementModel,
  GroupModel,
  MessageModel,
  Model,
  OperationModel,
  ParticleModel,
  PartModel,
  SimpleDefinition,
  SimpleModel,
  TypeId,
  TypeModel,
  ValueType,
} from "./model";

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

/** Returns the TypeScript names of a type: for results, and for arguments if they differ. */
export function typeNames({ name, inputName }: TypeModel): string[] {
  return inputName === undefined ? [name] : [name, inputName];
}

/** Returns whether the type is a simple type that lists its values. */
export function isEnumeration(type: TypeModel | undefined): type is SimpleModel {
  return type?.kind === "simple" && type.definition.values !== undefined;
}

/** Returns the alternatives of a polymorphic type, and none of any other type. */
export function alternativesOf(type: TypeModel | undefined): readonly AlternativeModel[] {
  return type?.kind === "polymorphic" ? type.alternatives : [];
}

/** Returns the type of a value that is not null; undefined for a built-in type, an inline type and any type. */
export function typeOf(value: ValueType, types: ReadonlyMap<TypeId, TypeModel>): TypeModel | undefined {
  switch (value.of) {
    case "type":
      return types.get(value.id);
    case "nillable":
    case "open":
    case "orDate":
      return typeOf(value.type, types);
    case "builtIn":
    case "inline":
    case "anyType":
    case "anySimple":
      return undefined;
  }
}

/** A part that has a property. */
export type KeyedPart = Exclude<PartModel, GroupModel>;

/** Returns every part that has a property, including parts inside groups, repeated groups and mixed content. */
export function keyedParts(parts: readonly PartModel[], found: KeyedPart[] = []): KeyedPart[] {
  for (const part of parts) {
    switch (part.kind) {
      case "sequence":
      case "choice":
      case "all":
        keyedParts(part.particles, found);
        break;
      default:
        found.push(part satisfies KeyedPart);
        if (part.kind === "repeated") keyedParts(part.particle.particles, found);
        else if (part.kind === "mixed") keyedParts(part.particles, found);
    }
  }
  return found;
}

/** Returns every part that has a property of the type itself, including parts inside groups that are not repeated. */
export function ownKeyedParts(parts: readonly PartModel[], found: KeyedPart[] = []): KeyedPart[] {
  for (const part of parts) {
    switch (part.kind) {
      case "sequence":
      case "choice":
      case "all":
        ownKeyedParts(part.particles, found);
        break;
      default:
        found.push(part satisfies KeyedPart);
    }
  }
  return found;
}

/** Passes and emitters ask for these again and again, and a type does not change. */
const referencesOf = remembered((type: TypeModel): readonly TypeId[] => {
  const references = valuesOf(type).flatMap(valueReferences);
  return type.kind === "complex" && type.base !== undefined ? [type.base, ...references] : references;
});

const valuesOf = remembered((type: TypeModel): readonly ValueType[] =>
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

export function valueReferences(value: ValueType): TypeId[] {
  return value.of === "type" ? [value.id] : innerValues(value).flatMap(valueReferences);
}

/** Returns whether `test` holds for a value type, or for a value type inside it that is no type of the model. */
export function someValue(value: ValueType, test: (value: ValueType) => boolean): boolean {
  return test(value) || innerValues(value).some((inner) => someValue(inner, test));
}

function innerValues(value: ValueType): readonly ValueType[] {
  switch (value.of) {
    case "inline": {
      const { variety } = value.definition;
      if (variety.of === "union") return variety.members;
      return [variety.of === "list" ? variety.item : variety.base];
    }
    case "nillable":
    case "open":
    case "orDate":
      return [value.type];
    default:
      return [];
  }
}

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
    soapArray: (each) => ({ ...each, item: change(each.item) }),
    polymorphic: (each) => mapAlternatives(each, (one) => ({ ...one, type: change(one.type) })),
  });
}

export function mapVariety(definition: SimpleDefinition, change: (value: ValueType) => ValueType): SimpleDefinition {
  const { variety } = definition;
  if (variety.of === "list") return { ...definition, variety: { ...variety, item: change(variety.item) } };
  if (variety.of === "union") return { ...definition, variety: { ...variety, members: variety.members.map(change) } };
  return { ...definition, variety: { ...variety, base: change(variety.base) } };
}

export function mapAlternatives<T extends TypeModel>(type: T, change: (one: AlternativeModel) => AlternativeModel): T {
  return type.kind === "polymorphic" ? { ...type, alternatives: type.alternatives.map(change) } : type;
}

type ParticleChange = (particle: ParticleModel) => ParticleModel;

/** Returns the result of `change`, which is called for the particles inside first. */
export function mapParticle(particle: ParticleModel, change: ParticleChange): ParticleModel {
  const inside = (particles: readonly ParticleModel[]) => particles.map((each) => mapParticle(each, change));
  switch (particle.kind) {
    case "sequence":
    case "choice":
    case "all":
      return change({ ...particle, particles: inside(particle.particles) });
    case "repeated": {
      const { particle: group } = particle;
      return change({ ...particle, particle: { ...group, particles: inside(group.particles) } });
    }
    default:
      return change(particle);
  }
}

/** Returns the parts with their particles changed, including the particles of mixed content. */
export function mapParts(parts: readonly PartModel[], change: ParticleChange): PartModel[] {
  return parts.map((part) => {
    if (part.kind === "mixed")
      return { ...part, particles: part.particles.map((particle) => mapParticle(particle, change)) };
    return isParticle(part) ? mapParticle(part, change) : part;
  });
}

/** Returns whether an optional group has a required particle, so that its other particles depend on it. */
export function isWhole({ kind, optional, particles }: GroupModel): boolean {
  if (kind === "choice" || !optional || particles.length < 2) return false;
  return particles.some((particle) => ("presence" in particle ? particle.presence === "required" : !particle.optional));
}

/** Returns whether a part is a particle: an element, a group or a wildcard. */
export function isParticle(part: PartModel): part is ParticleModel {
  return (
    part.kind !== "attribute" && part.kind !== "simpleContent" && part.kind !== "anyAttribute" && part.kind !== "mixed"
  );
}

export function mapPartValues(parts: readonly PartModel[], change: (value: ValueType) => ValueType): PartModel[] {
  return mapParts(parts, (particle) => (particle.kind === "element" ? withValue(particle, change) : particle)).map(
    (part) => (part.kind === "attribute" || part.kind === "simpleContent" ? withValue(part, change) : part),
  );
}

/** Returns the same part if its value type is unchanged, as most value types are. */
function withValue<P extends { readonly type: ValueType }>(part: P, change: (value: ValueType) => ValueType): P {
  const type = change(part.type);
  return type === part.type ? part : { ...part, type };
}

export function mapMessages(
  model: Model,
  change: (message: MessageModel, operation: OperationModel, way: "input" | "output") => MessageModel,
): Model {
  return {
    ...model,
    clients: model.clients.map((client) => ({
      ...client,
      operations: client.operations.map((operation) => ({
        ...operation,
        input: change(operation.input, operation, "input"),
        ...(operation.output !== undefined && { output: change(operation.output, operation, "output") }),
      })),
    })),
  };
}

/** Returns the top-level elements of messages: Body, headers, fault details. */
export function messageElements(operation: OperationModel): { input: ElementModel[]; output: ElementModel[] } {
  const { input, output, faults } = operation;
  return {
    input: [...input.body, ...input.headers],
    output: [...(output?.body ?? []), ...(output?.headers ?? []), ...faults.map(({ detail }) => detail)],
  };
}

/**
 * Returns the types in the order that the operations reach them, operation by operation, nearest first. A further
 * operation, or a further type deep inside, moves no earlier type.
 */
export function reachOrder(model: Model): Map<TypeId, number> {
  const types = typesById(model);
  const starts = [
    ...model.clients.flatMap(({ operations }) =>
      operations.map((operation) => Object.values(messageElements(operation)).flat()),
    ),
    ...(model.documents ?? []).map(({ element }) => [element]),
  ];
  const reached = new Set<TypeId>();
  for (const elements of starts) {
    const start = elements.flatMap(({ type }) => valueReferences(type));
    reach(types, start, reached);
  }
  return new Map([...reached].map((id, index) => [id, index]));
}

/** Returns the names of a client's interfaces that have methods. */
export function interfaceNames({ apiName, streamApiName, operations }: ClientModel): string[] {
  const isStreamed = operations.some(({ output }) => output?.list === "elements");
  return [...(operations.length > 0 ? [apiName] : []), ...(isStreamed ? [streamApiName] : [])];
}

/** Returns whether messages have elements of `xs:anyType` or of wildcards, whose values are trees. */
export function usesAnyTypes(model: Model): boolean {
  const isAny = (value: ValueType): boolean => someValue(value, ({ of }) => of === "anyType");
  const reached = reachOrder(model);
  const isIn = (type: TypeModel): boolean =>
    reached.has(type.id) &&
    (valuesOf(type).some(isAny) ||
      (type.kind === "complex" && [...keyedParts(type.parts)].some(({ kind }) => kind === "any")));
  const elements = model.clients.flatMap(({ operations }) =>
    operations.flatMap((operation) => Object.values(messageElements(operation)).flat()),
  );
  const roots = (model.documents ?? []).map(({ element }) => element);
  return model.types.some(isIn) || [...elements, ...roots].some(({ type }) => isAny(type));
}

/** Returns whether clients of the model need the code of the SOAP encoding. */
export function usesSoapEncoding({ types, clients }: Model): boolean {
  return (
    types.some(({ kind }) => kind === "soapArray") ||
    clients.some(({ operations }) => operations.some(({ use, outputUse = use }) => outputUse === "encoded"))
  );
}
