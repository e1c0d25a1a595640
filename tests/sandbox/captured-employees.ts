/** The data of the captured service. */

import type { Referee } from "soapwright-testing/referee/referee";
import type { EmployeeRecord } from "../../src/sandbox/employee-records";
import { capture, captureNames } from "../wire/captures";
import { recordsOf } from "../wire/values";

/** Returns the employees in the captured responses. The address of employee 700 repeats the arguments. */
export async function capturedEmployees(referee: Referee): Promise<EmployeeRecord[]> {
  const employees = new Map<number, EmployeeRecord>([[700, { id: 700, costCenters: [], addresses: [] }]]);
  for (const name of captureNames().filter((name) =>
    /^v(21|3)-11-(one|two|empty|percentages|text|six-types)$/.test(name),
  )) {
    const id = Number(/<EmployeeId>(\d+)</.exec(capture(name, "request").body.toString("utf8"))?.[1]);
    const records = recordsOf(await referee.parse(capture(name, "response").body)) as object[];
    const before = employees.get(id) ?? { id, costCenters: [], addresses: [] };
    const known21 = name.startsWith("v21") ? { costCenters: records } : {};
    const known3 = name.startsWith("v3") ? { addresses: records.map((address) => ({ address })) } : {};
    employees.set(id, { ...before, ...known21, ...known3 });
  }
  return [...employees.values()];
}
