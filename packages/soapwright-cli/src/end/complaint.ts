/** An error as a line for a person or JSON for a program, with the command's names for settings. */

import { CommanderError } from "commander";
import { usageText } from "soapwright-contract/flags";
import { isFaultError, isServiceError, type Reason, type ServiceError } from "soapwright-runtime/errors";
import { adviceText, messageForReader, type Reader } from "soapwright-runtime/extend";
import { jsonText, printable } from "soapwright-runtime/xsd";
import { featureHint } from "../doctor/feature-hints";
import { UsageError } from "./command-end";
import { exitCodes } from "./exit-codes";

/** How a command talks of its settings. */
export interface Voice {
  /** The command's names of the options of a client. */
  readonly reader: Reader;
  usesFlag(error: ServiceError): boolean;
  /** What to check when a fault says nothing that helps, as a sentence. */
  readonly faultHint: string;
}

export interface Complaint {
  /** The code of the list of reasons. */
  readonly reason: Reason;
  /** What happened, where, and what to do, in sentences. */
  readonly message: string;
  /** The message as a line for a person. */
  readonly line: string;
  /** The JSON for a program has the error's name, code and fields, and the exit code. */
  readonly json: string;
  readonly exitCode: number;
}

export function complaintOf(error: unknown, voice: Voice): Complaint {
  const message = sentence(messageOf(error, voice));
  const exitCode = error instanceof CommanderError ? 2 : exitCodeOf(error, voice.usesFlag);
  const isUsage = !isServiceError(error) && exitCode === 2;
  const reason = isServiceError(error) ? error.reason : isUsage ? "usage" : "unexpected";
  const name = isUsage ? "UsageError" : error instanceof Error ? error.name : "Error";
  const fields = isServiceError(error) ? error.toJSON() : { name, reason };
  const json = jsonText({ error: { ...fields, message, exitCode } });
  return { reason, message, line: `error: ${message}`, json, exitCode };
}

/** The text of a fault may be about a person, and is left out. */
export type CauseWords = (error: ServiceError) => string;

export function causeWords(voice: Voice): CauseWords {
  return (error) => {
    if (!isFaultError(error)) return sentence(said(error, voice));
    const what = `The service returned a fault (${error.fault.code.local}, HTTP status ${error.httpStatus}).`;
    return `${what} ${adviceText(error.advice, voice.reader)}`.trim();
  };
}

function messageOf(error: unknown, voice: Voice): string {
  if (error instanceof CommanderError) return usageText(error.message);
  if (!isServiceError(error)) return error instanceof Error ? error.message : String(error);
  return said(error, voice);
}

/** A fault without advice gets a hint at the arguments and the environment. */
function said(error: ServiceError, voice: Voice): string {
  if (error.code === "ABORTED") return "The command was stopped before the call was complete.";
  const hint = featureHint(error, []);
  if (hint !== undefined) {
    return `${sentence(error.message)} The command has no option for this: call the operation from a program. ${hint}`;
  }
  const message = messageForReader(error, { ...voice.reader, ...withAddress(error) });
  const isAdvised = !isFaultError(error) || error.advice.length > 0;
  return isAdvised ? message : `${sentence(message)} ${voice.faultHint}`;
}

/** A status or a time limit is not helpful without its address. */
function withAddress({ endpoint }: ServiceError): Pick<Reader, "subject"> {
  if (endpoint === undefined) return {};
  return { subject: (subject) => (subject === "service" ? `The service at ${endpoint}` : `The call to ${endpoint}`) };
}

/** The line has a full stop and no control characters. */
function sentence(text: string): string {
  const line = printable(text.split(/\r?\n/, 1)[0]!.trim());
  return /[.?!]$/.test(line) ? line : `${line}.`;
}

const BY_CODE: { readonly [code in ServiceError["code"]]?: number } = {
  ARGUMENT: exitCodes.usage,
  CONNECTION: exitCodes.connection,
  TIMEOUT: exitCodes.connection,
  FAULT: exitCodes.fault,
  HTTP: exitCodes.response,
  RESPONSE: exitCodes.response,
  ABORTED: exitCodes.stopped,
};

/** `usesFlag` says whether a configuration error is about the command line, and not about the environment. */
function exitCodeOf(error: unknown, usesFlag: (error: ServiceError) => boolean): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (!isServiceError(error)) return exitCodes.failure;
  // A service that is overloaded or down has not responded to the call.
  if (error.code === "HTTP" && (error.kind === "busy" || error.kind === "unreachable")) return exitCodes.connection;
  if (error.code === "CONFIGURATION") return usesFlag(error) ? exitCodes.usage : exitCodes.configuration;
  return BY_CODE[error.code] ?? exitCodes.failure;
}
