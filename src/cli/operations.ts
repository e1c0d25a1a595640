/** Every operation of every version, and how one is called. */
import { clients } from "../../generated/clients";
import { versions } from "../../generated/versions";
import { createService, type Environment, readEnvironment, type VersionClient } from "../employee-service";
import type { EmployeeServiceOptions } from "../index";
import type { OperationNode } from "../schema/codec";

/** An operation with the version that it is of. */
export interface CallableOperation extends VersionClient {
  readonly operation: OperationNode;
}

/** All of them, in the order of the table of versions and of each WSDL. */
export const operations: readonly CallableOperation[] = clients.flatMap((client) =>
  client.version.service.operations.map((operation) => ({ ...client, operation })),
);

/** Those that a word means: the name of an operation as the WSDL has it, or of its method. */
export function operationsCalled(word: string): CallableOperation[] {
  const byMethod = operations.filter(({ operation }) => operation.method === word);
  return byMethod.length > 0 ? byMethod : operations.filter(({ operation }) => operation.name === word);
}

/** What to say for an operation: its method where the WSDL has several of its name. */
export function wordFor({ operation, version }: CallableOperation): string {
  const same = version.service.operations.filter(({ name }) => name === operation.name);
  return same.length > 1 ? operation.method : operation.name;
}

/** Calls an operation once, with a client of its own from the environment. */
export async function callOperation(
  { version, Client, operation }: CallableOperation,
  args: unknown,
  environment: Environment,
): Promise<unknown> {
  const options = readEnvironment<EmployeeServiceOptions>(versions, version.name, environment);
  const client = createService(version, Client, options);
  try {
    const method = Reflect.get(client, operation.method) as (args: unknown) => Promise<unknown>;
    return await method.call(client, args);
  } finally {
    await client.close({ force: true });
  }
}
