/** What went wrong, as a line for a person or JSON for a program, in the words of the command. */

import { CommanderError } from "commander";
import {
  isConfigurationError,
  isFaultError,
  isHttpError,
  isResponseError,
  isServiceError,
  isTimeoutError,
  type ServiceError,
  type TimeoutError,
} from "../runtime";
import { type ExitCode, exitCodeOf } from "./exit-codes";
import { jsonText } from "./formats/json-text";
import { printable } from "./formats/printable";
import { httpWords } from "./http-words";
import { inWordsOfCommand } from "./option-words";
import { type Situation, wordFor } from "./situation";

/** How a failed command ends. */
export interface Complaint {
  /** For a person: what happened, where, what to do. */
  readonly line: string;
  /** For a program: the error's name, code and fields, and the exit code. */
  readonly json: string;
  readonly exitCode: ExitCode;
}

/** The message and the exit code of whatever a command rejected with. */
export function complaintOf(error: unknown, situation: Situation): Complaint {
  const message = sentence(messageOf(error, situation));
  const exitCode = error instanceof CommanderError ? 2 : exitCodeOf(error, situation);
  const fields = isServiceError(error) ? error.toJSON() : { name: exitCode === 2 ? "UsageError" : nameOf(error) };
  return { line: `error: ${message}`, json: jsonText({ error: { ...fields, message, exitCode } }), exitCode };
}

function messageOf(error: unknown, situation: Situation): string {
  // "error: unknown option '--prot'\n(Did you mean --port?)"
  if (error instanceof CommanderError) {
    const [first = "", ...more] = error.message.replace(/^error: /, "").split("\n");
    return [first, ...more.map((line) => line.replace(/^\((.*)\)$/, "$1"))].map(sentence).join(" ");
  }
  if (!isServiceError(error)) return error instanceof Error ? error.message : String(error);
  return withRemedy(said(error, situation), error, situation);
}

/** What happened, and what to do as far as the error itself knows. */
function said(error: ServiceError, situation: Situation): string {
  if (isFaultError(error)) return `The service returned a fault: ${error.fault.reason || "without a reason"}`;
  if (isTimeoutError(error)) return timeoutWords(error);
  if (isHttpError(error)) return httpWords(error, situation);
  if (error.code === "ABORTED") return "The command was stopped before the call was complete.";
  return inWordsOfCommand(error.message, isConfigurationError(error) ? error.option : undefined, situation);
}

function timeoutWords({ phase, timeoutMs }: TimeoutError): string {
  const limit = `${timeoutMs.toLocaleString("en-US")} ms`;
  if (phase === "connect")
    return `The connection to the service was not made within ${limit}. Raise --timeout, or check that the service is running.`;
  return `The service did not respond within ${limit}. Raise --timeout, or call again later.`;
}

/** Adds what to do, where the sentences do not say it yet. */
function withRemedy(message: string, error: ServiceError, situation: Situation): string {
  const remedy = remedyOf(error, situation);
  const isSaid = /--[a-z]|EMPLOYEE_SERVICE_|\b(?:Check|Raise|Set|Use) /.test(isFaultError(error) ? "" : message);
  return remedy === "" || isSaid ? message : `${sentence(message)} ${remedy}`;
}

function remedyOf(error: ServiceError, situation: Situation): string {
  const address = wordFor("endpoint", situation);
  switch (error.code) {
    case "FAULT":
      return "Check the employee, and the credentials and the base URL in the environment.";
    case "CONNECTION":
      return `Check ${address}, and that you can reach the service.`;
    case "RESPONSE":
      return responseRemedy(error, address);
    default:
      return "";
  }
}

function responseRemedy(error: ServiceError, address: string | undefined): string {
  switch (isResponseError(error) ? error.reason : undefined) {
    case "limit":
      return "The command does not read more: call the operation from a program, where you can raise the limit.";
    case "value":
    case "content-encoding":
      return "The service does not keep to its contract: tell whoever runs it.";
    default:
      return `Check that ${address} is the address of the service.`;
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "Error";
}

/** One line, with a full stop, without what could steer a terminal. */
function sentence(text: string): string {
  const line = printable(text.split(/\r?\n/, 1)[0]!.trim());
  return /[.?!]$/.test(line) ? line : `${line}.`;
}
