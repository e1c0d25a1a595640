/** Tests `wsdl/diff/diff` by itself: no entry point shows it whole. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Documents } from "soapwright-contract";
import { compareDocuments } from "soapwright-contract";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { Folder, type SmallWsdl, smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { isSlow } from "soapwright-testing/stage/slow";
import { generate } from "../../../soapwright/src/pipeline";
import { diff } from "../../src/wsdl/diff/diff";
import { mutantsOf } from "./mutants";

/** What `--json` prints. */
interface Coded {
  readonly step: string;
  readonly changes: readonly { readonly reason: string; readonly description: string }[];
}

describe("diff", () => {
  const folder = new Folder();
  afterAll(() => folder.remove());

  async function output(old: string, now: string): Promise<string> {
    const streams = new RecordedStreams();
    await diff(folder.write(old), folder.write(now), { quiet: true }, streams);
    expect(streams.errors).toBe("");
    return streams.output;
  }

  async function changes(old: SmallWsdl, now: SmallWsdl): Promise<string[]> {
    return (await output(smallWsdl(old), smallWsdl(now)))
      .trimEnd()
      .split("\n")
      .filter((line) => line !== "");
  }

  /** Returns a WSDL with the complex type `Item`, which requests write, responses have, or both. */
  function item(content: string, ways: "written" | "read" | "both", more = ""): SmallWsdl {
    const use = '<xs:element name="item" type="tns:Item"/>';
    return {
      types: `<xs:complexType name="Item">${content}</xs:complexType>${more}`,
      ...(ways !== "read" && { request: use }),
      ...(ways !== "written" && { response: use }),
    };
  }
  const sequence = (...elements: string[]): string => `<xs:sequence>${elements.join("")}</xs:sequence>`;
  const element = (name: string, type = "xs:int", more = ""): string =>
    `<xs:element name="${name}" type="${type}" ${more}/>`;

  test("equal WSDLs have no changes", async () => {
    const wsdl = item(sequence(element("Code")), "both");
    expect(await changes(wsdl, wsdl)).toEqual(["nothing changed"]);
  });

  test("services of one name are those of their namespaces", async () => {
    const definitions = (namespace: string, more: string): string =>
      `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="${namespace}" targetNamespace="${namespace}">${more}
    <portType name="P"/><binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://service.example/${namespace}"/></port></service></definitions>`;
    const other = folder.write(definitions("urn:b", ""));
    const wsdl = definitions("urn:a", `<import namespace="urn:b" location="${other}"/>`);
    expect(await output(wsdl, wsdl)).toBe("nothing changed\n");
  });

  const a = element("A");
  const optionalB = element("B", "xs:int", 'minOccurs="0"');
  const b = element("B");
  const code = (facet: string): string =>
    `<xs:simpleType name="Code"><xs:restriction base="xs:string">${facet}</xs:restriction></xs:simpleType>`;
  const values = (...of: string[]): string => code(of.map((value) => `<xs:enumeration value="${value}"/>`).join(""));
  const coded = sequence(element("C", "tns:Code"));
  const sub = (name: string): string =>
    `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="tns:Item"/></xs:complexContent></xs:complexType>`;

  test.each<[string, SmallWsdl, SmallWsdl, string, string]>([
    [
      "type",
      item(sequence(a), "read"),
      item(sequence(element("A", "xs:string")), "read"),
      "value-type-changed: Item.A: xs:int -> xs:string, breaking for readers",
      "major",
    ],
    [
      "narrower type",
      item(sequence(a), "written"),
      item(sequence(element("A", "xs:short")), "written"),
      "value-type-changed: Item.A: xs:int -> xs:short, breaking for writers",
      "major",
    ],
    [
      "narrower type read",
      item(sequence(a), "read"),
      item(sequence(element("A", "xs:short")), "read"),
      "value-type-changed: Item.A: xs:int -> xs:short, compatible",
      "minor",
    ],
    [
      "required element",
      item(sequence(a), "written"),
      item(sequence(a, b), "written"),
      "required-element-added: Item.B: added, required, breaking for writers",
      "major",
    ],
    [
      "required element read",
      item(sequence(a), "read"),
      item(sequence(a, b), "read"),
      "required-element-added: Item.B: added, required, compatible",
      "minor",
    ],
    [
      "optional element",
      item(sequence(a), "both"),
      item(sequence(a, optionalB), "both"),
      "optional-element-added: Item.B: added, optional, compatible",
      "minor",
    ],
    [
      "removed element",
      item(sequence(a, b), "both"),
      item(sequence(a), "both"),
      "element-removed: Item.B: removed, breaking for writers and readers",
      "major",
    ],
    [
      "optional from now on",
      item(sequence(a, b), "both"),
      item(sequence(a, optionalB), "both"),
      "element-optional: Item.B: occurs 1 -> 0..1, breaking for readers",
      "major",
    ],
    [
      "required from now on",
      item(sequence(a, optionalB), "both"),
      item(sequence(a, b), "both"),
      "element-required: Item.B: occurs 0..1 -> 1, breaking for writers",
      "major",
    ],
    [
      "required from now on, if only as nil",
      item(sequence(a, element("B", "xs:int", 'minOccurs="0" nillable="true"')), "both"),
      item(sequence(a, element("B", "xs:int", 'nillable="true"')), "both"),
      "element-required: Item.B: occurs 0..1 -> 1, if only as nil, compatible (to many services, what is absent and what is nil are the same)",
      "minor",
    ],
    [
      "a required element that may be nil",
      item(sequence(a), "written"),
      item(sequence(a, element("B", "xs:int", 'nillable="true"')), "written"),
      "nil-element-added: Item.B: added, required, if only as nil, compatible (to many services, what is absent and what is nil are the same)",
      "minor",
    ],
    [
      "a list from now on",
      item(sequence(a), "read"),
      item(sequence(element("A", "xs:int", 'maxOccurs="9"')), "read"),
      "list-changed: Item.A: occurs 1 -> 1..9, breaking for readers (a value becomes a list, or a list a value)",
      "major",
    ],
    [
      "nillable",
      item(sequence(a), "both"),
      item(sequence(element("A", "xs:int", 'nillable="true"')), "both"),
      "nillable-changed: Item.A: may be nil from now on, breaking for readers",
      "major",
    ],
    [
      "order",
      item(sequence(a, b), "both"),
      item(sequence(b, a), "both"),
      "order-changed: Item: reordered: B now comes before A, breaking for writers (clients in use write the old order)",
      "major",
    ],
    [
      "default",
      item(sequence(a), "both"),
      item(sequence(element("A", "xs:int", 'default="1"')), "both"),
      'default-changed: Item.A: default "1" added, compatible',
      "minor",
    ],
    [
      "fixed",
      item(sequence(a), "both"),
      item(sequence(element("A", "xs:int", 'fixed="1"')), "both"),
      'fixed-changed: Item.A: fixed "1" added, breaking for writers',
      "major",
    ],
    [
      "attribute",
      item(sequence(a), "written"),
      item(`${sequence(a)}<xs:attribute name="x" type="xs:int" use="required"/>`, "written"),
      "attribute-added: Item.@x: added, required, breaking for writers",
      "major",
    ],
    [
      "enumeration value removed",
      item(coded, "both", values("x", "y")),
      item(coded, "both", values("x")),
      'value-removed: Code: value "y" removed, breaking for writers',
      "major",
    ],
    [
      "enumeration value added",
      item(coded, "both", values("x")),
      item(coded, "both", values("x", "y")),
      'value-added: Code: value "y" added, compatible (values read are open)',
      "minor",
    ],
    [
      "tighter facet",
      item(coded, "both", code('<xs:maxLength value="9"/>')),
      item(coded, "both", code('<xs:maxLength value="5"/>')),
      "facet-narrowed: Code: maxLength 9 -> 5, breaking for writers",
      "major",
    ],
    [
      "looser facet",
      item(coded, "written", code('<xs:minLength value="3"/>')),
      item(coded, "written", code('<xs:minLength value="1"/>')),
      "facet-widened: Code: minLength 3 -> 1, compatible (readers may get values that did not fit before)",
      "minor",
    ],
    [
      "choice branch",
      item(`<xs:choice>${a}${b}</xs:choice>`, "both"),
      item(`<xs:choice>${a}${b}${element("D")}</xs:choice>`, "both"),
      "choice-branch-added: Item.D: choice branch added, breaking for readers (clients in use cannot read it)",
      "major",
    ],
    [
      "choice",
      item(sequence(a, b), "both"),
      item(`<xs:choice>${a}${b}</xs:choice>`, "both"),
      "choice-changed: Item.A: one of a choice from now on, breaking for writers and readers",
      "major",
    ],
    [
      "derived type",
      item(sequence(a), "both"),
      item(sequence(a), "both", sub("Other")),
      "derived-type-added: Item: derived type Other added, breaking for readers (clients in use cannot read it)",
      "major",
    ],
  ])("%s", async (_name, old, now, words, step) => {
    const streams = new RecordedStreams();
    await diff(folder.write(smallWsdl(old)), folder.write(smallWsdl(now)), { json: true }, streams);
    const found = JSON.parse(streams.output) as Coded;
    expect(found.changes.map(({ reason, description }) => `${reason}: ${description}`)).toContain(words);
    expect(found.step).toBe(step);
  });

  test("a renamed type of the same shape breaks only those who name it in TypeScript", async () => {
    const of = (name: string): SmallWsdl => ({
      types: `<xs:complexType name="${name}">${sequence(a)}</xs:complexType>`,
      response: element("item", `tns:${name}`),
    });
    expect(await changes(of("Item"), of("Thing"))).toEqual([
      "Item: type renamed to Thing, breaking for TypeScript users (the same shape and the same on the wire)",
      "1 change, 1 breaking: a major version",
    ]);
  });

  test("operations, addresses, actions, namespaces and documentation are judged", async () => {
    expect(await changes({ more: ["Put"] }, {})).toEqual([
      "Put: operation removed, breaking for callers",
      "1 change, 1 breaking: a major version",
    ]);
    expect(await changes({}, { more: ["Put"] })).toEqual([
      "Put: operation added, compatible",
      "1 change, 0 breaking: a minor version",
    ]);
    expect(await changes({}, { documentation: "Gets all of it." })).toEqual([
      "Get: documentation changed, documentation only",
      "1 change, 0 breaking: a patch version",
    ]);
    expect((await changes({}, { address: "https://other.example/" }))[0]).toMatch(
      /^Small\.Small: address .*, compatible/,
    );
    expect((await changes({}, { action: "urn:Get" }))[0]).toMatch(
      /^Get: SOAPAction of SOAP 1\.1 "Get" -> "urn:Get", breaking for callers/,
    );
    const moved = await changes(item(sequence(a), "both"), {
      ...item(sequence(a), "both"),
      namespace: "urn:example:moved",
    });
    expect(moved[0]).toMatch(/^namespace: urn:example:small -> urn:example:moved, breaking for callers/);
    expect(moved).toHaveLength(2);
  });

  test("--json has every change, --fail-on breaking decides the exit code", async () => {
    const [old, now] = [item(sequence(a, b), "read"), item(sequence(a), "read")].map((wsdl) =>
      folder.write(smallWsdl(wsdl)),
    ) as [string, string];
    const streams = new RecordedStreams();
    expect(await diff(old, now, { json: true, failOn: "breaking" }, streams)).toBe(1);
    expect(JSON.parse(streams.output)).toEqual({
      step: "major",
      breaking: 1,
      changes: [
        {
          severity: "breaking",
          place: "Item.B",
          description: "Item.B: removed, breaking for readers",
          where: "Item.B",
          reason: "element-removed",
          what: "removed",
          breaks: ["readers"],
          step: "major",
          breaking: true,
        },
      ],
    });
    expect(await diff(now, old, { failOn: "breaking" }, new RecordedStreams())).toBe(0);
  });

  test("two folders without a WSDL are wrong usage: nothing was compared", async () => {
    const streams = new RecordedStreams();
    const [one, other] = ["before", "after"].map((name) => join(folder.path, name));
    for (const path of [one!, other!]) mkdirSync(path);
    expect(await diff(one!, other!, { quiet: true }, streams)).toBe(2);
    expect(streams.output).toBe("");
    expect(streams.errors).toMatch(
      /^error: neither .*before nor .*after has a WSDL \(\*\.wsdl\)\. Name other folders, or files\.\n$/,
    );
  });

  test("the two versions of the employee service part in everything", async () => {
    const streams = new RecordedStreams();
    await diff(
      "packages/soapwright/tests/commands/two-operations/v2.1.wsdl",
      "packages/soapwright/tests/commands/two-operations/v3.wsdl",
      {},
      streams,
    );
    expect(streams.output).toContain("CostCenter_GetCurrent: operation removed, breaking for callers");
    expect(streams.output).toContain("Address_GetList: operation added, compatible");
  });

  test("overloads are distinguished by the names of their inputs", async () => {
    const both = readFileSync("packages/soapwright-testing/src/golden/cases/asmx-overloads/service.wsdl", "utf8");
    const one = both
      .replace(/<wsdl:operation name="Find">\s*<wsdl:input name="FindByName" message.*?<\/wsdl:operation>/s, "")
      .replace(
        /<wsdl:operation name="Find">\s*<soap:operation soapAction="urn:example\/FindByName".*?<\/wsdl:operation>/s,
        "",
      );
    expect(await output(one, both)).toContain("Find (FindByName): operation added, compatible");
    expect(await output(both, one)).toMatch(
      /^Find \(FindByName\): operation removed, breaking for callers\n\n1 change, 1 breaking/,
    );
  });

  describe("wsdl:required of a header", () => {
    const withHeader = (required: string, message: "input" | "output"): string =>
      smallWsdl({ types: '<xs:element name="Key" type="xs:string"/>' })
        .replace(
          "</wsdl:types>",
          '</wsdl:types><wsdl:message name="Head"><wsdl:part name="Key" element="tns:Key"/></wsdl:message>',
        )
        .replace(
          new RegExp(`(<wsdl:${message}><soap:body use="literal"/>)`),
          `$1<soap:header message="tns:Head" part="Key" use="literal" ${required}/>`,
        );

    test.each([
      [
        "",
        'wsdl:required="true"',
        "input",
        "Get header Key: required from now on, breaking for writers (clients in use may leave it out)",
      ],
      [
        'wsdl:required="false"',
        'wsdl:required=" 1 "',
        "input",
        "Get header Key: required from now on, breaking for writers (clients in use may leave it out)",
      ],
      ['wsdl:required="true"', "", "input", "Get header Key: not required any more, compatible"],
      ["", 'wsdl:required="true"', "output", "Get result header Key: required from now on, compatible"],
      ['wsdl:required="1"', 'wsdl:required="0"', "output", "Get result header Key: not required any more, compatible"],
      ["", 'wsdl:required="false"', "input", "nothing changed"],
      ['wsdl:required="true"', 'wsdl:required="1"', "output", "nothing changed"],
      ["", 'required="true"', "input", "nothing changed"],
    ] as const)("from %j to %j in the %s", async (before, after, message, wanted) => {
      const old = withHeader(before, message);
      expect(old).toContain("soap:header");
      expect(await output(old, withHeader(after, message))).toContain(wanted);
    });

    test("a header that is added and required says so", async () => {
      const added = await output(
        withHeader("", "input").replace(/<soap:header[^>]*>/, ""),
        withHeader('wsdl:required="true"', "input"),
      );
      expect(added).toContain("Get: header Key added, breaking for writers (the service asks for it)");
    });
  });
});

