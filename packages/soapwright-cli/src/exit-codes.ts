import { isServiceError, type ServiceError } from "soapwright-runtime/errors";
import { UsageError } from "./command-end";

export const exitCodes = {
  success: 0,
  failure: 1,
  usage: 2,
  configuration: 3,
  connection: 4,
  fault: 5,
  response: 6,
  stopped: 7,
};

export const exitCodesHelp: Readonly<Record<number, string>> = {
  0: "success",
  1: "an error without a code of its own",
  2: "the command line is wrong",
  3: "the environment is wrong",
  4: "no connection, no response in time, or unavailable",
  5: "the service returned a fault",
  6: "the response is not what the contract describes",
  7: "stopped by Ctrl-C",
};

export const runningExitCodes: Readonly<Record<number, string>> = {
  0: "stopped by Ctrl-C",
  1: "an error without a code of its own",
  2: "the command line is wrong, or the port is in use",
};

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
export function exitCodeOf(error: unknown, usesFlag: (error: ServiceError) => boolean): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (!isServiceError(error)) return exitCodes.failure;
  // A service that is overloaded or down has not responded to the call.
  if (error.code === "HTTP" && (error.kind === "busy" || error.kind === "unreachable")) return exitCodes.connection;
  if (error.code === "CONFIGURATION") return usesFlag(error) ? exitCodes.usage : exitCodes.configuration;
  return BY_CODE[error.code] ?? exitCodes.failure;
}
