/** Compiles what generators of TypeScript have written for each contract, strictly and all at once. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Contract, Failure } from "./contract";

const root = join(__dirname, "../..");
const options = {
  strict: true,
  noEmit: true,
  target: "es2022",
  lib: ["es2023"],
  module: "esnext",
  moduleResolution: "bundler",
  skipLibCheck: true,
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
};

/** The first error of each contract that has one, by its name. */
export async function compileGenerated(
  system: string,
  contracts: readonly Contract[],
  work: string,
): Promise<Map<string, Failure>> {
  const config = join(work, `tsconfig.${system}.json`);
  const folders = new Map(contracts.map(({ name, folder }) => [relative(work, folder), name]));
  const include = [...folders.keys()].map((folder) => `./${folder}/${system}/**/*.ts`);
  writeFileSync(config, JSON.stringify({ compilerOptions: options, include, exclude: ["node_modules"] }));
  const command = [join(root, "node_modules/typescript-7/bin/tsc"), "-p", config, "--pretty", "false"];
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, command, { cwd: work, maxBuffer: 1 << 28 }, (_, printed) => resolve(printed));
  });
  const failures = new Map<string, Failure>();
  for (const line of stdout.split("\n").filter((each) => each.includes("error TS"))) {
    const [, folder = ""] = new RegExp(`^(.*?)/${system}/`).exec(line) ?? [];
    const name = folders.get(folder);
    if (name === undefined) throw new Error(`tsc: ${line}`);
    if (!failures.has(name)) failures.set(name, { reason: line.slice(folder.length + 1, 300), isCrash: false });
  }
  return failures;
}
