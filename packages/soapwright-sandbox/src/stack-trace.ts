/** Fault texts where `customErrors` is off: .NET's exceptions with stack traces, also for the service's messages. */
import type { OperationNode } from "soapwright-runtime/tables";
import { SandboxFault } from "./fault";

const endOfInner = "   --- End of inner exception stack trace ---";

export function tracedReason(error: unknown, serviceName: string, operation: OperationNode | undefined): string {
  const frames = framesOf(serviceName, operation);
  if (error instanceof SandboxFault) return traced("System.Web.Services.Protocols.SoapException", error, frames);
  const outer = "System.Web.Services.Protocols.SoapException: Server was unable to process request.";
  const inner = traced(typeName(error), error, frames);
  return `${outer} ---> ${inner}\n${endOfInner}`;
}

function traced(type: string, error: unknown, frames: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const start = message === "" ? type : `${type}: ${message}`;
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return `${start}\n${frames}`;
  return `${start} ---> ${withoutFrames(cause)}\n${endOfInner}\n${frames}`;
}

function withoutFrames(error: Error): string {
  const start = error.message === "" ? typeName(error) : `${typeName(error)}: ${error.message}`;
  return error.cause instanceof Error ? `${start} ---> ${withoutFrames(error.cause)}\n${endOfInner}` : start;
}

/** A name with a dot already is a .NET class. */
function typeName(error: unknown): string {
  if (!(error instanceof Error)) return "System.Exception";
  if (error.name.includes(".")) return error.name;
  const names: Readonly<Record<string, string>> = {
    TypeError: "System.NullReferenceException",
    RangeError: "System.ArgumentOutOfRangeException",
    SyntaxError: "System.FormatException",
    SandboxFault: "System.Web.Services.Protocols.SoapException",
  };
  return names[error.name] ?? "System.Exception";
}

function framesOf(serviceName: string, operation: OperationNode | undefined): string {
  const operationLines = operation === undefined ? [] : [`   at ${serviceName}.${operation.name}()`];
  const stack = [
    "   at System.Web.Services.Protocols.LogicalMethodInfo.Invoke(Object target, Object[] values)",
    "   at System.Web.Services.Protocols.WebServiceHandler.Invoke()",
  ];
  return [...operationLines, ...stack].join("\n");
}
