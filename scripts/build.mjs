// Builds every package of scripts/packages.json, and the generator, which is not published, for those who run it often.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCommonJs, buildEs, buildProgram } from "./build/code.mjs";
import { buildDeclarations } from "./build/declarations.mjs";
import { entryPoints, readPackages } from "./build/entry-points.mjs";
import { writeManifest } from "./build/manifest.mjs";
import { writeNodeEntries } from "./build/node-entries.mjs";
import { writeThirdParty } from "./build/third-party.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

for (const pack of readPackages(root)) {
  const entries = entryPoints(root, pack);
  const commands = Object.values(pack.commands).map((source) => ({ source }));
  rmSync(join(root, pack.folder), { recursive: true, force: true });
  const [bundled] = await Promise.all([
    buildCommonJs(root, pack, entries, commands),
    buildDeclarations(root, pack, entries),
    buildEs(root, pack, entries),
  ]);
  writeThirdParty(root, pack, bundled);
  writeNodeEntries(root, pack, entries);
  writeManifest(root, pack);
  const builtCommand = (source) => join(root, pack.folder, source.replace(/\.ts$/, ".js"));
  for (const { source } of commands) chmodSync(builtCommand(source), 0o755);
  // Files that a command of the package prints.
  for (const [file, [name, ...words]] of Object.entries(pack.printed ?? {})) {
    const printed = execFileSync(process.execPath, [builtCommand(pack.commands[name]), ...words]);
    writeFileSync(join(root, pack.folder, file), printed);
  }
}

await buildProgram(root, "codegen/cli.ts", "dist/codegen");
for (const path of readdirSync(join(root, "codegen"), { recursive: true, encoding: "utf8" })) {
  if (path.endsWith(".mjs")) cpSync(join(root, "codegen", path), join(root, "dist/codegen", path));
}
