// Declarations: a file for each entry point, and files that they import for what several of them share. Nothing is declared twice, so
// that a class is one type whichever way it is reached.
import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { builtStem } from "./entry-points.mjs";
import { declarationsFolder, otherPackages } from "./other-packages.mjs";

// The native compiler takes a quarter of the time.
const compiler = createRequire(import.meta.url)
  .resolve("typescript-7/package.json")
  .replace("package.json", "bin/tsc");

/** Compiles the declarations of every source, each beside the others as the sources are. */
export async function compileDeclarations(root) {
  rmSync(join(root, declarationsFolder), { recursive: true, force: true });
  const words = [compiler, "-p", "tsconfig.build.json", "--outDir", declarationsFolder];
  try {
    await promisify(execFile)(process.execPath, words, { cwd: root });
  } catch (error) {
    throw new Error(`The declarations do not compile:\n${error.stdout}`);
  }
}

/** Rolls up the declarations of `entries`, and each of those that the package hands to a compiler into one file of its own. */
export async function buildDeclarations(root, pack, entries) {
  const own = Object.fromEntries(entries.map(({ source }) => [builtStem(pack, source), source]));
  await rollUp(root, pack, own, [otherPackages(root, pack)]);
}

async function rollUp(root, pack, sources, plugins) {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(
      Object.entries(sources).map(([stem, source]) => [
        stem,
        join(root, declarationsFolder, source.replace(/\.ts$/, ".d.ts")),
      ]),
    ),
    external: /^[^./]/,
    plugins: [...plugins, dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false })],
    checks: { bundlerTimings: false },
    // No comments that name the files of the step before.
    experimental: { attachDebugInfo: "none" },
    onLog(level, log) {
      // A busy machine is no defect of the build.
      if (log.code === "PLUGIN_TIMINGS") return;
      throw new Error(`${level}: ${log.message}`);
    },
  });
  try {
    const { output } = await build.write({
      dir: join(root, pack.home, pack.folder),
      format: "es",
      entryFileNames: "[name].ts",
      chunkFileNames: "shared/[name].ts",
      minifyInternalExports: false,
    });
    for (const { fileName, code, moduleIds, isEntry } of output) {
      // The bundler's own module, for `export * as`: declarations need nothing of it. An entry point may have no module of its own.
      if (!isEntry && moduleIds.every((id) => id.startsWith("\0"))) {
        rmSync(join(root, pack.home, pack.folder, fileName));
        continue;
      }
      const references = new Set(moduleIds.flatMap(libraryReferences));
      if (references.size > 0)
        writeFileSync(join(root, pack.home, pack.folder, fileName), `${[...references].join("\n")}\n${code}`);
    }
  } finally {
    await build.close();
  }
}

/** The libraries that a module asks the compiler for. Rolling up drops them, and consumers without them would not compile. */
function libraryReferences(id) {
  // The bundler's own modules have no file.
  if (id.startsWith("\0")) return [];
  return readFileSync(id.replace(/\?.*$/, ""), "utf8").match(/^\/\/\/ <reference lib=.*$/gm) ?? [];
}
