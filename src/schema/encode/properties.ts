/** The properties of an argument: its own ones, each read once, and no others. */
import type { Encoding } from "./encoding";
import { nearestName } from "./nearest-name";

/** The properties that are there: `undefined` is absent. */
export type Properties = ReadonlyMap<string, unknown>;

type Readable = { readonly [key: string]: unknown };

/** Fails when `value` is no object, or has a property that is not one of `keys` (or `$type`, where it is `labelled`). */
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

/** An own property, or `undefined`. */
export function readOwn(encoder: Encoding, object: object, key: string): unknown {
  return isOwn(encoder, object, key) ? readProperty(encoder, object, key) : undefined;
}

// Code of the caller runs wherever its object is touched: getters, and the traps of proxies. These two are called for each
// property, so they catch what it throws themselves, without a closure for `guarded`.

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

/** Objects of the language itself (dates, maps, arrays, functions) are no values of a complex type. */
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
  encoder.fail("a property that can be read", "property whose reading throws", cause);
}

function refuseUnknown(encoder: Encoding, key: string, keys: ReadonlySet<string>): never {
  const near = nearestName(key, keys);
  const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
  const known = keys.size === 0 ? "no properties" : `only ${[...keys].join(", ")}${hint}`;
  // The name is the caller's own text, and may be anything.
  const shown = /^[\w$.-]{1,64}$/.test(key) ? `unknown property ${key}` : "unknown property";
  encoder.fail(known, shown);
}

/** Leaving it out would drop what the caller sees on the object; `Object.prototype` is nobody's argument. */
function refuseInherited(encoder: Encoding, object: object, key: string): void {
  if (!guarded(encoder, () => key in object) || key in Object.prototype) return;
  encoder.at(key, () => encoder.fail("a property of the object itself", "inherited property"));
}
