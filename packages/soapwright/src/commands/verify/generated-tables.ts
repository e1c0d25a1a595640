import { basename } from "node:path";

import { ts } from "ts-morph";

/** Evaluates a generated `schemas.ts` with a run time, in memory. `files` are the generated texts by name. */
export function loadTables(files: ReadonlyMap<string, string>, runtime: object): Readonly<Record<string, unknown>> {
  const modules = new Map<string, Record<string, unknown>>();
  // The lists of enumerations are in the files of types; every other import is the run time.
  const load = (specifier: string): object => {
    const name = `${basename(specifier).replace(/\.[jt]s$/, "")}.ts`;
    const text = files.get(name);
    if (text === undefined) return runtime;
    const cached = modules.get(name);
    if (cached !== undefined) return cached;
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const exports: Record<string, unknown> = {};
    modules.set(name, exports);
    new Function("require", "exports", outputText)(load, exports);
    return exports;
  };
  return load("./schemas") as Readonly<Record<string, unknown>>;
}
