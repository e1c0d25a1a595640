/** The stages in order: read the table, load each WSDL, check, emit, print. No file is written. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Diagnostic, Diagnostics } from "soapwright-contract";
import { digest, loadModel } from "soapwright-contract";
import type { OutputFolder } from "../write/output-folder";
import { printFiles } from "../write/print";
import { checkRow } from "./check-row";
import { emitVersion } from "./emit-version";
import { type EmittedVersion, emitJointFiles } from "./joint-files";
import { entryPointsText, listPage } from "./lists";
import { readVersionTable } from "./read-table";
import type { VersionRow, VersionTable } from "./version-table";

/** Absolute paths. */
export interface VersionPaths {
  /** The table, with the WSDLs beside it. */
  readonly table: string;
  /** The folder of the generated files. */
  readonly out: string;
  /** The main entry point of the package, whose own names no version may take. */
  readonly main: string | undefined;
}

export interface VersionFolders {
  readonly diagnostics: readonly Diagnostic[];
  /** The folders are undefined if a diagnostic is an error. */
  readonly outputs?: readonly OutputFolder[];
}

export async function makeVersionFiles({ table: path, out, main }: VersionPaths): Promise<VersionFolders> {
  const home = packageFolder(dirname(path));
  const shown = relative(home, path).split(sep).join("/");
  const { table, found } = readVersionTable(path, shown, main);
  if (table === undefined) return { diagnostics: found.all };
  const outputs: OutputFolder[] = [];
  const versions: EmittedVersion[] = [];
  for (const row of table.rows) {
    const loaded = await loadRow(dirname(path), row, found);
    if (loaded === undefined) continue;
    const files = emitVersion({ table, row }, loaded.model, loaded.sha256);
    const texts = printFiles(files, { source: row.wsdl.text, sha256: loaded.sha256 });
    outputs.push({ folder: join(out, row.folder.text), files: texts });
    versions.push({ row, model: loaded.model });
  }
  if (found.hasErrors) return { diagnostics: found.all };
  const joint = printFiles(emitJointFiles(table, versions), { source: "versions.json", sha256: tableDigest(path) });
  const places = { table: shown, out: relative(home, out).split(sep).join("/") };
  joint.set("entry-points.json", entryPointsText(versions, places));
  joint.set("README.md", listPage(table, versions, { ...places, name: packageName(home) ?? table.service }));
  return { diagnostics: found.all, outputs: [...outputs, { folder: out, files: joint }, ...foldersLeft(out, table)] };
}

async function loadRow(folder: string, row: VersionRow, found: Diagnostics) {
  const wsdl = join(folder, row.wsdl.text);
  const { model, read, diagnostics } = await loadModel(wsdl, { className: row.className.text });
  for (const diagnostic of diagnostics) found.add(diagnostic);
  if (model === undefined) return undefined;
  checkRow(row, model, found);
  return { model, sha256: digest(read) };
}

/** Line breaks and blanks do not change the digest. */
function tableDigest(path: string): string {
  const table: unknown = JSON.parse(readFileSync(path, "utf8").replace(/^\ufeff/, ""));
  return createHash("sha256").update(JSON.stringify(table)).digest("hex");
}

/** The nearest folder upwards with a `package.json`; without one, the working directory. */
function packageFolder(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) return process.cwd();
  }
}

function packageName(folder: string): string | undefined {
  const path = join(folder, "package.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as { name?: string }).name : undefined;
}

/** The folders have no files, so that the generated files in them are removed. */
function foldersLeft(generated: string, { rows }: VersionTable): OutputFolder[] {
  if (!existsSync(generated)) return [];
  const named = new Set(rows.map((row) => row.folder.text));
  return readdirSync(generated, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !named.has(entry.name) && !entry.name.startsWith("."))
    .map(({ name }) => ({ folder: join(generated, name), files: new Map() }));
}
