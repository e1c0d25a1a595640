/** Properties whose names come from a WSDL, where `__proto__` is an ordinary name. */

export function setOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Returns an own property of the object; `undefined` for none. */
export function ownValue(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined;
}
