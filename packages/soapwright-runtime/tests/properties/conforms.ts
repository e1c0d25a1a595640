/** Whether a value has the TypeScript type that the generator writes for a table, independently of the codec. */
import type { Validation } from "../../src/schema/codec";
import type {
  BuiltInName,
  ComplexNode,
  NodeRef,
  ParticleNode,
  SimpleNode,
  SimpleRef,
  TypeNode,
} from "../../src/schema/tables/nodes";
import { builtInNames } from "./random-tables";

const bounds: { readonly [name in BuiltInName]?: readonly [number, number] } = {
  int: [-2147483648, 2147483647],
  short: [-32768, 32767],
  byte: [-128, 127],
  unsignedInt: [0, 4294967295],
  unsignedShort: [0, 65535],
  unsignedByte: [0, 255],
};
const bigBounds: { readonly [name in BuiltInName]?: readonly [bigint | undefined, bigint | undefined] } = {
  integer: [undefined, undefined],
  nonPositiveInteger: [undefined, 0n],
  negativeInteger: [undefined, -1n],
  nonNegativeInteger: [0n, undefined],
  positiveInteger: [1n, undefined],
  long: [-9223372036854775808n, 9223372036854775807n],
  unsignedLong: [0n, 18446744073709551615n],
};

function resolve<T>(ref: T | (() => T)): T {
  return typeof ref === "function" ? (ref as () => T)() : ref;
}

function builtInConforms(name: BuiltInName, value: unknown): boolean {
  const range = bounds[name];
  if (range !== undefined)
    return (
      typeof value === "number" &&
      Number.isInteger(value) &&
      !Object.is(value, -0) &&
      value >= range[0] &&
      value <= range[1]
    );
  const bigRange = bigBounds[name];
  if (bigRange !== undefined) {
    const [min, max] = bigRange;
    return typeof value === "bigint" && (min === undefined || value >= min) && (max === undefined || value <= max);
  }
  switch (name) {
    case "boolean":
      return typeof value === "boolean";
    case "float":
    case "double":
      return typeof value === "number";
    case "decimalNumber":
      return typeof value === "number" && Number.isFinite(value);
    case "base64Binary":
    case "hexBinary":
      return value instanceof Uint8Array && Object.getPrototypeOf(value) === Uint8Array.prototype;
    case "QName":
    case "NOTATION":
      return typeof value === "object" && value !== null && Object.keys(value).join() === "namespace,local";
    case "NMTOKENS":
    case "IDREFS":
    case "ENTITIES":
      return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string" && item !== "");
    default:
      return typeof value === "string";
  }
}

function simpleConforms(ref: SimpleRef, value: unknown): boolean {
  const { variety } = resolve<SimpleNode>(ref);
  switch (variety.of) {
    case "atomic":
      return builtInConforms(variety.builtIn, value);
    case "restriction":
      return simpleConforms(variety.base, value);
    case "list":
      return Array.isArray(value) && value.every((item) => simpleConforms(variety.item, item));
    case "union":
      return variety.members.some((member) => simpleConforms(member, value));
  }
}

function isAnySimple({ variety }: SimpleNode): boolean {
  return variety.of === "atomic" && variety.builtIn === "anySimpleType";
}

/** `{ $type, value }`, which an element of `xs:anySimpleType` has for the type that its `xsi:type` names. */
function isTypedValue(value: unknown): boolean {
  if (!isObject(value) || Object.keys(value).join() !== "$type,value") return false;
  const name = builtInNames.find((each) => each === value.$type);
  return name !== undefined && builtInConforms(name, value.value);
}

export function isTree(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const {
    name,
    attributes,
    children,
    prefixes = {},
    ...rest
  } = value as {
    name?: { namespace: unknown; local: unknown };
    attributes?: unknown;
    children?: unknown;
    prefixes?: object;
  };
  return (
    Object.keys(rest).length === 0 &&
    typeof name?.namespace === "string" &&
    typeof name.local === "string" &&
    Array.isArray(attributes) &&
    attributes.every((attribute: { value: unknown }) => typeof attribute.value === "string") &&
    Object.values(prefixes).every((namespace) => typeof namespace === "string") &&
    Array.isArray(children) &&
    children.every((child) => typeof child === "string" || isTree(child))
  );
}

