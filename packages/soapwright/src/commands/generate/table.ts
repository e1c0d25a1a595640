/** Every row of the project's own table of versions, and what is made of all of them. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TargetOptions } from "../../config/options";
import type { EmittedVersion } from "../../emit/versions/joint-files";
import { jointFiles } from "../../pipeline";
import { readVersionTable } from "../../versions/read-table";
import type { OutputFolder } from "../../write/output-folder";
import { foldersLeft, generalModule, packageName, rowTargets, shownPath, sourceName, tablePath } from "../targets";
import { formatted, type Hear, type Made, type MadeTarget, makeTarget } from "./made";

/** The text of a table that was read before: without a byte order mark. */
function textOf(path: string): string {
  return readFileSync(path, "utf8").replace(/^\ufeff/, "");
}

/** Makes the files of the table below `root`. */
export async function makeTable(root: string, options: TargetOptions, hear: Hear): Promise<Made> {
  const path = tablePath(root);
  const { table, found } = readVersionTable(path, shownPath(path));
  hear(found.all);
  const sources = [path];
  if (table === undefined || found.hasErrors) return { targets: [], sources };
  const outputs: OutputFolder[] = [];
  const versions: EmittedVersion[] = [];
  const targets: MadeTarget[] = [];
  for (const { row, wsdl, folder } of rowTargets(root, table)) {
    const model = { ...options.model, className: row.className.text };
    const target = { wsdl, folder, options: { ...options, model } };
    const generated = await makeTarget(target, { table, row, module: generalModule(root, folder, table) });
    hear(generated.diagnostics);
    targets.push({ target, generated });
    if (generated.model === undefined || generated.files === undefined) continue;
    outputs.push({ folder, files: generated.files });
    versions.push({ row, model: generated.model });
  }
  if (versions.length < table.rows.length) return { targets, sources };
  const folder = join(root, "generated");
  const files = jointFiles(table, versions, {
    module: generalModule(root, folder, table),
    package: packageName(root) ?? table.service,
    source: sourceName(path),
    // Of what the table says: how it is laid out, in lines and blanks, makes no other files.
    sha256: createHash("sha256")
      .update(JSON.stringify(JSON.parse(textOf(path))))
      .digest("hex"),
  });
  const left = foldersLeft(root, table).map((gone) => ({ folder: gone, files: new Map<string, string>() }));
  const all = await formatted(
    [...outputs, { folder, files }],
    [...targets.map(({ target }) => target), { wsdl: path, folder, options }],
  );
  return { targets, sources, outputs: [...all, ...left], isTable: true };
}
