import { type Advice, ResponseError } from "soapwright-runtime/errors";

/** `what` ends the sentence. */
export function attachmentError(what: string, advice?: readonly Advice[]): ResponseError {
  return new ResponseError(`The attachments of the response cannot be read: ${what}.`, {
    reason: "attachment",
    advice,
  });
}

/** `option` raises the limit; undefined if no option does. */
export function attachmentLimit(what: string, option: string | undefined, most: number, unit: string): ResponseError {
  // toLocaleString is avoided, because the first use of Intl blocks a process for tens of milliseconds.
  const number = String(most).replace(/\B(?=(?:\d{3})+$)/g, ",");
  const limit = option === undefined ? `${number} ${unit}` : `${option} (${number} ${unit})`;
  return new ResponseError(`The response has ${what} than ${limit}.`, {
    reason: "limit",
    advice: [option === undefined ? { action: "report" } : { action: "raise", option }],
  });
}

export function shownText(text: string): string {
  return JSON.stringify(text.slice(0, 100)).replace(/[^\x20-\x7e]/g, "?");
}
