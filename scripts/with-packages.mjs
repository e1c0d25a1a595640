import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs a command, which prints to this terminal. @throws Error if it fails. */
export function run(command, args, options) {
  const { status } = spawnSync(command, args, { stdio: "inherit", ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}

/**
 * Copies the folder `source`, installs what its lock file names and the packages of this tree, packed as for publishing,
 * in the copy, and runs `proof` with its path. The copy is removed at the end.
 */
export function withPackages(source, proof) {
  const folder = mkdtempSync(join(tmpdir(), "employee-service-packed-"));
  const npm = (...args) =>
    run("npm", [...args, "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"], {
      cwd: folder,
    });
  try {
    cpSync(source, folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
    run("node_modules/.bin/ts-node", ["scripts/pack.ts", folder]);
    const archives = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    npm("ci");
    npm("install", "--no-save", "--no-package-lock", ...archives.map((name) => `./${name}`));
    proof(folder);
  } catch (error) {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
