/** The record of a failed call: class, code and message, without the service's text, which may be about a person. */
import { isServiceError } from "soapwright-runtime/errors";
import type { ExportInput, JournalEntry } from "./contracts";
import { errorCode } from "./export-error";
import { failureMessage } from "./export-words";

export function failedInput(
  input: ExportInput,
  index: number,
  error: unknown,
  faultText: boolean,
): JournalEntry["failed"][number] {
  const name = (error as { readonly name?: unknown } | null | undefined)?.name;
  const errorClass = typeof name === "string" ? name : "Error";
  const isOfService = isServiceError(error);
  return {
    ...{ index, row: index + 1, input: input.key, class: errorClass },
    code: isOfService ? error.code : (errorCode(error) ?? "ERROR"),
    message: isOfService
      ? failureMessage(error, faultText)
      : `The call failed with ${/^[AEIOU]/.test(errorClass) ? "an" : "a"} ${errorClass}.`,
  };
}

/** Marks a failed call that may change data, and that may have been carried out. */
export const MAYBE = "MAYBE";
const CHECK = "The call may have been made: check that in the service before you call again.";

export function uncertain(failure: JournalEntry["failed"][number]): JournalEntry["failed"][number] {
  return { ...failure, code: MAYBE, message: `${failure.message} ${CHECK}` };
}

/** The failure of an input whose call had begun when an earlier run ended. */
export function interrupted(input: ExportInput, index: number): JournalEntry["failed"][number] {
  const message = `An earlier run ended before the response was recorded. ${CHECK}`;
  return { index, row: index + 1, input: input.key, class: "Interrupted", code: MAYBE, message };
}
