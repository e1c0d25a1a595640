/** Tests `pipeline` by itself: no entry point shows it whole. */
import { Codec, type ElementNode, type Validation, XmlReader } from "soapwright-runtime/codecs";
import { ResponseError } from "soapwright-runtime/errors";
import { loadFiles, schemaFile, schemaWith } from "soapwright-testing/codegen/load-files";
import { runTables } from "soapwright-testing/corpus/generated-tables";
import { generate } from "../../src/pipeline";

/** Keys, references and unique values (XML Schema Part 1, 3.11), from the WSDL to the error of `strict`. */
const orders = `<xs:element name="order"><xs:complexType><xs:sequence>
    <xs:element name="Line" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
      <xs:element name="Number" type="xs:decimal" minOccurs="0" nillable="true"/>
      <xs:element name="Day" type="xs:date" minOccurs="0"/>
    </xs:sequence><xs:attribute name="code" type="xs:int" default="7"/></xs:complexType></xs:element>
    <xs:element name="Use" type="xs:decimal" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="Part" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
      <xs:element name="Name" type="xs:string" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType><xs:unique name="PartName"><xs:selector xpath="t:Name"/><xs:field xpath="."/></xs:unique></xs:element>
    <xs:any minOccurs="0" maxOccurs="unbounded" namespace="##other" processContents="skip"/>
  </xs:sequence></xs:complexType>
  <xs:key name="LineNumber"><xs:selector xpath="t:Line"/><xs:field xpath="t:Number"/></xs:key>
  <xs:keyref name="UsedLine" refer="t:LineNumber"><xs:selector xpath="./t:Use"/><xs:field xpath="."/></xs:keyref>
  <xs:unique name="DayAndCode"><xs:selector xpath=".//t:Line"/><xs:field xpath="t:Day"/><xs:field xpath="@code"/></xs:unique>
  <xs:unique name="Outside"><xs:selector xpath="*/x"/><xs:field xpath="@id"/></xs:unique>
</xs:element>`;

async function orderTable(components = orders): Promise<ElementNode> {
  const files = await schemaFile(components, async (path) => {
    const made = await generate(path, { source: "a.wsdl", runtime: "r", extension: "" });
    return made.files ?? new Map<string, string>();
  });
  return runTables(files)[0]!.operations[0]!.input.body[0]!;
}

function read(table: ElementNode, content: string, validation: Validation = "strict"): unknown {
  const codec = new Codec({ validation });
  let decoder: ReturnType<Codec["decoder"]> | undefined;
  const reader = new XmlReader({
    startElement: (name, attributes) => decoder?.startElement(name, attributes),
    endElement: (name) => decoder?.endElement(name),
    text: (text) => decoder?.text(text),
    leaf: (name, text) => decoder?.leaf?.(name, text) === true,
  });
  decoder = codec.decoder(table, reader);
  reader.write(`<order xmlns="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</order>`);
  reader.end();
  return decoder.value;
}

