import { ts } from "ts-morph";

/** The exports of a generated `schemas.ts`. */
export type Tables = Readonly<Record<string, unknown>>;

/** Runs a generated `schemas.ts` on a run time, without a file. */
export function loadTables(schemas: string, runtime: object): Tables {
  const { outputText } = ts.transpileModule(schemas, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports: Record<string, unknown> = {};
  // Types are erased: all that is left to import is the run time.
  new Function("require", "exports", outputText)(() => runtime, exports);
  return exports;
}
