/** `--check-types`: proves the tables that were made against their interfaces, with the TypeScript of the project they go into. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { type Diagnostic, Diagnostics } from "../../diagnostics";
import { asChecked } from "../../emit/schemas-file";
import { proofPath } from "../../own-runtime";
import type { OutputFolder } from "../../write/output-folder";
import { defaultRuntime, shownPath } from "../targets";
import type { Made, Maker } from "./made";

/** Makes what `make` does, and nothing when a table does not fit its interface. */
export function checkedMaker(make: Maker): Maker {
  return async (hear) => {
    const made = await make(hear);
    if (made.outputs === undefined) return made;
    const found = await checkTypes(made, made.outputs);
    hear(found);
    const { outputs, ...rest } = made;
    return found.length === 0 ? made : rest;
  };
}

async function checkTypes({ targets }: Made, outputs: readonly OutputFolder[]): Promise<readonly Diagnostic[]> {
  const found = new Diagnostics();
  for (const { target } of targets) {
    const output = outputs.find(({ folder }) => folder === target.folder);
    if (output !== undefined) await prove(output, target.options.runtime ?? defaultRuntime(target.folder), found);
  }
  return found.all;
}

/** What the compiler is asked for: as strict as any project that takes the files. */
const compilerOptions = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true, types: [] },
  ...{ target: "es2022", lib: ["es2023"], module: "esnext", moduleResolution: "bundler" },
  // The names of modules as any project has them.
  allowImportingTsExtensions: true,
};

/** Compiles types and tables of one folder with the proof in the place of the run time. */
export async function prove({ folder, files }: OutputFolder, runtime: string, found: Diagnostics): Promise<void> {
  const compiler = findCompiler(folder);
  const place = { file: shownPath(join(folder, "schemas.ts")), line: 0, column: 0 };
  if (compiler === undefined) {
    found.error(place, "the project has no TypeScript to check the tables with", {
      hint: "install it (npm install --save-dev typescript), or leave --check-types out",
    });
    return;
  }
  const own = mkdtempSync(join(tmpdir(), "soapwright-types-"));
  try {
    const proof = proofPath()
      .replace(/(\.d)?\.ts$/, "")
      .replaceAll(sep, "/");
    const include = [...files.keys()].filter((name) => name.startsWith("types") || name === "schemas.ts");
    for (const name of include)
      writeFileSync(join(own, name), asChecked(withRuntime(files.get(name)!, runtime, proof)));
    writeFileSync(join(own, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
    const { isDone, output } = await compile(compiler, own);
    const before = found.all.length;
    for (const [, name, line, column, message] of output.matchAll(
      /^([\p{L}\p{N}_-]+\.ts)\((\d+),(\d+)\): error (.*)/gmu,
    ))
      found.error(
        { file: shownPath(join(folder, name!)), line: Number(line), column: Number(column) },
        `a table does not fit its interface: ${message}`,
        { hint: "this is a mistake of the generator: please report it with the WSDL" },
      );
    if (!isDone && found.all.length === before)
      found.error(place, `the compiler could not check the tables: ${output.trim().split("\n").at(-1) ?? ""}`, {
        hint: "run it alone on a program of yours, or leave --check-types out",
      });
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** The text with another run time; a formatter may have chosen other quotes. */
function withRuntime(text: string, runtime: string, other: string): string {
  return text.replaceAll(` from "${runtime}"`, ` from "${other}"`).replaceAll(` from '${runtime}'`, ` from '${other}'`);
}

/** The compiler's command as the project of the folder has it, else as the folder of the run. */
function findCompiler(folder: string): string | undefined {
  for (const from of [resolve(folder), process.cwd()]) {
    try {
      const manifest = createRequire(join(from, "x.js")).resolve("typescript/package.json");
      const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly bin: { readonly tsc: string } };
      return join(dirname(manifest), bin.tsc);
    } catch {
      // The next place.
    }
  }
  return undefined;
}

function compile(compiler: string, folder: string): Promise<{ readonly isDone: boolean; readonly output: string }> {
  const words = [compiler, "-p", ".", "--pretty", "false"];
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: folder, maxBuffer: Number.POSITIVE_INFINITY }, (error, out, err) =>
      resolve({ isDone: error === null, output: out + err }),
    );
  });
}
