import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { inspect } from "../../src/commands/inspect/inspect";

const wsdl = "packages/soapwright/tests/commands/two-operations/v2.1.wsdl";

test("the table shows services, operations, headers and types", async () => {
  const streams = new RecordedStreams();
  expect(await inspect(wsdl, {}, streams)).toBe(0);
  expect(streams.output).toMatch(/Services and ports \(2\)/);
  expect(streams.output).toMatch(/Messages \(3\)[\s\S]*Types \(7\)/);
  expect(streams.output).toMatch(
    /CostCenter_GetCurrent +document\/literal +CostCenter_GetCurrent +CostCenter_GetCurrentResponse +AuthHeader/,
  );
  expect(streams.output).toMatch(/^ {2}EmployeeCostCenter$/m);
  expect(streams.output).toMatch(/Percentage +xs:decimal +1/);
  expect(streams.errors).toBe("");
});

test("the outline as JSON has every noun", async () => {
  const streams = new RecordedStreams();
  await inspect(wsdl, { json: true }, streams);
  const outline = JSON.parse(streams.output);
  expect(Object.keys(outline)).toEqual([
    "targetNamespace",
    "documentation",
    "services",
    "operations",
    "messages",
    "extensions",
    "types",
  ]);
  expect(outline.operations).toEqual([
    expect.objectContaining({
      name: "CostCenter_GetCurrent",
      style: "document",
      use: "literal",
      safe: true,
      oneWay: false,
      headers: ["AuthHeader"],
      soapAction: {
        "1.1": "https://service.example/soap/v2.1/EmployeeService/CostCenter_GetCurrent",
        "1.2": "https://service.example/soap/v2.1/EmployeeService/CostCenter_GetCurrent",
      },
    }),
  ]);
  const costCenter = outline.types.find(({ name }: { name: string }) => name === "CostCenter");
  expect(costCenter.parts).toContainEqual({ name: "Id", type: "xs:int", occurs: "1", nillable: true });
});

test("two forms at once are wrong usage, a broken WSDL is a diagnostic", async () => {
  const both = new RecordedStreams();
  expect(await inspect(wsdl, { json: true, html: true }, both)).toBe(2);
  expect(both.errors).toContain("--json");
  const path = join(mkdtempSync(join(tmpdir(), "inspect-")), "broken.wsdl");
  writeFileSync(path, "<definitions");
  const broken = new RecordedStreams();
  expect(await inspect(path, {}, broken)).toBe(1);
  expect(broken.errors).toMatch(/broken\.wsdl:1:\d+: error: /);
  expect(broken.output).toBe("");
});

test("overloads are named with their inputs", async () => {
  const overloads = "packages/soapwright-testing/src/golden/cases/asmx-overloads/service.wsdl";
  const [table, json] = [new RecordedStreams(), new RecordedStreams()];
  await inspect(overloads, {}, table);
  expect(table.output).toMatch(/Find +document\/literal[^\n]*\n +Find \(FindByName\) +document\/literal/);
  await inspect(overloads, { json: true }, json);
  const { operations } = JSON.parse(json.output) as { operations: { name: string; overload?: string }[] };
  expect(operations.map(({ name, overload }) => [name, overload])).toEqual([
    ["Find", undefined],
    ["Find", "FindByName"],
  ]);
});
