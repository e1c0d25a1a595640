import { type Command, Option } from "commander";
import { printable } from "../../diagnostics";
import { type DocumentOptions, loadDocuments, withDocumentOptions } from "../documents";
import { exitCode, type Streams, standardStreams } from "../streams";
import { changeWords, stepOf } from "./change";
import { compareDocuments } from "./compare";

export interface DiffOptions extends DocumentOptions {
  readonly json?: boolean;
  /** Exit code 1 when a change is breaking. */
  readonly failOn?: "breaking";
}

/** Prints what changed from one WSDL to another, and what it means for callers. Resolves to the exit code. */
export async function diff(oldWsdl: string, newWsdl: string, options: DiffOptions, streams: Streams): Promise<number> {
  const old = await loadDocuments(oldWsdl, options, streams);
  const now = await loadDocuments(newWsdl, options, streams);
  if (!old || !now) return exitCode.failure;
  const changes = compareDocuments(old, now);
  const step = stepOf(changes);
  const breaking = changes.filter(({ breaks }) => breaks.length > 0);
  if (options.json) {
    const judged = changes.map((change) => ({ ...change, breaking: change.breaks.length > 0 }));
    streams.out(`${JSON.stringify({ step, breaking: breaking.length, changes: judged }, null, 2)}\n`);
  } else {
    const others = changes.filter(({ breaks }) => breaks.length === 0);
    for (const change of [...breaking, ...others]) streams.out(`${printable(changeWords(change))}\n`);
    streams.out(
      changes.length === 0
        ? "nothing changed\n"
        : `\n${changes.length} changes, ${breaking.length} breaking: a ${step} version\n`,
    );
  }
  return options.failOn === "breaking" && breaking.length > 0 ? exitCode.failure : exitCode.success;
}

/** Adds `diff` to the generator's command line. */
export function addDiff(program: Command): void {
  const command = program
    .command("diff <old> <new>")
    .description("what changed between two WSDLs, judged for callers, and the version step it calls for")
    .option("--json", "as JSON")
    .addOption(new Option("--fail-on <what>", "exit with 1 when there is such a change").choices(["breaking"]));
  withDocumentOptions(command).action(async (old: string, now: string, options: DiffOptions) => {
    process.exitCode = await diff(old, now, options, standardStreams);
  });
}
