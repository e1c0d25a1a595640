// Compiles src/ and generated/ to CommonJS in dist/, and writes an ES entry beside each public door. The ES entries hand
// on what the CommonJS modules export, so that a program which uses both has one copy of every class.
// Compiles the generator too, for those who run it often: it is not part of what is published.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";
import { compileFolder } from "./compile.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

rmSync(join(root, "dist"), { recursive: true, force: true });
execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
for (const folder of ["src", "codegen"]) {
  cpSync(join(root, folder), join(root, "dist", folder), { recursive: true, filter: (path) => !path.endsWith(".ts") });
}

const { entryPoints } = JSON.parse(readFileSync(join(root, "generated/entry-points.json"), "utf8"));
bundle(join(root, "dist"), "library.js", ["src/index", "src/runtime", ...entryPoints.map(({ module }) => module)]);
compileFolder(join(root, "codegen"), join(root, "dist/codegen"));
bundle(join(root, "dist/codegen"), "generator.js", ["pipeline"]);

for (const [door, conditions] of Object.entries(manifest.exports).flatMap(written)) {
  if (typeof conditions === "string") continue;
  const module = join(root, conditions.require.default);
  const entry = join(root, conditions.import.default);
  const names = exportedNames(module);
  const from = `../${conditions.require.default.replace("./dist/", "")}`;
  mkdirSync(dirname(entry), { recursive: true });
  writeFileSync(entry, `import door from ${JSON.stringify(from)};\n\nexport const { ${names.join(", ")} } = door;\n`);
  writeFileSync(entry.replace(/\.mjs$/, ".d.mts"), `export * from ${JSON.stringify(from)};\n`);
  if (names.length === 0) throw new Error(`${door} exports nothing`);
}
for (const path of Object.values(manifest.bin)) {
  if (existsSync(join(root, path))) chmodSync(join(root, path), 0o755);
}

/** A pattern of `exports`, written out for each entry point of the table of versions. */
function written([door, conditions]) {
  if (!door.includes("*")) return [[door, conditions]];
  const [start] = door.split("*");
  return entryPoints
    .filter(({ entryPoint }) => entryPoint.startsWith(start))
    .map(({ entryPoint }) => {
      const name = entryPoint.slice(start.length);
      return [entryPoint, JSON.parse(JSON.stringify(conditions).replaceAll("*", name))];
    });
}

function exportedNames(module) {
  return Object.keys(require(module))
    .filter((name) => name !== "default" && name !== "__esModule")
    .sort();
}
