/** Names that generated files use themselves, and names that meet after casing, at every place of a WSDL. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { type ModelOptions, reservedNames } from "soapwright-contract";
import { ServiceClient } from "soapwright-runtime";
import { xs } from "soapwright-runtime/tables";
import { isSlow, sampleOf } from "soapwright-testing/stage/slow";
import { compile } from "soapwright-testing/types/compile";
import { reservedConstants, reservedMembers } from "../../../soapwright-contract/src/model/names/reserved";
import { generate } from "../../src/pipeline";

interface Names {
  /** A complex type, an enumeration and a type in place of the first. */
  readonly types: readonly [string, string, string];
  /** The elements of the requests, one for each operation. */
  readonly elements: readonly [string, string];
  readonly operations: readonly [string, string];
  readonly ports: readonly [string, string];
  readonly services: readonly string[];
}

interface Case {
  readonly names: Names;
  readonly options: ModelOptions;
}

/** Returns a name for each place, all different: the second of two equal names gets an `x`. */
function distinct<T extends readonly string[]>(names: T): T {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    while (taken.has(free)) free = `${free}x`;
    taken.add(free);
    return free;
  }) as unknown as T;
}

function wsdlOf(names: Names): string {
  const [type, listed, derived] = distinct(names.types);
  const elements = distinct(names.elements);
  const operations = distinct(names.operations);
  const ports = distinct(names.ports);
  const services = distinct(names.services);
  const each = (text: (name: string, at: number) => string): string => operations.map(text).join("\n");
  return `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<w:types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
<xs:complexType name="${type}"><xs:sequence><xs:element name="when" type="xs:dateTime"/><xs:element name="kind" type="t:${listed}"/></xs:sequence></xs:complexType>
<xs:complexType name="${derived}"><xs:complexContent><xs:extension base="t:${type}"/></xs:complexContent></xs:complexType>
<xs:simpleType name="${listed}"><xs:restriction base="xs:string"><xs:enumeration value="a"/></xs:restriction></xs:simpleType>
${elements.map((name) => `<xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="one" type="t:${type}"/></xs:sequence></xs:complexType></xs:element>`).join("\n")}
<xs:element name="head.er" type="xs:string"/>
<xs:element name="lis-ted"><xs:complexType><xs:sequence><xs:element name="item" type="t:${type}" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
</xs:schema></w:types>
${elements.map((name, at) => `<w:message name="in${at}"><w:part name="p" element="t:${name}"/></w:message>`).join("\n")}
<w:message name="out"><w:part name="p" element="t:lis-ted"/></w:message><w:message name="head"><w:part name="h" element="t:head.er"/></w:message>
<w:portType name="p">${each((name, at) => `<w:operation name="${name}"><w:input message="t:in${at}"/><w:output message="t:out"/></w:operation>`)}</w:portType>
<w:binding name="b" type="t:p"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each((name) => `<w:operation name="${name}"><soap:operation soapAction=""/><w:input><soap:body use="literal"/><soap:header message="t:head" part="h" use="literal"/></w:input><w:output><soap:body use="literal"/></w:output></w:operation>`)}</w:binding>
${services.map((name, at) => `<w:service name="${name}"><w:port name="${ports[at % 2]}" binding="t:b"><soap:address location="http://127.0.0.1:1/"/></w:port></w:service>`).join("\n")}
</w:definitions>`;
}

