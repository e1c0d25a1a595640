/** The built declarations of the tools in a project that has no types of Node.js, without skipLibCheck. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

test("they compile without @types/node", () => {
  if (!existsSync("packages/soapwright-gateway/dist/tools.d.ts"))
    throw new Error("dist/ is absent: run `make build` first");
  const folder = mkdtempSync(join(tmpdir(), "tools-types-"));
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["soapwright-gateway", "soapwright-runtime"])
    symlinkSync(resolve("packages", name), join(folder, "node_modules", name), "junction");
  const use = `import type { ServiceClient } from "soapwright-runtime";
import { toolServer } from "soapwright-gateway/tools";
export const namesOf = (client: ServiceClient): readonly string[] => toolServer({ client }).tools.map(({ name }) => name);
export const wrong: number = "text";
`;
  writeFileSync(join(folder, "use.mts"), use);
  const strict = { strict: true, noEmit: true, target: "es2022", lib: ["es2023", "dom"], module: "nodenext" };
  const compilerOptions = { ...strict, types: [], skipLibCheck: false };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.mts"] }));
  let said = "";
  try {
    execFileSync(process.execPath, [resolve("node_modules/typescript-7/bin/tsc"), "-p", folder], { encoding: "utf8" });
  } catch (error) {
    said = String((error as { readonly stdout?: string }).stdout);
  }
  rmSync(folder, { recursive: true });
  // This error proves that the compiler ran.
  expect(said.trim().split("\n")).toEqual([expect.stringContaining("use.mts(4,14): error TS2322")]);
}, 120_000);
