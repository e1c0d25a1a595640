import { isArgumentError } from "soapwright-runtime/errors";
import type { OperationNode, ServiceNode } from "soapwright-runtime/tables";
import { escapeInvalidCharacters, surrogateProblem } from "../asmx/invalid-characters";
import { wrapMessage } from "../asmx/sandbox-messages";
import { HostedService } from "./hosted-service";

/** Why an operation cannot return a value. */
export interface ResultProblem {
  /** The path within the value, for example `[0].Id`. */
  readonly path: string;
  /** For example `takes an integer, but is a string.` */
  readonly reason: string;
}

/**
 * Returns a function that says whether the contract can carry a value as the result of an operation: undefined if it can.
 * Null is no result at all. `path` is the path of the service's endpoint.
 */
export function resultCheck(
  path: string,
  service: ServiceNode,
): (operation: OperationNode, value: unknown) => ResultProblem | undefined {
  const hosted = new HostedService({ path, service }, "https://service.example");
  return (operation, value) => problemOf(hosted, operation, value);
}

function problemOf(service: HostedService, operation: OperationNode, result: unknown): ResultProblem | undefined {
  const [element] = operation.output?.body ?? [];
  if (!element || !operation.output || result === null) return undefined;
  const value: unknown = Reflect.get(wrapMessage(operation.output, result), element.key);
  const surrogate = surrogateProblem(value);
  if (surrogate !== undefined) return { path: "", reason: surrogate };
  try {
    service.codec.encode(
      service.responseTables.element(element),
      escapeInvalidCharacters(value)?.value ?? value,
      element.key,
    );
    return undefined;
  } catch (error) {
    if (!isArgumentError(error)) throw error;
    const path = /(\[\d+\].*)$/.exec(error.path)?.[1] ?? "";
    const unknown = /^the unknown property (.+)$/.exec(error.received)?.[1];
    if (unknown !== undefined) {
      return { path: `${path}.${unknown}`, reason: `is no property of the record; it takes ${error.expected}.` };
    }
    return { path, reason: `takes ${error.expected}, but is ${error.received}.` };
  }
}
