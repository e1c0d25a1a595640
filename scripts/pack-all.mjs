// Packs every package of the tree for scripts that install them as users would.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readPackages } from "./build/entry-points.mjs";

/** Packs them into `folder`. Returns the files as npm installs them from there. */
export function packAll(root, folder) {
  const words = ["pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", folder];
  for (const { home } of readPackages(root)) execFileSync("npm", words, { cwd: join(root, home) });
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tgz"))
    .map((name) => `./${name}`);
}
