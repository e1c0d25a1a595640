/** The adapters of soapwright and node-soap, the comparer and the verdict, on a hand-written case. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contract, Document, Leaf, Outcome, Tree } from "./board";
import { treeDifference, valueDifference } from "./compare-values";
import { compileGenerated } from "./compile-generated";
import { runSystem } from "./run-system";
import { lackingDocument } from "./suites/exchanges";
import { wrapped } from "./suites/suite";
import { open as openNodeSoap } from "./systems/node-soap";
import { open as openSoapwright } from "./systems/soapwright";
import { type Opened, runSide } from "./systems/system";
import { cellsOf } from "./verdict";

const root = join(__dirname, "../..");
// The folder is in the repository, so that generated code finds the packages.
mkdirSync(join(root, "reports"), { recursive: true });
const folder = mkdtempSync(join(root, "reports/scoreboard-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const namespace = "urn:example:orders";
const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}" elementFormDefault="qualified">
  <xs:element name="order"><xs:complexType><xs:sequence>
    <xs:element name="total" type="xs:decimal"/>
    <xs:element name="paid" type="xs:boolean"/>
    <xs:element name="line" type="xs:string" maxOccurs="unbounded"/>
  </xs:sequence><xs:attribute name="id" type="xs:int" use="required"/></xs:complexType></xs:element>
</xs:schema>`;

const order = (total: string): string =>
  `<o:order xmlns:o="${namespace}" id="7"><o:total>${total}</o:total><o:paid>true</o:paid><o:line>pen</o:line></o:order>`;
const element = (name: string, more: Partial<Tree>): Tree => ({
  name: `{${namespace}}${name}`,
  attributes: {},
  children: [],
  isNil: false,
  ...more,
});
const leaf = (type: string, text: string): Leaf => ({ type, text });
const expected = element("order", {
  attributes: { id: leaf("integer", "7") },
  children: [
    element("total", { text: leaf("decimal", "12.50") }),
    element("paid", { text: leaf("boolean", "true") }),
    element("line", { text: leaf("string", "pen"), isList: true }),
  ],
});

function contract(): Contract {
  const path = join(folder, "orders.xsd");
  writeFileSync(path, schema);
  const root = `{${namespace}}order`;
  const documents: Document[] = [
    { name: "valid", text: order("12.50"), isValid: true, root, expected, isJudged: true },
    { name: "invalid", text: order("much"), isValid: false, root },
  ];
  return { suite: "smoke", name: "orders", ...wrapped(folder, [[namespace, path]], [root]), schema: path, documents };
}

async function outcomeOf(open: (contract: Contract) => Promise<Opened>): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  await runSide([contract()], open, (outcome) => outcomes.push(outcome));
  return outcomes[0] as Outcome;
}

test("soapwright decodes, encodes and refuses the case", async () => {
  const outcome = await outcomeOf(openSoapwright);
  const judged = new Map([[0, { valid: true, reason: "", tree: expected }]]);
  const cells = cellsOf(contract(), outcome, { compiles: true, decodes: true }, judged).map(({ question, verdict }) => [
    question,
    verdict,
  ]);
  expect(outcome.documents[0]?.encoded).toContain("<total>12.50</total>");
  expect(cells).toEqual([
    ["generates", "right"],
    ["compiles", "right"],
    ["decodes", "right"],
    ["encodes", "right"],
    ["refuses", "right"],
  ]);
});

test("node-soap decodes and encodes the case, and accepts the invalid document", async () => {
  const outcome = await outcomeOf(openNodeSoap);
  const judged = new Map([[0, { valid: true, reason: "", tree: expected }]]);
  const cells = cellsOf(contract(), outcome, { compiles: false, decodes: true }, judged).map(
    ({ question, verdict }) => [question, verdict],
  );
  expect(outcome.documents[0]?.encoded).toMatch(/<\w+:total>12.5<\/\w+:total>/);
  expect(cells).toEqual([
    ["generates", "right"],
    ["decodes", "right"],
    ["encodes", "right"],
    ["refuses", "wrong value"],
  ]);
});

test("the comparer tells a wrong value from a silent loss", () => {
  const right = { attributes: { id: { $number: "7" } }, total: "12.5", paid: true, line: ["pen"] };
  expect(valueDifference(expected, right)).toBeUndefined();
  expect(valueDifference(expected, { ...right, paid: "true" })?.kind).toBe("wrong value");
  expect(valueDifference(expected, { ...right, line: "pen" })?.reason).toContain("a list of one became no list");
  expect(valueDifference(expected, { ...right, line: undefined })?.kind).toBe("silent loss");
  expect(treeDifference(expected, { ...expected, attributes: {} })?.kind).toBe("silent loss");
  expect(treeDifference(expected, { ...expected, children: expected.children.toReversed() })?.kind).toBe("wrong value");
});

test("the comparer finds a substitute under its head, also where another element has its name", () => {
  const shape = (name: string, text: string, head?: string): Tree =>
    element(name, {
      isList: true,
      text: leaf("string", text),
      ...(head !== undefined && { head: `{${namespace}}${head}` }),
    });
  const drawing = element("drawing", {
    children: [shape("circle", "a", "shape"), shape("shape", "b"), shape("circle", "c")],
  });
  expect(valueDifference(drawing, { shape: ["a", "b"], circle: ["c"] })).toBeUndefined();
  expect(valueDifference(drawing, { shape: ["b"], circle: ["a", "c"] })).toBeUndefined();
  expect(valueDifference(drawing, { shape: ["b"], circle: ["c"] })).toMatchObject({ kind: "silent loss" });
});

test("a value is checked against its type as a literal, and with a field too many", async () => {
  await outcomeOf(openSoapwright);
  const checked = readFileSync(join(folder, "soapwright/types-check.ts"), "utf8").split("\n");
  expect(checked[0]).toBe('import type { EchoServiceApi as Client } from "./client";');
  expect(checked[1]).toBe(
    'export const v0: Awaited<ReturnType<Client["o0"]>> = { "id": 7, "total": "12.50", "paid": true, "line": ["pen"] };',
  );
  expect(checked[3]).toContain('"no field": 1');
});

test("what soapwright generates compiles", async () => {
  await outcomeOf(openSoapwright);
  expect(await compileGenerated("soapwright", [contract()], folder)).toEqual(new Map());
}, 60_000);

test("a process that dies is a crash of the contract that it named last, and is started again for the others", async () => {
  // The program prints the contract before any outcome, like a system that generates everything before it runs
  // anything.
  const program = `
    const names = require("fs").readFileSync(process.argv.at(-1), "utf8").trim().split("\\n").map((line) => JSON.parse(line).name);
    for (const name of names) { console.log("at " + name); if (name === "b") { console.error("deep"); process.exit(3); } }
    for (const name of names) console.log(JSON.stringify({ name, documents: [] }));`;
  const contracts = ["a", "b", "c"].map((name) => ({ ...contract(), name }));
  const system = { name: "fragile", setting: "", version: () => "1", command: [process.execPath, "-e", program] };
  const outcomes = await runSystem(system, contracts, folder);
  expect(outcomes.get("a")).toEqual({ name: "a", documents: [] });
  expect(outcomes.get("c")).toEqual({ name: "c", documents: [] });
  const crash = outcomes.get("b") as Outcome;
  expect(crash.generateFailure).toEqual({ reason: "the process ended with 3: deep", isCrash: true });
  const cells = cellsOf(contract(), crash, { compiles: false, decodes: true }, new Map());
  expect(new Set(cells.map(({ verdict }) => verdict))).toEqual(new Set(["crashed"]));
});

test("a WSDL lacks what it, or a document of it, imports from a file that is absent", () => {
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  write("whole.xsd", '<xs:schema><!-- <xs:include schemaLocation="old.xsd"/> --></xs:schema>');
  write(
    "part.xsd",
    '<xs:schema><xs:include schemaLocation="whole.xsd"/><xs:import schemaLocation="gone.xsd"/></xs:schema>',
  );
  const importing = (location: string) =>
    `<definitions><import namespace="urn:a" location="${location}"/></definitions>`;
  expect(lackingDocument(write("whole.wsdl", importing("whole.xsd")))).toBeUndefined();
  expect(lackingDocument(write("self.wsdl", importing("self.wsdl")))).toBeUndefined();
  expect(lackingDocument(write("remote.wsdl", importing("http://example.org/a.xsd")))).toBeUndefined();
  expect(lackingDocument(write("part.wsdl", importing("part.xsd")))).toBe("gone.xsd");
});
