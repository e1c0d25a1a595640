/** Fault texts where `customErrors` is off: .NET's exceptions with stack traces, also for the service's messages. */
import type { OperationNode } from "soapwright-runtime/tables";
import { SandboxFault } from "./fault";

const endOfInner = "   --- End of inner exception stack trace ---";
const soapException = "System.Web.Services.Protocols.SoapException";
const frames = [
  "   at System.Web.Services.Protocols.LogicalMethodInfo.Invoke(Object target, Object[] values)",
  "   at System.Web.Services.Protocols.WebServiceHandler.Invoke()",
].join("\n");

export function tracedReason(error: unknown, serviceName: string, operation: OperationNode | undefined): string {
  const own = operation === undefined ? "" : `   at ${serviceName}.${operation.name}()\n`;
  const described = description(error, `\n${own}${frames}`);
  if (error instanceof SandboxFault) return described;
  return `${soapException}: Server was unable to process request. ---> ${described}\n${endOfInner}`;
}

/** Inner exceptions have no frames. */
function description(error: unknown, stack = ""): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  const start = message === "" ? typeName(error) : `${typeName(error)}: ${message}`;
  return cause instanceof Error ? `${start} ---> ${description(cause)}\n${endOfInner}${stack}` : start + stack;
}

/** A name with a dot already is a .NET class. */
function typeName(error: unknown): string {
  if (!(error instanceof Error)) return "System.Exception";
  if (error.name.includes(".")) return error.name;
  const names: Readonly<Record<string, string>> = {
    TypeError: "System.NullReferenceException",
    RangeError: "System.ArgumentOutOfRangeException",
    SyntaxError: "System.FormatException",
    SandboxFault: soapException,
  };
  return names[error.name] ?? "System.Exception";
}
