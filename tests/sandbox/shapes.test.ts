/** The service as it may really be, and data that a shape cannot carry. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmployeeData, type Sandbox, startSandbox } from "../../src/employee-sandbox/index";
import { createEmployeeServiceV3, createEmployeeServiceV21 } from "../../src/index";
import { namespace } from "../../src/runtime";
import { inShape } from "../../src/sandbox/shapes";
import { wsdlText } from "../../src/sandbox/wsdl-text";
import type { ComplexNode, ElementNode, ServiceNode, SimpleNode } from "../../src/schema/codec";
import { Referee } from "../referee/referee";
import { contract } from "../wire/contract-facts";
import { askAddresses, exchange } from "./exchange";

let referee: Referee;
const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
beforeAll(() => {
  referee = new Referee();
});
afterAll(async () => {
  await referee.close();
  rmSync(folder, { recursive: true });
});

const address = { Id: 1, Default: true, Type: "HomeAddress" };
const dataOf = (addresses: EmployeeData["employees"][number]["addresses"]): EmployeeData => ({
  employees: [{ id: 7, costCenters: [], addresses }],
});

async function wsdlOf(sandbox: Sandbox, version: string): Promise<string> {
  return (await exchange(`${sandbox.url}/soap/${version}/EmployeeService.asmx?WSDL`)).body.toString();
}

describe("the shape asmx", () => {
  test("serves a WSDL in the shape of the stack, and answers that are valid by it", async () => {
    const sandbox = await startSandbox({ shape: "asmx" });
    const v3 = await wsdlOf(sandbox, "v3");
    expect(v3).toContain('<wsdl:service name="EmployeeService">');
    expect(v3).toContain('<wsdl:port name="EmployeeServiceSoap12"');
    expect(v3).toMatch(/name="EmployeeAddress" nillable="true"/);
    expect(v3).toContain("<s:anyAttribute />");
    expect(v3).toMatch(/name="AuthHeaderWithDomain">.*<s:extension base="tns:AuthHeader">/);
    expect(await wsdlOf(sandbox, "v2.1")).toMatch(/name="CostCenter">.*name="Id" type="s:int" \/>/);
    const v21 = createEmployeeServiceV21({
      baseUrl: sandbox.url,
      username: "sandbox-user",
      token: "sandbox-token",
      exposeEnvelopes: true,
    });
    const seen: string[] = [];
    v21.soap.on("request", (envelope) => seen.push(envelope));
    v21.soap.on("response", (envelope) => seen.push(envelope ?? ""));
    for (const EmployeeId of [1001, 1003, 1005]) await v21.costCenterGetCurrent({ EmployeeId });
    const wsdl = await wsdlOf(sandbox, "v2.1");
    for (const envelope of seen) await expect(referee.envelopeProblems(wsdl, envelope)).resolves.toEqual([]);
    expect(seen.join("")).not.toContain("nil");
    await v21.close();
    await sandbox.close();
  });

  test("nil items arrive as the client's validation has them", async () => {
    const sandbox = await startSandbox({ shape: "asmx", data: dataOf([{ address }, { address: null }]) });
    const call = (validation: "standard" | "lenient") => {
      const service = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox", validation });
      return service.addressGetList({ EmployeeId: 7, Period: 1, Year: 2026 }).finally(() => service.close());
    };
    await expect(call("lenient")).resolves.toEqual([address, null]);
    const standard = call("standard");
    if (contract.nilItems) await expect(standard).resolves.toEqual([address, null]);
    else await expect(standard).rejects.toMatchObject({ code: "RESPONSE", reason: "value" });
    await sandbox.close();
  });

  test("nillable texts", async () => {
    const sandbox = await startSandbox({ shape: "asmx-nillable", data: dataOf([{ address }]) });
    const { body } = await askAddresses(sandbox.url, 7);
    expect(body.toString()).toContain('<Street xsi:nil="true" />');
    await sandbox.close();
  });
});

test("no list, an unlisted value and a control character go out as they are", async () => {
  const odd = { ...address, Type: "HolidayHome", Street: "a\u0001b" };
  const sandbox = await startSandbox({ data: dataOf([{ address: odd }]) });
  const { body } = await askAddresses(sandbox.url, 7);
  expect(body.toString()).toContain("<Type>HolidayHome</Type>");
  expect(body.toString()).toContain("<Street>a&#x1;b</Street>");
  await sandbox.close();
  const none = await startSandbox({ data: dataOf(null) });
  expect((await askAddresses(none.url, 7)).body.toString()).toMatch(/<Address_GetListResponse xmlns="[^"]+" \/>/);
  await none.close();
});

describe("data that cannot be carried stops the sandbox, with path, line and reason", () => {
  const lines = (address: string) =>
    `{\n"employees": [\n{ "id": 7, "costCenters": [],\n"addresses": [\n{ "address":\n${address}\n}] }] }`;
  test.each<readonly [string, string, number, RegExp]>([
    // A WSDL may allow it.
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

describe("types that contain themselves", () => {
  const ns = namespace("urn:example");
  const text: SimpleNode = { kind: "simple", variety: { of: "atomic", builtIn: "string" } };
  const Unit: ComplexNode = {
    kind: "complex",
    name: ns("Unit"),
    parts: [
      { kind: "element", key: "Name", name: ns("Name"), type: text, min: 0, max: 1, array: false },
      { kind: "element", key: "Parent", name: ns("Parent"), type: () => Unit, min: 0, max: 1, array: false },
    ],
  };
  /** A list whose items are such lists. */
  const Units: ComplexNode = {
    kind: "complex",
    name: ns("Units"),
    parts: [{ kind: "element", key: "Units", name: ns("Units"), type: () => Units, min: 0, max: 9, array: true }],
  };
  const element = (local: string, type: ComplexNode): ElementNode => ({
    kind: "element",
    key: local,
    name: ns(local),
    type,
    min: 1,
    max: 1,
    array: false,
  });
  const service: ServiceNode = {
    name: "Units",
    targetNamespace: "urn:example",
    ports: [{ name: "UnitsSoap", soapVersion: "1.1", address: "https://service.example/Units.asmx" }],
    operations: [
      {
        name: "Unit_Get",
        method: "unitGet",
        style: "document",
        use: "literal",
        soapAction: { "1.1": "urn:example/Unit_Get" },
        safe: true,
        input: { body: [element("Unit", Unit)], unwrap: [], list: false, headers: [] },
        output: { body: [element("All", Units)], unwrap: [], list: false, headers: [] },
        faults: [],
      },
    ],
  };

  test("a header that lets any attribute in already does so once", () => {
    const { parts } = Unit;
    const header = element("Key", {
      ...Unit,
      name: ns("Key"),
      parts: [parts[0]!, { kind: "anyAttribute", key: "any", namespaces: { allow: "any" } }],
    });
    const [operation] = service.operations;
    const input = { ...operation!.input, headers: [header] };
    const place = { address: "https://service.example/Units.asmx", rename: (namespace: string) => namespace };
    const own = inShape({ ...service, operations: [{ ...operation!, input }] }, "/Units.asmx", "asmx");
    expect(wsdlText(own, place).match(/anyAttribute/g)).toHaveLength(1);
  });

  test.each(["contract", "asmx", "asmx-nillable"] as const)("have a WSDL in the shape %s", (shape) => {
    const place = { address: "https://service.example/Units.asmx", rename: (namespace: string) => namespace };
    const wsdl = wsdlText(inShape(service, "/Units.asmx", shape), place);
    expect(wsdl).toMatch(/complexType name="Unit">.*name="Parent" type="tns:Unit"/);
    expect(/name="Units"(?: nillable="true")? type="tns:Units"/.exec(wsdl)?.[0].includes("nillable")).toBe(
      shape !== "contract",
    );
    expect(wsdl.includes('name="Name" nillable="true"')).toBe(shape === "asmx-nillable");
  });
});
