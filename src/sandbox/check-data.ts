/** Checks at the start that the tables can encode the records of a sandbox, before the first call. */

import { ConfigurationError, isArgumentError } from "soapwright-runtime";
import type { OperationNode } from "soapwright-runtime/internal";
import {
  escapeInvalidCharacters,
  HostedService,
  stepsOf,
  surrogateProblem,
  wrapMessage,
} from "soapwright-sandbox/internal";
import type { ServiceVersion } from "../service/employee-service";
import { type DataSource, dataIn, type EmployeeData, type EmployeeRecord, placeIn } from "./employee-records";

interface RecordList {
  readonly property: "costCenters" | "addresses";
  readonly operation: string;
  readonly records: (employee: EmployeeRecord) => readonly unknown[] | null;
  /** The path from a record to the encoded value. */
  readonly below: string;
}

const lists: readonly RecordList[] = [
  {
    property: "costCenters",
    operation: "CostCenter_GetCurrent",
    records: ({ costCenters }) => costCenters,
    below: "",
  },
  {
    property: "addresses",
    operation: "Address_GetList",
    records: ({ addresses }) => addresses?.map(({ address }) => address) ?? null,
    below: ".address",
  },
];

/** Throws a `ConfigurationError` with path, line and reason of the first record that the contract cannot encode. */
export function checkData(
  versions: readonly ServiceVersion[],
  { employees, results }: EmployeeData,
  source: DataSource,
): void {
  checkResultNames(versions, "results", results, source);
  for (const [index, employee] of employees.entries()) {
    checkResultNames(versions, `employees[${index}].results`, employee.results, source);
  }
  for (const { list, problemOf } of hostedLists(versions)) {
    for (const [index, employee] of employees.entries()) {
      const problem = problemOf(list.records(employee));
      if (problem) throw misfit(source, `employees[${index}].${list.property}`, list.below, problem);
    }
  }
}

export interface HostedList {
  readonly list: RecordList;
  readonly operation: OperationNode;
  /** Returns undefined if the operation can encode the records. */
  readonly problemOf: (records: readonly unknown[] | null) => Problem | undefined;
}

export function hostedLists(versions: readonly ServiceVersion[]): HostedList[] {
  return versions.flatMap((version) => {
    const { path, service } = version;
    const hosted = new HostedService({ path, service }, "https://service.example");
    return lists.flatMap((list): HostedList[] => {
      const operation = service.operations.find(({ name }) => name === list.operation);
      if (!operation) return [];
      return [{ list, operation, problemOf: (records) => problemOf(hosted, operation, records) }];
    });
  });
}

/** Throws for the result of an unknown operation, because no call would return it. */
function checkResultNames(
  versions: readonly ServiceVersion[],
  where: string,
  results: EmployeeData["results"],
  source: DataSource,
): void {
  const operationNames = new Set(versions.flatMap(({ service }) => service.operations.map(({ name }) => name)));
  const wrong = Object.keys(results ?? {}).find((name) => !operationNames.has(name));
  if (wrong === undefined) return;
  const place = placeIn(source, [...stepsOf(where), wrong]);
  throw new ConfigurationError(
    (name) => `${dataIn(name)} is wrong: ${place}${where}.${wrong} is not an operation of the service.`,
    { option: "data" },
  );
}

export interface Problem {
  /** The path within the list, for example `[0].Id`. */
  readonly path: string;
  readonly reason: string;
}

function problemOf(
  service: HostedService,
  operation: OperationNode,
  records: readonly unknown[] | null,
): Problem | undefined {
  const [element] = operation.output?.body ?? [];
  if (!element || !operation.output || records === null) return undefined;
  const value: unknown = Reflect.get(wrapMessage(operation.output, records), element.key);
  const surrogate = surrogateProblem(value);
  if (surrogate !== undefined) return { path: "", reason: surrogate };
  try {
    service.codec.encode(
      service.responseTables.element(element),
      escapeInvalidCharacters(value)?.value ?? value,
      element.key,
    );
    return undefined;
  } catch (error) {
    if (!isArgumentError(error)) throw error;
    const path = /(\[\d+\].*)$/.exec(error.path)?.[1] ?? "";
    const unknown = /^the unknown property (.+)$/.exec(error.received)?.[1];
    if (unknown !== undefined) {
      return { path: `${path}.${unknown}`, reason: `is no property of the record; it takes ${error.expected}.` };
    }
    return { path, reason: `takes ${error.expected}, but is ${error.received}.` };
  }
}

function misfit(source: DataSource, list: string, below: string, { path, reason }: Problem): ConfigurationError {
  const [, index = "", rest = ""] = /^(\[\d+\])?(.*)$/s.exec(path) ?? [];
  const whole = `${list}${index}${index === "" ? "" : below}${rest}`;
  const place = placeIn(source, stepsOf(whole));
  return new ConfigurationError((word) => `${dataIn(word)} is wrong: ${place}${whole} ${reason}`, {
    option: "data",
  });
}
