/** What the employee service does in the sandbox: checks credentials and looks records up. */
import { SandboxFault } from "../fault";
import type { OperationHandler } from "../hosted-service";
import type { AddressRecord, EmployeeData, EmployeeRecord, PeriodOfYear } from "./employee-records";

/** The credentials that the sandbox takes. */
export interface SandboxCredentials {
  readonly username: string;
  readonly token: string;
  readonly domain: string;
}

/** Periods of the sandbox: months, or the thirteen periods of four weeks. The contract does not show the range. */
const lastPeriod = 13;

/** `CostCenter_GetCurrent` of v2.1. */
export function costCenterOperations(
  data: EmployeeData,
  credentials: SandboxCredentials,
): Readonly<Record<string, OperationHandler>> {
  const byId = indexed(data);
  return {
    CostCenter_GetCurrent({ args, headers }) {
      const { Username, Token } = headerOf(headers, "AuthHeader") as { Username?: string; Token?: string };
      if (Username === undefined || Token === undefined) {
        throw new SandboxFault("AuthHeader has no Username or Token");
      }
      if (Username !== credentials.username || Token !== credentials.token) throw notAuthorized();
      const { EmployeeId } = args as { EmployeeId: number };
      return employeeOf(byId, EmployeeId).costCenters;
    },
  };
}

/** `Address_GetList` of v3. */
export function addressOperations(
  data: EmployeeData,
  credentials: SandboxCredentials,
): Readonly<Record<string, OperationHandler>> {
  const byId = indexed(data);
  return {
    Address_GetList({ args, headers }) {
      const { Domain } = headerOf(headers, "AuthHeaderWithDomain") as { Domain?: string };
      if (Domain === undefined) throw new SandboxFault("AuthHeaderWithDomain has no Domain");
      if (Domain !== credentials.domain) throw notAuthorized();
      const { EmployeeId, ...asked } = args as { EmployeeId: number } & PeriodOfYear;
      if (asked.Period < 1 || asked.Period > lastPeriod) {
        throw new SandboxFault(`Period out of range: ${asked.Period}`);
      }
      const { addresses } = employeeOf(byId, EmployeeId);
      return addresses.filter((record) => isActive(record, asked)).map(({ address }) => address);
    },
  };
}

function indexed({ employees }: EmployeeData): ReadonlyMap<number, EmployeeRecord> {
  return new Map(employees.map((employee) => [employee.id, employee]));
}

function headerOf(headers: Readonly<Record<string, unknown>>, name: string): unknown {
  const header = headers[name];
  if (header === undefined) throw new SandboxFault(`${name} is missing`);
  return header;
}

function notAuthorized(): SandboxFault {
  return new SandboxFault("1001: Not authorized");
}

function employeeOf(byId: ReadonlyMap<number, EmployeeRecord>, id: number): EmployeeRecord {
  const employee = byId.get(id);
  if (!employee) throw new SandboxFault(`Employee not found: ${id}`);
  return employee;
}

function isActive({ from, until }: AddressRecord, asked: PeriodOfYear): boolean {
  return (!from || order(from) <= order(asked)) && (!until || order(asked) <= order(until));
}

function order({ Year, Period }: PeriodOfYear): number {
  return Year * 100 + Period;
}
