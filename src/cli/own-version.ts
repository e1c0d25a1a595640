/** The version of this package. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** As the manifest above this file has it, compiled or not. */
export function ownVersion(): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const file = join(folder, "package.json");
    if (existsSync(file)) return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
    if (folder === dirname(folder)) return "unknown";
  }
}
