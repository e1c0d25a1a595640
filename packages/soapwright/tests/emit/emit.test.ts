/** Tests parts by themselves, `emit/layout`, `emit/module-links` and 3 more: no entry point shows them whole. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";
import { schemaFile } from "soapwright-testing/codegen/load-files";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { type ClassDeclarationStructure, printStructure, StructureKind } from "ts-morph";
import { array, type Code, call, lay, object, prefixed, typeArguments, unionOf } from "../../src/emit/layout";
import { moduleLink } from "../../src/emit/module-links";
import { signature } from "../../src/emit/signature";
import { commentText, described, propertyName, quoted } from "../../src/emit/text";
import { generate } from "../../src/pipeline";

describe("layout", () => {
  const long = "x".repeat(60);

  test("a text that fits is on one line", () => {
    expect(lay(call("f", ["a", array(["1", "2"]), object({ a: "1" })]))).toBe("f(a, [1, 2], { a: 1 })");
    expect(lay(call("f", []))).toBe("f()");
    expect(lay(object({}))).toBe("{}");
  });

  test("what does not fit has a line for each item, the last argument of a call on the line of the call", () => {
    expect(lay(call("f", ["a", array([long, long])]))).toBe(`f(a, [\n  ${long},\n  ${long},\n])`);
    expect(lay(array([call("f", [long]), call("g", [long, long])]))).toBe(
      `[\n  f(${long}),\n  g(\n    ${long},\n    ${long},\n  ),\n]`,
    );
    expect(lay(object({ a: prefixed("b = ", array([long, long])) }))).toBe(
      `{\n  a: b = [\n    ${long},\n    ${long},\n  ],\n}`,
    );
  });

  test("a property is only a name where its value is the constant of that name", () => {
    expect(lay(object({ checkPolicy: "checkPolicy", '""': '""' }))).toBe('{ checkPolicy, "": "" }');
  });
});

describe("signature", () => {
  /** Returns a method as in the file, without its body. */
  function printed(name: string, parameters: readonly Code[], returnType?: string): string {
    const structure = {
      kind: StructureKind.Class,
      name: "A",
      methods: [{ name, ...signature(name, parameters, returnType) }],
    };
    const text = printStructure(structure as ClassDeclarationStructure, { indentNumberOfSpaces: 2 });
    return text.slice(text.indexOf("\n") + 1, text.lastIndexOf(" {") + 2);
  }

  test("a signature of 120 columns is one line, one of 121 has a line for each parameter", () => {
    const fitting = `args: ${"A".repeat(120 - "  get(args: , options?: B): C {".length)}`;
    const line = printed("get", [fitting, "options?: B"], "C");
    expect(line).toBe(`  get(${fitting}, options?: B): C {`);
    expect(line).toHaveLength(120);
    expect(printed("get", [`${fitting}A`, "options?: B"], "C")).toBe(
      `  get(\n    ${fitting}A,\n    options?: B,\n  ): C {`,
    );
  });

  test("a constructor has no result", () => {
    const options = `options: ${"A".repeat(100)}`;
    expect(printed("constructor", ["options: A"])).toBe("  constructor(options: A) {");
    expect(printed("constructor", [options])).toBe(`  constructor(\n    ${options},\n  ) {`);
  });

  test("type arguments do not end in a comma", () => {
    const long = "A".repeat(70);
    expect(lay(typeArguments("Operation", [long, long]))).toBe(`Operation<\n  ${long},\n  ${long}\n>`);
    expect(lay(typeArguments("Operation", ["A", "B"]))).toBe("Operation<A, B>");
  });

  test("names of an import have a line each when they do not fit", () => {
    const [a, b] = ["A".repeat(48), "B".repeat(47)];
    const printed = (names: readonly string[]) =>
      moduleLink("import", names, "./m").map((link) => printStructure(link, { indentNumberOfSpaces: 2 }));
    expect(printed([a, b])).toEqual([`import { ${a}, ${b} } from "./m";`]);
    expect(printed([a, `${b}B`])).toEqual([`import {\n  ${a},\n  ${b}B,\n} from "./m";`]);
    expect(printed([])).toEqual([]);
  });

  test("a union that does not fit has a line for each member", () => {
    const keys = Array.from({ length: 5 }, (_, at) => `"${String(at).repeat(30)}"`);
    const type = typeArguments("CallOptions", [typeArguments("Pick", ["types.Headers", unionOf(keys)])]);
    expect(printed("get", [prefixed("options?: ", type)], "void")).toBe(
      `  get(
    options?: CallOptions<
      Pick<
        types.Headers,
        | ${keys.join("\n        | ")}
      >
    >,
  ): void {`,
    );
    expect(lay(unionOf(["A", "B"]))).toBe("A | B");
  });
});

