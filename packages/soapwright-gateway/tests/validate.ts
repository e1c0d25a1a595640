import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Returns the problems of each OpenAPI document. The validator is an ES module, which needs a process of its own. */
export function problemsOf(documents: readonly object[]): unknown[][] {
  const input = JSON.stringify(documents);
  const output = execFileSync(process.execPath, [join(__dirname, "validator-process.mjs")], {
    input,
    maxBuffer: 100_000_000,
  });
  return JSON.parse(output.toString()) as unknown[][];
}
