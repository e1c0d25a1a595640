import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(__dirname, "../../reports/corpus-tables");

/** Keeps what a suite found for `make corpus`, which prints it when all suites are done. */
export function report(name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.txt`), `${text}\n`);
}
