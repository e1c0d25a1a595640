import { readFileSync } from "node:fs";
import { ownFile } from "../service/own-files";

/** Returns `unknown` without a manifest. */
export function ownVersion(): string {
  const manifest = ownFile("package.json");
  return manifest === undefined
    ? "unknown"
    : (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}
