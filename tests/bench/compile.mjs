// Compiles TypeScript to CommonJS without checking types, which `make typecheck` does.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const ts = createRequire(import.meta.url)("typescript");

/** Compiles every TypeScript file in `from` to the same path in `to`. */
export function compileFolder(from, to) {
  for (const path of readdirSync(from, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".ts") || path.endsWith(".d.ts")) continue;
    const { outputText } = ts.transpileModule(readFileSync(join(from, path), "utf8"), {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
    });
    const target = join(to, path.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText);
  }
}
