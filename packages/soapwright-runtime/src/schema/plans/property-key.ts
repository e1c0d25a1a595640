/** The properties of decoded objects: own ones, whatever their name. */

export interface PropertyKey {
  readonly key: string;
  /** `Object.prototype` has a property of this name: an assignment might end there. */
  readonly inherited: boolean;
}

export function propertyKey(key: string): PropertyKey {
  return { key, inherited: key in Object.prototype };
}

export type Target = { [key: string]: unknown };

/**
 * Makes a plain object: `new PlainObject()` is as good as `{}`. Not a literal, because V8 may come to allocate the objects
 * of a busy literal as old ones, and then results keep their text alive until the next full collection.
 */
export const PlainObject = Plain as unknown as new () => Target;

function Plain(): void {}
Plain.prototype = Object.prototype;

const NOTHING: readonly never[] = Object.freeze([]);

/** Makes an empty array, for the reason that `PlainObject` is there: `[]` is a literal too. */
export function emptyList(): unknown[] {
  return NOTHING.slice();
}

/** Makes `value` an own property of `target`. */
export function setProperty(target: Target, property: PropertyKey, value: unknown): void {
  if (property.inherited) {
    Object.defineProperty(target, property.key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[property.key] = value;
  }
}

/** The own property, or `undefined`. */
export function getProperty(target: Target, property: PropertyKey): unknown {
  return !property.inherited || Object.hasOwn(target, property.key) ? target[property.key] : undefined;
}