/** Generates a client for each case into one folder, and compiles all with the tables checked. */
async function errorsOf(cases: readonly Case[]): Promise<string[]> {
  const reports = resolve(__dirname, "../../../../reports");
  mkdirSync(reports, { recursive: true });
  const folder = mkdtempSync(join(reports, "own-names-"));
  const errors: string[] = [];
  const paths: string[] = [];
  try {
    for (const [at, { names, options }] of cases.entries()) {
      const wsdl = join(folder, `${at}.wsdl`);
      writeFileSync(wsdl, wsdlOf(names));
      const source = { source: "a.wsdl", extension: "" };
      const { files, diagnostics } = await generate(wsdl, { ...options, ...source });
      if (files === undefined) errors.push(`${at}: ${diagnostics.map(({ message }) => message).join("; ")}`);
      mkdirSync(join(folder, `${at}`));
      for (const [name, text] of files ?? []) {
        const path = join(folder, `${at}`, name);
        writeFileSync(path, text.replace("// @ts-nocheck", ""));
        paths.push(path);
      }
    }
    errors.push(...compile(paths, { customConditions: ["soapwright-source"] }));
    const failed = new Set(errors.map((error) => Number(/^(?:.*own-names-\w+\/)?(\d+)/.exec(error)?.[1])));
    return [...errors.slice(0, 20), ...[...failed].slice(0, 5).map((at) => JSON.stringify(cases[at]))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The table of names, with those that the emitter numbers or derives. */
const own: readonly string[] = [
  ...new Set([...reservedConstants, ...reservedMembers, "tns", "ns1", "unqualified", "args", "options", "O", "S"]),
];

const everywhere = (name: string): Names => ({
  types: [name, name, name],
  elements: [name, name],
  operations: [name, name],
  ports: [name, name],
  services: [name],
});

test("every member of a client class is in the table", () => {
  const members = Object.getOwnPropertyNames(ServiceClient.prototype);
  expect(members.filter((name) => !reservedMembers.includes(name))).toEqual([]);
});

test("every constant for a built-in type is in the table", () => {
  const constants = Object.keys(xs).map((each) => `xs${each[0]!.toUpperCase()}${each.slice(1)}`);
  expect(reservedNames.filter((each) => /^xs[A-Z]/.test(each)).sort()).toEqual(constants.sort());
});

test("each name that generated files use, at every place of one WSDL, compiles strictly", async () => {
  const cases = sampleOf(own, 13).map((name): Case => ({ names: everywhere(name), options: {} }));
  cases.push({ names: everywhere("service"), options: {} });
  expect(await errorsOf(cases)).toEqual([]);
}, 600_000);

/** Spellings that are one name in some case, with the endings that generated names get. */
const stems = ["get_list", "getList", "GetList", "GET_LIST", "get-list", "Get.List"];
const endings = ["", "", "Stream", "Service", "Operation", "Headers", "Api", "Client", "Input", "Element", "_", "2"];
/** The request's element has the operation's name, so that the result is a list, with a method for its stream. */
const listed: readonly Names[] = [
  ["GetListStream", "get-list"],
  ["getList", "GetListStream"],
].map(([one = "", other = ""]) => ({
  types: ["A", "B", "C"],
  elements: [one, other],
  operations: [one, other],
  ports: ["p", "q"],
  services: ["s"],
}));

const pairs = endings.flatMap((ending): Names[] =>
  [
    ["getList", `get_list${ending}`],
    [`GetList${ending}`, "get-list"],
    ["Service", `service${ending}`],
  ].map(([one = "", other = ""]) => ({
    types: [one, other, "Rest"],
    elements: [other, one],
    operations: [one, other],
    ports: [one, other],
    services: [other, one],
  })),
);

test("two names that meet after casing or get the same ending compile strictly, at every place", async () => {
  const all = pairs.flatMap((each): Case[] => [
    { names: each, options: {} },
    { names: each, options: { typeCase: "pascal", propertyCase: "camel" } },
    { names: { ...each, services: ["Other"] }, options: {} },
  ]);
  const streams = listed.map((each): Case => ({ names: each, options: {} }));
  expect(await errorsOf([...streams, ...sampleOf(all, 13)])).toEqual([]);
}, 600_000);

const name = fc.oneof(
  fc.constantFrom(...own),
  fc.tuple(fc.constantFrom(...stems, "service", "Service"), fc.constantFrom(...endings)).map((parts) => parts.join("")),
);
const names: fc.Arbitrary<Names> = fc.record({
  types: fc.tuple(name, name, name),
  elements: fc.tuple(name, name),
  operations: fc.tuple(name, name),
  ports: fc.tuple(name, name),
  services: fc.array(name, { minLength: 1, maxLength: 2 }),
});
const options: fc.Arbitrary<ModelOptions> = fc.record(
  {
    typeCase: fc.constantFrom("wire", "pascal"),
    propertyCase: fc.constantFrom("wire", "camel"),
    typePrefix: fc.constantFrom("", "service"),
    typeSuffix: fc.constantFrom("", "Service"),
  },
  { requiredKeys: [] },
);

test("any of them at any places, and names that meet after casing, compile strictly", async () => {
  // The compiler takes all in one run, so they are drawn first.
  const seed = Number(process.env.SEED ?? 20261128);
  const cases = fc.sample(fc.record({ names, options }), { seed, numRuns: isSlow ? 600 : 15 });
  expect(await errorsOf(cases)).toEqual([]);
}, 600_000);
