import type { JournalOpening } from "./contracts";
import { ExportError } from "./export-error";

type Identity = JournalOpening["identity"];

/**
 * Returns whether the export begins anew. Throws an `ExportError` if the journal belongs to another export. A new export
 * may have other inputs and arguments than the last one, but not another operation, because the same output may be
 * written again every month.
 */
export function isAnew(
  journal: string,
  before: { readonly identity: Identity; readonly complete: boolean } | undefined,
  { identity, restart, retryErrors }: JournalOpening,
): boolean {
  if (before === undefined || restart) return true;
  if (!before.complete || retryErrors) {
    otherExport(journal, before.identity, identity);
    return false;
  }
  const { operation } = before.identity;
  if (operation !== undefined && identity.operation !== undefined)
    otherExport(journal, { operation }, { operation: identity.operation });
  return true;
}

/** Throws an `ExportError` that names the first difference. */
export function otherExport(journal: string, before: Identity, now: Identity): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const [name] = names.filter((each) => before[each] !== now[each]);
  if (name === undefined) return;
  if (name === "inputs") {
    throw new ExportError(
      "CHANGED",
      (words) =>
        `The inputs have changed since this export began, so it is unknown which of them are done. Restore them, or begin anew with ${words.name("restart")}. The journal is ${journal}.`,
    );
  }
  const label = (value: string | undefined) =>
    value === undefined ? "not set" : value.length > 80 ? "another" : value;
  throw new ExportError(
    "JOURNAL",
    (words) =>
      `The journal ${journal} is of another export: ${name} was ${label(before[name])}, and is ${label(now[name])} now. Give this export another journal, or begin anew with ${words.name("restart")}.`,
  );
}
