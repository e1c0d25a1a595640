/** Adapts the sandbox's example employees to the current contract, which may be newer than the examples. */

import type { ServiceVersion } from "soapwright-runtime";
import type { OperationNode } from "soapwright-runtime/tables";
import { generateResult, type ResultProblem, SandboxFault, stepsOf } from "soapwright-sandbox";
import { type HostedList, hostedLists } from "./check-data";
import type { AddressRecord, EmployeeData, EmployeeRecord } from "./employee-records";

/** A record that needs more changes is left out. */
const mostChanges = 200;
/** So many generated results are searched for a value. */
const mostResults = 20;

/** Calls `note` with one line for each changed place. */
export function fittingData(
  versions: readonly ServiceVersion[],
  data: EmployeeData,
  note: (line: string) => void,
): EmployeeData {
  const reported = new Set<string>();
  const report = (line: string): void => {
    if (!reported.has(line)) note(line);
    reported.add(line);
  };
  const hosted = hostedLists(versions);
  const fitting = (record: unknown, property: HostedList["list"]["property"]): unknown =>
    fittingRecord(
      record,
      hosted.filter(({ list }) => list.property === property),
      report,
    );
  const employees = data.employees.map((employee): EmployeeRecord => {
    const costCenters = employee.costCenters?.map((one) => fitting(one, "costCenters")).filter(isCarried) ?? null;
    const addresses = employee.addresses
      ?.map((one) => ({ ...one, address: fitting(one.address, "addresses") }))
      .filter((one): one is AddressRecord => isCarried(one.address));
    return { ...employee, costCenters, addresses: addresses ?? null };
  });
  return { ...data, employees };
}

function isCarried(record: unknown): record is object | null {
  return record !== undefined;
}

/** Values that did not fit are converted, left out or generated. Returns undefined if no change helps. */
function fittingRecord(record: unknown, lists: readonly HostedList[], report: (line: string) => void): unknown {
  let now = record;
  for (let count = 0; count < mostChanges; count++) {
    const hosted = lists.find(({ problemOf }) => problemOf([now]) !== undefined);
    const problem = hosted?.problemOf([now]);
    if (hosted === undefined || problem === undefined) return now;
    const place = `${problem.path.replace(/\[\d+\]/g, "").replace(/^\./, "")} of ${hosted.operation.name}`;
    const change = changesOf(now, hosted.operation, problem).find(({ changed }) => {
      const next = hosted.problemOf([changed]);
      return next === undefined || !(next.path === problem.path || next.path.startsWith(`${problem.path}.`));
    });
    if (change === undefined) {
      report(`The sandbox's own data leave out records of ${hosted.operation.name}: ${place} ${problem.reason}`);
      return undefined;
    }
    report(`The sandbox's own data ${change.what} ${place}, which ${problem.reason}`);
    now = change.changed;
  }
  return undefined;
}

/** The smallest change is first. */
function changesOf(record: unknown, operation: OperationNode, { path }: ResultProblem) {
  const [, ...steps] = stepsOf(path);
  if (steps.length === 0) return [];
  const value = valueAt(record, steps);
  const sample = generateAt(operation, steps);
  return [
    ...writings(value).map((other) => ({ what: "write otherwise", changed: withValue(record, steps, other) })),
    { what: "leave out", changed: withValue(record, steps, undefined) },
    ...(value === null
      ? [0, ""].map((none) => ({ what: "write as none", changed: withValue(record, steps, none) }))
      : []),
    ...(sample === undefined ? [] : [{ what: "make up", changed: withValue(record, steps, sample) }]),
  ];
}

function writings(value: unknown): unknown[] {
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (value === "true" || value === "false") return [value === "true"];
  const isNumber = typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
  return isNumber ? [Number(value)] : [];
}

function generateAt(operation: OperationNode, steps: readonly (string | number)[]): unknown {
  for (let seed = 1; seed <= mostResults; seed++) {
    const result = seededResult(operation, seed);
    for (const record of Array.isArray(result) ? result : [result]) {
      const value = valueAt(record, steps);
      if (value !== undefined && value !== null) return asJson(value);
    }
  }
  return undefined;
}

/** Returns undefined for `xs:anyType`, or a pattern that is too complex. */
function seededResult(operation: OperationNode, seed: number): unknown {
  try {
    return generateResult(operation, String(seed), (name) => name);
  } catch (error) {
    if (error instanceof SandboxFault) return undefined;
    throw error;
  }
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? Number(each) : each)));
}

function valueAt(value: unknown, [step, ...others]: readonly (string | number)[]): unknown {
  if (step === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
  return valueAt(Reflect.get(value, step), others);
}

/** Without `value`, the place is left out. */
function withValue(record: unknown, [step, ...others]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof record !== "object" || record === null) return record;
  const inner = withValue(Reflect.get(record, step), others, value);
  if (Array.isArray(record))
    return record.flatMap((item: unknown, index) => (index !== step ? [item] : inner === undefined ? [] : [inner]));
  const { [String(step)]: _, ...rest } = record as { readonly [name: string]: unknown };
  return inner === undefined ? rest : { ...rest, [String(step)]: inner };
}
