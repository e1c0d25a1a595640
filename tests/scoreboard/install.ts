import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Installs the systems of npm from package-lock.json beside this file, once for each state of the lock. */
export function installSystems(): void {
  const lock = readFileSync(join(__dirname, "package-lock.json"), "utf8");
  const stamp = join(__dirname, "node_modules/.installed-lock.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.error("installing the systems of npm …");
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: __dirname,
    stdio: ["ignore", "ignore", "inherit"],
  });
  writeFileSync(stamp, lock);
}
