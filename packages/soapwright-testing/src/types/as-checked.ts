/** The text of a generated `schemas.ts`, with its line numbers, for compilers that are to check it. */
export function asChecked(schemas: string): string {
  return schemas.replace("// @ts-nocheck", "//");
}
