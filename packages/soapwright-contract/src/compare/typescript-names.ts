import { describeOperation } from "../graph/descriptions";
import type {
  ClientModel,
  ElementModel,
  MessageModel,
  Model,
  OperationModel,
  PartModel,
  TypeModel,
  ValueType,
} from "../model/model";
import { type KeyedPart, keyedParts } from "../model/parts";
import { typeOf } from "../model/values";
import { schemaName, typesById } from "../model/walk";
import type { Changes, Names } from "./change";
import { numbered } from "./change";
import { addRemovedOperation, compareVersions } from "./compare-services";

const because = "the same on the wire, another name in TypeScript";
const pinned = `${because}; "names" in the configuration of the generator keeps the old one`;

/** Reports renamed TypeScript names whose wire names are unchanged. */
export function compareTypescript(old: Model, now: Model, names: Names, changes: Changes): void {
  compareClasses(old.clients, now.clients, changes);
  for (const [type, other] of sameTypes(old, now, names)) {
    const label = labelOf(type);
    compareNames(label, "TypeScript type", type.name, other.name, changes, pinned);
    if (type.kind === "complex" && other.kind === "complex") compareProperties(label, type.parts, other.parts, changes);
  }
}

function compareNames(where: string, kind: string, old: string, now: string, changes: Changes, why = because): void {
  if (old !== now)
    changes.addBreaking(where, "typescript-name-changed", `${kind} ${old} -> ${now}`, "TypeScript users", why);
}

function compareClasses(old: readonly ClientModel[], now: readonly ClientModel[], changes: Changes): void {
  const hasOneEach = old.length === 1 && now.length === 1;
  for (const client of old) {
    const other = now.find(({ className }) => className === client.className) ?? (hasOneEach ? now[0] : undefined);
    if (other === undefined) {
      changes.addBreaking(client.name, "class-removed", `class ${client.className} removed`, "TypeScript users");
      continue;
    }
    // `compareServices` reports a renamed service.
    if (other.name === client.name) compareNames(client.name, "class", client.className, other.className, changes);
    // The interfaces' names derive from the class and avoid type names.
    if (other.className === client.className)
      for (const name of ["apiName", "streamApiName"] as const)
        compareNames(client.name, "interface", client[name], other[name], changes);
    compareVersions(client.name, versionsOf(client), versionsOf(other), changes);
    compareMethods(client, other, changes);
  }
  for (const { className, name } of now) {
    if (!hasOneEach && old.every((client) => client.className !== className))
      changes.addCompatible(name, "class-added", `class ${className} added`);
  }
}

function versionsOf({ ports }: ClientModel): Set<string> {
  return new Set(ports.map(({ soapVersion }) => soapVersion));
}

function compareMethods(old: ClientModel, now: ClientModel, changes: Changes): void {
  const [before, after] = [numbered(old.operations, describeOperation), numbered(now.operations, describeOperation)];
  for (const [key, operation] of before) {
    const other = after.get(key);
    const label = describeOperation(operation);
    if (other === undefined) {
      addRemovedOperation(label, changes);
      continue;
    }
    compareNames(label, "method", operation.method, other.method, changes);
    for (const version of ["1.1", "1.2"] as const) {
      const isGone = operation.soapAction[version] && other.soapAction[version] === undefined;
      if (isGone && now.ports.some(({ soapVersion }) => soapVersion === version))
        changes.addBreaking(label, "operation-unbound", `SOAP ${version} has no such operation any more`, "callers");
    }
    compareResults(label, operation, other, changes);
  }
}

/** A result is the content of its wrapper elements; which elements are wrappers depends on their content. */
function compareResults(label: string, old: OperationModel, now: OperationModel, changes: Changes): void {
  if (old.output === undefined || now.output === undefined) return;
  const depths = [old.output, now.output].map(({ unwrap }) => unwrap.length);
  if (depths[0] === depths[1] && old.output.list === now.output.list) return;
  const why = "what the method returns is unwrapped in another way";
  const what = `is ${resultText(old.output)} -> ${resultText(now.output)}`;
  changes.addBreaking(`${label} result`, "result-unwrapping-changed", what, "TypeScript users", why);
}

