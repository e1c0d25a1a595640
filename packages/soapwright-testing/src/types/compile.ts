/** Compiles files as a user of generated code does, and returns the errors. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const root = resolve(__dirname, "../../../..");

const strictest = {
  strict: true,
  noEmit: true,
  target: "es2022",
  lib: ["es2023", "esnext.disposable", "dom"],
  module: "esnext",
  moduleResolution: "bundler",
  isolatedModules: true,
  verbatimModuleSyntax: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  types: ["node"],
};

/** Returns the compiler's errors in `files`, as `file(line,column): error TS1234: message`. */
export function compile(files: readonly string[], options: object = {}): string[] {
  const absolute = files.map((file) => resolve(file));
  mkdirSync(join(root, "reports"), { recursive: true });
  const folder = mkdtempSync(join(root, "reports/compile-"));
  try {
    const config = join(folder, "tsconfig.json");
    writeFileSync(config, JSON.stringify({ compilerOptions: { ...strictest, ...options }, files: absolute }));
    // The native compiler needs a quarter of the time. Its threads check shared types once each, and other tests need them.
    const compiler = join(root, "node_modules/typescript-7/bin/tsc");
    const { status, stdout } = spawnSync(
      process.execPath,
      [compiler, "-p", config, "--singleThreaded", "--pretty", "false"],
      {
        cwd: root,
        encoding: "utf8",
      },
    );
    if (status === null || (status > 0 && stdout === "")) throw new Error("the compiler did not run");
    // A message of several lines goes on in lines that begin with blanks.
    const errors = stdout.split(/\n(?! )/).filter((line) => line !== "");
    const named = absolute.map((file) => relative(root, file).replaceAll("\\", "/"));
    return errors.filter((error) => !error.includes("): error") || named.some((file) => error.startsWith(`${file}(`)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