function refusal(table: ElementNode, content: string): string {
  try {
    read(table, content);
  } catch (error) {
    if (error instanceof ResponseError) return error.message.replace(/ \(line.*/, "");
    throw error;
  }
  return "accepted";
}

const line = (number: string, rest = "", attributes = ""): string =>
  `<Line${attributes}><Number>${number}</Number>${rest}</Line>`;

describe("identity constraints", () => {
  let table: ElementNode;
  beforeAll(async () => {
    table = await orderTable();
  });
  const at = (path: string, message: string): string => `The response does not match the schema at ${path}: ${message}`;

  test.each([
    ["distinct keys", line("1") + line("2")],
    ["a reference to a later key", `${line("1")}<Use>1.0</Use>`],
    ["a unique value that is absent twice", line("1", "", ' code="1"') + line("2", "", ' code="1"')],
    [
      "equal parts of different keys",
      line("1", "<Day>2026-01-01</Day>", ' code="1"') + line("2", "<Day>2026-01-01</Day>"),
    ],
    ["equal names in two parts", "<Part><Name>a</Name></Part><Part><Name>a</Name></Part>"],
    ["no content", ""],
  ])("accepts %s", (_, content) => {
    expect(refusal(table, content)).toBe("accepted");
  });

  test.each([
    [
      "a key that occurs twice, in another form",
      line("1") + line("2") + line("01.0"),
      at("order/Line[3]/Number", "the same value of the key LineNumber as at order/Line[1]/Number"),
    ],
    ["a key without its value", `${line("1")}<Line/>`, at("order/Line[2]", "no value of the key LineNumber")],
    [
      "a key that is nil",
      '<Line><Number xsi:nil="true"/></Line>',
      at("order/Line[1]", "no value of the key LineNumber"),
    ],
    [
      "a reference to no key",
      `${line("1")}<Use>1</Use><Use>3</Use>`,
      at("order/Use[2]", "the reference UsedLine refers to no value of the key LineNumber"),
    ],
    [
      "two parts that are equal, one of them the default",
      line("1", "<Day>2026-01-01</Day>", ' code="07"') + line("2", "<Day>2026-01-01</Day>"),
      at("order/Line[2]", "the same value of the unique value DayAndCode as at order/Line[1]"),
    ],
    [
      "a constraint of an inner element",
      "<Part><Name>a</Name></Part><Part><Name>b</Name><Name>b</Name></Part>",
      at("order/Part[2]/Name[2]", "the same value of the unique value PartName as at order/Part[2]/Name[1]"),
    ],
    [
      "a value inside of a wildcard",
      '<o:o xmlns:o="urn:o"><x xmlns="" id="1"/><x xmlns="" id="1"/></o:o>',
      at("order/o[1]/x/@id", "the same value of the unique value Outside as at order/o[1]/x/@id"),
    ],
  ])("refuses %s", (_, content, message) => {
    expect(refusal(table, content)).toBe(message);
  });

  test("only strict checks them", () => {
    const content = line("1") + line("1");
    expect(read(table, content, "standard")).toEqual(read(table, content, "lenient"));
  });

  test("rows that the reader has met before are checked", () => {
    const many = Array.from({ length: 40 }, (_, at) => line(String(at), "<Day>2026-01-01</Day>", ` code="${at}"`));
    expect(refusal(table, many.join(""))).toBe("accepted");
    expect(refusal(table, many.join("") + line("17"))).toContain("order/Line[41]/Number");
  });

  test("a reference sees keys of elements below, unless two of them have it", async () => {
    const below = await orderTable(`<xs:element name="order"><xs:complexType><xs:sequence>
        <xs:element name="Box" maxOccurs="unbounded"><xs:complexType><xs:sequence>
          <xs:element name="Id" type="xs:string" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
          <xs:key name="BoxId"><xs:selector xpath="t:Id"/><xs:field xpath="."/></xs:key></xs:element>
        <xs:element name="Wanted" type="xs:string"/></xs:sequence></xs:complexType>
      <xs:keyref name="WantedId" refer="t:BoxId"><xs:selector xpath="t:Wanted"/><xs:field xpath="."/></xs:keyref></xs:element>`);
    const boxes = (...ids: string[]): string => ids.map((id) => `<Box><Id>${id}</Id></Box>`).join("");
    expect(refusal(below, `${boxes("a", "b")}<Wanted>a</Wanted>`)).toBe("accepted");
    expect(refusal(below, `${boxes("a", "a")}<Wanted>a</Wanted>`)).toContain("order/Wanted: the reference WantedId");
  });

  test("a constraint that cannot be read is left out with a warning", async () => {
    const { printed } = await loadFiles({
      "service.wsdl": schemaWith(`<xs:element name="e"><xs:complexType/>
        <xs:key name="a"><xs:selector xpath="t:x[1]"/><xs:field xpath="@i"/></xs:key>
        <xs:keyref name="b" refer="t:none"><xs:selector xpath="t:x"/><xs:field xpath="@i"/></xs:keyref>
        <xs:unique name="c"><xs:selector xpath="@x"/><xs:field xpath="."/></xs:unique></xs:element>`),
    });
    expect(printed.map((each) => each.replace(/^[^ ]+ /, ""))).toEqual([
      'warning: "t:x[1]" is not the XPath of xs:selector; responses are not checked by it.',
      "warning: {urn:t}none is not the name of an xs:key or xs:unique; responses are not checked by it.",
      'warning: "@x" is not the XPath of xs:selector; responses are not checked by it.',
    ]);
  });
});
