/**
 * Reads the caller's objects and arrays, which may run the caller's code: getters, and the traps of proxies. Errors of
 * these become an `ArgumentError` at the path.
 */
import { nearName } from "../../xsd/near-name";
import type { Encoder } from "./encoder";

/** A property whose value is `undefined` is absent. */
export type Properties = ReadonlyMap<string, unknown>;

/**
 * Reads each own property once. Throws an `ArgumentError` for properties other than `keys` (or `$type`, if `labelled`).
 */
export function readProperties(
  encoder: Encoder,
  value: unknown,
  keys: ReadonlySet<string>,
  labelled = false,
): Properties {
  const object = requireObject(encoder, value);
  for (const key of ownKeys(encoder, object)) {
    if (!keys.has(key) && !(labelled && key === "$type")) refuseUnknown(encoder, key, keys);
  }
  const properties = new Map<string, unknown>();
  const isPlain = hasPlainPrototype(encoder, object);
  for (const key of keys) {
    if (!isOwn(encoder, object, key)) {
      if (!isPlain) refuseInherited(encoder, object, key);
      continue;
    }
    const property = readProperty(encoder, object, key);
    if (property !== undefined) properties.set(key, property);
  }
  return properties;
}

export function readOwn(encoder: Encoder, object: object, key: string): unknown {
  return isOwn(encoder, object, key) ? readProperty(encoder, object, key) : undefined;
}

function ownKeys(encoder: Encoder, object: object): readonly string[] {
  try {
    return Object.keys(object);
  } catch (cause) {
    return failReading(encoder, "property", cause);
  }
}

function hasPlainPrototype(encoder: Encoder, object: object): boolean {
  try {
    const prototype: unknown = Object.getPrototypeOf(object);
    return prototype === Object.prototype || prototype === null;
  } catch (cause) {
    return failReading(encoder, "property", cause);
  }
}

function isOwn(encoder: Encoder, object: object, key: string): boolean {
  try {
    return Object.hasOwn(object, key);
  } catch (cause) {
    return failReading(encoder, "property", cause);
  }
}

function readProperty(encoder: Encoder, object: object, key: string): unknown {
  try {
    return (object as { readonly [key: string]: unknown })[key];
  } catch (cause) {
    encoder.enter(key);
    return failReading(encoder, "property", cause);
  }
}

/**
 * Throws an `ArgumentError` for built-in objects too (dates, maps, arrays, functions), which are not values of a
 * complex type.
 */
export function requireObject(encoder: Encoder, value: unknown): object {
  if (typeof value !== "object" || value === null) encoder.refuse("an object", value);
  if (tagOf(encoder, value) !== "[object Object]" || Array.isArray(value)) encoder.refuse("a plain object", value);
  return value;
}

function tagOf(encoder: Encoder, object: object): string {
  try {
    return Object.prototype.toString.call(object);
  } catch (cause) {
    return failReading(encoder, "property", cause);
  }
}

function failReading(encoder: Encoder, what: "property" | "list", cause: unknown): never {
  encoder.fail(`a ${what} that can be read`, `a ${what} whose reading throws`, { cause });
}

function refuseUnknown(encoder: Encoder, key: string, keys: ReadonlySet<string>): never {
  const near = nearName(key, keys);
  const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
  const allowedProperties = keys.size === 0 ? "no properties" : `only ${[...keys].join(", ")}${hint}`;
  // The name is the caller's text and may contain anything, so it is shown only when it is a plain name.
  const shown = /^[\w$.-]{1,64}$/.test(key) ? `the unknown property ${key}` : "an unknown property";
  encoder.fail(allowedProperties, shown);
}

/** Ignoring an inherited property would drop data that the caller sees on the object. `Object.prototype` is exempt. */
function refuseInherited(encoder: Encoder, object: object, key: string): void {
  if (!isIn(encoder, object, key) || key in Object.prototype) return;
  encoder.at(key, () => encoder.fail("a property of the object itself", "an inherited property"));
}

function isIn(encoder: Encoder, object: object, key: string): boolean {
  try {
    return key in object;
  } catch (cause) {
    return failReading(encoder, "property", cause);
  }
}

interface Items {
  readonly length: number;
  /** Adds the index to the path. Called once. */
  read(write: (item: unknown) => void): void;
}

/** Reads the items of an array: see `requireItems`. Returns their number. */
export function readItems(encoder: Encoder, value: unknown, expected: string, write: (item: unknown) => void): number {
  const items = requireItems(encoder, value, expected);
  items.read(write);
  return items.length;
}

/**
 * Throws an `ArgumentError` for another value than an array. Items are read as they are written, without a copy: an
 * array may claim four billion items and have none, and the first hole is an error.
 */
export function requireItems(encoder: Encoder, value: unknown, expected: string): Items {
  if (!Array.isArray(value)) encoder.refuse(expected, value);
  const array: readonly unknown[] = value;
  const length = readItem(encoder, array, "length") as number;
  if (!Number.isSafeInteger(length) || length < 0) encoder.fail(expected, "a list without a length");
  return {
    length,
    read(write) {
      for (let index = 0; index < length; index++) {
        const item = readItem(encoder, array, index);
        encoder.enter(index);
        if (item === undefined) encoder.missing("an item");
        write(item);
        encoder.leave();
      }
    },
  };
}

function readItem(encoder: Encoder, array: readonly unknown[], key: number | "length"): unknown {
  try {
    return array[key];
  } catch (cause) {
    return failReading(encoder, "list", cause);
  }
}
