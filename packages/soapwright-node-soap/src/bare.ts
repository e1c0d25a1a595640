/** Returns a copy without a prototype: node-soap iterates it, and a package may have extended `Object.prototype`. */
export function bare<T extends object>(values: T): T {
  return Object.assign(Object.create(null), values) as T;
}
