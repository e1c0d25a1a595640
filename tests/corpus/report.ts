import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(__dirname, "../../reports/corpus-tables");

/** Stores the findings of a suite. `make corpus` prints them after all suites. */
export function report(name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.txt`), `${text}\n`);
}
