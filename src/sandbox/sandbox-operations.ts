/** The operations of the employee sandbox: they look up records, or generate results if there are none. */

import { type OperationHandler, type OtherOperation, SandboxFault, type ServiceOptions } from "soapwright-sandbox";
import { configuredResult, generateResult, seedOf } from "soapwright-sandbox/internal";
import type { ServiceVersion } from "../service/employee-service";
import { checkCredentials } from "./credentials";
import type { AddressRecord, EmployeeData, EmployeeRecord, PeriodOfYear } from "./employee-records";

export interface OperationSettings {
  readonly data: EmployeeData;
  /** The accepted credentials are by option. */
  readonly credentials: Readonly<{ [option: string]: string }>;
  /** Equal seeds generate equal values. */
  readonly seed: number;
}

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

/** Months and thirteen four-week periods are allowed. */
const lastPeriod = 13;

/** The employee's result in the data comes first, then the general one, then a generated one. */
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
