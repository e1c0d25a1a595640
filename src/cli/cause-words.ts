/** Why an export waits or has ended, in the words of the command. */
import type { ExportError } from "soapwright-export";
import { isFaultError, isServiceError, type ServiceError } from "soapwright-runtime";
import { adviceInWords } from "soapwright-runtime/internal";
import { complaintOf } from "./complaint";
import { readerIn, type Situation, situationOfFlags } from "./option-labels";
import type { Terminal } from "./terminal";

/** Says what a call has failed with: what happened, where, and what to do. */
export type CauseWords = (error: ServiceError) => string;

/** The words for a run with these flags. */
export function causeWords(flags: object, { environment }: Pick<Terminal, "environment">): CauseWords {
  const situation = situationOfFlags(flags, environment);
  return (error) => wordsOf(error, situation);
}

/** The message of an error of the export, where it quotes one of the client's. */
export function messageInWords({ cause, message }: ExportError, words: CauseWords): string {
  if (!isServiceError(cause)) return message;
  // Of a fault it quotes the code alone.
  return message.replace(isFaultError(cause) ? /The service returned a fault \(.*?\)\./ : cause.message, () =>
    words(cause),
  );
}

/** The words of a fault may be about a person: they are in no line of progress. */
function wordsOf(error: ServiceError, situation: Situation): string {
  if (isFaultError(error)) {
    const what = `The service returned a fault (${error.fault.code.local}, HTTP status ${error.httpStatus}).`;
    return `${what} ${adviceInWords(error.advice, readerIn(situation))}`.trim();
  }
  return complaintOf(error, situation).line.replace(/^error: /, "");
}
