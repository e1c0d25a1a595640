/** The data of the employee sandbox: a JSON file, checked when it is read. */

import { readFileSync } from "node:fs";
import { ConfigurationError, isConfigurationError } from "../runtime";
import { lineOfJson, lineOfSyntaxError, stepsOf } from "../sandbox/internal";

/** A period of a year, with the contract's names. */
export interface PeriodOfYear {
  readonly Year: number;
  readonly Period: number;
}

/** An address record; without `from` and `until` it is active always. Both ends count. */
export interface AddressRecord {
  readonly from?: PeriodOfYear;
  readonly until?: PeriodOfYear;
  /** An `EmployeeAddress` of the contract; null is a nil item, which not every profile can carry. */
  readonly address: object | null;
}

/** One employee of the sandbox. */
export interface EmployeeRecord {
  readonly id: number;
  /** `EmployeeCostCenter` records of the contract. A null in it is a nil item; null in its place is no list at all. */
  readonly costCenters: readonly (object | null)[] | null;
  readonly addresses: readonly AddressRecord[] | null;
  /** What further operations answer for this employee: results by name of the operation. */
  readonly results?: Readonly<{ [operation: string]: unknown }>;
}

/** What a data file holds. */
export interface EmployeeData {
  readonly employees: readonly EmployeeRecord[];
  /** What further operations answer, by name of the operation. Those without a result get a made one. */
  readonly results?: Readonly<{ [operation: string]: unknown }>;
}

const wrong = "The option data is wrong: ";

/** Reads a data file. Throws `ConfigurationError` naming the option `data` and what is wrong in the file. */
export function readEmployeeData(file: unknown): EmployeeData {
  if (typeof file !== "string") throw wrongData("it must be employees, or the path of a JSON file with employees");
  const text = textOf(file);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw wrongData(`${file}:${lineOfSyntaxError(text, cause)}: ${(cause as Error).message}`);
  }
  try {
    return checkedEmployeeData(content, file);
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    const problem = error.message.slice(`${wrong}${file}: `.length, -1);
    const [path = ""] = problem.split(" ", 1);
    throw wrongData(`${file}:${lineOfJson(text, stepsOf(path))}: ${problem}`);
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw wrongData(`${file}: ${(cause as Error).message}`);
  }
}

/** `content` as employee data. Throws `ConfigurationError` with the path of what is wrong. */
export function checkedEmployeeData(content: unknown, source = "data"): EmployeeData {
  const { employees, results: all } = asObject(content, source);
  return {
    ...(all === undefined ? {} : { results: asObject(all, `${source}: results`) }),
    employees: asList(employees, `${source}: employees`).map((entry, index) => {
      const where = `${source}: employees[${index}]`;
      const { id, costCenters, addresses, results } = asObject(entry, where);
      if (!Number.isInteger(id)) throw wrongData(`${where}.id is not an integer`);
      return {
        id: id as number,
        ...(results === undefined ? {} : { results: asObject(results, `${where}.results`) }),
        costCenters: listOf(costCenters, `${where}.costCenters`, objectOrNull),
        addresses: listOf(addresses, `${where}.addresses`, addressRecord),
      };
    }),
  };
}

function addressRecord(content: unknown, where: string): AddressRecord {
  const { from, until, address } = asObject(content, where);
  return {
    address: objectOrNull(address, `${where}.address`),
    ...(from === undefined ? {} : { from: periodOfYear(from, `${where}.from`) }),
    ...(until === undefined ? {} : { until: periodOfYear(until, `${where}.until`) }),
  };
}

function periodOfYear(content: unknown, where: string): PeriodOfYear {
  const { Year, Period } = asObject(content, where);
  if (!Number.isInteger(Year) || !Number.isInteger(Period))
    throw wrongData(`${where} must have a Year and a Period, both integers`);
  return { Year: Year as number, Period: Period as number };
}

function asObject(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw wrongData(`${where} is not an object`);
}

function objectOrNull(value: unknown, where: string): object | null {
  return value === null ? null : asObject(value, where);
}

/** A list, or null for none. */
function listOf<T>(value: unknown, where: string, item: (one: unknown, where: string) => T): readonly T[] | null {
  return value === null ? null : asList(value, where).map((one, index) => item(one, `${where}[${index}]`));
}

function asList(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw wrongData(`${where} is not a list`);
}

function wrongData(message: string): ConfigurationError {
  return new ConfigurationError(`${wrong}${message}.`, { option: "data" });
}
