/** The operations of the employee sandbox: they look up records, or generate results if there are none. */

import type { ServiceVersion } from "soapwright-runtime";
import {
  configuredResult,
  generateResult,
  type OperationHandler,
  type OtherOperation,
  SandboxFault,
  type ServiceOptions,
  seedOf,
} from "soapwright-sandbox";
import type { AddressRecord, EmployeeData, EmployeeRecord, PeriodOfYear } from "./employee-records";

interface OperationSettings {
  readonly data: EmployeeData;
  readonly credentials: Readonly<{ [option: string]: string }>;
  /** Equal seeds generate equal values. */
  readonly seed: number;
}

export function operationsOf(
  version: ServiceVersion,
  { data, credentials, seed }: OperationSettings,
): Pick<ServiceOptions, "operations" | "otherOperations"> {
  const operationNames = new Set(version.service.operations.map(({ name }) => name));
  const checked = (handler: OperationHandler): OperationHandler => {
    return (request) => {
      checkCredentials(version, credentials, request);
      return handler(request);
    };
  };
  const handlers = Object.entries(recordOperations(data)).filter(([name]) => operationNames.has(name));
  return {
    operations: Object.fromEntries(handlers.map(([name, handler]) => [name, checked(handler)])),
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

/** Credentials in the options come before the defaults of the table of versions. */
export function credentialsOf(
  versions: readonly ServiceVersion[],
  credentials: Readonly<{ [option: string]: unknown }>,
): { readonly [option: string]: string } {
  const children = versions.flatMap(({ header }) => header?.children ?? []);
  return Object.fromEntries(
    children.map(({ option, sandbox }) => [option, (credentials[option] ?? sandbox) as string]),
  );
}

/** Throws a `SandboxFault` for missing or wrong credentials. */
function checkCredentials(
  { header, service }: ServiceVersion,
  credentials: Readonly<{ [option: string]: string }>,
  { operation, headers }: Parameters<OperationHandler>[0],
): void {
  if (header === undefined) return;
  const declared = service.operations.filter(({ name }) => name === operation).flatMap(({ input }) => input.headers);
  const block = declared.find(({ name }) => name.local === header.element);
  if (block === undefined) return;
  const sent = headers[block.key];
  if (sent === undefined) throw new SandboxFault(`${header.element} is missing`);
  const required = header.children.filter((child) => child.required);
  const values = required.map(({ name }) => (sent === null ? undefined : Reflect.get(sent as object, name)));
  if (values.includes(undefined)) {
    throw new SandboxFault(`${header.element} has no ${required.map(({ name }) => name).join(" or ")}`);
  }
  if (required.some(({ option }, index) => values[index] !== credentials[option])) {
    throw new SandboxFault("1001: Not authorized");
  }
}
