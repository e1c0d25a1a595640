/** The exports of a generated `schemas.ts`. */
export type Tables = Readonly<Record<string, unknown>>;

/** Runs a generated `schemas.ts` on a run time, without a file. */
export function loadTables(schemas: string, runtime: object): Tables {
  const {
    ts: { ModuleKind, ScriptTarget, transpileModule },
  } = require("ts-morph") as typeof import("ts-morph");
  const { outputText } = transpileModule(schemas, {
    compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
  });
  const exports: Record<string, unknown> = {};
  // Types are erased: all that is left to import is the run time.
  new Function("require", "exports", outputText)(() => runtime, exports);
  return exports;
}
