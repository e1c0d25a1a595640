/** Command-line arguments as arguments of operations, for tables of every shape. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { ServiceClient } from "soapwright-runtime";
import type { NodeRef, OperationNode } from "soapwright-runtime/internal";
import type { ServiceNode } from "soapwright-runtime/tables";
import {
  choice,
  complexType,
  enumeration,
  namespace,
  nillable,
  polymorphic,
  repeated,
  simpleList,
  soapArray,
  variant,
  xs,
} from "soapwright-runtime/tables";
import { operationHelp } from "../../src/cli/call-command";
import { argumentsOf, optionName, optionNames, splitWords } from "../../src/cli/parse-arguments";
import { argumentPlaces } from "../../src/cli/places";

const tns = namespace("urn:example");
const none = namespace("");
const Colour = enumeration(tns("Colour"), xs.string, ["Red", "Green"]);
const Line = complexType(tns("Line"), [
  tns.element("Code", xs.string),
  tns.optional("Count", xs.long),
  none.optionalAttribute("kind", xs.string),
]);
const Circle = complexType(tns("Circle"), [tns.element("Radius", xs.double)]);
const Square = complexType(tns("Square"), [tns.element("Side", xs.decimal)]);
const Order = complexType(undefined, [
  tns.element("EmployeeId", xs.int),
  tns.optional("CountryISOCode", xs.string),
  tns.optional("Urgent", xs.boolean),
  tns.optional("Colour", Colour),
  tns.optional("Until", nillable(xs.date)),
  tns.list("Line", Line as never),
  tns.list("Tag", nillable(xs.string)),
  tns.optional("Main", Line as never),
  tns.optional("Codes", simpleList(undefined, xs.int)),
  tns.optional("Image", xs.base64Binary),
  tns.optional("Shape", polymorphic([variant("Circle", Circle as never, {}), variant("Square", Square as never, {})])),
  tns.optional("Amounts", soapArray(undefined, xs.decimal, tns("decimal"))),
  repeated("steps", choice([tns.element("Run", xs.string), tns.element("Wait", xs.int)])),
]);

function operation(type: NodeRef, unwrap: readonly string[] = ["Order"]): OperationNode {
  const element = { kind: "element", key: "Order", name: tns("Order"), type, min: 1, max: 1, array: false } as const;
  return {
    name: "Order",
    method: "order",
    style: "document",
    use: "literal",
    soapAction: {},
    safe: false,
    input: { body: [element], unwrap, list: false, headers: [] },
    faults: [],
  };
}

function read(line: string, json?: unknown, of = operation(Order)): unknown {
  const { options: given } = splitWords(line.split(" ").filter(Boolean), { json: false });
  return argumentsOf(argumentPlaces(of), given, json);
}

test.each([
  ["--employee-id 1003", { EmployeeId: 1003 }],
  ["--EmployeeId=1003", { EmployeeId: 1003 }],
  ["--employee-id -3 --country-iso-code NL", { EmployeeId: -3, CountryISOCode: "NL" }],
  ["--country-iso-code=", { CountryISOCode: "" }],
  ["--urgent --colour Red", { Urgent: true, Colour: "Red" }],
  ["--urgent 0", { Urgent: false }],
  ["--until 2026-11-21", { Until: "2026-11-21" }],
  ["--until.nil", { Until: null }],
  ["--tag a --tag b", { Tag: ["a", "b"] }],
  ["--tag a --tag.1.nil", { Tag: ["a", null] }],
  ["--main.code A --main.count 9007199254740993", { Main: { Code: "A", Count: 9007199254740993n } }],
  ["--main.kind x", { Main: { kind: "x" } }],
  ["--line.0.code A --line.1.code B --line.0.count 2", { Line: [{ Code: "A", Count: 2n }, { Code: "B" }] }],
  ['--line {"Code":"A","Count":1} --line {"Code":"B"}', { Line: [{ Code: "A", Count: 1n }, { Code: "B" }] }],
  ['--main {"Code":"A"} --main.count 5', { Main: { Code: "A", Count: 5n } }],
  ["--image AQID", { Image: new Uint8Array([1, 2, 3]) }],
  ["--shape.$type Square --shape.side 2.50", { Shape: { $type: "Square", Side: "2.50" } }],
  ["--amounts 1.0 --amounts 2", { Amounts: ["1.0", "2"] }],
  ["--steps.0.run fast --steps.1.wait 3", { steps: [{ Run: "fast" }, { Wait: 3 }] }],
])("%s", (line, wanted) => {
  expect(read(line)).toEqual(wanted);
});

test("a simple list takes its items between blanks", () => {
  const { options: given } = splitWords(["--codes", "1 2 3"], {});
  expect(argumentsOf(argumentPlaces(operation(Order)), given, undefined)).toEqual({ Codes: [1, 2, 3] });
});

test("JSON is read by the tables, and options override them", () => {
  const json = {
    EmployeeId: 1,
    Line: [{ Code: "A", Count: "12345678901" }],
    Image: "AQ==",
    Amounts: [1.5],
    Until: null,
  };
  expect(read("--country-iso-code NL --line.1.code B", json)).toEqual({
    EmployeeId: 1,
    Line: [{ Code: "A", Count: 12345678901n }, { Code: "B" }],
    Image: new Uint8Array([1]),
    Amounts: ["1.5"],
    Until: null,
    CountryISOCode: "NL",
  });
});

test("an operation that takes one value has one option; one without unwrapping has its element's", () => {
  expect(read("--order 5", undefined, operation(xs.int))).toBe(5);
  expect(read("--order.employee-id 5", undefined, operation(Order, []))).toEqual({ Order: { EmployeeId: 5 } });
});

test.each([
  ["--employe-id 1", /unknown option '--employe-id'\. Did you mean --employee-id\?/],
  ["--nonsense 1", /unknown option '--nonsense'\. There is --employee-id, --country-iso-code/],
  ["--employee-id x", /option '--employee-id' takes xs:int/],
  ["--employee-id 1 --employee-id 2", /option '--employee-id' is given twice/],
  ["--employee-id", /option '--employee-id' has no value after it/],
  ["1003", /'1003' is not an option. Write arguments as --name value/],
  ["--main.cod A", /unknown option '--main\.cod'\. Did you mean --main\.code\?/],
  ["--main.nonsense A", /unknown option '--main\.nonsense'\. There is --main\.code, --main\.count, --main\.kind/],
  ["--employee-id.x 1", /EmployeeId has no parts/],
  ["--line.code A", /Line is a list. Say which item: --line.0.code/],
  ["--line.1.code A", /item 0 comes before item 1/],
  ["--main A", /option '--main' takes JSON, or its parts one by one: --main.part value/],
  ["--image ???", /option '--image' takes xs:base64Binary/],
  ["--country-iso-code.nil", /CountryISOCode has no parts/],
  ["--__proto__.x 1", /unknown option '--__proto__'/],
])("%s is refused", (line, message) => {
  expect(() => read(line)).toThrow(message);
});

test("JSON that is no object is refused", () => {
  expect(() => read("", [1])).toThrow("--json-args takes a JSON object");
});

test("names of options", () => {
  expect(["EmployeeId", "CountryISOCode", "a_b", "IBAN2", "x"].map(optionName)).toEqual([
    "employee-id",
    "country-iso-code",
    "a-b",
    "iban2",
    "x",
  ]);
});

test("two names of one spelling are distinguished by their exact names, and none is an option of the command", () => {
  const Twin = complexType(undefined, [
    tns.element("EmployeeID", xs.int),
    tns.element("EmployeeId", xs.int),
    tns.optional("Json", xs.string),
    tns.optional("json", xs.string),
    tns.optional("__proto__", xs.string),
  ]);
  const { places } = argumentPlaces(operation(Twin));
  expect([...optionNames(places, ["json"]).values()]).toEqual(["employee-id", "EmployeeId", "Json", "__proto__"]);
  const value = read("--EmployeeId 2 --employee-id 1 --__proto__ x", undefined, operation(Twin));
  expect(Object.entries(value as object)).toEqual([
    ["EmployeeId", 2],
    ["EmployeeID", 1],
    ["__proto__", "x"],
  ]);
});

describe("help can be made for every golden case", () => {
  const cases = resolve(__dirname, "../../packages/soapwright-testing/src/golden/cases");
  test.each(readdirSync(cases))("%s", async (name) => {
    const tables = (await import(join(cases, name, "schemas.ts"))) as Record<string, unknown>;
    for (const table of Object.values(tables)) {
      if (typeof table !== "object" || table === null || !("operations" in table)) continue;
      const service = table as ServiceNode;
      const version = { name: "v1", wsdl: "x.wsdl", service, path: "/", variables: {} };
      for (const one of service.operations) {
        const callable = {
          version,
          Client: ServiceClient as never,
          documentation: { operations: {}, types: [] },
          operation: one,
        };
        const help = operationHelp(new Command("call"), callable, argumentPlaces(one));
        expect(help).toContain("--json-args <file>");
      }
    }
  });
});
