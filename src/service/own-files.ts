import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Returns the path of a file of the package, in a parent folder of this module; undefined if a bundler has moved this
 * module.
 */
export function ownFile(...path: readonly string[]): string | undefined {
  // A bundler's ES output has no `__dirname`.
  if (typeof __dirname === "undefined") return undefined;
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const file = join(folder, ...path);
    if (existsSync(file)) return file;
    if (folder === dirname(folder)) return undefined;
  }
}
