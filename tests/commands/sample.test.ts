import { readFileSync } from "node:fs";
import { sample } from "../../codegen/commands/sample/sample";
import { Referee } from "../referee/referee";
import { RecordedStreams } from "./recorded-streams";
import { Folder, smallWsdl } from "./small-wsdl";

const v21 = "tests/commands/two-operations/v2.1.wsdl";
const v3 = "tests/commands/two-operations/v3.wsdl";
const referee = new Referee();
afterAll(() => referee.close());

async function run(wsdl: string, operation: string, options: Parameters<typeof sample>[2] = {}) {
  const streams = new RecordedStreams();
  return { code: await sample(wsdl, operation, options, streams), output: streams.output, errors: streams.errors };
}

test("samples of every operation, version and direction are valid for libxml2", async () => {
  for (const [wsdl, operation] of [
    [v21, "CostCenter_GetCurrent"],
    [v3, "Address_GetList"],
  ] as const) {
    for (const soap of ["1.1", "1.2"] as const) {
      for (const response of [false, true]) {
        const { code, output } = await run(wsdl, operation, { soap, response });
        expect(code).toBe(0);
        expect(await referee.envelopeProblems(readFileSync(wsdl, "utf8"), output)).toEqual([]);
        expect(output).toContain(soap === "1.2" ? "<soap12:Envelope" : "<soap:Envelope");
      }
    }
  }
});

test("a sample has header blocks, every part, and line breaks", async () => {
  const { output } = await run(v3, "Address_GetList");
  expect(output).toMatch(/<soap:Header>\n {4}<AuthHeaderWithDomain xmlns="https:[^"]+">\n {6}<Username>/);
  expect(output).toMatch(/\n {6}<EmployeeId>\d+<\/EmployeeId>\n {6}<Period>\d+<\/Period>\n/);
});

test("equal seeds make equal samples, other seeds make others", async () => {
  const one = await run(v3, "Address_GetList", { response: true, seed: "7" });
  expect(await run(v3, "Address_GetList", { response: true, seed: "7" })).toEqual(one);
  expect((await run(v3, "Address_GetList", { response: true, seed: "8" })).output).not.toBe(one.output);
});

test("an unknown operation is wrong usage and names the near ones", async () => {
  expect(await run(v3, "Adress_GetList")).toEqual({
    code: 2,
    output: "",
    errors: "error: there is no operation Adress_GetList. Did you mean Address_GetList?\n",
  });
  expect((await run(v3, "Nothing")).errors).toContain("The WSDL has Address_GetList");
});

test("a missing WSDL is a diagnostic and exit code 1", async () => {
  const { code, errors } = await run("wsdl/absent.wsdl", "Address_GetList");
  expect(code).toBe(1);
  expect(errors).toMatch(/absent\.wsdl.*error: /);
});

test("an overload is asked for by the name of its input", async () => {
  const wsdl = "tests/golden/cases/asmx-overloads/service.wsdl";
  expect((await run(wsdl, "Find")).output).toContain("<id>");
  expect((await run(wsdl, "FindByName")).output).toMatch(/<FindByName xmlns="urn:example">\s*<name>/);
});

test("a type without a text that was found is named", async () => {
  const odd = (name: string, occurs = "") =>
    `<xs:element name="${name}"${occurs}><xs:simpleType><xs:restriction base="xs:int"><xs:pattern value="[a-z]"/></xs:restriction></xs:simpleType></xs:element>`;
  const folder = new Folder();
  try {
    const wsdl = folder.write(
      smallWsdl({
        request: '<xs:element name="Order" type="tns:Order"/>',
        types: `<xs:complexType name="Order"><xs:sequence>${odd("Note", ' minOccurs="0"')}${odd("Id")}</xs:sequence></xs:complexType>`,
      }),
    );
    expect(await run(wsdl, "Get")).toMatchObject({
      code: 1,
      errors: "error: no document of {urn:example:small}Get can exist: no text was found for Order/Id.\n",
    });
  } finally {
    folder.remove();
  }
});

test("patterns on dates, references and numbers have a sample for every seed", async () => {
  const types = [
    ["Moment", "dateTime", "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(.[0-9]{1,7})?Z"],
    ["Port", "anyURI", "cetp://.+"],
    ["Count", "int", "[0-9]{4}"],
    ["Flag", "boolean", "[01]"],
    ["Name", "QName", "[a-z]+:[a-z]+"],
  ].map(
    ([name, base, pattern]) =>
      `<xs:simpleType name="${name}"><xs:restriction base="xs:${base}"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType>`,
  );
  const request =
    '<xs:element name="A" type="tns:Moment"/><xs:element name="B" type="tns:Port"/><xs:element name="C" type="tns:Count"/><xs:element name="D" type="tns:Flag"/><xs:element name="E" type="tns:Name"/>';
  const folder = new Folder();
  try {
    const wsdl = folder.write(smallWsdl({ types: types.join(""), request }));
    for (let seed = 1; seed <= 20; seed++) {
      const { code, output } = await run(wsdl, "Get", { seed: String(seed) });
      expect(code).toBe(0);
      expect(await referee.envelopeProblems(readFileSync(wsdl, "utf8"), output)).toEqual([]);
    }
  } finally {
    folder.remove();
  }
});
