/** Compiles the generated TypeScript of each contract, in strict mode and in one program. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Contract, Failure } from "./board";
import { valueAt } from "./types-check";

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

/** The compiler's errors about a contract. */
export interface Compiled {
  /** The first error in the generated code. */
  readonly failure?: Failure;
  /** The first error of each value that does not fit its type, by the number of the document. */
  readonly types: ReadonlyMap<number, Failure>;
}

/** Returns the contracts with errors, by name. */
export async function compileGenerated(
  system: string,
  contracts: readonly Contract[],
  work: string,
): Promise<Map<string, Compiled>> {
  const config = join(work, `tsconfig.${system}.json`);
  const folders = new Map(contracts.map(({ name, folder }) => [relative(work, folder), name]));
  const include = [...folders.keys()].map((folder) => `./${folder}/${system}/**/*.ts`);
  writeFileSync(config, JSON.stringify({ compilerOptions: options, include, exclude: ["node_modules"] }));
  const command = [join(root, "node_modules/typescript-7/bin/tsc"), "-p", config, "--pretty", "false"];
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, command, { cwd: work, maxBuffer: 1 << 28 }, (_, printed) => resolve(printed));
  });
  type Found = { failure?: Failure; types: Map<number, Failure> };
  const found = new Map<string, Found>();
  for (const line of stdout.split("\n").filter((each) => each.includes("error TS"))) {
    const [, folder = "", file = "", at = "0"] = new RegExp(`^(.*?)/${system}/([^(]*)\\((\\d+)`).exec(line) ?? [];
    const name = folders.get(folder);
    if (name === undefined) throw new Error(`tsc: ${line}`);
    const compiled: Found = found.get(name) ?? { types: new Map() };
    found.set(name, compiled);
    const failure = { reason: line.slice(folder.length + 1, folder.length + 300), isCrash: false };
    if (file !== "types-check.ts") compiled.failure ??= failure;
    else if (!compiled.types.has(valueAt(Number(at)))) compiled.types.set(valueAt(Number(at)), failure);
  }
  return found;
}
