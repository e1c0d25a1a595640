import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The file is in a parent folder of this module. Returns undefined if a bundler has moved the module. */
export function ownFile(...path: readonly string[]): string | undefined {
  // A bundler's ES output has no `__dirname`.
  if (typeof __dirname === "undefined") return undefined;
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const file = join(folder, ...path);
    if (existsSync(file)) return file;
    if (folder === dirname(folder)) return undefined;
  }
}
