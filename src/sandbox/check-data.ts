import type { ServiceVersion } from "soapwright-runtime";
import type { OperationNode } from "soapwright-runtime/tables";
import { type ResultProblem, resultCheck, stepsOf } from "soapwright-sandbox";
import { type DataSource, type EmployeeData, type EmployeeRecord, placeIn, wrongData } from "./employee-records";

interface RecordList {
  readonly property: "costCenters" | "addresses";
  readonly operation: string;
  readonly records: (employee: EmployeeRecord) => readonly unknown[] | null;
  /** The path from a record to the encoded value. */
  readonly below: string;
}

const lists: readonly RecordList[] = [
  { property: "costCenters", operation: "CostCenter_GetCurrent", records: ({ costCenters }) => costCenters, below: "" },
  {
    property: "addresses",
    operation: "Address_GetList",
    records: ({ addresses }) => addresses?.map(({ address }) => address) ?? null,
    below: ".address",
  },
];

/**
 * Throws a `ConfigurationError` with path, line and reason of the first record that the contract cannot encode, or of a
 * result that no call would return.
 */
export function checkData(
  versions: readonly ServiceVersion[],
  { employees, results: general }: EmployeeData,
  source: DataSource | undefined,
): void {
  const operationNames = new Set(versions.flatMap(({ service }) => service.operations.map(({ name }) => name)));
  const all = employees.map(({ results }, index) => ({ where: `employees[${index}].results`, results }));
  for (const { where, results = {} } of [{ where: "results", results: general }, ...all]) {
    const wrong = Object.keys(results).find((name) => !operationNames.has(name));
    if (wrong === undefined) continue;
    const place = placeIn(source, [...stepsOf(where), wrong]);
    throw wrongData(`${place}${where}.${wrong} is not an operation of the service.`);
  }
  for (const { list, problemOf } of hostedLists(versions)) {
    for (const [index, employee] of employees.entries()) {
      const problem = problemOf(list.records(employee));
      if (problem === undefined) continue;
      const [, item = "", rest = ""] = /^(\[\d+\])?(.*)$/s.exec(problem.path) ?? [];
      const path = `employees[${index}].${list.property}${item}${item === "" ? "" : list.below}${rest}`;
      throw wrongData(`${placeIn(source, stepsOf(path))}${path} ${problem.reason}`);
    }
  }
}

export interface HostedList {
  readonly list: RecordList;
  readonly operation: OperationNode;
  readonly problemOf: (records: readonly unknown[] | null) => ResultProblem | undefined;
}

export function hostedLists(versions: readonly ServiceVersion[]): HostedList[] {
  return versions.flatMap((version) => {
    const { path, service } = version;
    const problemOf = resultCheck(path, service);
    return lists.flatMap((list): HostedList[] => {
      const operation = service.operations.find(({ name }) => name === list.operation);
      if (!operation) return [];
      return [{ list, operation, problemOf: (records) => problemOf(operation, records) }];
    });
  });
}
