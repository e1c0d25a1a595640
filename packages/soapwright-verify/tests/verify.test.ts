/** Tests `proof/budget` by itself: no entry point shows it whole. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { Folder, type SmallWsdl, smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { verify } from "soapwright-testing/commands/verify";
import { isSlow, sampleOf, slowTest } from "soapwright-testing/stage/slow";
import { FOR_EVER_MS } from "soapwright-testing/stage/time";
import { Budget } from "../src/proof/budget";

describe("verify", () => {
  const folder = new Folder();
  afterAll(() => folder.remove());

  type Options = Parameters<typeof verify>[1];
  async function run(wsdl: string, options: Options = {}): Promise<{ code: number; output: string }> {
    const streams = new RecordedStreams();
    const code = await verify(wsdl, { quiet: true, instances: 5, ...options }, streams);
    expect(streams.errors).toBe("");
    return { code, output: streams.output };
  }

  test("an element that nothing defines and --allow-missing-messages lets in is no counterexample", async () => {
    const text = smallWsdl({}).replace('element="tns:GetResponse"', 'element="tns:Missing"');
    const { code, output } = await run(folder.write(text), { allowMissingMessages: true });
    expect(code).toBe(0);
    expect(output).not.toContain("counterexample");
    expect(output).toContain("no schema defines the element, which was let in by --allow-missing-messages");
  });

  test("a name twice in one sequence, whose values may have one wire form, is no counterexample", async () => {
    const twice = `<xs:element name="kind" type="xs:string" minOccurs="0"/><xs:element name="error" type="xs:string" minOccurs="0"/><xs:element name="kind" type="xs:string" minOccurs="0"/>`;
    const streams = new RecordedStreams();
    const code = await verify(folder.write(smallWsdl({ response: twice })), { instances: 30 }, streams);
    expect(streams.output).not.toContain("another value");
    const named = streams.errors.match(/kind twice in one sequence, told apart only by what stands between/g);
    expect(named).toHaveLength(1);
    expect(code).toBe(0);
  });

  const rich: SmallWsdl = {
    request: `
    <xs:element name="shape" type="tns:Shape" maxOccurs="3"/>
    <xs:element ref="tns:Note" minOccurs="0"/>
    <xs:choice maxOccurs="unbounded"><xs:element name="a" type="xs:int"/><xs:element name="b" type="tns:Code"/></xs:choice>
    <xs:element name="when" type="xs:dateTime" nillable="true"/>
    <xs:sequence minOccurs="0" maxOccurs="2"><xs:element name="x" type="xs:long" minOccurs="0"/><xs:element name="y" type="tns:Ratio" minOccurs="0"/></xs:sequence>`,
    response: `
    <xs:element name="text" type="tns:Mixed"/>
    <xs:element name="list" type="tns:Numbers"/>
    <xs:element name="raw" type="xs:base64Binary"/>
    <xs:element name="anything" type="xs:anyType"/>
    <xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>`,
    types: `
    <xs:complexType name="Shape" abstract="true"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence><xs:attribute name="id" type="xs:ID" use="required"/></xs:complexType>
    <xs:complexType name="Circle"><xs:complexContent><xs:extension base="tns:Shape"><xs:sequence><xs:element name="radius" type="xs:double"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    <xs:complexType name="Square"><xs:complexContent><xs:extension base="tns:Shape"><xs:sequence><xs:element name="side" type="xs:decimal"/><xs:element name="inside" type="tns:Shape" minOccurs="0"/></xs:sequence><xs:attribute name="unit" default="cm"/></xs:extension></xs:complexContent></xs:complexType>
    <xs:element name="Note" type="xs:string"/><xs:element name="Remark" type="tns:Short" substitutionGroup="tns:Note"/>
    <xs:simpleType name="Short"><xs:restriction base="xs:string"><xs:minLength value="2"/><xs:maxLength value="4"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Code"><xs:restriction base="xs:token"><xs:pattern value="[A-Z]{2}\\d|N/A"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Ratio"><xs:restriction base="xs:decimal"><xs:minInclusive value="0"/><xs:maxExclusive value="1"/><xs:fractionDigits value="3"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Numbers"><xs:restriction><xs:simpleType><xs:list itemType="xs:short"/></xs:simpleType><xs:maxLength value="3"/></xs:restriction></xs:simpleType>
    <xs:complexType name="Mixed" mixed="true"><xs:sequence><xs:element name="bold" type="xs:string" minOccurs="0" maxOccurs="2"/></xs:sequence></xs:complexType>`,
  };
  const richPath = folder.write(smallWsdl(rich));

  test("the tables of the employee service are proven", async () => {
    for (const name of readdirSync("wsdl").filter((file) => file.endsWith(".wsdl"))) {
      const { code, output } = await run(`wsdl/${name}`);
      expect(output).toMatch(/all came back as they were/);
      expect(output).toMatch(/libxml2 judged (\d+) of \1 operations?\n/);
      expect(code).toBe(0);
    }
  }, 300_000);

  test("libxml2 gets names without the white space around them", async () => {
    const spaced = smallWsdl({
      request: '<xs:element name=" Id" type=" tns:Kind " minOccurs=" 0 "/><xs:element ref="tns:Other "/>',
      types:
        '<xs:element name="Other " type=" xs:string"/><xs:simpleType name=" Kind "><xs:restriction base=" xs:token "><xs:enumeration value=" A B "/></xs:restriction></xs:simpleType>',
    });
    const { code, output } = await run(folder.write(spaced));
    expect(output).toContain("libxml2 judged 1 of 1 operation\n");
    expect(code).toBe(0);
  });

  test("alternatives take turns, so that a few instances have all of them", async () => {
    const dump = join(folder.path, "turns");
    const { code } = await run(richPath, { dump });
    const payloads = readdirSync(join(dump, "payloads")).map((name) =>
      readFileSync(join(dump, "payloads", name), "utf8"),
    );
    const parts = [
      /type="\w+:Circle"/,
      /type="\w+:Square"/,
      /<inside/,
      / unit="/,
      /<Note/,
      /<Remark/,
      /<a>/,
      /<b>N\/A</,
      /<b>[A-Z]{2}\d</,
      /<when>/,
      /<when [^>]*nil="true"/,
      /<x>/,
      /<y>/,
      /<bold/,
    ];
    for (const part of parts) expect([part, payloads.some((text) => part.test(text))]).toEqual([part, true]);
    expect(code).toBe(0);
  });

  slowTest("equal seeds find the same, and payloads and schemas can be dumped", async () => {
    const dump = join(folder.path, "dump");
    expect(await run(richPath, { seed: "5", dump })).toEqual(await run(richPath, { seed: "5" }));
    expect(readdirSync(join(dump, "schemas"))).toContain("root.xsd");
    const [first = ""] = readdirSync(join(dump, "payloads"));
    expect(first).toBe("00001-Get-arguments.xml");
    expect(readFileSync(join(dump, "payloads", first), "utf8")).toMatch(/^<Get xmlns="urn:example:small"/);
  });

  test.each<[string, (tables: string) => string, RegExp]>([
    [
      "an element of another name",
      (tables) => tables.replace('tns.element("name", xsString)', 'tns.element("name", xsString, { name: "nome" })'),
      /libxml2 refuses what was encoded: .*nome/,
    ],
    [
      "another order",
      (tables) =>
        tables.replace(/(tns\.element\("side", xsDecimal\)),\s*(tns\.optional\("inside", [^\n]*\)),\n/, "$2,\n$1,\n"),
      /libxml2 refuses what was encoded|decoding/,
    ],
    [
      "another type",
      (tables) => tables.replace('tns.element("radius", xsDouble)', 'tns.element("radius", xsInt)'),
      /encoding fails: .*radius/,
    ],
    [
      "a missing pattern alternative",
      (tables) => tables.replace("|N/A", ""),
      /encoding fails: .*N\\?\/A|encoding fails/,
    ],
    ["a derived type that is not there", (tables) => tables.replace(/variant\("Square".*\n/, ""), /Square|alternative/],
    [
      "an element that may not be nil",
      (tables) => tables.replace(/("when", )nillable\((orDate\(xsDateTime\)|xsDateTime)\)/, "$1$2"),
      /when/,
    ],
    [
      "an attribute that is not there",
      (tables) => tables.replace(/tns\.[a-zA-Z]*\("unit".*\n/, "").replace(/\w+\.optionalAttribute\("unit".*\n/, ""),
      /unit/,
    ],
  ])("a table with %s is found out", async (_name, edit, words) => {
    let isEdited = false;
    const { code, output } = await run(richPath, {
      edit: (tables) => {
        const edited = edit(tables);
        isEdited = edited !== tables;
        return edited;
      },
    });
    expect(isEdited).toBe(true);
    expect(output).toMatch(/\d+ of 2 payloads failed/);
    expect(output).toMatch(words);
    expect(output).toMatch(/counterexample: Get arguments\n/);
    expect(output).toMatch(/\n {2}instance <Get /);
    expect(code).toBe(1);
  });

  test("a wrong way to the value of a method is found out", async () => {
    const edit = (tables: string): string =>
      tables.replace(/"Address_GetListResult",(\s*"EmployeeAddress",)/, '"Address",$1');
    const { code, output } = await run("packages/soapwright/tests/commands/two-operations/v3.wsdl", { edit });
    expect(output).toMatch(/Address_GetList result: the table unwraps .*, which leaves Address_GetListResult out/);
    expect(code).toBe(1);
  });

  slowTest("the counterexample is the shortest instance that fails", async () => {
    const edit = (tables: string): string =>
      tables.replace('tns.element("radius", xsDouble)', 'tns.element("radius", xsInt)');
    const trips = async (instances: number) => {
      const { output } = await run(richPath, { edit, instances });
      return /\n {2}instance (.*)\n/.exec(output)?.[1] ?? "";
    };
    const [few, many] = [await trips(1), await trips(30)];
    expect(many).toContain("radius");
    expect(many.length).toBeLessThan(few.length);
  });

  test("a schema that libxml2 cannot load is named with the reason, its operations go round all the same", async () => {
    const ambiguous: SmallWsdl = {
      request: '<xs:element name="a" type="xs:int" minOccurs="0"/><xs:element name="a" type="xs:int" minOccurs="0"/>',
    };
    const { output } = await run(folder.write(smallWsdl(ambiguous)));
    expect(output).toMatch(/libxml2 judged 0 of 1 operation\n/);
    expect(output).toMatch(
      /libxml2 cannot load the schema \(.*not determinist.*\): verified by round trip only\n {4}Get\n/,
    );
  });

  test("a broken WSDL is a diagnostic and exit code 1", async () => {
    const streams = new RecordedStreams();
    expect(await verify(folder.write("<x/>"), {}, streams)).toBe(1);
    expect(streams.errors).toMatch(/small-\d+\.wsdl:1:1: error: /);
  });

  test("a run time that is not there is wrong usage", async () => {
    const streams = new RecordedStreams();
    expect(
      await verify("packages/soapwright/tests/commands/two-operations/v3.wsdl", { runtime: "./absent" }, streams),
    ).toBe(2);
    expect(streams.errors).toMatch(/^error: --runtime: .*absent.*\n$/);
  });

  test("what needs itself is named", async () => {
    const { code, output } = await run(
      folder.write(
        smallWsdl({
          request: '<xs:element name="person" type="tns:Person"/>',
          types: `
          <xs:complexType name="Person"><xs:all><xs:element name="gender" type="tns:Gender"/><xs:element name="link" type="tns:Person"/></xs:all></xs:complexType>
          <xs:simpleType name="Gender"><xs:restriction base="xs:string"><xs:enumeration value="F"/><xs:enumeration value="M"/></xs:restriction></xs:simpleType>`,
        }),
      ),
    );
    expect(output).toMatch(/cannot exist in any valid document:\n {2}Get arguments: it needs itself, or is abstract\n/);
    expect(output).not.toMatch(/Gender|\n {2}\n/);
    expect(code).toBe(0);
  });

  test.each([
    [
      "a wildcard whose only element has a type that no text satisfies",
      "",
      "no element that a wildcard of it allows can exist",
    ],
    ["a wildcard that may be absent", ' minOccurs="0"', undefined],
  ])("%s", async (_name, occurs, reason) => {
    const { code, output } = await run(
      folder.write(
        smallWsdl({
          request: `<xs:any namespace="urn:other"${occurs}/>`,
        }).replace(
          "</wsdl:types>",
          `<xs:schema targetNamespace="urn:other" xmlns:o="urn:other"><xs:element name="Only" type="o:Never"/><xs:simpleType name="Never"><xs:restriction base="xs:int"><xs:enumeration value="5"/><xs:pattern value="7"/></xs:restriction></xs:simpleType></xs:schema></wsdl:types>`,
        ),
      ),
    );
    if (reason === undefined) expect(output).not.toContain("cannot exist");
    else expect(output).toContain(`Get arguments: ${reason}\n`);
    expect(code).toBe(0);
  });

  slowTest("identity constraints are left out, and counted", async () => {
    const { code, output } = await run(
      folder.write(
        smallWsdl({
          request: '<xs:element name="items" type="tns:Items"/>',
          types: `
          <xs:complexType name="Items"><xs:sequence><xs:element name="item" type="xs:boolean" minOccurs="3" maxOccurs="9"/></xs:sequence></xs:complexType>
          <xs:element name="List" type="tns:Items"><xs:unique name="u"><xs:selector xpath="tns:item"/><xs:field xpath="."/></xs:unique></xs:element>`,
        }).replace(
          '<xs:element name="items" type="tns:Items"/>',
          '<xs:element name="items" type="tns:Items"><xs:key name="k"><xs:selector xpath="tns:item"/><xs:field xpath="."/></xs:key></xs:element>',
        ),
      ),
    );
    expect(output).toMatch(/libxml2 judged 1 of 1 operation\n {2}without 2 identity constraints, which/);
    expect(code).toBe(0);
  });

  slowTest("entities, which no message can declare, are judged as names", async () => {
    const { code, output } = await run(
      folder.write(
        smallWsdl({ request: '<xs:element name="one" type="xs:ENTITY"/><xs:element name="all" type="xs:ENTITIES"/>' }),
      ),
    );
    expect(output).toMatch(/all came back as they were\nlibxml2 judged 1 of 1 operation\n/);
    expect(code).toBe(0);
  });

  /** An rpc/literal WSDL: two parts that name elements, a wrapper with the name of one of them, and a plain operation. */
  const rpc = `
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example:rpc" targetNamespace="urn:example:rpc">
  <wsdl:types><xs:schema targetNamespace="urn:example:rpc" elementFormDefault="qualified">
    <xs:element name="Order" nillable="true"><xs:complexType><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Code" type="xs:token"/>
  </xs:schema></wsdl:types>
  <wsdl:message name="Elements"><wsdl:part name="order" element="tns:Order"/><wsdl:part name="code" element="tns:Code"/></wsdl:message>
  <wsdl:message name="Types"><wsdl:part name="n" type="xs:int"/></wsdl:message>
  <wsdl:portType name="P">
    ${["place", "Order", "count"].map((name) => `<wsdl:operation name="${name}"><wsdl:input message="tns:${name === "place" ? "Elements" : "Types"}"/></wsdl:operation>`).join("")}
  </wsdl:portType>
  <wsdl:binding name="B" type="tns:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    ${["place", "Order", "count"].map((name) => `<wsdl:operation name="${name}"><wsdl:input><soap:body use="literal" namespace="urn:example:rpc"/></wsdl:input></wsdl:operation>`).join("")}
  </wsdl:binding>
  <wsdl:service name="S"><wsdl:port name="P" binding="tns:B"><soap:address location="https://service.example/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

  test("parts of rpc messages are named after themselves, and what libxml2 cannot judge is listed", async () => {
    const dump = join(folder.path, "rpc");
    const { code, output } = await run(folder.write(rpc), { dump });
    expect(output).toMatch(/all came back as they were\nlibxml2 judged 1 of 3 operations\n/);
    expect(output).toMatch(/a part of the rpc message names an element, .*: verified by round trip only\n {4}place\n/);
    expect(output).toMatch(/a schema has an element of this name, and it is another: .*\n {4}Order\n/);
    const placed = readFileSync(join(dump, "payloads", "00001-place-arguments.xml"), "utf8");
    expect(placed).toMatch(/^<(\w+):place [^>]*><order[ >].*<\/order><code>.*<\/code><\/\1:place>$/);
    expect(code).toBe(0);
  });

  test("an rpc message that two services carry is judged once for each, overloads only by their first form", async () => {
    const text = rpc
      .replace(
        'name="Order"><wsdl:input message="tns:Types"',
        'name="count"><wsdl:input name="text" message="tns:Text"',
      )
      .replace(
        "<wsdl:message",
        '<wsdl:message name="Text"><wsdl:part name="t" type="xs:string"/></wsdl:message><wsdl:message',
      )
      .replace('name="count"><wsdl:input message', 'name="count"><wsdl:input name="number" message')
      .replace('name="count"><wsdl:input>', 'name="count"><wsdl:input name="number">')
      .replace('name="Order"><wsdl:input>', 'name="count"><wsdl:input name="text">')
      .replace(/<wsdl:service.*<\/wsdl:service>/s, (service) => service + service.replace('name="S"', 'name="S2"'));
    const { code, output } = await run(folder.write(text));
    expect(output).toMatch(/two messages have elements of one name and of different types: .*\n {4}count \(number\)\n/);
    expect(output).toMatch(/libxml2 judged 2 of 6 operations/);
    expect(code).toBe(0);
  });

  test("a namespace that is no URI is one that libxml2 reads no document of", async () => {
    const { code, output } = await run(folder.write(smallWsdl({ namespace: "http://{{url}}/x" })));
    expect(output).toContain(
      "cannot load the schema (xmlns: 'http://{{url}}/x' is not a valid URI): verified by round trip",
    );
    expect(code).toBe(0);
  });

  test("an array of the SOAP encoding in a literal message goes round without a judge", async () => {
    const { code, output } = await run(
      folder.write(
        smallWsdl({
          request: '<xs:element name="all" type="tns:Numbers"/>',
          types: `<xs:complexType name="Numbers"><xs:complexContent><xs:restriction base="soapenc:Array" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/">
          <xs:attribute ref="soapenc:arrayType" wsdl:arrayType="xs:int[]"/></xs:restriction></xs:complexContent></xs:complexType>`,
        }),
      ),
    );
    expect(output).toMatch(
      /an array of the SOAP encoding in a literal message: .*: verified by round trip only\n {4}Get\n/,
    );
    expect(output).toMatch(/all came back as they were\nlibxml2 judged 0 of 1 operation/);
    expect(code).toBe(0);
  });

  test("an array of several dimensions, which a client refuses, is told and no failure", async () => {
    const { code, output } = await run(
      folder.write(
        smallWsdl({
          request: '<xs:element name="all" type="tns:Numbers"/>',
          types: `<xs:complexType name="Numbers"><xs:complexContent><xs:restriction base="soapenc:Array" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/">
          <xs:attribute ref="soapenc:arrayType" wsdl:arrayType="xs:int[,]"/></xs:restriction></xs:complexContent></xs:complexType>`,
        }),
      ),
    );
    expect(output).toContain("not sent or read by a client: arrays of several dimensions:\n  Get arguments\n");
    expect(output).toContain("all came back as they were");
    expect(code).toBe(0);
  });

  test("arrays of the SOAP encoding come back from encoded messages", async () => {
    const { code, output } = await run("packages/soapwright-testing/src/golden/cases/rpc-encoded/service.wsdl");
    expect(output).toContain("all came back as they were");
    expect(code).toBe(0);
  });

  test("an encoded part that names a type is in the namespace of its soap:body, also in document style", async () => {
    const dump = join(folder.path, "encoded");
    const text = rpc
      .replaceAll('<soap:body use="literal"', '<soap:body use="encoded"')
      .replace('style="rpc"', 'style="document"');
    const { code, output } = await run(folder.write(text), { dump });
    expect(output).toContain("all came back as they were");
    const counted = readdirSync(join(dump, "payloads")).find((name) => name.includes("count")) ?? "";
    const payload = readFileSync(join(dump, "payloads", counted), "utf8");
    expect(payload).toMatch(/^<n xmlns="urn:example:rpc" /);
    expect(code).toBe(0);
  });
});

/**
 * `verify` ends within bounds for schemas with thousands of variants. Processor time is measured, because elapsed time
 * depends on other work on the machine.
 */
describe("verify bounds", () => {
  const folder = new Folder();
  afterAll(() => folder.remove());

  /** Returns a tenth of `count` in `make test`. */
  const sized = (count: number): number => (isSlow ? count : count / 10);
  const many = (count: number, each: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => each(n)).join("");
  const typed = (types: string): SmallWsdl => ({ types, request: '<xs:element name="v" type="tns:T"/>' });
  const complex = (content: string, beside = ""): SmallWsdl =>
    typed(`<xs:complexType name="T">${content}</xs:complexType>${beside}`);
  const simple = (content: string, beside = ""): SmallWsdl =>
    typed(`<xs:simpleType name="T">${content}</xs:simpleType>${beside}`);
  const element = (name: number | string, type = "xs:int", more = ""): string =>
    `<xs:element name="a${name}" type="${type}" ${more}/>`;
  const unbounded = 'maxOccurs="unbounded"';
  const record =
    '<xs:sequence><xs:element name="p" type="xs:string"/><xs:element name="q" type="xs:int" minOccurs="0"/></xs:sequence>';
  const base = `<xs:complexType name="B"><xs:sequence>${element("b")}</xs:sequence></xs:complexType>`;
  const enumeration = (count: number, value: (n: number) => string, of = "xs:string"): string =>
    `<xs:simpleType name="E"><xs:restriction base="${of}">${many(count, (n) => `<xs:enumeration value="${value(n)}"/>`)}</xs:restriction></xs:simpleType>`;
  const nested = (depth: number, name = ""): string =>
    `<xs:choice ${unbounded}>${many(2, (n) => (depth === 0 ? element(`${name}${n}`) : nested(depth - 1, `${name}${n}`)))}</xs:choice>`;

  async function run(
    wsdl: SmallWsdl,
    seconds?: number,
    instances = 5,
  ): Promise<{ code: number; output: string; ms: number }> {
    const path = folder.write(smallWsdl(wsdl));
    const streams = new RecordedStreams();
    const time = new Budget(0);
    const code = await verify(path, { quiet: true, instances, ...(seconds === undefined ? {} : { seconds }) }, streams);
    expect(streams.errors).toBe("");
    return { code, output: streams.output, ms: time.usedMs };
  }

  test.each<[string, SmallWsdl]>([
    [
      "a choice of 2,000 any number of times",
      complex(`<xs:choice ${unbounded}>${many(sized(2000), (n) => element(n))}</xs:choice>`),
    ],
    [
      "a choice of 400 elements of types of their own, which may be nil",
      complex(
        `<xs:choice ${unbounded}>${many(sized(400), (n) => element(n, `tns:R${n}`, `nillable="true" ${unbounded}`))}</xs:choice>`,
        many(sized(400), (n) => `<xs:complexType name="R${n}">${record}</xs:complexType>`),
      ),
    ],
    ["choices of choices any number of times", complex(nested(isSlow ? 8 : 5))],
    [
      "a choice of 400 sequences",
      complex(
        `<xs:choice ${unbounded}>${many(sized(400), (n) => `<xs:sequence>${element(`${n}x`)}${element(`${n}y`, "xs:int", 'minOccurs="0"')}</xs:sequence>`)}</xs:choice>`,
      ),
    ],
    [
      "a substitution group of 2,000",
      complex(
        `<xs:sequence><xs:element ref="tns:Head" ${unbounded}/></xs:sequence>`,
        `<xs:element name="Head" type="xs:string"/>${many(sized(2000), (n) => `<xs:element name="M${n}" type="xs:string" substitutionGroup="tns:Head"/>`)}`,
      ),
    ],
    [
      "1,000 derived types",
      complex(
        `<xs:sequence>${element(1, "tns:B", unbounded)}</xs:sequence>`,
        `${base}${many(sized(1000), (n) => `<xs:complexType name="D${n}"><xs:complexContent><xs:extension base="tns:B"><xs:sequence>${element(n)}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`)}`,
      ),
    ],
    [
      "an enumeration of 5,000",
      complex(
        `<xs:choice ${unbounded}>${element(1, "tns:E", 'nillable="true"')}${element(2)}</xs:choice>`,
        enumeration(sized(5000), (n) => `v${n}`),
      ),
    ],
    ["3,000 attributes", complex(many(sized(3000), (n) => `<xs:attribute name="a${n}" type="xs:int"/>`))],
  ])(
    "%s: it comes back, and in time",
    async (_, wsdl) => {
      const { code, output, ms } = await run(wsdl);
      expect(output).toContain("all came back as they were");
      expect(output).toContain("libxml2 judged 1 of 1 operation");
      expect(output).not.toMatch(/\nleft out/);
      expect(code).toBe(0);
      expect(ms).toBeLessThan(FOR_EVER_MS);
    },
    120_000,
  );

  test.each<[string, SmallWsdl]>(
    sampleOf<[string, SmallWsdl]>(
      [
        [
          "a decimal enumeration of 5,000",
          complex(
            `<xs:sequence>${element(1, "tns:E")}</xs:sequence>`,
            enumeration(5000, (n) => `${n}.5`, "xs:decimal"),
          ),
        ],
        [
          "a union of 1,000 patterns",
          simple(
            `<xs:union memberTypes="${many(1000, (n) => `tns:S${n} `)}"/>`,
            many(
              1000,
              (n) =>
                `<xs:simpleType name="S${n}"><xs:restriction base="xs:string"><xs:pattern value="s${n}"/></xs:restriction></xs:simpleType>`,
            ),
          ),
        ],
      ],
      2,
    ),
  )(
    "%s: what there is no time for is told in a line",
    async (_, wsdl) => {
      const { code, output, ms } = await run(wsdl, 0.5, 100_000);
      expect(output).toContain("all came back as they were");
      expect(output).toMatch(/\nleft out after 0\.5 s of processor time: \d+ instances; --seconds 10 gives it more\n/);
      expect(code).toBe(0);
      expect(ms).toBeLessThan(FOR_EVER_MS);
    },
    120_000,
  );

  slowTest(
    "no stack overflows on types of thousands of levels",
    async () => {
      const deep = many(
        2000,
        (n) =>
          `<xs:complexType name="${n === 0 ? "T" : `D${n}`}"><xs:sequence><xs:element name="d${n}" type="${n < 1999 ? `tns:D${n + 1}` : "xs:int"}" minOccurs="0"/></xs:sequence></xs:complexType>`,
      );
      const { code, output } = await run(typed(deep), 1);
      expect(output).toContain("all came back as they were");
      expect(code).toBe(0);
    },
    120_000,
  );

  test("each payload has an instance, however short the time is", async () => {
    const { output } = await run({ request: element(1), response: element(2) }, 0.000_001);
    expect(output).toMatch(/instances: 2, all came back as they were\n/);
    expect(output).toContain("8 instances;");
  });
});
