import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const path = "wsdl/versions.json";

/** `wsdl/versions.json` of `folder` with the row that docs/growing.md prints pasted below the others. */
export function tableWithPrintedRow(folder: string): string {
  const page = readFileSync(join(folder, "docs/growing.md"), "utf8");
  const row = /```json\n([\s\S]*?)```/.exec(page)![1]!;
  return readFileSync(join(folder, path), "utf8").replace(/\n {2}\]\n\}\n$/, () => `,\n${row}  ]\n}\n`);
}

/** What `make lint FIX=1` makes of a text of `wsdl/versions.json`. */
export function formattedTable(table: string): string {
  const biome = require.resolve("@biomejs/biome/bin/biome");
  return execFileSync(process.execPath, [biome, "format", `--stdin-file-path=${path}`], {
    input: table,
    encoding: "utf8",
  });
}
