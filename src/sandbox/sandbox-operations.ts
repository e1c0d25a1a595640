/** The operations of the employee sandbox: they look up records, or generate results if there are none. */

import { type OperationHandler, type OtherOperation, SandboxFault, type ServiceOptions } from "soapwright-sandbox";
import { configuredResult, generateResult, seedOf } from "soapwright-sandbox/internal";
import type { ServiceVersion } from "../service/employee-service";
import { checkCredentials } from "./credentials";
import type { AddressRecord, EmployeeData, EmployeeRecord, PeriodOfYear } from "./employee-records";

/** The data and settings of a version's operations. */
export interface OperationSettings {
  readonly data: EmployeeData;
  /** The accepted credentials by option. */
  readonly credentials: Readonly<{ [option: string]: string }>;
  /** The seed of generated values. Equal seeds generate equal values. */
  readonly seed: number;
}

/** Returns the operations of a version: lookups of records, results in the data, and generated results. */
export function operationsOf(
  version: ServiceVersion,
  { data, credentials, seed }: OperationSettings,
): Pick<ServiceOptions, "operations" | "otherOperations"> {
  const operationNames = new Set(version.service.operations.map(({ name }) => name));
  const handlers = Object.entries(recordOperations(data)).filter(([name]) => operationNames.has(name));
  return {
    operations: Object.fromEntries(
      handlers.map(([name, handler]): [string, OperationHandler] => [
        name,
        (request) => {
          checkCredentials(version, credentials, request);
          return handler(request);
        },
      ]),
    ),
    otherOperations(call) {
      checkCredentials(version, credentials, call.request);
      return resultOf(call, data, seed);
    },
  };
}

/** Returns the operations that look up records, by name. */
function recordOperations(data: EmployeeData): Readonly<Record<string, OperationHandler>> {
  const byId = new Map(data.employees.map((employee) => [employee.id, employee]));
  return {
    CostCenter_GetCurrent: ({ args }) =>
      employeeOf(byId, Number((args as { EmployeeId: unknown }).EmployeeId)).costCenters ?? undefined,
    Address_GetList({ args }) {
      const { EmployeeId, ...period } = args as { EmployeeId: number } & PeriodOfYear;
      if (period.Period < 1 || period.Period > lastPeriod) {
        throw new SandboxFault(`Period out of range: ${period.Period}`);
      }
      const { addresses } = employeeOf(byId, EmployeeId);
      return addresses?.filter((record) => isActive(record, period)).map(({ address }) => address);
    },
  };
}

/** The last period of a year in the sandbox, which allows months and thirteen four-week periods. */
const lastPeriod = 13;

/** Returns the employee's result in the data, else the general one, else a generated one. */
function resultOf({ operation, request, rename }: OtherOperation, data: EmployeeData, seed: number): unknown {
  const id = idOf(request.args);
  const employee = data.employees.find((candidate) => candidate.id === id);
  for (const results of [employee?.results, data.results]) {
    const result = configuredResult(operation, results);
    if (result !== undefined) return result.value;
  }
  return generateResult(operation, `${seed} ${seedOf(request.args)}`, rename);
}

function idOf(args: unknown): unknown {
  return typeof args === "object" && args !== null ? Reflect.get(args, "EmployeeId") : undefined;
}

function employeeOf(byId: ReadonlyMap<number, EmployeeRecord>, id: number): EmployeeRecord {
  const employee = byId.get(id);
  if (!employee) throw new SandboxFault(`Employee not found: ${id}`);
  return employee;
}

function isActive({ from, until }: AddressRecord, period: PeriodOfYear): boolean {
  return (!from || order(from) <= order(period)) && (!until || order(period) <= order(until));
}

function order({ Year, Period }: PeriodOfYear): number {
  return Year * 100 + Period;
}
