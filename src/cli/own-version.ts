/** The version of this package. */
import { readFileSync } from "node:fs";
import { ownFile } from "../sandbox/own-files";

/** As the manifest has it. */
export function ownVersion(): string {
  const manifest = ownFile("package.json");
  return manifest === undefined
    ? "unknown"
    : (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}
