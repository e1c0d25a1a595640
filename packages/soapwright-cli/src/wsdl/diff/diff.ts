import { describeChange, Report, severityOf, stepOf } from "soapwright-contract";
import type { DocumentOptions } from "soapwright-contract/flags";
import { exitCode, type Streams } from "soapwright-contract/flags";
import { jsonText, printable } from "soapwright-runtime/xsd";
import { compareSets, wsdlsIn } from "./sets";

export interface DiffOptions extends DocumentOptions {
  readonly failOn?: "breaking";
}

/** Prints the changes from one WSDL or folder to another, and their effect on callers. Resolves to the exit code. */
export async function diff(old: string, now: string, options: DiffOptions, streams: Streams): Promise<number> {
  // Comparing two folders without a WSDL would print "nothing changed" for a typing error.
  if ([old, now].every((path) => wsdlsIn(path).length === 0)) {
    const message = `neither ${old} nor ${now} has a WSDL (*.wsdl).`;
    new Report(streams, options).error("nothing-to-compare", message, "Name other folders, or files.");
    return exitCode.usage;
  }
  const changes = await compareSets(old, now, options, streams);
  if (changes === undefined) return exitCode.failure;
  const step = stepOf(changes);
  const breaking = changes.filter((change) => severityOf(change) === "breaking").length;
  if (options.json) {
    const judged = changes.map((change) => ({
      severity: severityOf(change),
      place: printable(change.where),
      description: printable(describeChange(change)),
      ...change,
      breaking: change.breaks.length > 0,
    }));
    streams.out(`${jsonText({ step, breaking, changes: judged }, 2)}\n`);
  } else {
    for (const change of changes) streams.out(`${printable(describeChange(change))}\n`);
    streams.out(
      changes.length === 0
        ? "nothing changed\n"
        : `\n${changes.length} ${changes.length === 1 ? "change" : "changes"}, ${breaking} breaking: a ${step} version\n`,
    );
  }
  return options.failOn === "breaking" && breaking > 0 ? exitCode.failure : exitCode.success;
}
