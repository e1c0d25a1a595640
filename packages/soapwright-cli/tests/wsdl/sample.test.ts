/** Tests `wsdl/sample/sample` by itself: no entry point shows it whole. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { Folder, smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { Referee } from "soapwright-testing/referee/referee";
import { sample } from "../../src/wsdl/sample/sample";

describe("sample", () => {
  const v21 = "packages/soapwright/tests/commands/two-operations/v2.1.wsdl";
  const v3 = "packages/soapwright/tests/commands/two-operations/v3.wsdl";
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

  test("a sample has the blocks of WS-Addressing where they are required", async () => {
    const addressed = "packages/soapwright-testing/src/golden/cases/addressing/service.wsdl";
    const request = await run(addressed, "Track");
    expect(request.output).toContain("<wsa:To>http://parcels.example/soap</wsa:To>");
    expect(request.output).toContain("<wsa:Action>urn:example:parcels:track</wsa:Action>");
    expect(request.output).toMatch(/<wsa:MessageID>urn:uuid:[0-9a-f-]{36}<\/wsa:MessageID>\n/);
    expect(request.output).toMatch(
      /<wsa:ReplyTo>\s*<wsa:Address>http:\/\/www.w3.org\/2005\/08\/addressing\/anonymous<\/wsa:Address>\s*<\/wsa:ReplyTo>/,
    );
    const response = await run(addressed, "Track", { response: true });
    expect(response.output).toMatch(/<wsa:Action>urn:example:parcels:\S+<\/wsa:Action>\s*<wsa:RelatesTo>urn:uuid:/);
    expect((await run(v3, "Address_GetList")).output).not.toContain("addressing");
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
      errors: "error: unknown operation 'Adress_GetList'. Did you mean Address_GetList?\n",
    });
    expect((await run(v3, "Nothing")).errors).toContain("There is Address_GetList");
  });

  test("a missing WSDL is a diagnostic and exit code 1", async () => {
    const { code, errors } = await run("wsdl/absent.wsdl", "Address_GetList");
    expect(code).toBe(1);
    expect(errors).toMatch(/absent\.wsdl.*error: /);
  });

  test("an overload is asked for by the name of its input", async () => {
    const wsdl = "packages/soapwright-testing/src/golden/cases/asmx-overloads/service.wsdl";
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

  const restricted = (base: string, facets: string) =>
    `<xs:simpleType><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
  const pattern = (base: string, value: string) => restricted(base, `<xs:pattern value="${value}"/>`);
  const listOf = (base: string, facets = "") =>
    `<xs:simpleType><xs:restriction><xs:simpleType><xs:list itemType="${base}"/></xs:simpleType>${facets}</xs:restriction></xs:simpleType>`;
  const simpleTypes: readonly (readonly [what: string, type: string])[] = [
    ["a moment", pattern("xs:dateTime", "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(.[0-9]{1,7})?Z")],
    ["a reference", pattern("xs:anyURI", "cetp://.+")],
    ["a number", pattern("xs:int", "[0-9]{4}")],
    ["a boolean of digits", pattern("xs:boolean", "[01]")],
    ["a boolean of words", pattern("xs:boolean", "true|false")],
    ["a boolean that is always true", pattern("xs:boolean", "1")],
    ["a list of booleans of digits", listOf("xs:boolean", '<xs:pattern value="[01]( [01])*"/>')],
    ["a name", "<xs:simpleType><xs:restriction base='xs:QName'/></xs:simpleType>"],
    ["a name with a prefix", pattern("xs:QName", "[a-z]+:[a-z]+")],
    ["a name with the prefix of XML", pattern("xs:QName", "xml:[a-z]+")],
    ["a name without a prefix", pattern("xs:QName", "[a-z]+")],
    ["one of two names", restricted("xs:QName", '<xs:enumeration value="tns:A"/><xs:enumeration value="xs:B"/>')],
    ["a list of names", listOf("xs:QName", '<xs:minLength value="2"/>')],
    ["a list of names under a pattern", listOf("xs:QName", '<xs:pattern value="[a-z]+:a( [a-z]+:b)+"/>')],
    [
      "a name of a list, or any",
      `<xs:simpleType><xs:union memberTypes="xs:QName">${restricted("xs:QName", '<xs:enumeration value="tns:A"/>')}</xs:union></xs:simpleType>`,
    ],
    [
      "a union under a pattern",
      `<xs:simpleType><xs:restriction><xs:simpleType><xs:union memberTypes="xs:QName xs:boolean"/></xs:simpleType><xs:pattern value="[a-z]+:[a-z]+"/></xs:restriction></xs:simpleType>`,
    ],
  ];

  test.each(simpleTypes)("%s has samples that are valid for libxml2", async (_what, type) => {
    const folder = new Folder();
    try {
      const wsdl = folder.write(smallWsdl({ request: `<xs:element name="A">${type}</xs:element>` }));
      for (let seed = 1; seed <= 20; seed++) {
        const { code, output } = await run(wsdl, "Get", { seed: String(seed) });
        expect(code).toBe(0);
        expect(await referee.envelopeProblems(readFileSync(wsdl, "utf8"), output)).toEqual([]);
      }
    } finally {
      folder.remove();
    }
  });
});

/** A schema in place of a WSDL: the example of docs/generator.md, and the messages of commands that accept none. */
describe("schema", () => {
  const page = readFileSync("docs/generator.md", "utf8").split("\n## Types from a schema")[1]!.split("\n## ")[0]!;
  const block = (language: string): string => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)![1]!;

  // The folder is in the project, where the compiler of tests finds the run time.
  mkdirSync("reports", { recursive: true });
  const folder = mkdtempSync(resolve("reports/schema-"));
  const xsd = join(folder, "orders.xsd");
  const out = join(folder, "documents");
  beforeAll(() => writeFileSync(xsd, block("xml")));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("the example of the page runs", async () => {
    const runtime = resolve("packages/soapwright-runtime/src/index");
    const made = await runCodegen("generate", xsd, "--out", out);
    expect(made).toMatchObject({ exitCode: 0 });
    expect(made.stderr).not.toContain("Call the service");
    expect(readdirSync(out).sort()).toEqual(["index.ts", "schemas.ts", "types.ts"]);
    expect(await runCodegen("check", xsd, "--out", out)).toMatchObject({ exitCode: 0 });
    const log = jest.spyOn(console, "log").mockImplementation(() => undefined);
    writeFileSync(
      join(folder, "example.ts"),
      `${block("ts").replace("/index.js", "").replace('"soapwright-runtime"', JSON.stringify(runtime))}export {};\n`,
    );
    await import(join(folder, "example.ts"));
    const printed = log.mock.calls.map(([text]) => String(text));
    log.mockRestore();
    expect(printed).toEqual(["Tea", expect.stringMatching(/^<Order [^>]*><Id>8<\/Id><Item>Tea<\/Item><\/Order>$/)]);
  });

  test("problems of a schema have their place", async () => {
    const wrong = join(folder, "wrong.xsd");
    writeFileSync(wrong, block("xml").replace("xs:int", "xs:itn"));
    const { exitCode, stderr } = await runCodegen("generate", wrong, "--out", join(folder, "none"));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/wrong\.xsd:5:\d+: error: /);
  });

  test("a schema of imports alone gives what they declare", async () => {
    const all = join(folder, "all.xsd");
    writeFileSync(
      all,
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:import namespace="urn:example:orders" schemaLocation="orders.xsd"/></xs:schema>',
    );
    expect(await runCodegen("generate", all, "--out", join(folder, "all"))).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(folder, "all/schemas.ts"), "utf8")).toContain("export const orderElement:");
  });

  test.each(["inspect", "verify", "mock", "diff"])("%s takes a WSDL", async (command) => {
    const { exitCode, stderr } = await runCodegen(command, xsd, ...(command === "diff" ? [xsd] : []));
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain("orders.xsd:1:1: error: not a WSDL 1.1 document: its root is xs:schema");
    expect(stderr).toContain("Generate and check read a schema without a WSDL; this command takes a WSDL");
  });
});
