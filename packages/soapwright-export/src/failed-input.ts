/** The record of a failed call: class, code and message, without the service's text, which may be about a person. */
import { isFaultError, isHttpError, isServiceError } from "soapwright-runtime";
import type { ExportInput, FailedInput } from "./contracts";
import { errorCode } from "./error-code";

export function failedInput(
  input: ExportInput,
  index: number,
  error: unknown,
  faultText = false,
): FailedInput & { readonly index: number } {
  const name = nameOf(error);
  const row = { index, row: index + 1, input: input.key, class: name };
  if (!isServiceError(error)) {
    return {
      ...row,
      code: errorCode(error) ?? "ERROR",
      message: `The call failed with ${withArticle(name)}.`,
    };
  }
  return { ...row, code: error.code, message: failureMessage(error, faultText) };
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

function nameOf(error: unknown): string {
  const name: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "name") : undefined;
  return typeof name === "string" ? name : "Error";
}

function withArticle(name: string): string {
  return `${/^[AEIOU]/.test(name) ? "an" : "a"} ${name}`;
}
