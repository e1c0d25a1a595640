/** The sandbox's example employees with contracts that are newer than they are. */

import type { ElementNode, PartNode } from "soapwright-runtime/internal";
import { namespace, nillable, xs } from "soapwright-runtime/tables";
import { TableCopy } from "soapwright-sandbox/internal";
import { versions } from "../../generated/versions";
import { checkData } from "../../src/sandbox/check-data";
import { checkedEmployeeData, type EmployeeData } from "../../src/sandbox/employee-records";
import employees from "../../src/sandbox/employees.json";
import { fittingData } from "../../src/sandbox/fit-data";
import type { ServiceVersion } from "../../src/service/employee-service";

const own = checkedEmployeeData(employees);

/** Returns the versions with the parts of one type changed. */
function changed(name: string, change: (parts: readonly PartNode[]) => readonly PartNode[]): ServiceVersion[] {
  const copy = new TableCopy({
    type: (node) =>
      node.kind === "complex" && node.name?.local === name ? { ...node, parts: change(node.parts) } : node,
    element: (node) => node,
  });
  const body = (elements: readonly ElementNode[]) => elements.map((element) => copy.element(element));
  return versions.map((version) => ({
    ...version,
    service: {
      ...version.service,
      operations: version.service.operations.map((operation) => ({
        ...operation,
        ...(operation.output && { output: { ...operation.output, body: body(operation.output.body) } }),
      })),
    },
  }));
}

const tns = namespace("https://service.example/soap/v2.1/EmployeeService");
const withId = (id: PartNode) => (parts: readonly PartNode[]) =>
  parts.map((part) => (part.kind === "element" && part.name.local === "Id" ? id : part));

/** Returns the adapted data, which the contract can encode, and the messages about it. */
function fitted(contract: readonly ServiceVersion[]): { data: EmployeeData; notes: string[] } {
  const notes: string[] = [];
  const data = fittingData(contract, own, (line) => notes.push(line));
  checkData(contract, data, { name: "data", text: undefined });
  expect(JSON.parse(JSON.stringify(data))).toEqual(data);
  return { data, notes };
}

const costCenters = ({ employees: all }: EmployeeData) =>
  all.flatMap(({ costCenters: some }) => some ?? []) as { CostCenter?: { [name: string]: unknown } }[];
const centers = (data: EmployeeData): { [name: string]: unknown }[] =>
  costCenters(data).flatMap(({ CostCenter }) => (CostCenter === undefined ? [] : [CostCenter]));
const count = costCenters(own).length;

test("as they are where the contract is as it was", () => {
  expect(fitted(versions)).toEqual({ data: own, notes: [] });
});

test.each<readonly [string, PartNode, unknown]>([
  ["is no longer nillable", tns.element("Id", xs.int), { was: null, is: 0, noteCount: 1 }],
  ["is optional and not nillable", tns.optional("Id", xs.int), { was: null, is: undefined, noteCount: 1 }],
  ["is a text", tns.element("Id", xs.string), { was: 11, is: "11", noteCount: 2 }],
  ["is a nillable text", tns.element("Id", nillable(xs.string)), { was: null, is: null, noteCount: 1 }],
  ["is a long", tns.element("Id", nillable(xs.long)), { was: 11, is: 11, noteCount: 0 }],
])("when the Id of a cost center %s", (_, id, expected) => {
  const { was, is, noteCount } = expected as { was: unknown; is: unknown; noteCount: number };
  const { data, notes } = fitted(changed("CostCenter", withId(id)));
  expect(costCenters(data)).toHaveLength(count);
  const places = centers(own).flatMap((center, index) => (center.Id === was ? [index] : []));
  expect(places).not.toEqual([]);
  for (const place of places) expect(centers(data)[place]?.Id).toEqual(is);
  expect(notes).toHaveLength(noteCount);
  for (const note of notes)
    expect(note).toMatch(
      /^The sandbox's own data (write otherwise|leave out|write as none) CostCenter\.Id of CostCenter_GetCurrent, which takes .+, but is .+\.$/,
    );
});

test("a property that records must have now is made up, one that is gone is left out", () => {
  const required = fitted(changed("CostCenter", (parts) => [...parts, tns.element("Name", xs.string)]));
  for (const center of centers(required.data)) expect(typeof center.Name).toBe("string");
  expect(required.notes).toEqual([
    expect.stringMatching(/^The sandbox's own data make up CostCenter\.Name of CostCenter_GetCurrent, which /),
  ]);
  const gone = fitted(changed("CostCenter", (parts) => parts.slice(1)));
  for (const center of centers(gone.data)) expect(center).not.toHaveProperty("Code");
  expect(gone.notes).toHaveLength(1);
});

test("records that nothing helps are left out, and said to be", () => {
  const { data, notes } = fitted(
    changed("EmployeeCostCenter", (parts) => [...parts, tns.element("Never", xs.base64Binary)]),
  );
  expect(costCenters(data)).toEqual([]);
  expect(data.employees).toHaveLength(own.employees.length);
  expect(notes).toEqual([
    expect.stringMatching(/^The sandbox's own data leave out records of CostCenter_GetCurrent: Never /),
  ]);
});
