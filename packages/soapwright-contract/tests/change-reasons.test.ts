/** Each reason of a change between two contracts is given by an edit of a WSDL, or by the way back. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareDocuments, type Documents, loadDefinitions } from "soapwright-contract";
import { loadFiles, wsdlWith } from "soapwright-testing/codegen/load-files";

/** A WSDL of the golden ones, the edit, and what it and the way back are among others: `reason: where`. */
type Edit = readonly [wsdl: string, from: string | RegExp, to: string, there: string, back: string];

const secondService = /<wsdl:service name="Two">[\s\S]*?<\/wsdl:service>/;
const tnsElement = (name: string, type: string): string => `<xs:element name="${name}" type="${type}"/>`;
const arrayOfLines =
  /<xs:complexContent><xs:restriction base="soapenc:Array">\s*<xs:attribute[^>]*tns:Line\[\]"\/>\s*<\/xs:restriction><\/xs:complexContent>/;

const edits: readonly Edit[] = [
  [
    "cases/several-services",
    /(targetNamespace|xmlns:tns)="urn:example"/g,
    '$1="urn:moved"',
    "target-namespace-moved: namespace",
    "target-namespace-moved: namespace",
  ],
  ["cases/several-services", secondService, "", "service-removed: Two", "service-added: Two"],
  ["cases/several-services", secondService, "", "class-removed: TwoPort", "class-added: TwoPort"],
  [
    "cases/several-services",
    /<wsdl:port name="OnePortAgain".*/,
    "",
    "port-removed: Two.OnePortAgain",
    "port-added: Two.OnePortAgain",
  ],
  [
    "cases/several-services",
    /<wsdl:port name="OnePort12".*/,
    "",
    "soap-version-removed: One",
    "soap-version-added: One",
  ],
  ["cases/several-services", "12:Get", "12:Got", "soap-action-changed: Get", "soap-action-changed: Get"],
  [
    "cases/several-services",
    '12:Get"',
    '12:Get" soapActionRequired="false"',
    "soap-action-optional: Get",
    "soap-action-required: Get",
  ],
  [
    "cases/several-services",
    '<wsdl:operation name="Get">',
    '<wsdl:operation name="Get" xmlns:wsdlx="http://www.w3.org/ns/wsdl-extensions" wsdlx:safe="true">',
    "safety-changed: Get",
    "safety-changed: Get",
  ],
  [
    "cases/several-services",
    'transport="http://schemas.xmlsoap.org/soap/http"',
    'transport="http://www.w3.org/2003/05/soap/bindings/HTTP/"',
    "transport-changed: One.OnePort",
    "transport-changed: One.OnePort",
  ],
  [
    "cases/dates",
    'service name="',
    'service name="Other',
    "service-renamed: EchoService",
    "service-renamed: OtherEchoService",
  ],
  [
    "cases/dates",
    'port name="',
    'port name="Other',
    "port-renamed: EchoService.EchoPort",
    "port-renamed: EchoService.OtherEchoPort",
  ],
  [
    "cases/dates",
    "https://service.example/",
    "https://other.example/",
    "address-moved: EchoService.EchoPort",
    "address-moved: EchoService.EchoPort",
  ],
  [
    "cases/dates",
    '<wsdl:output><soap:body use="literal"',
    '<wsdl:output><soap:body use="encoded"',
    "result-use-changed: Echo result",
    "result-use-changed: Echo result",
  ],
  ["cases/dates", '<wsdl:part name="parameters" element="tns:Echo"/>', "", "part-removed: Echo", "part-added: Echo"],
  [
    "cases/dates",
    /<xs:restriction base="xs:dateTime">.*?<\/xs:restriction>/,
    '<xs:restriction base="xs:string"/>',
    "date-refused: Echo.Moments",
    "value-type-changed: Moment",
  ],
  [
    "cases/dates",
    'type="xs:dateTime"/></xs:sequence>',
    'type="xs:dateTime"/></xs:sequence><xs:attribute name="Zone" type="xs:int"/>',
    "attribute-added: Both.@Zone",
    "attribute-removed: Both.@Zone",
  ],
  [
    "cases/dates",
    'type="xs:dateTime"/></xs:sequence>',
    'type="xs:dateTime"/></xs:sequence><xs:anyAttribute/>',
    "any-attribute-added: Both.@*",
    "any-attribute-removed: Both.@*",
  ],
  [
    "cases/media-types",
    'style="document"',
    'style="rpc"',
    "style-changed: AddPhoto",
    "result-unwrapping-changed: AddPhoto result",
  ],
  [
    "cases/media-types",
    'xmime:expectedContentTypes="image/*;q=0.5, image/png"',
    "",
    "generated-code-changed: generated code",
    "generated-code-changed: generated code",
  ],
  [
    "cases/media-types",
    'xmime:expectedContentTypes="application/octet-stream"',
    "",
    "documentation-changed: generated code",
    "documentation-changed: generated code",
  ],
  [
    "cases/attachments",
    '<mime:content part="scan" type="image/png"/>',
    "",
    "attachment-changed: AddDocument",
    "attachment-changed: AddDocument",
  ],
  [
    "cases/rpc-literal",
    "urn:example:rpc",
    "urn:example:other",
    "binding-namespace-moved: add",
    "binding-namespace-moved: add",
  ],
  [
    "cases/rpc-literal",
    'name="Order"',
    'name="Order" mixed="true"',
    "content-kind-changed: Order",
    "content-kind-changed: Order",
  ],
  [
    "cases/rpc-encoded",
    /encodingStyle=".*?"/,
    'encodingStyle="urn:example:style"',
    "encoding-style-changed: add",
    "encoding-style-changed: add",
  ],
  [
    "cases/rpc-encoded",
    "tns:Line[]",
    "tns:Line[,]",
    "array-dimensions-changed: Lines",
    "array-dimensions-changed: Lines",
  ],
  ["cases/rpc-encoded", "tns:Line[]", "tns:Order[]", "array-type-changed: Lines", "array-type-changed: Lines"],
  ["cases/rpc-encoded", arrayOfLines, "<xs:sequence/>", "soap-array-changed: Lines", "soap-array-changed: Lines"],
  [
    "verified/bare-parts",
    '<wsdl:part name="a" element="tns:A"/>',
    '<wsdl:part name="a" element="tns:B"/>',
    "part-element-changed: Do",
    "part-element-changed: Do",
  ],
  [
    "verified/bare-parts",
    '<wsdl:part name="c" element="tns:C"/>',
    '<wsdl:part name="c" type="xs:int"/>',
    "part-kind-changed: Do result",
    "part-kind-changed: Do result",
  ],
  [
    "verified/bare-parts",
    'part="b" use="literal"',
    'part="b" use="encoded"',
    "header-use-changed: One header B",
    "header-use-changed: One header B",
  ],
  [
    "verified/headers-and-faults",
    '<soap:header message="tns:H"',
    '<soap:header wsdl:required="true" message="tns:H"',
    "header-required: Do header H",
    "header-optional: Do header H",
  ],
  [
    "verified/headers-and-faults",
    /<soap:header message[^>]*?[^/]>[\s\S]*?<\/soap:header>/,
    "",
    "header-removed: Do",
    "header-added: Do",
  ],
  [
    "verified/headers-and-faults",
    /<soap:headerfault.*/,
    "",
    "header-fault-changed: Do header H",
    "header-fault-changed: Do header H",
  ],
  [
    "verified/one-way-with-faults",
    '<wsdl:fault name="busy" message="tns:busy"/>',
    "",
    "fault-removed: stop fault busy",
    "fault-added: stop fault busy",
  ],
  [
    "verified/headers-and-faults",
    'name="One" use="literal"',
    'name="One" use="encoded"',
    "fault-use-changed: Do fault One",
    "fault-use-changed: Do fault One",
  ],
  [
    "verified/headers-and-faults",
    '<wsdl:part name="f" element="tns:F2"/>',
    "",
    "fault-detail-removed: Do fault Two",
    "fault-detail-added: Do fault Two",
  ],
  ["verified/bare-simple-types", '<wsdl:input message="tns:I"/>', "", "operation-removed: A", "operation-added: A"],
  ["verified/bare-simple-types", '<wsdl:output message="tns:O"/>', "", "response-changed: A", "response-changed: A"],
  ["verified/bare-simple-types", '<xs:enumeration value="a"/>', "", "value-removed: E", "value-added: E"],
  [
    "verified/cyclic-includes",
    'soapAction="urn:example:Echo"',
    "",
    "operation-unbound: Echo",
    "soap-action-changed: Echo",
  ],
  ["verified/cyclic-includes", 'form="unqualified"', "", "namespace-moved: V.o", "namespace-moved: V.o"],
  [
    "verified/cyclic-includes",
    'type="tns:One"',
    'type="xs:anyType"',
    "type-kind-changed: V.o",
    "type-kind-changed: V.o",
  ],
  ["cases/derived-simple-types", 'value="8"', 'value="9"', "facet-widened: Code", "facet-narrowed: Code"],
  [
    "cases/derived-simple-types",
    '<xs:maxLength value="8"/>',
    '<xs:pattern value="[A-Z]"/>',
    "pattern-changed: Code",
    "pattern-changed: Code",
  ],
  [
    "cases/derived-simple-types",
    '<xs:maxLength value="8"/>',
    '<xs:whiteSpace value="collapse"/>',
    "white-space-changed: Code",
    "white-space-changed: Code",
  ],
  [
    "cases/derived-simple-types",
    'name="Grade" type="tns:Grade"',
    'name="Grade" type="xs:string"',
    "values-unlisted: Echo.Grade",
    "values-listed: Echo.Grade",
  ],
  [
    "cases/derived-simple-types",
    /name="Plain" type="xs:string"\/>/,
    'name="Plain"><xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType></xs:element>',
    "simple-type-replaced: Echo.Plain",
    "simple-type-replaced: Echo.Plain",
  ],
  ["cases/derived-simple-types", 'block="restriction"', "", "block-removed: Echo.Exact", "block-added: Echo.Exact"],
  ["cases/derived-simple-types", 'default="none"', "", "default-changed: Echo.Code", "default-changed: Echo.Code"],
  [
    "cases/nillable-and-defaults",
    'fixed="1.0"',
    'fixed="2.0"',
    "fixed-changed: Value.Fixed",
    "fixed-changed: Value.Fixed",
  ],
  [
    "cases/nillable-and-defaults",
    'type="xs:int" nillable="true"',
    'type="xs:int"',
    "nillable-changed: Value.Required",
    "nillable-changed: Value.Required",
  ],
  [
    "cases/nillable-and-defaults",
    '<xs:element name="Required" type="xs:int" nillable="true"/>',
    "",
    "element-removed: Value.Required",
    "nil-element-added: Value.Required",
  ],
  [
    "cases/nillable-and-defaults",
    /<xs:element name="Fixed".*/,
    "",
    "element-removed: Value.Fixed",
    "required-element-added: Value.Fixed",
  ],
  [
    "cases/nillable-and-defaults",
    'default="none" minOccurs="0"',
    'default="none"',
    "element-required: Value.Default",
    "element-optional: Value.Default",
  ],
  [
    "cases/nillable-and-defaults",
    'minOccurs="0" maxOccurs="unbounded"',
    'minOccurs="0" maxOccurs="9"',
    "occurrence-changed: Value.Many",
    "occurrence-changed: Value.Many",
  ],
  [
    "cases/nillable-and-defaults",
    'minOccurs="0" maxOccurs="unbounded"',
    'minOccurs="0"',
    "list-changed: Value.Many",
    "list-changed: Value.Many",
  ],
  [
    "cases/nillable-and-defaults",
    /<xs:element name="Default".*/,
    "",
    "element-removed: Value.Default",
    "optional-element-added: Value.Default",
  ],
  [
    "cases/nillable-and-defaults",
    'name="Value">',
    'name="Value" abstract="true">',
    "abstract-type-changed: Value",
    "abstract-type-changed: Value",
  ],
  [
    "verified/any-type",
    /name="(Echo)">\s*<xs:complexType/,
    'name="$1"><xs:complexType abstract="true"',
    "presence-changed: V.a",
    "presence-changed: V.a",
  ],
  [
    "verified/bare-parts",
    'use="required"',
    'use="optional"',
    "attribute-use-changed: C.@x",
    "attribute-use-changed: C.@x",
  ],
  [
    "cases/recursion",
    tnsElement("Left", "tns:Value"),
    "",
    "choice-changed: Value.Right",
    "choice-changed: Value.Right",
  ],
  [
    "cases/recursion",
    'name="Left"',
    'name="Middle"',
    "choice-branch-removed: Value.Left",
    "choice-branch-added: Value.Left",
  ],
  [
    "cases/dates",
    /(<xs:element name="Day"[^>]*>)(<xs:element name="Both"[^>]*>)/,
    "$2$1",
    "order-changed: Echo",
    "order-changed: Echo",
  ],
  [
    "cases/namespaces",
    /<xs:sequence>(<xs:element name="A".*?)<\/xs:sequence>/,
    "<xs:all>$1</xs:all>",
    "group-order-changed: Echo",
    "group-order-changed: Echo",
  ],
  [
    "cases/media-types",
    "<xs:sequence>",
    '<xs:sequence minOccurs="0">',
    "group-occurrence-changed: AddPhoto",
    "group-occurrence-changed: AddPhoto",
  ],
  [
    "verified/one-way-with-faults",
    "<xs:sequence>",
    '<xs:sequence minOccurs="0">',
    "elements-regrouped: refused",
    "elements-regrouped: refused",
  ],
  [
    "verified/one-way-with-faults",
    'type="xs:int"',
    'type="xs:int" abstract="true"',
    "abstract-element-changed: stop",
    "abstract-element-changed: stop",
  ],
  [
    "verified/wildcards",
    'namespace="##targetNamespace"',
    "",
    "wildcard-namespaces-changed: V.*",
    "wildcard-namespaces-changed: V.*",
  ],
  [
    "verified/wildcards",
    'processContents="skip"',
    'processContents="lax"',
    "wildcard-processing-changed: V.*",
    "wildcard-processing-changed: V.*",
  ],
  [
    "cases/substitution",
    /<xs:complexType><xs:complexContent>[\s\S]*?<\/xs:complexContent><\/xs:complexType>/,
    "",
    "anonymous-type-changed: bike",
    "anonymous-type-changed: bike",
  ],
  [
    "cases/substitution",
    ' substitutionGroup="tns:car"',
    "",
    "substitute-removed: Echo.vehicle",
    "substitute-added: Echo.vehicle",
  ],
  ["verified/mixed-and-derived", 'name="W"', 'name="X"', "type-renamed: W", "type-renamed: X"],
  [
    "verified/mixed-and-derived",
    'base="tns:V"',
    'base="xs:anyType"',
    "derived-type-removed: V",
    "derived-type-added: V",
  ],
  [
    "verified/chameleon-includes",
    'type="tns:C"',
    'type="xs:date"',
    "typescript-name-changed: C",
    "typescript-name-changed: C",
  ],
  [
    "verified/same-names",
    '<xs:element xmlns:a="urn:a" name="T" type="a:T"/>',
    "",
    "complex-type-replaced: V.T",
    "complex-type-replaced: V.T",
  ],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "changes-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function load(path: string): Promise<Documents> {
  const { definitions, schemas, diagnostics } = await loadDefinitions(path);
  if (definitions === undefined || schemas === undefined) throw new Error(diagnostics.map(String).join("\n"));
  return { definitions, schemas };
}

const coded = (old: Documents, now: Documents): string[] =>
  compareDocuments(old, now).map(({ reason, where }) => `${reason}: ${where}`);

test.each(edits)("%s: %p -> %p", async (wsdl, from, to, there, back) => {
  cpSync(join("packages/soapwright-testing/src/golden", wsdl), join(folder, wsdl), { recursive: true });
  const [path, edited] = ["service.wsdl", "edited.wsdl"].map((name) => join(folder, wsdl, name)) as [string, string];
  const text = readFileSync(path, "utf8");
  writeFileSync(edited, text.replace(from, to));
  const [old, now] = [await load(path), await load(edited)];
  expect(coded(old, now)).toContain(there);
  expect(coded(now, old)).toContain(back);
});

test("a part with a type has its own name on the wire in document style", async () => {
  const text = wsdlWith("", { in: 'type="xs:int"', out: 'type="xs:int"' });
  const [old, now] = await Promise.all(
    [text, text.replace('<part name="in"', '<part name="other"')].map(async (each) => {
      const { definitions, schemas } = await loadFiles({ "service.wsdl": each });
      return { definitions: definitions!, schemas: schemas! };
    }),
  );
  expect(coded(old!, now!)).toContain("part-renamed: o");
});
