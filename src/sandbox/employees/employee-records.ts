/** The data of the employee sandbox: a JSON file, checked when it is read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "../../errors/configuration-error";

/** A period of a year, with the contract's names. */
export interface PeriodOfYear {
  readonly Year: number;
  readonly Period: number;
}

/** An address record; without `from` and `until` it is active always. Both ends count. */
export interface AddressRecord {
  readonly from?: PeriodOfYear;
  readonly until?: PeriodOfYear;
  /** An `EmployeeAddress` of the contract. */
  readonly address: object;
}

/** One employee of the sandbox. */
export interface EmployeeRecord {
  readonly id: number;
  /** `EmployeeCostCenter` records of the contract. */
  readonly costCenters: readonly object[];
  readonly addresses: readonly AddressRecord[];
  /** What further operations answer for this employee: results by name of the operation. */
  readonly results?: Readonly<{ [operation: string]: unknown }>;
}

/** What a data file holds. */
export interface EmployeeData {
  readonly employees: readonly EmployeeRecord[];
  /** What further operations answer, by name of the operation. Those without a result get a made one. */
  readonly results?: Readonly<{ [operation: string]: unknown }>;
}

/** The employees 1001 to 1006 that come with the sandbox. */
export const defaultDataFile = join(__dirname, "employees.json");

/** Reads a data file. Throws `ConfigurationError` naming the option `data` and what is wrong in the file. */
export function readEmployeeData(file: unknown): EmployeeData {
  if (typeof file !== "string") throw wrongData("it takes employees, or the path of a JSON file with them");
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw wrongData(`${file}: ${(cause as Error).message}`);
  }
  return checkedEmployeeData(content, file);
}

/** `content` as employee data. Throws `ConfigurationError` with the path of what is wrong. */
export function checkedEmployeeData(content: unknown, source = "data"): EmployeeData {
  const { employees, results: all } = asObject(content, source);
  return {
    ...(all === undefined ? {} : { results: asObject(all, `${source}: results`) }),
    employees: asList(employees, `${source}: employees`).map((entry, index) => {
      const where = `${source}: employees[${index}]`;
      const { id, costCenters, addresses, results } = asObject(entry, where);
      if (!Number.isInteger(id)) throw wrongData(`${where}.id is not a whole number`);
      return {
        id: id as number,
        ...(results === undefined ? {} : { results: asObject(results, `${where}.results`) }),
        costCenters: asList(costCenters, `${where}.costCenters`).map((record, i) =>
          asObject(record, `${where}.costCenters[${i}]`),
        ),
        addresses: asList(addresses, `${where}.addresses`).map((record, i) =>
          addressRecord(record, `${where}.addresses[${i}]`),
        ),
      };
    }),
  };
}

function addressRecord(content: unknown, where: string): AddressRecord {
  const { from, until, address } = asObject(content, where);
  return {
    address: asObject(address, `${where}.address`),
    ...(from === undefined ? {} : { from: periodOfYear(from, `${where}.from`) }),
    ...(until === undefined ? {} : { until: periodOfYear(until, `${where}.until`) }),
  };
}

function periodOfYear(content: unknown, where: string): PeriodOfYear {
  const { Year, Period } = asObject(content, where);
  if (!Number.isInteger(Year) || !Number.isInteger(Period)) throw wrongData(`${where} has no whole Year and Period`);
  return { Year: Year as number, Period: Period as number };
}

function asObject(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw wrongData(`${where} is not an object`);
}

function asList(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw wrongData(`${where} is not a list`);
}

function wrongData(message: string): ConfigurationError {
  return new ConfigurationError(`option data: ${message}`, { option: "data" });
}