function resultText({ unwrap, list }: MessageModel): string {
  return `${unwrap.join(".") || "the whole Body"}${list === false ? "" : "[]"}`;
}

/**
 * Returns TypeScript names for the places that changes name: `OrderDto.id` for `Order.Id`. Places inside anonymous
 * types are reached through their elements.
 */
export function typescriptNames(model: Model): ReadonlyMap<string, string> {
  const [types, names] = [typesById(model), new Map<string, string>()];
  const add = (type: TypeModel, place: string, name: string): void => {
    if (names.has(place)) return;
    names.set(place, name);
    if (type.kind !== "complex") return;
    for (const part of keyedParts(type.parts)) {
      if (!("name" in part)) continue;
      const [below, key] = [
        `${place}.${part.kind === "attribute" ? "@" : ""}${part.name.local}`,
        `${name}.${part.key}`,
      ];
      const inner = "type" in part ? typeOf(part.type, types) : undefined;
      if (inner !== undefined && schemaName(inner) === undefined) add(inner, below, key);
      else names.set(below, key);
    }
  };
  for (const type of model.types) if (schemaName(type) !== undefined) add(type, labelOf(type), type.name);
  return names;
}

/** Returns pairs of types with the same kind and wire name. Anonymous types have no pair. */
function sameTypes(old: Model, now: Model, names: Names): [TypeModel, TypeModel][] {
  const after = numbered(now.types, (type) => keyOf(type, (namespace) => namespace));
  const before = numbered(old.types, (type) => keyOf(type, (namespace) => names.moved(namespace)));
  return [...before].flatMap(([key, type]) => {
    const other = after.get(key);
    return other === undefined || key.startsWith(" ") ? [] : [[type, other] as [TypeModel, TypeModel]];
  });
}

/** Returns kind and expanded name; a space for an anonymous type. */
function keyOf(type: TypeModel, moved: (namespace: string) => string): string {
  const name = schemaName(type);
  if (name === undefined) return " ";
  return `${type.kind} ${type.naming.after} {${moved(name.namespace)}}${name.local}`;
}

function labelOf({ naming, name }: TypeModel): string {
  return "local" in naming ? naming.local : name;
}

function compareProperties(
  label: string,
  old: readonly PartModel[],
  now: readonly PartModel[],
  changes: Changes,
): void {
  const [before, after] = [numbered(keyedParts(old), partKey), numbered(keyedParts(now), partKey)];
  for (const [key, part] of before) {
    const other = after.get(key);
    if (other === undefined) continue;
    const where = `${label}.${part.kind === "attribute" ? "@" : ""}${"name" in part ? part.name.local : part.key}`;
    compareNames(where, "property", part.key, other.key, changes);
    if (part.kind === "element" && other.kind === "element") compareValues(where, part, other, changes);
  }
}

/** Compares values that depend on where else the type is used: in requests, in responses, or in both. */
function compareValues(where: string, old: ElementModel, now: ElementModel, changes: Changes): void {
  if (old.min === now.min && old.max === now.max && old.presence !== now.presence) {
    const what = `property ${old.presence} -> ${now.presence}`;
    const why = "a list is always there in types that only responses have";
    changes.addBreaking(where, "presence-changed", what, "TypeScript users", why);
  }
  const why = "types that responses have as well hold text";
  if (acceptsDate(old.type) && !acceptsDate(now.type))
    changes.addBreaking(where, "date-refused", "takes no Date any more", "TypeScript users", why);
}

function acceptsDate(value: ValueType): boolean {
  return value.of === "orDate" || ("type" in value && acceptsDate(value.type));
}

function partKey(part: KeyedPart): string {
  return `${part.kind} ${"name" in part ? part.name.local : ""}`;
}