/** `--split namespace`: one file of types for each namespace, without any change for its importers. */
describe("split", () => {
  const golden = join(__dirname, "../../../soapwright-testing/src/golden/cases/split/service.wsdl");
  const folder = mkdtempSync(join(tmpdir(), "split-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const wsdl = join(folder, "service.wsdl");
  cpSync(golden, wsdl);
  const out = join(folder, "out");

  function declarations(at: string): string[] {
    const texts = readdirSync(at)
      .filter((name) => name.startsWith("types"))
      .map((name) => readFileSync(join(at, name), "utf8"));
    return texts.flatMap((text) => text.match(/^export (?:interface|type|const) \w+/gm) ?? []).sort();
  }

  test("declares what one file declares, lists it in types.ts, and check knows the files", async () => {
    const whole = join(folder, "whole");
    await runCodegen("generate", wsdl, "--out", whole, "--quiet");
    await runCodegen("generate", wsdl, "--out", out, "--quiet", "--split", "namespace", "--extension", "js");
    expect(declarations(out)).toEqual(declarations(whole));
    const listed = readFileSync(join(out, "types.ts"), "utf8");
    const exported = [...listed.matchAll(/export (?:type )?\{([^}]*)\} from "\.\/types-[\w-]+\.js"/g)].flatMap(
      ([, names]) => names!.split(",").map((name) => name.trim()),
    );
    const names = new Set(declarations(whole).map((line) => line.split(" ")[2]!));
    expect(exported.filter((name) => name !== "").sort()).toEqual([...names].sort());
    for (const file of ["schemas.ts", "client.ts"])
      expect(readFileSync(join(out, file), "utf8").replaceAll('.js"', '"')).toBe(
        readFileSync(join(whole, file), "utf8"),
      );

    const check = ["check", wsdl, "--out", out, "--split", "namespace", "--extension", "js"];
    expect(await runCodegen(...check)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    rmSync(join(out, "types-stock.ts"));
    expect((await runCodegen(...check)).stdout).toMatch(/types-stock\.ts is missing\.\n$/);
  });

  test("without it, the files of the namespaces go", async () => {
    await runCodegen("generate", wsdl, "--out", out, "--quiet", "--split", "namespace");
    await runCodegen("generate", wsdl, "--out", out, "--quiet");
    expect(readdirSync(out).sort()).toEqual(["client.ts", "index.ts", "schemas.ts", "types.ts"]);
  });

  test("the configuration has it too, and refuses what it does not know", async () => {
    const config = join(folder, "soapwright.config.json");
    const write = (split: string): void =>
      writeFileSync(config, JSON.stringify({ wsdls: [{ wsdl: "service.wsdl", out: "configured", split }] }));
    write("namespace");
    expect(await runCodegen("generate", "--config", config, "--quiet")).toMatchObject({ exitCode: 0 });
    expect(readdirSync(join(folder, "configured"))).toContain("types-warehouse-stock.ts");
    write("type");
    const { exitCode, stderr } = await runCodegen("generate", "--config", config, "--quiet");
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('"split"')]);
  });

  test("a namespace as long as a WSDL likes, and several with one word, have files of their own", async () => {
    const long = "x".repeat(300);
    const text = readFileSync(golden, "utf8")
      .replaceAll("http://example.com/stock/types", `urn:${long}:a`)
      .replaceAll("urn:warehouse:stock", `urn:${long}:b`);
    const path = join(folder, "long.wsdl");
    writeFileSync(path, text);
    const at = join(folder, "long");
    expect(await runCodegen("generate", path, "--out", at, "--split", "namespace", "--quiet")).toMatchObject({
      exitCode: 0,
    });
    const files = readdirSync(at).filter((name) => name.startsWith("types-"));
    expect(files).toHaveLength(4);
    for (const name of files) expect(name.length).toBeLessThan(100);
  });
});

