/** Returns `options` over `usual`, members of `retries` and `connections` too. */
export function optionsOver<U extends object, O extends object>(usual: U, options: O): U & O {
  const members = (value: unknown): object => (typeof value === "object" && value !== null ? value : { max: value });
  const merged = ["retries", "connections"].flatMap((name) => {
    const [under, over] = [usual, options].map((each): unknown => Object.getOwnPropertyDescriptor(each, name)?.value);
    return under === undefined || over === undefined ? [] : [[name, { ...members(under), ...members(over) }] as const];
  });
  return { ...usual, ...options, ...(Object.fromEntries(merged) as object) };
}
