/** The stages of code generation in order: read the table, load each WSDL, check, emit, print. No file is written. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { digest, loadModel, type OutputFolder, printFiles } from "soapwright/internal";
import { type Diagnostic, type Diagnostics, kebabCase } from "soapwright-contract";
import { emitVersion } from "./emit/emit-version";
import { type EmittedVersion, emitJointFiles } from "./emit/joint-files";
import { entryPointsText, listPage } from "./emit/lists";
import { checkRow } from "./versions/check-row";
import { readVersionTable } from "./versions/read-table";
import type { VersionRow, VersionTable } from "./versions/version-table";

export interface GeneratedFiles {
  readonly diagnostics: readonly Diagnostic[];
  /** The folders are undefined if a diagnostic is an error. */
  readonly outputs?: readonly OutputFolder[];
}

export async function makeFiles(root: string): Promise<GeneratedFiles> {
  const path = join(root, "wsdl", "versions.json");
  const { table, found } = readVersionTable(path, "wsdl/versions.json");
  if (table === undefined) return { diagnostics: found.all };
  const general = `../src/service/${kebabCase(table.service)}`;
  const outputs: OutputFolder[] = [];
  const versions: EmittedVersion[] = [];
  for (const row of table.rows) {
    const loaded = await loadRow(root, row, found);
    if (loaded === undefined) continue;
    const files = emitVersion({ table, row, module: `../${general}` }, loaded.model, loaded.sha256);
    const texts = printFiles(files, { source: row.wsdl.text, sha256: loaded.sha256 });
    outputs.push({ folder: join(root, "generated", row.folder.text), files: texts });
    versions.push({ row, model: loaded.model });
  }
  if (found.hasErrors) return { diagnostics: found.all };
  const joint = printFiles(emitJointFiles(table, versions, general), {
    source: "versions.json",
    sha256: tableDigest(path),
  });
  joint.set("entry-points.json", entryPointsText(versions));
  joint.set("README.md", listPage(table, versions, packageName(root) ?? table.service));
  const folder = join(root, "generated");
  return { diagnostics: found.all, outputs: [...outputs, { folder, files: joint }, ...foldersLeft(folder, table)] };
}

async function loadRow(root: string, row: VersionRow, found: Diagnostics) {
  const wsdl = join(root, "wsdl", row.wsdl.text);
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

function packageName(root: string): string | undefined {
  const path = join(root, "package.json");
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
