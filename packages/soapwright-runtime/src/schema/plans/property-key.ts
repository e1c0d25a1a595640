/** Own properties of decoded objects, which may have any name. */
import { setOwn } from "../own-property";

export interface PropertyKey {
  readonly key: string;
  /** Whether `Object.prototype` has a property of this name, so that an assignment might call its setter. */
  readonly inherited: boolean;
}

export function propertyKey(key: string): PropertyKey {
  return { key, inherited: key in Object.prototype };
}

export type Target = { [key: string]: unknown };

/**
 * The constructor of plain objects: `new PlainObject()` is equivalent to `{}`. Not a literal, because V8 may pretenure
 * the objects of a hot literal, and results then keep their text alive until the next full collection.
 */
export const PlainObject = Plain as unknown as new () => Target;

function Plain(): void {}
Plain.prototype = Object.prototype;

/** Not frozen, because V8 copies a frozen list element by element. */
const NOTHING: readonly never[] = [];

/** The literal `[]` is avoided for the same reason as in `PlainObject`. */
export function emptyList(): unknown[] {
  return NOTHING.slice();
}

export function setProperty(target: Target, property: PropertyKey, value: unknown): void {
  if (property.inherited) setOwn(target, property.key, value);
  else target[property.key] = value;
}

export function getProperty(target: Target, property: PropertyKey): unknown {
  return !property.inherited || Object.hasOwn(target, property.key) ? target[property.key] : undefined;
}
