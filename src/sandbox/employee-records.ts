/** The data of the employee sandbox: a JSON file, checked when it is read. */

import { ConfigurationError } from "soapwright-runtime/errors";
import { lineOfJson, lineOfSyntaxError, readRegularFile, stepsOf } from "soapwright-sandbox";

/** A period of a year, with the names of the contract. */
export interface PeriodOfYear {
  readonly Year: number;
  readonly Period: number;
}

/** An address record, active from `from` to `until`, both inclusive. Without them it is always active. */
export interface AddressRecord {
  readonly from?: PeriodOfYear;
  readonly until?: PeriodOfYear;
  /** An `EmployeeAddress` of the contract. Null is a nil item, which not every version can encode. */
  readonly address: object | null;
}

/** One employee of the sandbox. */
export interface EmployeeRecord {
  readonly id: number;
  /** `EmployeeCostCenter` records of the contract. A null item is nil; null instead of the list omits the list. */
  readonly costCenters: readonly (object | null)[] | null;
  readonly addresses: readonly AddressRecord[] | null;
  /** The results of other operations for this employee, by name of the operation. */
  readonly results?: Readonly<{ [operation: string]: unknown }>;
}

/** The content of a data file. */
export interface EmployeeData {
  readonly employees: readonly EmployeeRecord[];
  /** The results of other operations, by name of the operation. An operation without one returns generated values. */
  readonly results?: Readonly<{ [operation: string]: unknown }>;
}

export interface DataSource {
  readonly name: string;
  readonly text: string;
}

/** The error about invalid data, with the path to it. */
class Misfit extends Error {
  constructor(
    readonly path: string,
    readonly reason: string,
  ) {
    super(reason);
  }
}

const MOST_BYTES = 256 * 1024 * 1024;

/** Throws a `ConfigurationError` for the option `data` that describes the problem. */
export function readEmployeeData(file: string): { readonly data: EmployeeData; readonly source: DataSource } {
  let text = "";
  try {
    text = Buffer.from(readRegularFile(file, MOST_BYTES)).toString("utf8");
  } catch (cause) {
    throw wrongData(`${file}: ${(cause as Error).message}.`);
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw wrongData(`${file}:${lineOfSyntaxError(text, cause)}: ${(cause as Error).message}.`);
  }
  const source = { name: file, text };
  return { data: checkedEmployeeData(content, source), source };
}

/** Throws a `ConfigurationError` with the path of the problem, and its line in a file. */
export function checkedEmployeeData(content: unknown, source?: DataSource): EmployeeData {
  try {
    return employeeData(content);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const { path, reason } = error;
    throw wrongData(`${placeIn(source, stepsOf(path))}${path === "" ? "it" : path} ${reason}.`);
  }
}

function employeeData(content: unknown): EmployeeData {
  const { employees, results: all } = asObject(content, "", ["$schema", "employees", "results"]);
  const ids = new Set<number>();
  return {
    ...(all === undefined ? {} : { results: asObject(all, "results") }),
    employees: asList(employees, "employees").map((entry, index) => {
      const where = `employees[${index}]`;
      const { id, costCenters, addresses, results } = asObject(entry, where, employeeNames);
      if (!Number.isInteger(id)) throw new Misfit(`${where}.id`, "is not an integer");
      if (ids.has(id as number)) throw new Misfit(`${where}.id`, `is ${id} again: another employee has it`);
      ids.add(id as number);
      return {
        id: id as number,
        ...(results === undefined ? {} : { results: asObject(results, `${where}.results`) }),
        costCenters: listOf(costCenters, `${where}.costCenters`, objectOrNull),
        addresses: listOf(addresses, `${where}.addresses`, addressRecord),
      };
    }),
  };
}

const employeeNames = ["id", "costCenters", "addresses", "results"];

function addressRecord(content: unknown, where: string): AddressRecord {
  const { from, until, address } = asObject(content, where, ["from", "until", "address"]);
  return {
    address: objectOrNull(address, `${where}.address`),
    ...(from === undefined ? {} : { from: periodOfYear(from, `${where}.from`) }),
    ...(until === undefined ? {} : { until: periodOfYear(until, `${where}.until`) }),
  };
}

function periodOfYear(content: unknown, where: string): PeriodOfYear {
  const { Year, Period } = asObject(content, where, ["Year", "Period"]);
  if (!Number.isInteger(Year) || !Number.isInteger(Period)) {
    throw new Misfit(where, "must have a Year and a Period, both integers");
  }
  return { Year: Year as number, Period: Period as number };
}

/** With `names`, the object has no other properties. Throws a `Misfit` for any other value. */
function asObject(value: unknown, path: string, names?: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Misfit(path, "is not an object");
  const unknown = names && Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const fields = names?.filter((name) => !name.startsWith("$")).join(", ");
    throw new Misfit(path === "" ? unknown : `${path}.${unknown}`, `is no property of the data; there are ${fields}`);
  }
  return value as Record<string, unknown>;
}

function objectOrNull(value: unknown, where: string): object | null {
  return value === null ? null : asObject(value, where);
}

function listOf<T>(value: unknown, where: string, item: (one: unknown, where: string) => T): readonly T[] | null {
  return value === null ? null : asList(value, where).map((one, index) => item(one, `${where}[${index}]`));
}

function asList(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Misfit(where, "is not a list");
}

/** `message` has its full stop. */
export function wrongData(message: string): ConfigurationError {
  return new ConfigurationError(
    (name) => {
      const word = name("data");
      return `${word === "data" ? "The option data" : word} is wrong: ${message}`;
    },
    { reason: "sandbox-data", option: "data" },
  );
}

/** Returns for example `employees.json:12: `; without a file, an empty text. */
export function placeIn(source: DataSource | undefined, steps: Parameters<typeof lineOfJson>[1]): string {
  return source === undefined ? "" : `${source.name}:${lineOfJson(source.text, steps)}: `;
}
