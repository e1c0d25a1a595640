/**
 * The messages of the built `soapwright diff` about two contracts, for each kind of change that a service's owner
 * makes.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Change, contractChanges } from "../../scripts/changes";
import { ns, plain } from "./orders";

jest.setTimeout(300_000);

type Severity = Change["severity"] | "none";
const code = '<xs:element name="Code" type="xs:string" minOccurs="0"/>';
const note = '<xs:element name="Note" type="xs:string" minOccurs="0"/>';
const change = (from: string | RegExp, to: string) => {
  const changed = plain.replace(from, to);
  if (changed === plain) throw new Error(`${from} is not in the WSDL.`);
  return changed;
};
const twoOperations = plain
  .replace(
    "</portType>",
    '<operation name="Put"><input message="tns:GetIn"/><output message="tns:GetOut"/></operation></portType>',
  )
  .replace(
    /(<operation name="Get"><soap(?:12)?:operation[\s\S]*?<\/operation>)/g,
    (one) => one + one.replace('name="Get"', 'name="Put"'),
  );

const pairs: readonly (readonly [string, string, string, Severity])[] = [
  [
    "a field is added to a result",
    plain,
    change(code, `${code}<xs:element name="Total" type="xs:decimal" minOccurs="0"/>`),
    "compatible",
  ],
  ["a field is removed from a result", plain, change(code, ""), "breaking"],
  ["a field gets another type", plain, change(code, code.replace("xs:string", "xs:int")), "breaking"],
  [
    "an enumeration of a result is extended",
    plain,
    change('<xs:enumeration value="Paid"/>', '<xs:enumeration value="Paid"/><xs:enumeration value="Lost"/>'),
    "compatible",
  ],
  ["an optional argument becomes required", plain, change(note, note.replace(' minOccurs="0"', "")), "breaking"],
  ["an operation is added", plain, twoOperations, "compatible"],
  ["an operation is renamed", twoOperations, twoOperations.replaceAll('"Put"', '"Store"'), "breaking"],
  ["the namespace moves", plain, plain.replaceAll(ns, `${ns}/2`), "breaking"],
  [
    "a header gets another type",
    plain,
    change('<xs:element name="Key" type="xs:string"/>', '<xs:element name="Key" type="xs:int"/>'),
    "breaking",
  ],
  [
    "an anyAttribute comes",
    plain,
    change(
      `<xs:element name="State" type="tns:State"/>\n        </xs:sequence>`,
      `<xs:element name="State" type="tns:State"/>\n        </xs:sequence><xs:anyAttribute processContents="lax"/>`,
    ),
    "compatible",
  ],
  ["a result becomes nillable", plain, change(code, code.replace("/>", ' nillable="true"/>')), "breaking"],
  ["documentation alone changes", plain, change("An order.", "An order of a customer."), "documentation"],
  ["nothing changes", plain, plain, "none"],
];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pairs-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function changesBetween(old: string, now: string): Change[] {
  const [before, after] = ["before", "after"].map((name) => join(folder, name));
  for (const [place, text] of [
    [before!, old],
    [after!, now],
  ] as const) {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "orders.wsdl"), text);
  }
  return contractChanges(before!, after!);
}

test.each(pairs)("%s", (_what, old, now, severity) => {
  const changes = changesBetween(old, now);
  const order: readonly Severity[] = ["none", "documentation", "compatible", "breaking"];
  const worst = Math.max(0, ...changes.map((change) => order.indexOf(change.severity)));
  expect([order[worst], changes]).toEqual([severity, changes]);
});

test("soapActionRequired is a change", () => {
  const changes = changesBetween(plain, change('soapActionRequired="false"', 'soapActionRequired="true"'));
  expect(changes.length).toBeGreaterThan(0);
});

test("a WSDL that cannot be read is an error that names it", () => {
  expect(() => changesBetween(plain, "<definitions")).toThrow(/orders\.wsdl/);
});
