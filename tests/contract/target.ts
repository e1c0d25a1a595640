/** The service under test: the embedded sandbox, or with `make contract` the address in the environment. */

import {
  createEmployeeServiceV3,
  createEmployeeServiceV21,
  type EmployeeServiceV3Options,
  type EmployeeServiceV21Options,
  optionsFromEnvironment,
} from "../../src/index";
import { startSandbox } from "../../src/sandbox/index";

/** A service to test. */
export interface Target {
  readonly name: string;
  readonly isSandbox: boolean;
  readonly v21: EmployeeServiceV21Options | undefined;
  readonly v3: EmployeeServiceV3Options | undefined;
  /** An employee that has cost centers and addresses. */
  readonly employeeId: number;
  readonly period: number;
  readonly year: number;
  close(): Promise<void>;
}

const { env } = process;

/** Starts the sandbox, unless `CONTRACT` is set and the environment names an address. */
export async function openTarget(): Promise<Target> {
  if (env.CONTRACT && env.EMPLOYEE_SERVICE_BASE_URL) return environmentTarget(env.EMPLOYEE_SERVICE_BASE_URL);
  const sandbox = await startSandbox();
  return {
    name: `the embedded sandbox at ${sandbox.url}`,
    isSandbox: true,
    v21: { baseUrl: sandbox.url, username: "sandbox-user", token: "sandbox-token" },
    v3: { baseUrl: sandbox.url, domain: "sandbox" },
    employeeId: 1003,
    period: 11,
    year: 2026,
    close: () => sandbox.close(),
  };
}

/** Returns the target from the environment. A version without credentials is left out. */
function environmentTarget(name: string): Target {
  return {
    name,
    isSandbox: false,
    v21: env.EMPLOYEE_SERVICE_TOKEN ? optionsFromEnvironment("v2.1") : undefined,
    v3: env.EMPLOYEE_SERVICE_DOMAIN ? optionsFromEnvironment("v3") : undefined,
    employeeId: Number(env.CONTRACT_EMPLOYEE_ID ?? 1003),
    period: Number(env.CONTRACT_PERIOD ?? 1),
    year: Number(env.CONTRACT_YEAR ?? new Date().getFullYear()),
    close: async () => undefined,
  };
}

/** Runs `use` with a client of version 2.1, and closes the client. */
export async function withV21<R>(
  options: EmployeeServiceV21Options,
  use: (service: ReturnType<typeof createEmployeeServiceV21>) => Promise<R>,
): Promise<R> {
  const service = createEmployeeServiceV21(options);
  return use(service).finally(() => service.close());
}

/** Runs `use` with a client of version 3, and closes the client. */
export async function withV3<R>(
  options: EmployeeServiceV3Options,
  use: (service: ReturnType<typeof createEmployeeServiceV3>) => Promise<R>,
): Promise<R> {
  const service = createEmployeeServiceV3(options);
  return use(service).finally(() => service.close());
}

/** Returns the items of a list. A WSDL may allow nil items, which these tests do not expect. */
export function present<T>(items: readonly (T | null)[]): T[] {
  expect(items).not.toContain(null);
  return items.flatMap((item) => (item === null ? [] : [item]));
}
