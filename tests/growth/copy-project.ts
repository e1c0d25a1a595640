/** Copies of this project, in which files may be changed and tests run. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const root = resolve(__dirname, "../..");
/** The names that are not copied: they are generated here, or are not part of the project. */
const left = new Set(["node_modules", "dist", "reports", "coverage", ".git", ".stryker-tmp"]);

/** Copies the project into a folder, with links to the installed packages. */
export function copyProject(folder: string): void {
  for (const name of readdirSync(root)) {
    if (left.has(name) || name.endsWith(".tgz")) continue;
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/[\\/](?:dist|node_modules)$/.test(path),
    });
  }
  // Tests that list the files under version control must find the same files as here.
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  execFileSync("git", ["add", "--all"], { cwd: folder });
  linkPackages(folder);
}

/** Links the installed packages. Those that npm has linked into the tree itself are the copy's own. */
function linkPackages(folder: string): void {
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name === ".installed") continue;
    const installed = join(root, "node_modules", name);
    const inTree = relative(root, realpathSync(installed));
    const target = inTree.startsWith("node_modules") ? installed : join(folder, inTree);
    symlinkSync(target, join(folder, "node_modules", name), "junction");
  }
  // What npm has put into a package, because others need another version of it.
  for (const name of readdirSync(join(root, "packages"))) {
    const installed = join(root, "packages", name, "node_modules");
    if (existsSync(installed)) symlinkSync(installed, join(folder, "packages", name, "node_modules"), "junction");
  }
}
