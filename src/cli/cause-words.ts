/** Why an export waits or has ended, with the command's names for settings. */
import type { ExportError } from "soapwright-export";
import { isFaultError, isServiceError, type ServiceError } from "soapwright-runtime";
import { adviceInWords } from "soapwright-runtime/internal";
import { complaintOf } from "./complaint";
import { readerIn, type Situation, situationOfFlags } from "./option-labels";
import type { Terminal } from "./terminal";

/** Returns the text of a call's error: what happened, where, and what to do. */
export type CauseWords = (error: ServiceError) => string;

/** The texts for a run with these flags. */
export function causeWords(flags: object, { environment }: Pick<Terminal, "environment">): CauseWords {
  const situation = situationOfFlags(flags, environment);
  return (error) => wordsOf(error, situation);
}

/** The message of an export error, with a quoted client error replaced by the command's text. */
export function messageInWords({ cause, message }: ExportError, causeText: CauseWords): string {
  if (!isServiceError(cause)) return message;
  // Of a fault, the message quotes only the code.
  return message.replace(isFaultError(cause) ? /The service returned a fault \(.*?\)\./ : cause.message, () =>
    causeText(cause),
  );
}

/** The text of a fault may be about a person, so no progress line contains it. */
function wordsOf(error: ServiceError, situation: Situation): string {
  if (isFaultError(error)) {
    const what = `The service returned a fault (${error.fault.code.local}, HTTP status ${error.httpStatus}).`;
    return `${what} ${adviceInWords(error.advice, readerIn(situation))}`.trim();
  }
  return complaintOf(error, situation).line.replace(/^error: /, "");
}
