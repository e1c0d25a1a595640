/**
 * `make growth`: the releases of grown contracts up to their version, and for each variant a copy of the project in which
 * only WSDLs, rows and wire files differ, where `make generate lint test` runs. Names after the command choose variants,
 * of which `release` is the first; with words after `--`, only these tests run.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { copyProject } from "./copy-project";
import { rehearseReleases } from "./rehearse-release";
import { variants } from "./variants";

const root = resolve(__dirname, "../..");
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
