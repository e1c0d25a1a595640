import { createRequire } from "node:module";
import { basename } from "node:path";
import { ts } from "ts-morph";

const require = createRequire(__filename);

/** Evaluates a generated `client.ts` in memory, with the packages of this repository, and returns its classes by name. */
export function runClient(files: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
  const modules = new Map<string, Record<string, unknown>>();
  const load = (specifier: string): unknown => {
    const text = specifier.startsWith(".") ? files.get(`${basename(specifier)}.ts`) : undefined;
    if (text === undefined) return require(specifier);
    const known = modules.get(specifier);
    if (known !== undefined) return known;
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const exports: Record<string, unknown> = {};
    modules.set(specifier, exports);
    new Function("require", "exports", outputText)(load, exports);
    return exports;
  };
  return load("./client") as Readonly<Record<string, unknown>>;
}
