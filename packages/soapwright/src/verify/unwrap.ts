/**
 * Returns the problem of the path from a message to a method's arguments or result; undefined if there is none.
 * `unwrap` are the keys in the table, beginning with the element in the Body; `value` is the element's value.
 */
export function unwrapProblem(unwrap: readonly string[], element: string, value: unknown): string | undefined {
  const [first, ...rest] = unwrap;
  // Without a path, the method takes or returns an object of all elements in the Body.
  if (first === undefined) return undefined;
  if (first !== element) return `the table unwraps ${first}, the Body has ${element}`;
  let inner = value;
  for (const key of rest) {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return undefined;
    const others = Object.keys(inner).filter((other) => other !== key);
    if (others.length > 0) return `the table unwraps ${unwrap.join(".")}, which leaves ${others.join(", ")} out`;
    inner = Reflect.get(inner, key);
  }
  return undefined;
}
