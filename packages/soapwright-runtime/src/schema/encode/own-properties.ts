/**
 * Reads the properties of a caller's object, which may run the caller's code: getters, and the traps of proxies. Errors
 * of these become an `ArgumentError` at the path.
 */
import { nearName } from "../../xsd/near-name";
import type { Encoding } from "./encoding";

/** A property whose value is `undefined` is absent. */
export type Properties = ReadonlyMap<string, unknown>;

type Readable = { readonly [key: string]: unknown };

/**
 * Reads each own property once. Throws an `ArgumentError` for properties other than `keys` (or `$type`, if `labelled`).
 */
export function readProperties(
  encoder: Encoding,
  value: unknown,
  keys: ReadonlySet<string>,
  labelled = false,
): Properties {
  const object = requireObject(encoder, value);
  for (const key of guarded(encoder, () => Object.keys(object))) {
    if (!keys.has(key) && !(labelled && key === "$type")) refuseUnknown(encoder, key, keys);
  }
  const properties = new Map<string, unknown>();
  const plain = isPlain(encoder, object);
  for (const key of keys) {
    if (!isOwn(encoder, object, key)) {
      if (!plain) refuseInherited(encoder, object, key);
      continue;
    }
    const property = readProperty(encoder, object, key);
    if (property !== undefined) properties.set(key, property);
  }
  return properties;
}

export function readOwn(encoder: Encoding, object: object, key: string): unknown {
  return isOwn(encoder, object, key) ? readProperty(encoder, object, key) : undefined;
}

// This function and the next run for each property, so they catch errors themselves, without a closure for `guarded`.

function isOwn(encoder: Encoding, object: object, key: string): boolean {
  try {
    return Object.hasOwn(object, key);
  } catch (cause) {
    return failReading(encoder, cause);
  }
}

function readProperty(encoder: Encoding, object: object, key: string): unknown {
  try {
    return (object as Readable)[key];
  } catch (cause) {
    encoder.enter(key);
    return failReading(encoder, cause);
  }
}

/**
 * Throws an `ArgumentError` for built-in objects too (dates, maps, arrays, functions), which are not values of a
 * complex type.
 */
export function requireObject(encoder: Encoding, value: unknown): object {
  if (typeof value !== "object" || value === null) encoder.refuse("an object", value);
  const tag = guarded(encoder, () => Object.prototype.toString.call(value));
  if (Array.isArray(value) || tag !== "[object Object]") encoder.refuse("a plain object", value);
  return value;
}

function isPlain(encoder: Encoding, object: object): boolean {
  const prototype = guarded(encoder, () => Object.getPrototypeOf(object) as unknown);
  return prototype === Object.prototype || prototype === null;
}

function guarded<T>(encoder: Encoding, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    return failReading(encoder, cause);
  }
}

function failReading(encoder: Encoding, cause: unknown): never {
  encoder.fail("a property that can be read", "a property whose reading throws", cause);
}

function refuseUnknown(encoder: Encoding, key: string, keys: ReadonlySet<string>): never {
  const near = nearName(key, keys);
  const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
  const allowedProperties = keys.size === 0 ? "no properties" : `only ${[...keys].join(", ")}${hint}`;
  // The name is the caller's text and may contain anything, so it is shown only when it is a plain name.
  const shown = /^[\w$.-]{1,64}$/.test(key) ? `the unknown property ${key}` : "an unknown property";
  encoder.fail(allowedProperties, shown);
}

/** Ignoring an inherited property would drop data that the caller sees on the object. `Object.prototype` is exempt. */
function refuseInherited(encoder: Encoding, object: object, key: string): void {
  if (!guarded(encoder, () => key in object) || key in Object.prototype) return;
  encoder.at(key, () => encoder.fail("a property of the object itself", "an inherited property"));
}
