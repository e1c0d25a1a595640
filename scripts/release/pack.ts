/** Makes the very file that would be published. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PackedFiles } from "./packed-checks";
import { runNpm } from "./run";
import { readArchive } from "./tar";

/** A packed package. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  /** Path of the archive. */
  readonly file: string;
  /** As registries state it. */
  readonly integrity: string;
  readonly files: PackedFiles;
}

/** Packs the package in `folder` into `destination`. No script of the package runs. */
export function packPackage(folder: string, destination: string): Packed {
  const words = ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", destination];
  const printed: unknown = JSON.parse(runNpm(words, folder));
  // npm 7 to 11 print a list, later ones an object by name.
  const [packed] = Object.values(printed as Record<string, { filename: string; name: string; version: string }>);
  if (packed === undefined) throw new Error(`npm packed nothing in ${folder}.`);
  const file = join(destination, packed.filename.replace(/^@/, "").replace("/", "-"));
  const archive = readFileSync(file);
  return {
    name: packed.name,
    version: packed.version,
    file,
    integrity: `sha512-${createHash("sha512").update(archive).digest("base64")}`,
    files: readArchive(archive),
  };
}
