import { printable } from "../../diagnostics";
import { loadDocuments } from "../documents";
import type { DocumentOptions } from "../shared-options";
import { exitCode, type Streams } from "../streams";
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
        : `\n${changes.length} ${changes.length === 1 ? "change" : "changes"}, ${breaking.length} breaking: a ${step} version\n`,
    );
  }
  return options.failOn === "breaking" && breaking.length > 0 ? exitCode.failure : exitCode.success;
}
