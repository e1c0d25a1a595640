/** Data that the contract can encode, and data that it cannot. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmployeeData, startSandbox } from "employee-service-client/sandbox";
import { askAddresses } from "soapwright-testing/sandbox/raw-exchange";
import { contract } from "soapwright-testing/wire/contract-facts";

const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
afterAll(() => rmSync(folder, { recursive: true }));

const address = { Id: 1, Default: true, Type: "HomeAddress" };
const dataOf = (addresses: EmployeeData["employees"][number]["addresses"]): EmployeeData => ({
  employees: [{ id: 7, costCenters: [], addresses }],
});

test("no list, an unlisted value and a control character go out as they are", async () => {
  const odd = { ...address, Type: "HolidayHome", Street: "a\u0001b" };
  const sandbox = await startSandbox({ data: dataOf([{ address: odd }]) });
  const { body } = await askAddresses(sandbox.url, 7);
  expect(body.toString()).toContain("<Type>HolidayHome</Type>");
  expect(body.toString()).toContain("<Street>a&#x1;b</Street>");
  await sandbox.close();
  // A handler may return instances of its own classes.
  class Address {}
  const instances = await startSandbox({ data: dataOf([{ address: Object.assign(new Address(), odd) }]) });
  expect((await askAddresses(instances.url, 7)).body.toString()).toContain("<Street>a&#x1;b</Street>");
  await instances.close();
  const none = await startSandbox({ data: dataOf(null) });
  expect((await askAddresses(none.url, 7)).body.toString()).toMatch(/<Address_GetListResponse xmlns="[^"]+" \/>/);
  await none.close();
});

describe("data that cannot be carried stops the sandbox, with path, line and reason", () => {
  const lines = (address: string) =>
    `{\n"employees": [\n{ "id": 7, "costCenters": [],\n"addresses": [\n{ "address":\n${address}\n}] }] }`;
  test.each<readonly [string, string, number, RegExp]>([
    // A WSDL may allow nil items.
    ...(contract.nilItems
      ? []
      : [["a nil record", lines("null"), 6, /employees\[0\]\.addresses\[0\]\.address takes .* but is null/] as const]),
    [
      "a nil text",
      lines('{ "Id": 1,\n"Street": null,\n"Default": true, "Type": "HomeAddress" }'),
      7,
      /address\.Street takes/,
    ],
    ["a missing value", lines('{ "Id": 1, "Default": true }'), 6, /address\.Type takes/],
    ["a wrong value", lines('{ "Id": 1, "Default":\n"yes", "Type": "HomeAddress" }'), 7, /address\.Default takes/],
    [
      "an unknown property",
      lines('{ "Id": 1, "Default": true, "Type": "HomeAddress",\n"Strat": "x" }'),
      7,
      /address\.Strat/,
    ],
    ["what is no list", '{\n"employees": 5 }', 2, /employees is not a list/],
    ["what is no object", "\n[]", 2, /: it is not an object\.$/],
    [
      "an unknown property of an employee",
      '{ "employees": [\n{ "id": 7, "costCenters": [],\n"colour": 3, "addresses": [] }] }',
      3,
      /employees\[0\]\.colour is no property of the data; there are id, /,
    ],
    [
      "an unknown property of the data",
      '{ "employees": [],\n"employes": [] }',
      2,
      /: employes is no property of the data/,
    ],
    [
      "an unknown property of an address record",
      lines('{ "Id": 1, "Default": true, "Type": "HomeAddress" },\n"form": {}'),
      7,
      /addresses\[0\]\.form is no property/,
    ],
    [
      "one employee twice",
      '{ "employees": [\n{ "id": 7, "costCenters": [], "addresses": [] },\n{ "id": 7, "costCenters": [], "addresses": [] }] }',
      3,
      /employees\[1\]\.id is 7 again/,
    ],
    ["what is no JSON", '{\n"employees": [\n}', 3, /JSON/],
  ])("%s", async (_what, text, line, message) => {
    const file = join(folder, "data.json");
    writeFileSync(file, text);
    const error = (await startSandbox({ data: file }).catch((caught: unknown) => caught)) as Error;
    expect(error).toMatchObject({ code: "CONFIGURATION", option: "data" });
    expect(error.message).toMatch(message);
    expect(error.message).toContain(`data.json:${line}: `);
  });
});
