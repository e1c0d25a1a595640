/** The files that come with the package. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** A file of the package, found above this one, compiled or not; undefined where a bundler has put this one elsewhere. */
export function ownFile(...path: readonly string[]): string | undefined {
  // A bundler's ES output has no folder of its own.
  if (typeof __dirname === "undefined") return undefined;
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const file = join(folder, ...path);
    if (existsSync(file)) return file;
    if (folder === dirname(folder)) return undefined;
  }
}
