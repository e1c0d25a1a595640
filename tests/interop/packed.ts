/** Runs the tests of rpc/encoded stacks with the packed packages, installed into an empty folder as a user has them. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { installPacked, packAll } from "../../scripts/workspaces";

const repository = resolve(__dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "interop-packed-"));

try {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "interop", version: "1.0.0", private: true }));
  const files = packAll(repository, folder)
    .filter(({ name }) => name.startsWith("soapwright"))
    .map(({ file }) => file);
  installPacked(files, folder);
  for (const name of ["encoded", "encoded.test.ts", "folders.ts", "stack.ts"]) {
    cpSync(join(__dirname, name), join(folder, "tests", name), { recursive: true });
  }
  // The packages come from the folder. Without the condition of the sources, each resolves to its published files.
  const swc = [require.resolve("@swc/jest"), { jsc: { target: "es2022", parser: { syntax: "typescript" } } }];
  const config = { rootDir: folder, transform: { "^.+\\.ts$": swc }, testTimeout: 120_000 };
  writeFileSync(join(folder, "jest.config.json"), JSON.stringify(config));
  const jest = join(repository, "node_modules/jest/bin/jest.js");
  const { status } = spawnSync(process.execPath, [jest, "--runInBand"], { cwd: folder, stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
