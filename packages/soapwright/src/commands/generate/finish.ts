import type { Diagnostic, Report } from "soapwright-contract";
import { printErr, printOut } from "soapwright-contract/flags";
import { printable, safeLine } from "soapwright-runtime/xsd";
import { type Difference, differences, type OutputFolder } from "../../write/output-folder";
import { OutputProblem, writeFolders } from "../../write/write-folders";
import { shownPath } from "../targets";
import type { RunResult } from "./make-targets";
import { nextSteps } from "./next-steps";

/** Writes the files, or with `check` lists the files that differ. Sets the exit code. */
export async function finish(
  result: RunResult,
  outputs: readonly OutputFolder[],
  report: Report,
  check = false,
): Promise<void> {
  const differing = differences(outputs);
  if (check) {
    for (const { path, why } of differing) printOut(`${printable(`${shownPath(path)} ${why}.`)}\n`);
    if (differing.length === 0) return;
    if (report.isJson) report.diagnostics(differing.map(differenceDiagnostic));
    else printErr(safeLine`${remedy}\n`);
    process.exitCode = 1;
    return;
  }
  const isFirst = outputs.every(isNew);
  if (!write(outputs, report)) {
    process.exitCode = 1;
    return;
  }
  const count = outputs.reduce((sum, { files }) => sum + files.size, 0);
  report.note("files-written", `${count} files, ${differing.length} changed`);
  if (!isFirst || report.isQuiet || report.isJson) return;
  for (const line of (await nextSteps(result.targets)).split("\n")) printErr(safeLine`${line}\n`);
}

const remedy = "Run generate with the same arguments, and commit what it writes.";

function differenceDiagnostic({ path, why }: Difference): Diagnostic {
  const position = { file: shownPath(path), line: 0, column: 0 };
  return { severity: "error", reason: "file-differs", position, message: `The file ${why}`, hint: remedy };
}

/** Returns false after an error, which is reported. */
export function write(outputs: readonly OutputFolder[], report: Report): boolean {
  try {
    writeFolders(outputs);
    return true;
  } catch (error) {
    if (!(error instanceof OutputProblem)) throw error;
    report.error("output-unwritable", error.message);
    return false;
  }
}

function isNew({ folder, files }: OutputFolder): boolean {
  return differences([{ folder, files }]).filter(({ why }) => why === "is missing").length === files.size;
}
