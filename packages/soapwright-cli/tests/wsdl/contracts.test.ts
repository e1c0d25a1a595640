/** Tests `wsdl/diff/diff` and `wsdl/inspect/inspect` by themselves: no entry point shows them whole. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { Folder } from "soapwright-testing/commands/small-wsdl";
import { diff } from "../../src/wsdl/diff/diff";
import { inspect } from "../../src/wsdl/inspect/inspect";

/** Pairs of contracts as a release compares them: one change in each, and its effect on callers. */
describe("contracts", () => {
  const folder = new Folder();
  afterAll(() => folder.remove());

  const binding = (version: "soap" | "soap12"): string => `
  <wsdl:binding name="Orders${version}" type="tns:Orders">
    <${version}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Find">
      <${version}:operation soapAction="urn:example:orders/Find" soapActionRequired="true"/>
      <wsdl:input><${version}:header message="tns:Auth" part="auth" use="literal"/><${version}:body use="literal"/></wsdl:input>
      <wsdl:output><${version}:body use="literal"/></wsdl:output>
      <wsdl:fault name="Busy"><${version}:fault name="Busy" use="literal"/></wsdl:fault>
    </wsdl:operation>
    <wsdl:operation name="Tell">
      <${version}:operation soapAction="urn:example:orders/Tell"/>
      <wsdl:input><${version}:body use="literal"/></wsdl:input>
    </wsdl:operation>
  </wsdl:binding>`;

  const contract = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:tns="urn:example:orders" targetNamespace="urn:example:orders">
  <wsdl:types><xs:schema targetNamespace="urn:example:orders" elementFormDefault="qualified">
    <xs:element name="Find"><xs:complexType><xs:sequence>
      <xs:element name="Asked" type="tns:Asked"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="FindResponse"><xs:complexType><xs:sequence>
      <xs:element name="FindResult" type="tns:ArrayOfOrder" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="Tell"><xs:complexType><xs:sequence><xs:element name="Text" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
    <xs:complexType name="ArrayOfOrder"><xs:sequence>
      <xs:element name="Order" type="tns:Order" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType>
    <xs:complexType name="Asked">
      <xs:annotation><xs:documentation>What is looked for.</xs:documentation></xs:annotation>
      <xs:sequence>
        <xs:element name="Number" type="xs:int"/>
        <xs:element name="Comment" type="xs:string" minOccurs="0"/>
        <xs:element name="State" type="tns:State"/>
        <xs:element name="Tags" type="tns:Tags" minOccurs="0"/>
        <xs:choice><xs:element name="Day" type="xs:date"/><xs:element name="Year" type="xs:int"/></xs:choice>
      </xs:sequence>
      <xs:attribute name="limit" type="xs:int"/>
    </xs:complexType>
    <xs:complexType name="Order">
      <xs:sequence>
        <xs:element name="Id" type="xs:int"/>
        <xs:element name="Name" type="xs:string"/>
        <xs:element name="Note" type="xs:string" minOccurs="0"/>
        <xs:element name="State" type="tns:State"/>
        <xs:element ref="tns:Item"/>
        <xs:any namespace="urn:example:more" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
      <xs:attribute name="code" type="xs:string" use="required"/>
    </xs:complexType>
    <xs:complexType name="Item"><xs:sequence><xs:element name="Price" type="xs:decimal"/></xs:sequence></xs:complexType>
    <xs:complexType name="Gift"><xs:complexContent><xs:extension base="tns:Item"><xs:sequence/></xs:extension></xs:complexContent></xs:complexType>
    <xs:element name="Item" type="tns:Item"/>
    <xs:element name="Gift" type="tns:Gift" substitutionGroup="tns:Item"/>
    <xs:simpleType name="State"><xs:restriction base="xs:string"><xs:enumeration value="open"/><xs:enumeration value="sent"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Tag"><xs:restriction base="xs:string"><xs:maxLength value="8"/><xs:pattern value="[a-z]+"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Tags"><xs:list itemType="tns:Tag"/></xs:simpleType>
    <xs:element name="Auth"><xs:complexType><xs:sequence><xs:element name="Token" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Busy" type="xs:string"/>
  </xs:schema></wsdl:types>
  <wsdl:message name="FindIn"><wsdl:part name="parameters" element="tns:Find"/></wsdl:message>
  <wsdl:message name="FindOut"><wsdl:part name="parameters" element="tns:FindResponse"/></wsdl:message>
  <wsdl:message name="TellIn"><wsdl:part name="parameters" element="tns:Tell"/></wsdl:message>
  <wsdl:message name="Auth"><wsdl:part name="auth" element="tns:Auth"/></wsdl:message>
  <wsdl:message name="Busy"><wsdl:part name="busy" element="tns:Busy"/></wsdl:message>
  <wsdl:portType name="Orders">
    <wsdl:operation name="Find">
      <wsdl:documentation>Finds orders.</wsdl:documentation>
      <wsdl:input message="tns:FindIn"/><wsdl:output message="tns:FindOut"/><wsdl:fault name="Busy" message="tns:Busy"/>
    </wsdl:operation>
    <wsdl:operation name="Tell"><wsdl:input message="tns:TellIn"/></wsdl:operation>
  </wsdl:portType>${binding("soap")}${binding("soap12")}
  <wsdl:service name="Orders">
    <wsdl:port name="Orders11" binding="tns:Orderssoap"><soap:address location="https://service.example/orders"/></wsdl:port>
    <wsdl:port name="Orders12" binding="tns:Orderssoap12"><soap12:address location="https://service.example/orders"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>`;

  type Edit = readonly [from: string | RegExp, to: string];

  /** Returns the contract with all edits. Each edit must change something. */
  function edited(...edits: readonly Edit[]): string {
    return edits.reduce((text, [from, to]) => {
      const changed = text.replaceAll(typeof from === "string" ? from : new RegExp(from, "gs"), to);
      if (changed === text) throw new Error(`nothing is changed by ${from}`);
      return changed;
    }, contract);
  }

  interface Judged {
    readonly severity: string;
    readonly place: string;
    readonly reason: string;
    readonly description: string;
  }

  /** Returns the output of `diff --json` about each change of a release. */
  async function changesBetween(old: string, now: string): Promise<Judged[]> {
    const streams = new RecordedStreams();
    expect(await diff(old, now, { json: true }, streams)).toBe(0);
    const { changes } = JSON.parse(streams.output) as { changes: Judged[] };
    return changes.map(({ severity, place, reason, description }) => ({ severity, place, reason, description }));
  }

  function changesTo(now: string, old = contract): Promise<Judged[]> {
    return changesBetween(folder.write(old), folder.write(now));
  }

  const order = '<xs:element name="Name" type="xs:string"/>';
  const asked = '<xs:element name="Number" type="xs:int"/>';
  const third = `<wsdl:operation name="Count"><wsdl:input message="tns:FindIn"/><wsdl:output message="tns:FindOut"/></wsdl:operation>`;
  const boundThird = (version: string): string =>
    `<wsdl:operation name="Count"><${version}:operation soapAction="urn:example:orders/Count"/><wsdl:input><${version}:body use="literal"/></wsdl:input><wsdl:output><${version}:body use="literal"/></wsdl:output></wsdl:operation>`;
  const withThird: readonly Edit[] = [
    ["</wsdl:portType>", `${third}</wsdl:portType>`],
    [/(transport="http:\/\/schemas.xmlsoap.org\/soap\/http"\/>)(.{0,200}?<soap:)/, `$1${boundThird("soap")}$2`],
    [/(transport="http:\/\/schemas.xmlsoap.org\/soap\/http"\/>)(.{0,200}?<soap12:)/, `$1${boundThird("soap12")}$2`],
  ];
  const anyAttribute = '<xs:attribute name="code" type="xs:string" use="required"/>';

  const pairs: readonly [name: string, severity: string, place: string, ...edits: readonly Edit[]][] = [
    [
      "a field of the response added",
      "compatible",
      "Order.New",
      [order, `${order}<xs:element name="New" type="xs:int"/>`],
    ],
    [
      "an optional field of the request added",
      "compatible",
      "Asked.New",
      [asked, `${asked}<xs:element name="New" type="xs:int" minOccurs="0"/>`],
    ],
    [
      "a required field of the request added",
      "breaking",
      "Asked.New",
      [asked, `${asked}<xs:element name="New" type="xs:int"/>`],
    ],
    ["a field of the response removed", "breaking", "Order.Name", [order, ""]],
    ["a field of the request removed", "breaking", "Asked.Number", [asked, ""]],
    ["a field renamed", "breaking", "Order.Name", ['name="Name"', 'name="Title"']],
    [
      "fields reordered",
      "breaking",
      "Asked",
      [
        `${asked}\n        <xs:element name="Comment" type="xs:string" minOccurs="0"/>`,
        `<xs:element name="Comment" type="xs:string" minOccurs="0"/>${asked}`,
      ],
    ],
    ["a type changed", "breaking", "Order.Id", ['name="Id" type="xs:int"', 'name="Id" type="xs:string"']],
    [
      "a type of the response narrowed",
      "compatible",
      "Order.Id",
      ['name="Id" type="xs:int"', 'name="Id" type="xs:short"'],
    ],
    [
      "optional became required, written",
      "breaking",
      "Asked.Comment",
      ['name="Comment" type="xs:string" minOccurs="0"', 'name="Comment" type="xs:string"'],
    ],
    [
      "optional became required, read",
      "compatible",
      "Order.Note",
      ['name="Note" type="xs:string" minOccurs="0"', 'name="Note" type="xs:string"'],
    ],
    ["required became optional, read", "breaking", "Order.Name", [order, order.replace("/>", ' minOccurs="0"/>')]],
    ["a value became a list", "breaking", "Order.Name", [order, order.replace("/>", ' maxOccurs="9"/>')]],
    ["nillable, read", "breaking", "Order.Name", [order, order.replace("/>", ' nillable="true"/>')]],
    ["nillable, written", "compatible", "Asked.Number", [asked, asked.replace("/>", ' nillable="true"/>')]],
    [
      "default",
      "compatible",
      "Order.Note",
      ['name="Note" type="xs:string"', 'name="Note" type="xs:string" default="-"'],
    ],
    ["fixed", "breaking", "Asked.Number", [asked, asked.replace("/>", ' fixed="1"/>')]],
    ["unqualified", "breaking", "Order.Name", [order, order.replace("/>", ' form="unqualified"/>')]],
    ["all unqualified", "breaking", "Order.Id", ['elementFormDefault="qualified"', 'elementFormDefault="unqualified"']],
    [
      "an enumeration extended",
      "compatible",
      "State",
      ['<xs:enumeration value="sent"/>', '<xs:enumeration value="sent"/><xs:enumeration value="lost"/>'],
    ],
    ["an enumeration cut", "breaking", "State", ['<xs:enumeration value="sent"/>', ""]],
    ["a facet of a list's items tightened", "breaking", "Tag", ['maxLength value="8"', 'maxLength value="4"']],
    ["a facet of a list's items loosened", "compatible", "Tag", ['maxLength value="8"', 'maxLength value="16"']],
    ["a pattern", "breaking", "Tag", ['pattern value="[a-z]+"', 'pattern value="[a-y]+"']],
    [
      "a pattern more",
      "breaking",
      "Tag",
      ['<xs:pattern value="[a-z]+"/>', '<xs:pattern value="[a-z]+"/><xs:pattern value="[0-9]+"/>'],
    ],
    [
      "white space",
      "compatible",
      "Tag",
      ['<xs:maxLength value="8"/>', '<xs:maxLength value="8"/><xs:whiteSpace value="collapse"/>'],
    ],
    [
      "a list became one value",
      "breaking",
      "Tags",
      ['<xs:list itemType="tns:Tag"/>', '<xs:restriction base="tns:Tag"/>'],
    ],
    [
      "mixed content",
      "breaking",
      "Order",
      ['<xs:complexType name="Order">', '<xs:complexType name="Order" mixed="true">'],
    ],
    [
      "an abstract type",
      "compatible",
      "Item",
      ['<xs:complexType name="Item">', '<xs:complexType name="Item" abstract="true">'],
    ],
    [
      "a derived type",
      "breaking",
      "Item",
      [
        '<xs:element name="Busy"',
        '<xs:complexType name="Parcel"><xs:complexContent><xs:extension base="tns:Item"/></xs:complexContent></xs:complexType><xs:element name="Busy"',
      ],
    ],
    [
      "a substitute",
      "breaking",
      "Order.Item",
      [
        '<xs:element name="Busy"',
        '<xs:element name="Parcel" type="tns:Gift" substitutionGroup="tns:Item"/><xs:element name="Busy"',
      ],
    ],
    ["a substitute gone", "compatible", "Order.Item", [' substitutionGroup="tns:Item"', ""]],
    [
      "a field of a substitute",
      "compatible",
      "Gift.Ribbon",
      [
        '<xs:extension base="tns:Item"><xs:sequence/>',
        '<xs:extension base="tns:Item"><xs:sequence><xs:element name="Ribbon" type="xs:string"/></xs:sequence>',
      ],
    ],
    [
      "a branch of a choice, written",
      "compatible",
      "Asked.Month",
      ['<xs:element name="Year"', '<xs:element name="Month" type="xs:int"/><xs:element name="Year"'],
    ],
    [
      "a choice became a sequence",
      "breaking",
      "Asked.Day",
      [/<xs:choice>(.*?)<\/xs:choice>/, "<xs:sequence>$1</xs:sequence>"],
    ],
    ["a choice may be left out", "compatible", "Asked", ["<xs:choice>", '<xs:choice minOccurs="0">']],
    [
      "a branch may be absent",
      "compatible",
      "Asked.Day",
      ['name="Day" type="xs:date"', 'name="Day" type="xs:date" minOccurs="0"'],
    ],
    ["a choice repeated", "breaking", "Asked.Day", ["<xs:choice>", '<xs:choice maxOccurs="2">']],
    ["any removed", "breaking", "Order.*", [/<xs:any .*?\/>/, ""]],
    ["any lets in less", "compatible", "Order.*", ["urn:example:more", "##local"]],
    ["any lets in more", "compatible", "Order.*", ['namespace="urn:example:more"', 'namespace="##any"']],
    ["any checks more", "compatible", "Order.*", ['processContents="lax"', 'processContents="strict"']],
    ["anyAttribute added", "compatible", "Order.@*", [anyAttribute, `${anyAttribute}<xs:anyAttribute/>`]],
    ["an attribute renamed", "breaking", "Order.@code", ['name="code"', 'name="key"']],
    [
      "an attribute qualified",
      "breaking",
      "Order.@code",
      ['name="code" type="xs:string"', 'name="code" form="qualified" type="xs:string"'],
    ],
    ["an attribute optional", "breaking", "Order.@code", ['type="xs:string" use="required"', 'type="xs:string"']],
    [
      "an attribute required",
      "breaking",
      "Asked.@limit",
      ['name="limit" type="xs:int"', 'name="limit" type="xs:int" use="required"'],
    ],
    ["an operation added", "compatible", "Count", ...withThird],
    ["an operation renamed", "breaking", "Tell", [/operation name="Tell"/, 'operation name="Say"']],
    ["a namespace moved", "breaking", "namespace", ["urn:example:orders", "urn:example:orders:2"]],
    ["a SOAPAction", "breaking", "Tell", ["urn:example:orders/Tell", "urn:example:orders/Say"]],
    ["soapActionRequired gone", "compatible", "Find", ['soapActionRequired="true"', 'soapActionRequired="false"']],
    [
      "a header changed",
      "breaking",
      "Auth.Token",
      ['name="Token" type="xs:string" minOccurs="0"', 'name="Token" type="xs:string"'],
    ],
    ["a header removed", "breaking", "Find", [/<soap(?:12)?:header .*?\/>/, ""]],
    ["a fault removed", "breaking", "Find fault Busy", [/<wsdl:fault (?:[^>]*\/>|[^>]*>.*?<\/wsdl:fault>)/, ""]],
    ["the detail of a fault", "breaking", "Busy", ['name="Busy" type="xs:string"', 'name="Busy" type="xs:int"']],
    [
      "one-way no more",
      "breaking",
      "Tell",
      [/(<wsdl:operation name="Tell"><wsdl:input message="tns:TellIn"\/>)/, '$1<wsdl:output message="tns:FindOut"/>'],
      [
        /(orders\/Tell"\/>\s*<wsdl:input><(soap(?:12)?):body use="literal"\/><\/wsdl:input>)/,
        '$1<wsdl:output><$2:body use="literal"/></wsdl:output>',
      ],
    ],
    [
      "the result unwrapped in another way",
      "breaking",
      "Find result",
      [
        'minOccurs="0"/>\n    </xs:sequence></xs:complexType></xs:element>',
        'minOccurs="0"/><xs:element name="Total" type="xs:int"/>\n    </xs:sequence></xs:complexType></xs:element>',
      ],
    ],
    ["an address", "compatible", "Orders.Orders11", ["https://service.example/orders", "https://other.example/orders"]],
    ["a service renamed", "breaking", "Orders", ['service name="Orders"', 'service name="Shop"']],
    ["a port gone", "breaking", "Orders", [/<wsdl:port name="Orders12".*?<\/wsdl:port>/, ""]],
    ["a port renamed", "compatible", "Orders.Orders12", ['port name="Orders12"', 'port name="Other12"']],
    ["documentation of an operation", "documentation", "Find", ["Finds orders.", "Finds all orders."]],
    ["documentation of a type", "documentation", "Asked", ["What is looked for.", "What you look for."]],
    [
      "documentation of a value",
      "documentation",
      "generated code",
      [
        '<xs:enumeration value="sent"/>',
        '<xs:enumeration value="sent"><xs:annotation><xs:documentation>On its way.</xs:documentation></xs:annotation></xs:enumeration>',
      ],
    ],
  ];

  test.each(pairs)("%s: %s", async (_, severity, place, ...edits) => {
    const changes = await changesTo(edited(...edits));
    const worst = changes[0];
    expect(changes.filter((change) => change.place === place).map((change) => change.severity)).toContain(severity);
    expect([worst?.severity, changes]).toEqual([severity, changes]);
    for (const change of changes) {
      expect(change.description.startsWith(`${change.place}: `)).toBe(true);
      expect(change.description).toMatch(/, (?:breaking for|compatible|documentation only)/);
    }
  });

  test.each([
    ["an operation removed", "breaking", "Count", withThird],
    ["anyAttribute removed", "breaking", "Order.@*", [[anyAttribute, `${anyAttribute}<xs:anyAttribute/>`]]],
    [
      "soapActionRequired from now on",
      "breaking",
      "Find",
      [['soapActionRequired="true"', 'soapActionRequired="false"']],
    ],
  ] as const)("%s: %s", async (_, severity, place, edits) => {
    const changes = await changesTo(contract, edited(...edits));
    expect(changes.filter((change) => change.place === place)[0]?.severity).toBe(severity);
    expect(changes[0]?.severity).toBe(severity);
  });

  test("the same contract in other lines has no changes", async () => {
    expect(await changesTo(contract.replaceAll("\n", "\r\n    "))).toEqual([]);
  });

  test("sets are paired by name; added and removed ones are reported", async () => {
    const [old, now] = ["old", "now"].map((name) => join(folder.path, name)) as [string, string];
    for (const path of [old, now]) mkdirSync(path);
    writeFileSync(join(old, "orders.v1.wsdl"), contract);
    writeFileSync(join(old, "orders.v2.wsdl"), contract);
    writeFileSync(join(now, "orders.v2.wsdl"), edited(["Finds orders.", "Finds all orders."]));
    writeFileSync(join(now, "orders.v3.wsdl"), contract);
    const expected = [
      {
        severity: "breaking",
        place: "orders.v1.wsdl",
        reason: "wsdl-removed",
        description: "orders.v1.wsdl: WSDL removed, breaking for callers",
      },
      {
        severity: "compatible",
        place: "orders.v3.wsdl",
        reason: "wsdl-added",
        description: "orders.v3.wsdl: WSDL added, compatible",
      },
      {
        severity: "documentation",
        place: "orders.v2.wsdl: Find",
        reason: "documentation-changed",
        description: "orders.v2.wsdl: Find: documentation changed, documentation only",
      },
    ];
    expect(await changesBetween(old, now)).toEqual(expected);
    const streams = new RecordedStreams();
    expect(await diff(old, now, { json: true }, streams)).toBe(0);
    expect(JSON.parse(streams.output)).toMatchObject({ step: "major", breaking: 1, changes: expected });
  });

  test("a WSDL that cannot be read is a problem with its place", async () => {
    const path = folder.write(contract);
    const broken = folder.write(contract.replace('type="tns:State"', 'type="tns:Stat"'));
    for (const [now, problem] of [
      [broken, /small-\d+\.wsdl:\d+:\d+: error: .*Stat/],
      [join(folder.path, "none.wsdl"), /none\.wsdl/],
    ] as const) {
      const streams = new RecordedStreams();
      expect(await diff(path, now, {}, streams)).toBe(1);
      expect(streams.errors).toMatch(problem);
    }
  });
});

describe("inspect", () => {
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
});
