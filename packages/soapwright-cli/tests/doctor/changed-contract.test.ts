import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { corpusFolder, corpusWsdls, describeCorpus, everything } from "soapwright-testing/corpus/corpus-folder";
import { slowTest } from "soapwright-testing/stage/slow";
import { type Client, clientOf, findingsOf } from "./compare-files";

/** The messages about a changed contract: one change in each of the WSDLs that this test writes. */
describe("changed contract", () => {
  const wsdl = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example" targetNamespace="urn:example">
<wsdl:types><xs:schema targetNamespace="urn:example" elementFormDefault="qualified">
  <xs:element name="Get"><xs:complexType><xs:sequence>
    <xs:element name="Id" type="xs:int"/>
    <xs:element name="Kind" type="tns:Kind" minOccurs="0"/>
    <xs:element name="Filter" type="tns:Filter" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="Note" type="xs:string" nillable="true"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="GetResponse"><xs:complexType><xs:sequence>
    <xs:element name="Thing" type="tns:Thing" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="Auth"><xs:complexType><xs:sequence><xs:element name="Key" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="Left"><xs:complexType><xs:sequence><xs:element name="Calls" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="Gone"><xs:complexType><xs:sequence><xs:element name="Id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  <xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:enumeration value="Big"/><xs:enumeration value="Small"/></xs:restriction></xs:simpleType>
  <xs:complexType name="Filter"><xs:sequence>
    <xs:element name="Name" type="xs:string"/>
    <xs:element name="Value" type="xs:string"/>
  </xs:sequence><xs:attribute name="not" type="xs:boolean"/></xs:complexType>
  <xs:complexType name="Base"><xs:sequence><xs:element name="Id" type="xs:long"/></xs:sequence></xs:complexType>
  <xs:complexType name="Thing"><xs:complexContent><xs:extension base="tns:Base"><xs:sequence>
    <xs:element name="Price" type="xs:decimal"/>
    <xs:element name="Kind" type="tns:Kind" minOccurs="0"/>
    <xs:element name="Parts" type="tns:Thing" minOccurs="0" maxOccurs="unbounded"/>
    <xs:choice><xs:element name="Text" type="xs:string"/><xs:element name="Number" type="xs:int"/></xs:choice>
  </xs:sequence><xs:attribute name="unit" type="xs:string" use="required"/></xs:extension></xs:complexContent></xs:complexType>
</xs:schema></wsdl:types>
<wsdl:message name="In"><wsdl:part name="p" element="tns:Get"/></wsdl:message>
<wsdl:message name="Out"><wsdl:part name="p" element="tns:GetResponse"/></wsdl:message>
<wsdl:message name="Header"><wsdl:part name="Auth" element="tns:Auth"/></wsdl:message>
<wsdl:message name="OutHeader"><wsdl:part name="Left" element="tns:Left"/></wsdl:message>
<wsdl:message name="Fault"><wsdl:part name="f" element="tns:Gone"/></wsdl:message>
<wsdl:portType name="Store"><wsdl:operation name="Get"><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/><wsdl:fault name="Gone" message="tns:Fault"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="Store" type="tns:Store"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="Get">
  <soap:operation soapAction="urn:example:Get"/><wsdl:input><soap:body use="literal"/><soap:header message="tns:Header" part="Auth" use="literal"/></wsdl:input>
  <wsdl:output><soap:body use="literal"/><soap:header message="tns:OutHeader" part="Left" use="literal"/></wsdl:output><wsdl:fault name="Gone"><soap:fault name="Gone" use="literal"/></wsdl:fault></wsdl:operation></wsdl:binding>
<wsdl:binding name="Store12" type="tns:Store"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="Get">
  <soap12:operation soapAction="urn:example:Get"/><wsdl:input><soap12:body use="literal"/><soap12:header message="tns:Header" part="Auth" use="literal"/></wsdl:input>
  <wsdl:output><soap12:body use="literal"/><soap12:header message="tns:OutHeader" part="Left" use="literal"/></wsdl:output><wsdl:fault name="Gone"><soap12:fault name="Gone" use="literal"/></wsdl:fault></wsdl:operation></wsdl:binding>
<wsdl:service name="Store"><wsdl:port name="S" binding="tns:Store"><soap:address location="https://service.example/a"/></wsdl:port>
<wsdl:port name="S12" binding="tns:Store12"><soap12:address location="https://service.example/a"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

  let folder: string;
  let client: Client;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "doctor-contract-"));
    writeFileSync(join(folder, "service.wsdl"), wsdl);
    client = await clientOf(join(folder, "service.wsdl"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function told(...changes: readonly (readonly [string | RegExp, string])[]): Promise<string[]> {
    let text = wsdl;
    for (const [from, to] of changes) {
      const changed = text.replace(from, to);
      if (changed === text) throw new Error(`${from} is not in the WSDL`);
      text = changed;
    }
    const findings = await findingsOf(client, client.services[0]!, join(folder, "service.wsdl"), Buffer.from(text));
    return findings.map(({ severity, code, cause, message }) => `${severity} ${cause ?? code}: ${message}`);
  }

  test("a field more in the request that is required is an error", async () => {
    const more = '<xs:element name="More" type="xs:int"/><xs:element name="Note"';
    expect(await told(['<xs:element name="Note"', more])).toEqual([
      expect.stringMatching(
        /^error required-element-added: Get\.More in the service's WSDL: added, required\. This breaks what the client sends/,
      ),
    ]);
  });

  test("only the SOAP version of the client is compared", async () => {
    expect(
      await told([/<soap12:operation soapAction="urn:example:Get"/, '<soap12:operation soapAction="urn:other:Get"']),
    ).toEqual([]);
    expect(
      await told(
        [/<wsdl:binding name="Store12"[\s\S]*?<\/wsdl:binding>/, ""],
        [/<wsdl:port name="S12"[\s\S]*?<\/wsdl:port>/, ""],
      ),
    ).toEqual([]);
  });

  test("without a change nothing is reported", async () => {
    expect(await told([/\n/g, "\n\n"])).toEqual([]);
  });

  test.each<[string, RegExp | string, string, string]>([
    [
      "an operation gone",
      /operation name="Get"/g,
      'operation name="Fetch"',
      "Get in the service's WSDL: operation removed. This breaks calls",
    ],
    [
      "another SOAPAction",
      /<soap:operation soapAction="urn:example:Get"/,
      '<soap:operation soapAction="urn:other:Get"',
      'Get in the service\'s WSDL: SOAPAction of SOAP 1.1 "urn:example:Get" -> "urn:other:Get" (clients in use send the old one). This breaks calls',
    ],
    [
      "the SOAP version of the client gone",
      /<wsdl:port name="S"[\s\S]*?<\/wsdl:port>/,
      "",
      "error soap-version-missing: The service's WSDL has no binding for SOAP 1.1. Set soapVersion",
    ],
    [
      "another style",
      /<soap:binding /,
      '<soap:binding style="rpc" ',
      "Get in the service's WSDL: document/literal -> rpc/literal. This breaks calls",
    ],
    [
      "another use",
      /<soap:body use="literal"/,
      '<soap:body use="encoded"',
      "Get in the service's WSDL: document/literal -> document/encoded. This breaks calls",
    ],
    [
      "another use of the response alone",
      '<wsdl:output><soap:body use="literal"',
      '<wsdl:output><soap:body use="encoded"',
      "Get result in the service's WSDL: literal -> encoded. This breaks calls",
    ],
    [
      "a header gone",
      /<soap:header message="tns:Header"[^>]*>/,
      "",
      "Get in the service's WSDL: header Auth removed. This breaks what the client sends",
    ],
    [
      "a header of the response gone",
      /<soap:header message="tns:OutHeader"[^>]*>/,
      "",
      "Get result in the service's WSDL: header Left removed. This breaks what the client reads",
    ],
    [
      "a child of a header renamed",
      'name="Key"',
      'name="Token"',
      "Auth.Key in the service's WSDL: removed. This breaks what the client sends",
    ],
    [
      "another element of a fault",
      'name="f" element="tns:Gone"',
      'name="f" element="tns:Auth"',
      "Get fault Gone in the service's WSDL: element Gone -> Auth. This breaks what the client reads",
    ],
    [
      "another element of the request",
      'name="p" element="tns:Get"',
      'name="p" element="tns:Auth"',
      "Get in the service's WSDL: element Get -> Auth. This breaks what the client sends",
    ],
    [
      "the response gone",
      '<wsdl:output message="tns:Out"/>',
      "",
      "Get in the service's WSDL: one-way from now on. This breaks calls",
    ],
    [
      "a field of the response gone",
      '<xs:element name="Price" type="xs:decimal"/>',
      "",
      "Thing.Price in the service's WSDL: removed. This breaks what the client reads",
    ],
    [
      "a field of the base type gone",
      '<xs:element name="Id" type="xs:long"/>',
      "",
      "Thing.Id in the service's WSDL: removed. This breaks what the client reads",
    ],
    [
      "an optional field of the request gone",
      '<xs:element name="Kind" type="tns:Kind" minOccurs="0"/>',
      "",
      "Get.Kind in the service's WSDL: removed. This breaks what the client sends",
    ],
    [
      "a field in another namespace",
      'name="Price"',
      'name="Price" form="unqualified"',
      "Thing.Price in the service's WSDL: namespace urn:example -> none. This breaks what the client reads",
    ],
    [
      "another type",
      'name="Price" type="xs:decimal"',
      'name="Price" type="xs:double"',
      "Thing.Price in the service's WSDL: xs:decimal -> xs:double. This breaks what the client reads",
    ],
    [
      "a record for a text",
      'name="Value" type="xs:string"',
      'name="Value" type="tns:Base"',
      "Filter.Value in the service's WSDL: xs:string -> Base. This breaks what the client sends",
    ],
    [
      "anything for a record",
      'name="Thing" type="tns:Thing"',
      'name="Thing"',
      "GetResponse.Thing in the service's WSDL: Thing -> xs:anyType. This breaks what the client reads",
    ],
    [
      "required, which was optional, in the request",
      'name="Kind" type="tns:Kind" minOccurs="0"',
      'name="Kind" type="tns:Kind"',
      "Get.Kind in the service's WSDL: occurs 0..1 -> 1. This breaks what the client sends",
    ],
    [
      "optional, which was required, in the response",
      'name="Price"',
      'minOccurs="0" name="Price"',
      "Thing.Price in the service's WSDL: occurs 1 -> 0..1. This breaks what the client reads",
    ],
    [
      "once, which was often, in the request",
      'name="Filter" type="tns:Filter" minOccurs="0" maxOccurs="unbounded"',
      'name="Filter" type="tns:Filter" minOccurs="0"',
      "Get.Filter in the service's WSDL: occurs 0..* -> 0..1 (a value becomes a list, or a list a value). This breaks what the client sends",
    ],
    [
      "often, which was once, in the response",
      'name="Price"',
      'maxOccurs="5" name="Price"',
      "Thing.Price in the service's WSDL: occurs 1 -> 1..5 (a value becomes a list, or a list a value). This breaks what the client reads",
    ],
    [
      "no nil in the request any more",
      'name="Note" type="xs:string" nillable="true"',
      'name="Note" type="xs:string"',
      "Get.Note in the service's WSDL: may not be nil any more. This breaks what the client sends",
    ],
    [
      "nil in the response",
      'name="Price"',
      'nillable="true" name="Price"',
      "Thing.Price in the service's WSDL: may be nil from now on. This breaks what the client reads",
    ],
    [
      "items that may be nil",
      'name="Thing" type="tns:Thing"',
      'nillable="true" name="Thing" type="tns:Thing"',
      "GetResponse.Thing in the service's WSDL: may be nil from now on. This breaks what the client reads",
    ],
    [
      "an enumeration value gone",
      '<xs:enumeration value="Small"/>',
      "",
      'Kind in the service\'s WSDL: value "Small" removed. This breaks what the client sends',
    ],
    [
      "an enumeration where there was none",
      'name="Value" type="xs:string"',
      'name="Value" type="tns:Kind"',
      "Filter.Value in the service's WSDL: only 2 values from now on. This breaks what the client sends",
    ],
    [
      "another order in the request",
      /(<xs:element name="Name"[^>]*>)\s*(<xs:element name="Value"[^>]*>)/,
      "$2$1",
      "Filter in the service's WSDL: reordered: Value now comes before Name (clients in use write the old order). This breaks what the client sends",
    ],
    [
      "an attribute gone",
      /<xs:attribute name="unit"[^>]*>/,
      "",
      "Thing.@unit in the service's WSDL: removed. This breaks what the client reads",
    ],
    [
      "an attribute that is optional now",
      ' use="required"',
      "",
      "Thing.@unit in the service's WSDL: optional from now on. This breaks what the client reads",
    ],
    [
      "an attribute that is required now",
      'name="not"',
      'use="required" name="not"',
      "Filter.@not in the service's WSDL: required from now on. This breaks what the client sends",
    ],
    [
      "a branch of a choice gone",
      '<xs:element name="Number" type="xs:int"/>',
      "",
      "Thing.Text in the service's WSDL: in no choice any more. This breaks what the client reads",
    ],
    [
      "an element that nobody declares",
      'type="tns:Thing" minOccurs',
      'type="tns:Nothing" minOccurs',
      "type {urn:example}Nothing is not defined",
    ],
  ])("%s", async (_what, from, to, wanted) => {
    const all = await told([from, to]);
    expect(all).toEqual(expect.arrayContaining([expect.stringContaining(wanted)]));
  });

  test.each<[string, RegExp | string, string, string]>([
    [
      "an operation more",
      "</wsdl:portType>",
      '<wsdl:operation name="Put"><wsdl:input message="tns:In"/></wsdl:operation></wsdl:portType>',
      "",
    ],
    [
      "a field more in the response",
      '<xs:element name="Price"',
      '<xs:element name="Weight" type="xs:int"/><xs:element name="Price"',
      "note contract-compatible: The service's WSDL has changes that do not break this client: Thing.Weight: added",
    ],
    [
      "an enumeration value more",
      '<xs:enumeration value="Big"/>',
      '<xs:enumeration value="Big"/><xs:enumeration value="Huge"/>',
      'Kind: value "Huge" added',
    ],
    [
      "optional, which was required, in the request",
      '<xs:element name="Id" type="xs:int"/>\n    <xs:element name="Kind"',
      '<xs:element name="Id" type="xs:int" minOccurs="0"/>\n    <xs:element name="Kind"',
      "",
    ],
  ])("%s is a note alone", async (_what, from, to, counted) => {
    const all = await told([from, to]);
    expect(all.filter((line) => !line.startsWith("note "))).toEqual([]);
    if (counted !== "") expect(all.join("\n")).toContain(counted);
  });

  test("what is in mixed content is compared too", async () => {
    const all = await told(
      ['complexType name="Filter"', 'complexType name="Filter" mixed="true"'],
      ['<xs:element name="Value" type="xs:string"/>', ""],
    );
    expect(all).toEqual([
      expect.stringContaining("Filter in the service's WSDL: elements -> mixed content."),
      expect.stringContaining("Filter.Value in the service's WSDL: removed."),
    ]);
  });

  test("a type may have another name", async () => {
    const findings = await told(
      [/"tns:Filter"/g, '"tns:Other"'],
      ['complexType name="Filter"', 'complexType name="Other"'],
    );
    expect(findings).toEqual([]);
  });

  test("input and output may have another use each", async () => {
    const mixed = wsdl.replaceAll(/<wsdl:output>(<soap1?2?:body) use="literal"/g, '<wsdl:output>$1 use="encoded"');
    writeFileSync(join(folder, "mixed.wsdl"), mixed);
    const known = await clientOf(join(folder, "mixed.wsdl"));
    expect(known.services[0]!.operations[0]).toMatchObject({ use: "literal", outputUse: "encoded" });
    expect(await findingsOf(known, known.services[0]!, join(folder, "mixed.wsdl"))).toEqual([]);
    const findings = await findingsOf(known, known.services[0]!, join(folder, "service.wsdl"));
    expect(findings.map(({ code }) => code)).toEqual(["contract-breaking"]);
  });

  test("an operation more is a note where it is bound", async () => {
    const named = '<wsdl:operation name="Put"><wsdl:input message="tns:In"/></wsdl:operation></wsdl:portType>';
    const put = `<wsdl:operation name="Put"><soap:operation soapAction="urn:example:Put"/><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation>`;
    const all = await told(
      ["</wsdl:portType>", named],
      ["</wsdl:operation></wsdl:binding>", `</wsdl:operation>${put}</wsdl:binding>`],
    );
    expect(all).toEqual([expect.stringContaining("this client: Put: operation added")]);
  });

  test("many differences are reported up to a limit", async () => {
    const fields = Array.from({ length: 300 }, (_, index) => `<xs:element name="F${index}" type="xs:int"/>`).join("");
    const large = wsdl.replace('<xs:element name="Price" type="xs:decimal"/>', fields);
    writeFileSync(join(folder, "large.wsdl"), large);
    const known = await clientOf(join(folder, "large.wsdl"));
    const findings = await findingsOf(known, known.services[0]!, join(folder, "service.wsdl"));
    expect(findings.length).toBeLessThan(110);
    expect(findings).toContainEqual({
      severity: "error",
      code: "more-differences",
      message: expect.stringMatching(/^There are 2\d\d more breaking differences\./) as string,
    });
  });

  describe("hostile schemas end", () => {
    const group = (index: number) =>
      `<xs:group name="g${index}"><xs:sequence><xs:group ref="tns:g${index + 1}"/><xs:group ref="tns:g${index + 1}"/></xs:sequence></xs:group>`;
    test.each<[string, string, string]>([
      [
        "groups in groups",
        `<xs:complexType name="Thing"><xs:group ref="tns:g0"/></xs:complexType>${Array.from({ length: 60 }, (_, index) => group(index)).join("")}<xs:group name="g60"><xs:sequence><xs:element name="a"/></xs:sequence></xs:group>`,
        "a content model of more than 50000 particles",
      ],
      [
        "a type derived from itself",
        `<xs:complexType name="Thing"><xs:complexContent><xs:extension base="tns:Thing"/></xs:complexContent></xs:complexType>`,
        "type derives from itself",
      ],
      [
        "5,000 types, each derived from the next",
        `<xs:complexType name="Thing"><xs:complexContent><xs:extension base="tns:t0"/></xs:complexContent></xs:complexType>${Array.from({ length: 5_000 }, (_, index) => `<xs:complexType name="t${index}"><xs:complexContent><xs:extension base="tns:t${index + 1}"/></xs:complexContent></xs:complexType>`).join("")}`,
        "types derived from each other more than 200 deep",
      ],
      [
        "unions of unions",
        `<xs:simpleType name="Thing"><xs:union memberTypes="tns:u0 tns:u0"/></xs:simpleType>${Array.from({ length: 60 }, (_, index) => `<xs:simpleType name="u${index}"><xs:union memberTypes="tns:u${index + 1} tns:u${index + 1}"/></xs:simpleType>`).join("")}<xs:simpleType name="u60"><xs:restriction base="xs:int"/></xs:simpleType>`,
        "GetResponse.Thing in the service's WSDL: Thing -> Thing.",
      ],
      [
        "5,000 unions, each of the next",
        `<xs:simpleType name="Thing"><xs:union memberTypes="tns:u0"/></xs:simpleType>${Array.from({ length: 5_000 }, (_, index) => `<xs:simpleType name="u${index}"><xs:union memberTypes="tns:u${index + 1}"/></xs:simpleType>`).join("")}<xs:simpleType name="u5000"><xs:restriction base="xs:int"/></xs:simpleType>`,
        "types made of each other more than 200 deep",
      ],
      [
        "5,000 groups, each in the one before",
        `<xs:complexType name="Thing"><xs:group ref="tns:g0"/></xs:complexType>${Array.from({ length: 5_000 }, (_, index) => `<xs:group name="g${index}"><xs:sequence><xs:group ref="tns:g${index + 1}"/></xs:sequence></xs:group>`).join("")}<xs:group name="g5000"><xs:sequence><xs:element name="a"/></xs:sequence></xs:group>`,
        "groups inside of each other more than 200 deep",
      ],
    ])("%s", async (_what, declarations, words) => {
      const all = await told([
        /<xs:complexType name="Thing">[\s\S]*?<\/xs:complexContent><\/xs:complexType>/,
        declarations,
      ]);
      expect(all.join("\n")).toContain(words);
    });

    slowTest("5,000 types, each in the one before, where the client has one that contains itself", async () => {
      const thing = (name: string, part: string) =>
        `<xs:complexType name="${name}"><xs:sequence><xs:element name="Parts" type="tns:${part}" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`;
      const types = Array.from({ length: 5_000 }, (_, index) => thing(`T${index}`, `T${index + 1}`)).join("");
      const all = await told([
        /<xs:complexType name="Thing">[\s\S]*?<\/xs:complexContent><\/xs:complexType>/,
        `${thing("Thing", "T0")}${types}${thing("T5000", "Thing")}`,
      ]);
      expect(all.join("\n")).toContain("Thing.Price in the service's WSDL: removed.");
    });

    slowTest("20,000 overloads of one operation", async () => {
      const overload =
        '<wsdl:operation name="Get"><soap:operation soapAction="x"/><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation>';
      const all = await told([
        /<\/wsdl:operation><\/wsdl:binding>/,
        `</wsdl:operation>${overload.repeat(20_000)}</wsdl:binding>`,
      ]);
      expect(all.filter((line) => line.startsWith("error"))).toEqual([]);
    });
  });
});

describe("own contract", () => {
  const golden = "packages/soapwright-testing/src/golden";
  const folders = ["cases", "verified"].flatMap((kind) =>
    readdirSync(join(golden, kind))
      .map((name) => `${kind}/${name}`)
      .filter((folder) => existsSync(join(golden, folder, "service.wsdl"))),
  );

  async function expectNoFinding(path: string): Promise<void> {
    const client = await clientOf(path);
    expect(client.services.length).toBeGreaterThan(0);
    for (const service of client.services) expect(await findingsOf(client, service, path)).toEqual([]);
  }

  test("there are WSDLs of every kind to compare", () => {
    expect(folders.length).toBeGreaterThan(40);
  });

  test.each(folders)("%s has no finding", async (folder) => {
    await expectNoFinding(join(golden, folder, "service.wsdl"));
  });

  describeCorpus("every WSDL of the corpus", () => {
    // All WSDLs take a long time, so this runs a large one, and `make corpus` runs all.
    const files = corpusWsdls().filter((file) => everything || file.startsWith("exchange-ews"));
    test.each(files)("%s has no finding", (file) => expectNoFinding(join(corpusFolder, "wsdl", file)), 120_000);
  });
});
