/** Comparison of an export's identity with its journal's. */
import type { JournalOpening } from "./contracts";
import { ExportError } from "./export-error";

type Identity = JournalOpening["identity"];

/**
 * Throws an `ExportError` if a new export would replace the output of another operation. Inputs and arguments may
 * differ, because the same output may be written again every month.
 */
export function otherOperation(journal: string, { operation: before }: Identity, { operation: now }: Identity): void {
  if (before !== undefined && now !== undefined) otherExport(journal, { operation: before }, { operation: now });
}

/** Throws an `ExportError` that names the first difference. */
export function otherExport(journal: string, before: Identity, now: Identity): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const [name] = names.filter((each) => before[each] !== now[each]);
  if (name === undefined) return;
  if (name === "inputs") {
    throw new ExportError(
      "CHANGED",
      `The inputs have changed since this export began, so it is unknown which of them are done. Restore them, or begin anew with restart. The journal is ${journal}.`,
    );
  }
  const label = (value: string | undefined) =>
    value === undefined ? "not set" : value.length > 80 ? "another" : value;
  throw new ExportError(
    "JOURNAL",
    `The journal ${journal} is of another export: ${name} was ${label(before[name])}, and is ${label(now[name])} now. Give this export another journal, or begin anew with restart.`,
  );
}
