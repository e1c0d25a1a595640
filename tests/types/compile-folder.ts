import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { asChecked } from "soapwright-testing/types/as-checked";

const root = resolve(__dirname, "../..");
const options = {
  strict: true,
  noEmit: true,
  target: "es2022",
  lib: ["es2023"],
  module: "esnext",
  moduleResolution: "bundler",
  isolatedModules: true,
  verbatimModuleSyntax: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  types: [],
};

/** The compilers in package.json, by version. */
export const compilers = { "5.9": "typescript-5.9", "6.0": "typescript", "7.0": "typescript-7" } as const;
export type CompilerVersion = keyof typeof compilers;

/** A folder in this project, in which generated clients are compiled with the built package. */
export class CompileFolder {
  readonly path: string;

  constructor(name: string) {
    this.path = join(root, "reports", name);
    rmSync(this.path, { recursive: true, force: true });
    mkdirSync(join(this.path, "node_modules"), { recursive: true });
    symlinkSync(root, join(this.path, "node_modules", "employee-service-client"));
  }

  /** Writes generated files so that tables are checked too, which they are not for users. */
  write(folder: string, files: ReadonlyMap<string, string>): void {
    for (const [name, text] of files) {
      const path = join(this.path, folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, asChecked(text));
    }
  }

  /** Returns the errors by folder, with `""` for those outside every folder. */
  compile(version: CompilerVersion): Map<string, string[]> {
    const config = `tsconfig.${version}.json`;
    writeFileSync(
      join(this.path, config),
      JSON.stringify({ compilerOptions: options, include: ["./*/*.ts"], exclude: ["node_modules"] }),
    );
    const compiler = join(root, "node_modules", compilers[version], "bin", "tsc");
    const { stdout } = spawnSync(
      process.execPath,
      ["--max-old-space-size=4096", compiler, "-p", config, "--pretty", "false"],
      {
        cwd: this.path,
        encoding: "utf8",
        maxBuffer: 1 << 28,
      },
    );
    const errors = new Map<string, string[]>();
    for (const line of stdout.split("\n").filter((one) => one.includes("error TS"))) {
      const folder = /^([^./][^/(]*)\//.exec(line)?.[1] ?? "";
      errors.set(folder, [...(errors.get(folder) ?? []), line]);
    }
    return errors;
  }
}

/** Returns the path of a WSDL as the name of a folder. */
export function folderName(file: string): string {
  return file.replace(/[^A-Za-z0-9]+/g, "_");
}
