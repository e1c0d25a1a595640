/** Exit codes of commands: they distinguish kinds of errors. */
import { isServiceError } from "soapwright-runtime";
import { type Situation, usesFlag } from "./option-labels";
import { UsageError } from "./usage-error";

export const exitCodes = {
  success: 0,
  /** An error without a code of its own. */
  failure: 1,
  /** The command line is wrong: a command, an option, an argument. */
  usage: 2,
  /** The environment is wrong: a variable is missing, or its value cannot be used. */
  configuration: 3,
  /** No connection, or no response in time. */
  connection: 4,
  /** The service returned a fault. */
  fault: 5,
  /** The response violates the contract. */
  response: 6,
  /** Stopped by Ctrl-C. */
  stopped: 7,
} as const;

/** Descriptions for the help. */
export const exitCodesHelp: Readonly<Record<number, string>> = {
  [exitCodes.success]: "success",
  [exitCodes.failure]: "an error without a code of its own",
  [exitCodes.usage]: "the command line is wrong",
  [exitCodes.configuration]: "the environment is wrong",
  [exitCodes.connection]: "no connection, or no response in time",
  [exitCodes.fault]: "the service returned a fault",
  [exitCodes.response]: "the response is not what the contract describes",
  [exitCodes.stopped]: "stopped by Ctrl-C",
};

/** Descriptions for a command that runs until it is interrupted. */
export const runningExitCodes: Readonly<Record<number, string>> = {
  [exitCodes.success]: "stopped by Ctrl-C",
  [exitCodes.failure]: "an error without a code of its own",
  [exitCodes.usage]: "the command line is wrong, or the port is in use",
};

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code for a command's error. */
export function exitCodeOf(error: unknown, situation: Situation): ExitCode {
  if (error instanceof UsageError) return exitCodes.usage;
  if (!isServiceError(error)) return exitCodes.failure;
  switch (error.code) {
    case "ARGUMENT":
      return exitCodes.usage;
    case "CONFIGURATION":
      return usesFlag(error, situation) ? exitCodes.usage : exitCodes.configuration;
    case "CONNECTION":
    case "TIMEOUT":
      return exitCodes.connection;
    case "FAULT":
      return exitCodes.fault;
    case "HTTP":
    case "RESPONSE":
      return exitCodes.response;
    case "ABORTED":
      return exitCodes.stopped;
    default:
      return exitCodes.failure;
  }
}
