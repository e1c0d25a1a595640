/** The code of an error of Node or of a package, such as `ENOENT`; undefined where there is none. Realms do not matter. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : undefined;
}
