/** Errors as one line that says what to do. */
import { isConfigurationError } from "../errors/configuration-error";
import { isServiceError, type ServiceError } from "../errors/service-error";
import { isFaultError } from "../runtime";
import { printable } from "./table";

/** Where a failed command leaves: 1 for a failed call, 2 for wrong usage, 8 for warnings of the doctor alone. */
export type ExitCode = 0 | 1 | 2 | 8;

/** The line for stderr and the exit code of an error. */
export function complaintOf(error: unknown): { readonly line: string; readonly exitCode: ExitCode } {
  if (!isServiceError(error)) return { line: `error: ${withStop(firstLine(messageOf(error)))}`, exitCode: 1 };
  const remedy = remedyOf(error);
  const said = isFaultError(error) ? `The service returned a fault: ${error.fault.reason}` : error.message;
  const line = ["error:", withStop(firstLine(said)), remedy].filter((part) => part !== "").join(" ");
  return { line, exitCode: error.code === "CONFIGURATION" || error.code === "ARGUMENT" ? 2 : 1 };
}

function remedyOf(error: ServiceError): string {
  if (isConfigurationError(error)) return "";
  if (isFaultError(error)) return "Check the employee, and the credentials and the base URL in the environment.";
  switch (error.code) {
    case "CONNECTION":
      return "Check EMPLOYEE_SERVICE_BASE_URL, and that you can reach the service.";
    case "TIMEOUT":
      return "Try again, or check that the service is running.";
    case "HTTP":
    case "RESPONSE":
      return "Check that EMPLOYEE_SERVICE_BASE_URL is the address of the service.";
    default:
      return "";
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function withStop(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}

function firstLine(message: string): string {
  return printable(message.split(/\r?\n/, 1)[0]);
}
