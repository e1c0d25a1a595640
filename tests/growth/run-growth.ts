/**
 * `make growth`: the releases of grown contracts up to their version, and for each variant a copy of the project in which
 * only WSDLs, rows and wire files differ, where `make generate lint test` runs. Names after the command choose variants,
 * of which `release` is the first; with words after `--`, only these tests run.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { rehearseReleases } from "./rehearse-release";
import { variants } from "./variants";

const root = resolve(__dirname, "../..");
/** The names that are not copied: they are generated here, or are not part of the project. */
const left = new Set(["node_modules", "dist", "reports", "coverage", ".git", ".stryker-tmp"]);

const RELEASE = "release";

function main(words: readonly string[]): void {
  const end = words.indexOf("--");
  const chosen = end < 0 ? words : words.slice(0, end);
  const tests = end < 0 ? [] : words.slice(end + 1);
  const known = [RELEASE, ...Object.keys(variants)];
  const unknown = chosen.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no variant ${unknown.join(", ")}. There is ${known.join(", ")}.`);
    process.exitCode = 2;
    return;
  }
  const names = chosen.length > 0 ? chosen : known;
  const failed = names.filter((name) => (name === RELEASE ? rehearseReleases().length > 0 : !grows(name, tests)));
  for (const name of names) console.log(`${name}: ${failed.includes(name) ? "FAILED" : "passed"}`);
  if (failed.length > 0) process.exitCode = 1;
}

/** Runs every step for a variant. Returns whether all pass. */
function grows(name: string, tests: readonly string[]): boolean {
  const folder = mkdtempSync(join(tmpdir(), `growth-${name}-`));
  try {
    copyProject(folder);
    for (const [path, text] of variants[name]!(root)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    // The packages are installed, whatever the times of the copied files say.
    writeFileSync(join(folder, "node_modules/.installed"), "");
    const steps: readonly (readonly [what: string, command: readonly string[]])[] = [
      ["generate", ["make", "generate"]],
      ["lint, types, build", ["make", "lint", "check", "build"]],
      ["test", [process.execPath, "scripts/test.mjs", ...tests]],
    ];
    return steps.every(([what, [program, ...args]]) => {
      const started = Date.now();
      const { status } = spawnSync(program!, args, { cwd: folder, stdio: "inherit", env: environment() });
      console.log(
        `${name}: ${what} ${status === 0 ? "passed" : "FAILED"} (${Math.round((Date.now() - started) / 1000)} s)`,
      );
      return status === 0;
    });
  } finally {
    if (process.env.KEEP === undefined) rmSync(folder, { recursive: true, force: true });
    else console.log(`kept in ${folder}`);
  }
}

function copyProject(folder: string): void {
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

/** Returns the environment with absolute paths, because folders beside the project are not beside the copy. */
function environment(): NodeJS.ProcessEnv {
  const beside = { ASMX_DIR: "../shared/asmx", CORPUS_DIR: "../shared/corpus" };
  const found = Object.entries(beside).flatMap(([name, path]) => {
    const folder = resolve(root, process.env[name] ?? path);
    return existsSync(folder) ? [[name, folder]] : [];
  });
  return { ...process.env, ...Object.fromEntries(found) };
}

main(process.argv.slice(2));