type Properties = { readonly [key: string]: unknown };

/** With `lenient`, required members may be absent, and anything may be null. */
export function conforms(ref: NodeRef, value: unknown, level: Validation = "standard"): boolean {
  const node = resolve<TypeNode>(ref);
  if (value === null && level === "lenient") return true;
  switch (node.kind) {
    case "simple":
      return simpleConforms(node, value) || (isAnySimple(node) && isTypedValue(value));
    case "nillable":
      return value === null || conforms(node.type, value, level);
    case "anyType":
      return isTree(value);
    case "soapArray":
      return Array.isArray(value) && value.every((item) => conforms(node.item, item, level));
    case "complex":
      return isObject(value) && objectConforms(node, value, level, new Set());
    case "polymorphic":
      return (
        isObject(value) &&
        node.alternatives.some(({ label, wrapped, type }) => {
          if (value.$type !== label) return false;
          if (wrapped) return Object.keys(value).join() === "$type,value" && conforms(type, value.value, level);
          return objectConforms(resolve(type) as ComplexNode, value, level, new Set(["$type"]));
        })
      );
  }
}

function isObject(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function objectConforms(node: ComplexNode, value: Properties, level: Validation, seen: Set<string>): boolean {
  return partsConform(node, value, level, seen) && Object.keys(value).every((key) => seen.has(key));
}

function own(value: Properties, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function partsConform(node: ComplexNode, value: Properties, level: Validation, seen: Set<string>): boolean {
  return node.parts.every((part) => {
    if (part.kind === "extension") return partsConform(resolve(part.base), value, level, seen);
    if (part.kind === "attribute") {
      seen.add(part.key);
      const attribute = own(value, part.key);
      return attribute === undefined ? !part.required || level === "lenient" : simpleConforms(part.type, attribute);
    }
    if (part.kind === "simpleContent") {
      seen.add(part.key);
      return simpleConforms(part.type, own(value, part.key));
    }
    if (part.kind === "anyAttribute") {
      seen.add(part.key);
      return Array.isArray(own(value, part.key));
    }
    if (part.kind === "mixed") {
      seen.add(part.key);
      const items = own(value, part.key);
      return (
        Array.isArray(items) &&
        items.every((item) => typeof item === "string" || (isObject(item) && Object.keys(item).length === 1))
      );
    }
    return particleConforms(part, value, level, seen);
  });
}

function keysOf(particle: ParticleNode): readonly string[] {
  return "key" in particle ? [particle.key] : particle.particles.flatMap(keysOf);
}

function particleConforms(particle: ParticleNode, value: Properties, level: Validation, seen: Set<string>): boolean {
  for (const key of keysOf(particle)) seen.add(key);
  const lenient = level === "lenient";
  switch (particle.kind) {
    case "element": {
      const held = own(value, particle.key);
      if (held === undefined) return particle.min === 0 || lenient;
      if (!particle.array) return conforms(particle.type, held, level);
      return (
        Array.isArray(held) &&
        (lenient || held.length >= particle.min) &&
        held.every((item) => conforms(particle.type, item, level))
      );
    }
    case "any": {
      const held = own(value, particle.key);
      return Array.isArray(held) && held.every(isTree);
    }
    case "repeated": {
      const held = own(value, particle.key);
      if (!Array.isArray(held)) return false;
      return held.every((item) => {
        const inner = new Set<string>();
        return (
          isObject(item) &&
          particleConforms(particle.particle, item, level, inner) &&
          Object.keys(item).every((key) => inner.has(key))
        );
      });
    }
    case "choice": {
      const given = particle.particles.filter((branch) => keysOf(branch).some((key) => own(value, key) !== undefined));
      if (given.length > 1) return false;
      return given.length === 0
        ? particle.optional ||
            lenient ||
            particle.particles.some((branch) => particleConforms(branch, value, level, seen))
        : particleConforms(given[0]!, value, level, seen);
    }
    default: {
      const absent = keysOf(particle).every((key) => own(value, key) === undefined);
      return (
        (particle.optional && absent) ||
        particle.particles.every((member) => particleConforms(member, value, level, seen))
      );
    }
  }
}
