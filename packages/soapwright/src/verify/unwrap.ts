/**
 * What is wrong with the way from a message to the value that a method takes or returns. `unwrap`: the keys of the
 * table, of which the first is that of the element in the Body; `value`: that of the element.
 */
export function unwrapProblem(unwrap: readonly string[], element: string, value: unknown): string | undefined {
  const [first, ...rest] = unwrap;
  // Without a way, the method takes or returns an object of all elements in the Body.
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
