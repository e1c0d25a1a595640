/** Exit codes of commands: they distinguish kinds of errors. */
import { isServiceError } from "soapwright-runtime";
import { type Situation, usesFlag } from "./option-labels";
import { UsageError } from "./usage-error";

export const exitCodes = {
  success: 0,
  failure: 1,
  usage: 2,
  configuration: 3,
  connection: 4,
  fault: 5,
  response: 6,
  stopped: 7,
} as const;

export const exitCodesHelp: Readonly<Record<number, string>> = {
  0: "success",
  1: "an error without a code of its own",
  2: "the command line is wrong",
  3: "the environment is wrong",
  4: "no connection, or no response in time",
  5: "the service returned a fault",
  6: "the response is not what the contract describes",
  7: "stopped by Ctrl-C",
};

export const runningExitCodes: Readonly<Record<number, string>> = {
  0: "stopped by Ctrl-C",
  1: "an error without a code of its own",
  2: "the command line is wrong, or the port is in use",
};

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

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