describe("text", () => {
  test("a literal reads back as the text, whatever is in it", () => {
    const text = "\u0000 \u2028 \u202e \ue000 \" ' ` $ {x} \\ \ud800 \u{1f600} \u{e0001} */";
    const literal = quoted(text);
    expect(JSON.parse(literal)).toBe(text);
    expect(literal).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/u);
  });

  test("a literal reads back whichever character is in it, and shows each", () => {
    const wrong = [...Array(0x10000).keys()].filter((code) => {
      const text = `a${String.fromCharCode(code)}`;
      return JSON.parse(quoted(text)) !== text || /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u.test(quoted(text));
    });
    expect(wrong).toEqual([]);
  });

  test("a comment cannot be left", () => {
    const text = commentText("a */ b\u2028c */ * / `d` @deprecated {@link x} \u202e \u0007");
    expect(text).not.toContain("*/");
    expect(text.replaceAll("\n", "")).not.toMatch(/[`\p{Cc}\p{Cf}\u2028]/u);
    expect(text).toContain("\\@deprecated");
  });

  test("documentation of several lines keeps its paragraphs", () => {
    const comments = { typeComments: true };
    expect(described("  One\r\n\r\n\r\n  two ", "xs:int", comments)).toBe("One\n\ntwo\n\nxs:int");
    expect(described("One.", "xs:int", comments)).toBe("One. — xs:int");
    expect(described(undefined, "xs:int", comments)).toBe("xs:int");
    expect(["  One\r\n\r\n\r\n  two ", "One.", undefined].map((text) => described(text, "xs:int"))).toEqual([
      "One\n\ntwo",
      "One.",
      "",
    ]);
  });

  test("what the WSDL says of a type is one short line", () => {
    const label = described("One.", `xs:simpleType A (pattern ${"[a-z]\n\u{1f600}".repeat(200)})`, {
      typeComments: true,
    });
    expect(label).toMatch(/^One\. — xs:simpleType A \(pattern .*…$/u);
    expect(label.split("\n")).toHaveLength(1);
    expect([...label].length).toBeLessThan(120);
    expect(label).not.toMatch(/\p{Cs}/u);
  });

  test("a property is quoted where it must be", () => {
    expect(["a", "a-b", "__proto__", "1", "class"].map(propertyName)).toEqual([
      "a",
      '"a-b"',
      '"__proto__"',
      '"1"',
      "class",
    ]);
  });
});

describe("type comments", () => {
  const schema = `<xs:complexType name="Order"><xs:sequence>
  <xs:element name="Id" type="xs:int"/>
  <xs:element name="Name" type="xs:string"><xs:annotation><xs:documentation>What it is called.</xs:documentation></xs:annotation></xs:element>
  <xs:any/>
</xs:sequence><xs:attribute name="unit" type="xs:string"/></xs:complexType>
<xs:element name="order" type="t:Order"/>`;

  async function texts(typeComments?: boolean): Promise<ReadonlyMap<string, string>> {
    return schemaFile(schema, async (path) => {
      const { files } = await generate(path, {
        source: "service.wsdl",
        runtime: "#rt",
        extension: "",
        ...(typeComments === undefined ? {} : { typeComments }),
      });
      return files!;
    });
  }

  test("a type alone is no comment of a property", async () => {
    const text = (await texts()).get("types.ts")!;
    expect(text).toContain("  Id: number;\n  /** What it is called. */\n  Name: string;\n  any: XmlElement;\n");
    expect(text).toMatch(/any: XmlElement;\n {2}unit\?: string;/);
  });

  test("unless it is asked for", async () => {
    const text = (await texts(true)).get("types.ts")!;
    expect(text).toContain("  /** What it is called. — xs:string */\n");
    expect(text).toContain("  /** xs:int */\n  Id: number;\n");
    expect(text).toContain("  /** xs:any */\n  any: XmlElement;\n");
    expect(text).toContain("  /** attribute, xs:string */\n  unit?: string;\n");
  });

  test("a file says each thing once, and of the WSDL only with the option", async () => {
    for (const [isAsked, times] of [
      [false, 0],
      [true, 1],
    ] as const) {
      const files = await texts(isAsked);
      const all = [...files.values()].join("\n");
      const count = (text: string): number => all.split(text).length - 1;
      expect(count("What it is called.")).toBe(1);
      expect(count("/** operation o */\n  o(")).toBe(times);
      expect(count("/** xs:complexType Order */")).toBe(times);
      expect(count("/** service s */\nexport class")).toBe(times);
    }
  });
});

describe("node-soap", () => {
  async function clientOf(nodeSoap: boolean): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), "node-soap-"));
    try {
      const file = join(folder, "service.wsdl");
      writeFileSync(file, smallWsdl());
      const { files } = await generate(file, { source: "service.wsdl", extension: "", nodeSoap });
      return String(files?.get("client.ts"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test("with the option, a class hands its feature in, and without it names it nowhere", async () => {
    const client = await clientOf(true);
    expect(client).toContain('import { nodeSoap } from "soapwright-node-soap";');
    expect(client).toContain("options, [nodeSoap()]);");
    expect(await clientOf(false)).not.toContain("nodeSoap");
  });
});
