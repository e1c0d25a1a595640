import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadFiles, schemaWith, wsdlWith } from "soapwright-testing/codegen/load-files";
import { wholeProgram } from "soapwright-testing/commands/whole-program";
import { FOR_EVER_MS, processorMs } from "soapwright-testing/stage/time";
import ts from "typescript";

describe("hostile wsdl", () => {
  /** Runs `generate` in its own folder, whose output folder already contains a file. */
  class Run {
    readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "hostile-")));
    readonly out = join(this.folder, "out");
    printed = "";

    constructor(files: { readonly [name: string]: string }) {
      for (const [name, text] of Object.entries({ "out/index.ts": "// as it was", ...files })) {
        mkdirSync(dirname(join(this.folder, name)), { recursive: true });
        writeFileSync(join(this.folder, name), text);
      }
    }

    async generate(...options: string[]): Promise<number> {
      const pieces: string[] = [];
      const spy = jest.spyOn(process.stderr, "write").mockImplementation((text) => pieces.push(String(text)) > 0);
      const before = process.exitCode;
      process.exitCode = 0;
      try {
        await wholeProgram().parseAsync([
          "node",
          "codegen",
          "generate",
          join(this.folder, "wsdl/s.wsdl"),
          "--out",
          this.out,
          "--quiet",
          ...options,
        ]);
        return Number(process.exitCode);
      } finally {
        process.exitCode = before;
        spy.mockRestore();
        this.printed = pieces.join("");
      }
    }

    remove(): void {
      rmSync(this.folder, { recursive: true });
    }
  }

  const importing = (location: string) =>
    wsdlWith(`<xs:schema><xs:import namespace="urn:t" schemaLocation="${location}"/></xs:schema>`);
  const nested = (count: number) =>
    `<xs:element name="e">${"<xs:complexType><xs:sequence><xs:element name='e'>".repeat(count)}${"</xs:element></xs:sequence></xs:complexType>".repeat(count)}</xs:element>`;
  const bomb = `<!DOCTYPE definitions [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n} "${n === 0 ? "&a;&a;" : `&a${n - 1};&a${n - 1};`}">`).join("")}]>`;

  const documented = (text: string) => `<xs:annotation><xs:documentation>${text}</xs:documentation></xs:annotation>`;

  describe("a hostile WSDL is refused, and the output stays as it was", () => {
    test.each([
      ["an entity bomb", bomb + schemaWith(documented("&a29;")), "&a29; refers to an entity"],
      [
        "an entity bomb in an attribute",
        bomb + schemaWith('<xs:element name="e" default="&a29;" type="xs:string"/>'),
        "&a29; refers to an entity",
      ],
      [
        "an external entity",
        `<!DOCTYPE definitions [<!ENTITY x SYSTEM "file:///etc/passwd">]>${schemaWith(documented("&x;"))}`,
        "&x; refers to an entity",
      ],
      [
        "an external parameter entity",
        `<!DOCTYPE definitions [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>${schemaWith("")}`,
        "%p; refers to an entity",
      ],
      [
        "parameter entities that build each other",
        `<!DOCTYPE definitions [<!ENTITY % a "ha"><!ENTITY % b "%a;%a;"><!ENTITY % c "%b;%b;"> %c;]>${schemaWith("")}`,
        "%a; refers to an entity",
      ],
      [
        "a reference to a declared entity",
        `<!DOCTYPE definitions [<!ENTITY x "y">]>${schemaWith(documented("&x;"))}`,
        "&x; refers to an entity",
      ],
      ["a location out of the folder", importing("../secret.xsd"), "is outside the folder of the WSDL"],
      ["a location on a host", importing("http://localhost:9/x.xsd"), "is not read: no network"],
      ["a device", importing("/dev/zero"), "is outside the folder of the WSDL"],
      ["a linked device", importing("zero.xsd"), "is outside the folder of the WSDL"],
      ["a link to a file elsewhere", importing("link.xsd"), "is outside the folder of the WSDL"],
      ["a file of 500 MB", importing("large.xsd"), "larger than 16777216 bytes"],
      ["100,000 nested elements", schemaWith(nested(33_334)), "elements nested deeper than 200"],
    ])("%s", async (_what, text, message) => {
      const run = new Run({ "wsdl/s.wsdl": text, "secret.xsd": "<secret/>", "wsdl/large.xsd": "" });
      try {
        symlinkSync("../secret.xsd", join(run.folder, "wsdl/link.xsd"));
        symlinkSync("/dev/zero", join(run.folder, "wsdl/zero.xsd"));
        truncateSync(join(run.folder, "wsdl/large.xsd"), 500 * 1024 * 1024);
        const took = await processorMs(async () => expect(await run.generate()).toBe(1));
        expect(took).toBeLessThan(FOR_EVER_MS);
        expect(run.printed).toContain(message);
        expect(run.printed).not.toContain("root:");
        expect(readdirSync(run.out)).toEqual(["index.ts"]);
        expect(readFileSync(join(run.out, "index.ts"), "utf8")).toBe("// as it was");
      } finally {
        run.remove();
      }
    });

    test.each([
      ["a bomb", bomb],
      [
        "external identifiers",
        '<!DOCTYPE definitions PUBLIC "-//x//DTD y//EN" "http://localhost:9/x.dtd" [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "file:///etc/passwd">]>',
      ],
    ])("what a declaration with %s names is neither expanded nor read", async (_what, doctype) => {
      const run = new Run({ "wsdl/s.wsdl": doctype + schemaWith("") });
      const asked = jest.spyOn(globalThis, "fetch");
      try {
        expect(await run.generate()).toBe(0);
        expect(asked).not.toHaveBeenCalled();
        expect(readFileSync(join(run.out, "types.ts"), "utf8")).not.toMatch(/root:|haha/);
      } finally {
        asked.mockRestore();
        run.remove();
      }
    });

    test("a location out of the folder is read when that is allowed", async () => {
      const types =
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:element name="in" type="xs:int"/><xs:element name="out" type="xs:int"/></xs:schema>';
      const run = new Run({ "wsdl/s.wsdl": importing("../types.xsd"), "types.xsd": types });
      try {
        expect(await run.generate()).toBe(1);
        expect(await run.generate("--allow-outside")).toBe(0);
      } finally {
        run.remove();
      }
    });
  });

  describe("a hostile catalog", () => {
    const catalog = (entries: string) =>
      `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">${entries}</catalog>`;
    const remote = importing("http://localhost:9/x.xsd");

    test.each([
      [
        "that leads to a file elsewhere",
        '<uri name="urn:t" uri="file:///etc/passwd"/>',
        "/etc/passwd is outside the folder of the WSDL",
      ],
      [
        "that leads there by a start",
        '<rewriteURI uriStartString="http://localhost:9/x.xsd" rewritePrefix="/etc/passwd"/>',
        "/etc/passwd is outside the folder",
      ],
      [
        "that leads out of its folder",
        '<uri name="urn:t" uri="../../secret.xsd"/>',
        "secret.xsd is outside the folder of the WSDL",
      ],
      ["that leads to a link", '<uri name="urn:t" uri="link.xsd"/>', "link.xsd is outside the folder of the WSDL"],
      [
        "that leads to a host",
        '<rewriteURI uriStartString="http://localhost:9/" rewritePrefix="http://localhost:8/"/>',
        "http://localhost:8/x.xsd is not read: no network",
      ],
      [
        "that leads to another scheme",
        '<uri name="urn:t" uri="ftp://localhost/x"/>',
        "is not an address that can be read",
      ],
      ["that names itself", '<nextCatalog catalog="c.xml"/>', "http://localhost:9/x.xsd is not read: no network"],
      ["that names a device", '<nextCatalog catalog="/dev/zero"/>', "http://localhost:9/x.xsd is not read: no network"],
      [
        "of 200,000 entries",
        '<uri name="a" uri="b"/>'.repeat(200_000),
        "http://localhost:9/x.xsd is not read: no network",
      ],
      [
        "of 20,000 starts",
        '<rewriteURI uriStartString="http://localhost:9/y" rewritePrefix="b"/>'.repeat(20_000),
        "is not read: no network",
      ],
      ["of deep groups", "<group>".repeat(10_000) + "</group>".repeat(10_000), "elements nested deeper than 200"],
      ["of an entity bomb", "&a29;", "&a29; refers to an entity"],
    ])("%s", async (_what, entries, message) => {
      const text =
        (entries.startsWith("&") ? bomb.replace("DOCTYPE definitions", "DOCTYPE catalog") : "") + catalog(entries);
      const run = new Run({ "wsdl/s.wsdl": remote, "wsdl/c/c.xml": text, "secret.xsd": "<secret/>" });
      try {
        symlinkSync("../../secret.xsd", join(run.folder, "wsdl/c/link.xsd"));
        expect(await run.generate("--catalog", join(run.folder, "wsdl/c/c.xml"))).toBe(1);
        expect(run.printed).toContain(message);
        expect(run.printed).not.toContain("root:");
        expect(readdirSync(run.out)).toEqual(["index.ts"]);
      } finally {
        run.remove();
      }
    });

    test("that names a thousand others is stopped", async () => {
      const files = Array.from({ length: 1000 }, (_, n) => [
        `wsdl/c/${n}.xml`,
        catalog(`<nextCatalog catalog="${n + 1}.xml"/>`),
      ]);
      const run = new Run({ "wsdl/s.wsdl": remote, ...Object.fromEntries(files) });
      try {
        expect(await run.generate("--catalog", join(run.folder, "wsdl/c/0.xml"))).toBe(1);
        expect(run.printed).toContain("is not read: no network");
      } finally {
        run.remove();
      }
    });
  });

  describe("text of a WSDL never becomes code", () => {
    const evil = [
      "*/ throw 1; /*",
      ["`$", "{process.exit(1)}`"].join(""),
      '"; throw 1; //',
      "line\u2028separator",
      "\u202eright to left",
      "//# sourceMappingURL=http://localhost/x",
      "</script>",
      "\\u002a/ \\",
    ];
    const xml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
    const schema = evil
      .map(
        (
          text,
          n,
        ) => `<xs:element name="e${n}" default="${xml(text)}"><xs:annotation><xs:documentation>${xml(text)}</xs:documentation></xs:annotation>
      <xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="${xml(text)}"/><xs:pattern value=".*"/></xs:restriction></xs:simpleType></xs:element>`,
      )
      .join("");
    const holder = `<xs:complexType name="T"><xs:sequence>${evil.map((_, n) => `<xs:element ref="t:e${n}"/>`).join("")}</xs:sequence></xs:complexType>`;
    const text = wsdlWith(
      `<xs:schema targetNamespace="urn:t" elementFormDefault="qualified">${schema}${holder}<xs:element name="in" type="t:T"/><xs:element name="out" type="t:T"/></xs:schema>`,
    ).replace('soapAction="urn:t/o"', `soapAction="${xml(evil.join(" "))}"`);

    test("the files parse, do nothing by themselves, and hold no mark that a reader would obey", async () => {
      const run = new Run({ "wsdl/s.wsdl": text });
      try {
        expect(await run.generate()).toBe(0);
        for (const name of readdirSync(run.out)) {
          const file = readFileSync(join(run.out, name), "utf8");
          const parsed = ts.transpileModule(file, {
            reportDiagnostics: true,
            compilerOptions: { target: ts.ScriptTarget.ES2022 },
          });
          expect(parsed.diagnostics).toEqual([]);
          expect(file).not.toMatch(/[\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
          expect(file).not.toMatch(/^\s*\/\/[#@]\s*sourceMappingURL/m);
          const source = ts.createSourceFile(name, file, ts.ScriptTarget.ES2022, true);
          const doing = source.statements.filter(
            (statement) => ts.isThrowStatement(statement) || ts.isExpressionStatement(statement),
          );
          expect(doing.map((statement) => statement.getText())).toEqual([]);
        }
      } finally {
        run.remove();
      }
    });

    test("names that look like paths stay names, and nothing is written outside the output folder", async () => {
      const run = new Run({
        "wsdl/s.wsdl": schemaWith("")
          .replace('<service name="s"', '<service name="../../evil"')
          .replace('name="o"', 'name="../o"')
          .replaceAll('operation name="o"', 'operation name="../o"'),
      });
      try {
        await run.generate();
        expect(readdirSync(run.folder).sort()).toEqual(["out", "wsdl"]);
        expect(readdirSync(run.out).every((name) => /^[a-z]+\.ts$/.test(name))).toBe(true);
        expect(existsSync(join(run.folder, "..", "evil.ts"))).toBe(false);
      } finally {
        run.remove();
      }
    });
  });
});

/** A port type with thousands of operations of one name: the cost grows in proportion to the document. */
describe("overloads", () => {
  function overloaded(count: number): string {
    const each = (text: (number: number) => string): string =>
      Array.from({ length: count }, (_, at) => text(at)).join("");
    return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t"><xs:element name="in" type="xs:int"/></xs:schema></types>
<message name="in"><part name="in" element="t:in"/></message>
<portType name="p">${each((n) => `<operation name="o"><input name="i${n}" message="t:in"/></operation>`)}</portType>
<binding name="b" type="t:p"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each((n) => `<operation name="o"><soap:operation soapAction="urn:o${n}"/><input name="i${n}"><soap:body use="literal"/></input></operation>`)}</binding>
<service name="s"><port name="p" binding="t:b"><soap:address location="http://localhost/s"/></port></service>
</definitions>`;
  }

  async function cost(count: number): Promise<number> {
    const text = overloaded(count);
    const start = process.cpuUsage();
    const { definitions, printed } = await loadFiles({ "service.wsdl": text });
    const { user, system } = process.cpuUsage(start);
    expect(printed).toEqual([]);
    expect(definitions!.services[0]!.ports[0]!.binding.operations).toHaveLength(count);
    return user + system;
  }

  test("eight times the overloads cost less than thirty times the processor time", async () => {
    await cost(500);
    // Quadratic work would take 64 times as long.
    const few = Math.min(await cost(500), await cost(500));
    expect((await cost(4_000)) / few).toBeLessThan(30);
  });
});
