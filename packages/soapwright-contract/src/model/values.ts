/** The walk of the values at a place: what is inside a value type, and copies with changed values. */
import type { SimpleDefinition, TypeId, TypeModel, ValueType } from "./model";

type Types = ReadonlyMap<TypeId, TypeModel>;
type PlainValue = Exclude<ValueType, { readonly type: ValueType }>;
type ValueChange = (value: ValueType) => ValueType;

/** Returns the value type without what is around it: nil, unknown values of an enumeration, a `Date`. */
function plainValue(value: ValueType): PlainValue {
  return "type" in value ? plainValue(value.type) : value;
}

/** Returns the type of a value that is not null; undefined for a built-in type, an inline type and any type. */
export function typeOf(value: ValueType, types: Types): TypeModel | undefined {
  const plain = plainValue(value);
  return plain.of === "type" ? types.get(plain.id) : undefined;
}

/** Returns the name of the built-in type that a value restricts, in any number of steps; undefined for other values. */
export function restrictedBuiltIn(value: ValueType, types: Types): string | undefined {
  const plain = plainValue(value);
  if (plain.of === "builtIn") return plain.name;
  const type = typeOf(plain, types);
  const simple = plain.of === "inline" ? plain : type?.kind === "simple" ? type : undefined;
  const variety = simple?.definition.variety;
  return variety?.of === "restriction" ? restrictedBuiltIn(variety.base, types) : undefined;
}

export function valueReferences(value: ValueType): TypeId[] {
  return value.of === "type" ? [value.id] : innerValues(value).flatMap(valueReferences);
}

/** Returns whether `test` holds for a value type, or for a value type inside it that is no type of the model. */
export function someValue(value: ValueType, test: (value: ValueType) => boolean): boolean {
  return test(value) || innerValues(value).some((inner) => someValue(inner, test));
}

function innerValues(value: ValueType): readonly ValueType[] {
  if ("type" in value) return [value.type];
  if (value.of !== "inline") return [];
  const { variety } = value.definition;
  if (variety.of === "union") return variety.members;
  return [variety.of === "list" ? variety.item : variety.base];
}

/** Returns a copy in which the value is changed, and is still nillable if it was. The same value if nothing changes. */
export function mapValue(value: ValueType, change: ValueChange): ValueType {
  if (value.of !== "nillable") return change(value);
  const type = change(value.type);
  return type === value.type ? value : { ...value, type };
}

export function mapVariety(definition: SimpleDefinition, change: ValueChange): SimpleDefinition {
  const { variety } = definition;
  if (variety.of === "list") return { ...definition, variety: { ...variety, item: change(variety.item) } };
  if (variety.of === "union") return { ...definition, variety: { ...variety, members: variety.members.map(change) } };
  return { ...definition, variety: { ...variety, base: change(variety.base) } };
}
