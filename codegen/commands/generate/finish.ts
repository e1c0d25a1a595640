/** Puts what was made where it belongs, or says what is different there. */
import { printable } from "../../diagnostics";
import { differences, type OutputFolder } from "../../write/output-folder";
import { OutputProblem, writeFolders } from "../../write/write-folders";
import { note } from "../report";
import { printOut } from "../streams";
import { shownPath } from "../targets";
import type { Made } from "./made";

/** What a run is told about its ending. */
export interface FinishFlags {
  readonly check?: boolean;
  readonly quiet?: boolean;
}

/** Writes the files, or with `check` lists those that differ. Sets the exit code. */
export function finish(made: Made, outputs: readonly OutputFolder[], { check, quiet = false }: FinishFlags): void {
  const differing = differences(outputs);
  if (check === true) {
    for (const { path, why } of differing) printOut(`${printable(`${shownPath(path)} ${why}.`)}\n`);
    if (differing.length === 0) return;
    process.stderr.write("Run generate with the same arguments, and commit what it writes.\n");
    process.exitCode = 1;
    return;
  }
  const isFirst = made.isTable !== true && outputs.every(isNew);
  if (!write(outputs)) {
    process.exitCode = 1;
    return;
  }
  const count = outputs.reduce((sum, { files }) => sum + files.size, 0);
  note(`${count} files, ${differing.length} changed`, { quiet });
  if (!isFirst || quiet) return;
  const { nextSteps } = require("./next-steps") as typeof import("./next-steps");
  note(nextSteps(made.targets), { quiet });
}

/** Writes the files, or says why that is impossible. */
export function write(outputs: readonly OutputFolder[]): boolean {
  try {
    writeFolders(outputs);
    return true;
  } catch (error) {
    if (!(error instanceof OutputProblem)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    return false;
  }
}

/** Whether nothing was generated into a folder before. */
function isNew({ folder, files }: OutputFolder): boolean {
  return differences([{ folder, files }]).filter(({ why }) => why === "is missing").length === files.size;
}
