/** The words of the errors of an export, which differ for a program and a command. */
import { isFaultError, isHttpError, isServiceError } from "soapwright-runtime/errors";

/** How the reader of an error names things: a program by the names of options, a command by its flags. */
export interface ExportWords {
  /** Returns the name of an option, such as `restart`, of a file, such as `the output`, or of `the doctor`. */
  name(what: string): string;
  /** Returns the error of a call as sentences, without text of the service. */
  quote(error: unknown): string;
  /** Returns how the work goes on, for example after ` when it is back`. */
  again(when?: string): string;
}

/** A message, or what makes it for its reader. */
export type ExportText = string | ((words: ExportWords) => string);

/** Returns the error of a call as a sentence. The text of the service is left out. */
export function causeText(error: unknown): string {
  if (!isServiceError(error)) return "The call failed.";
  return isFaultError(error) ? failureMessage(error) : error.message;
}

export const OF_PROGRAM: ExportWords = {
  name: (what) => what,
  quote: causeText,
  again: (when = "") => `run the same export again${when}: it resumes where it stopped`,
};

export function worded(text: ExportText, words: ExportWords): string {
  return typeof text === "string" ? text : text(words);
}

export function failureMessage(error: Error, faultText = false): string {
  if (isFaultError(error)) {
    const { code, subcodes } = error.fault;
    const codes = [code, ...subcodes].map(({ local }) => local).join(", ");
    const reason = faultText && error.fault.reason !== "" ? `: ${error.fault.reason}` : ".";
    return `The service returned a fault (${codes}, HTTP status ${error.httpStatus})${reason}`;
  }
  if (isHttpError(error)) return `The service returned HTTP status ${error.status} without a fault.`;
  return error.message;
}