/** `diff` reports every change that changes generated code: every small change of WSDLs that show one feature each. */
describe("diff mutants", () => {
  const folders = [
    "cases/attributes-and-text",
    "cases/headers-and-faults",
    "cases/inheritance",
    "cases/rpc-encoded",
    "cases/several-services",
    "cases/simple-types",
    "cases/substitution",
    "verified/attribute-wildcards",
    "verified/forms",
    "verified/repeated-empty-groups",
    "verified/same-names",
  ];

  /**
   * The stride of the sample. `make slow-test` takes every mutant, in a minute and a half. A prime, because kinds of
   * change come in rows.
   */
  const stride = isSlow ? 1 : 29;

  /** Changes without any effect on the wire and on callers. */
  const neutral = [
    // Declarations, and the declarations inside them, are found by name.
    / declaration moved down$/,
    / xs:(?:attribute|anyAttribute|enumeration|pattern|\w*Length|\w*clusive) moved down$/,
    / soap(?:12)?:\w+ moved down$/,
    / wsdl:(?:operation|input|output|fault|port) moved down$/,
    // A group of one element is the same in any order, and as a choice.
    /xs:(?:sequence|all) -> xs:(?:all|sequence|choice)$/,
    // An absent action is the same as an empty one.
    /:operation (?:removed|without soapAction)$/,
    // The base type already collapses white space.
    /xs:restriction with <xs:whiteSpace value="collapse"\/>$/,
    // The value is already listed.
    /xs:restriction with <xs:enumeration value="1"\/>$/,
    // The type occurs only as a base of others.
    /xs:complexType with abstract="true"$/,
  ];

  interface Outcome {
    readonly documents: Documents;
    readonly code: string;
  }

  /**
   * Returns the documents and their code, without its comments and the digest of the WSDL; undefined if there are errors.
   */
  async function outcome(path: string): Promise<Outcome | undefined> {
    const { definitions, schemas, files } = await generate(path, { source: "a", runtime: "r", extension: "" });
    if (!definitions || !schemas || !files) return undefined;
    const texts = [...files.values()].map((text) => text.slice(text.indexOf("\n")));
    const code = texts.join("\n").replace(/\/\*\*.*?\*\//gs, "");
    return { documents: { definitions, schemas }, code: code.replaceAll(/\bsha256: "[0-9a-f]{64}"/g, "") };
  }

  test.each(folders)("%s", async (name) => {
    const folder = mkdtempSync(join(tmpdir(), "mutants-"));
    cpSync(join("packages/soapwright-testing/src/golden", name), folder, { recursive: true });
    const file = join(folder, "mutant.wsdl");
    const old = (await outcome(join(folder, "service.wsdl")))!;
    const missed: string[] = [];
    const differing = { code: 0, words: 0 };
    try {
      const mutants = [...mutantsOf(readFileSync(join(folder, "service.wsdl"), "utf8"))];
      for (const mutant of mutants.filter((_, index) => index % stride === 0)) {
        writeFileSync(file, mutant.text);
        const now = await outcome(file);
        if (now === undefined) continue;
        const changes = compareDocuments(old.documents, now.documents).filter(({ step }) => step !== "patch");
        if (now.code !== old.code) differing.code++;
        if (changes.length > 0) differing.words++;
        // Every change needs a description. The comparison of generated code only catches changes without a description.
        const hasWords = changes.some(({ where }) => where !== "generated code");
        if (now.code !== old.code && !hasWords && !neutral.some((what) => what.test(mutant.name)))
          missed.push(mutant.name);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(missed).toEqual([]);
    expect(differing.code).toBeGreaterThan(90 / stride);
    expect(differing.words).toBeGreaterThan(90 / stride);
  });
});
