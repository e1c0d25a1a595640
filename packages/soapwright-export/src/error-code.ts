/**
 * Returns the code of an error of Node.js or a package, such as `ENOENT`; undefined if it has none. Works across
 * realms.
 */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : undefined;
}
