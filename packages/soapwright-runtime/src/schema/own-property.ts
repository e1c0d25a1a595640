/** Properties whose names come from a WSDL: `__proto__` is a name like any other. */

/** Sets a property of the object itself. */
export function setOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A property of the object itself; `undefined` where it has none. */
export function ownValue(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined;
}
