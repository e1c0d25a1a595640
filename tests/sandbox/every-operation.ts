/** Every operation of every version in the table, and generated arguments for it. */

import type { ServiceVersion } from "soapwright-runtime";
import type { OperationNode } from "soapwright-runtime/tables";
import { versions } from "../../generated/versions";
import { generateResult } from "../../packages/soapwright-sandbox/src/service/sample-values/made-values";

export interface VersionOperation {
  readonly name: string;
  readonly version: ServiceVersion;
  readonly operation: OperationNode;
}

export const everyOperation: readonly VersionOperation[] = versions.flatMap((version) =>
  version.service.operations.map((operation) => ({
    name: `${operation.method} of ${version.name}`,
    version,
    operation,
  })),
);

/** Returns arguments for the method of an operation. */
export function madeArguments(operation: OperationNode, seed: string): unknown {
  return generateResult({ ...operation, output: operation.input }, seed, (namespace) => namespace);
}
