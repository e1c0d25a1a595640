// Builds every package of scripts/packages.json.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCommonJs, buildEs, buildProgram } from "./build/code.mjs";
import { buildDeclarations, compileDeclarations } from "./build/declarations.mjs";
import { builtStem, entryPoints, isPassedOn, isTool, readPackages, toolImportEntries } from "./build/entry-points.mjs";
import { writeNodeEntries } from "./build/node-entries.mjs";
import { writeManifest } from "./build/package-exports.mjs";
import { writeSources } from "./build/sources.mjs";
import { writeThirdParty } from "./build/third-party.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = readPackages(root);
const compiled = compileDeclarations(root);

for (const pack of packages) {
  const home = join(root, pack.home);
  const entries = entryPoints(root, pack);
  const own = entries.filter((entry) => !isPassedOn(entry));
  const commands = Object.values(pack.commands).map((source) => ({ source }));
  rmSync(join(home, pack.folder), { recursive: true, force: true });
  const declared = compiled.then(() => buildDeclarations(root, pack, own));
  if (pack.form === "program") {
    await Promise.all([buildProgram(root, pack, own, commands), declared]);
  } else {
    const imports = toolImportEntries(pack);
    const library = own.filter((entry) => !isTool(pack, entry));
    const [folders] = await Promise.all([
      buildCommonJs(root, pack, [...own, ...imports], commands),
      buildEs(root, pack, [...library, ...imports]),
      declared,
    ]);
    writeThirdParty(root, pack, folders);
  }
  writeSources(root, pack);
  writeManifest(root, pack);
  writeNodeEntries(root, pack, entries);
  for (const { source } of commands) chmodSync(builtCommand(pack, source), 0o755);
  // Files that a command of the package prints.
  for (const [file, [name, ...words]] of Object.entries(pack.printed ?? {})) {
    const printed = execFileSync(process.execPath, [builtCommand(pack, pack.commands[name]), ...words]);
    writeFileSync(join(home, pack.folder, file), printed);
  }
  for (const [file, source] of Object.entries(pack.copied ?? {})) cpSync(join(root, source), join(home, file));
}

function builtCommand(pack, source) {
  return join(root, pack.home, pack.folder, `${builtStem(pack, source)}.js`);
}
