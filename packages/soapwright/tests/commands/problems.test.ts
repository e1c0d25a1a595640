/** Tests `pipeline` by itself: no entry point shows it whole. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Outcome, runCodegen } from "soapwright-testing/codegen/commands/run-codegen";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { runProgram } from "soapwright-testing/commands/run-program";
import { Folder, type SmallWsdl, smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { verify } from "soapwright-testing/commands/verify";
import { wholeProgram } from "soapwright-testing/commands/whole-program";
import { sampleOf } from "soapwright-testing/stage/slow";
import { diff } from "../../../soapwright-cli/src/wsdl/diff/diff";
import { inspect } from "../../../soapwright-cli/src/wsdl/inspect/inspect";
import { runMock } from "../../../soapwright-cli/src/wsdl/mock/run-mock";
import { sample } from "../../../soapwright-cli/src/wsdl/sample/sample";
import { generate } from "../../src/pipeline";

/** `--json`: problems of every command have one form, and exit codes are the same as without it. */
describe("json problems", () => {
  const folder = mkdtempSync(join(tmpdir(), "json-problems-"));
  const before = process.cwd();
  beforeAll(() => process.chdir(folder));
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  const good = readFileSync(
    join(__dirname, "../../../soapwright-testing/src/golden/cases/wrapped-list/service.wsdl"),
    "utf8",
  );
  const files: Readonly<Record<string, string>> = {
    "good.wsdl": good,
    "broken.wsdl": good.replace('type="tns:Order"', 'type="tns:Oder"'),
    "warned.wsdl": good.replace("?>", '?><!DOCTYPE a SYSTEM "a.dtd">'),
    "config.json": '{ "wsdls": [{ "wsdl": "good.wsdl", "out": "c", "enums": "shut" }] }',
  };
  beforeAll(() => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  });

  interface Problem {
    readonly file: string | null;
    readonly line: number | null;
    readonly column: number | null;
    readonly severity: string;
    readonly reason: string;
    readonly name: string | null;
    readonly message: string;
    readonly remedy: string | null;
  }
  const keys = ["column", "file", "line", "message", "name", "permits", "reason", "remedy", "severity"];

  function problemsOf(stderr: string): Problem[] {
    const lines = stderr.split("\n").filter((line) => line !== "");
    return lines.map((line) => {
      const problem = JSON.parse(line) as Problem;
      expect(Object.keys(problem).sort()).toEqual(keys);
      expect(problem.message).toMatch(/[.?!]$/);
      expect(problem.reason).toMatch(/^[a-z]+(?:-[a-z0-9]+)*$/);
      return problem;
    });
  }

  async function both(
    ...words: string[]
  ): Promise<readonly [json: Outcome, problems: readonly Problem[], text: Outcome]> {
    const text = await runCodegen(...words);
    const json = await runCodegen(...words, "--json");
    expect(json.exitCode).toBe(text.exitCode);
    return [json, problemsOf(json.stderr), text];
  }

  test.each([
    ["generate", ["broken.wsdl", "--out", "a"], 1],
    ["check", ["broken.wsdl", "--out", "a"], 1],
    ["inspect", ["broken.wsdl"], 1],
    ["sample", ["broken.wsdl", "List"], 1],
    ["diff", ["good.wsdl", "broken.wsdl"], 1],
    ["verify", ["broken.wsdl"], 1],
    ["mock", ["broken.wsdl", "--port", "0"], 2],
    ["doctor", ["broken.wsdl"], 1],
  ])("%s tells place, severity, message and remedy of a mistake in a WSDL", async (command, words, exitCode) => {
    const [json, [first], text] = await both(command, ...words);
    expect(json.exitCode).toBe(exitCode);
    expect(json.stdout).toBe("");
    const place = /^broken\.wsdl:(\d+):(\d+): error: /m.exec(text.stderr)!;
    expect(first).toEqual({
      file: "broken.wsdl",
      line: Number(place[1]),
      column: Number(place[2]),
      severity: "error",
      reason: "reference-undefined",
      name: null,
      message: expect.stringContaining("Oder"),
      remedy: expect.stringContaining("id you mean"),
      permits: ["--allow-missing-messages"],
    });
    expect(text.stderr).toContain(first!.message.slice(1, 30));
  });

  test.each([
    ["generate", ["good.wsdl"]],
    ["check", ["good.wsdl", "--out", "a", "--extension", "jsx"]],
    ["watch", ["good.wsdl", "--out", "a", "--check"]],
    ["inspect", ["good.wsdl", "--html"]],
    ["sample", ["good.wsdl", "Nothing"]],
    ["diff", ["good.wsdl"]],
    ["verify", ["good.wsdl", "--runtime", "./none"]],
    ["mock", ["good.wsdl", "--port", "many"]],
    ["doctor", ["good.wsdl", "--service", "Nothing"]],
  ])("%s tells wrong usage in the same form", async (command, words) => {
    const [{ exitCode }, [problem]] =
      command === "inspect" ? await usage(command, words) : await both(command, ...words);
    expect(exitCode).toBe(2);
    expect(problem).toMatchObject({ file: null, line: null, column: null, severity: "error" });
  });

  async function usage(command: string, words: readonly string[]): Promise<readonly [Outcome, readonly Problem[]]> {
    const outcome = await runCodegen(command, ...words, "--json");
    return [outcome, problemsOf(outcome.stderr)];
  }

  test("generate and check tell what was written and what differs", async () => {
    const [, notes] = await both("generate", "good.wsdl", "--out", "out");
    expect(notes).toEqual([expect.objectContaining({ severity: "note", message: "4 files, 0 changed." })]);
    expect((await both("check", "good.wsdl", "--out", "out"))[0]).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    writeFileSync("out/types.ts", "");
    const [json, problems, text] = await both("check", "good.wsdl", "--out", "out");
    expect(json.stdout).toBe(text.stdout);
    expect(problems).toEqual([
      {
        file: "out/types.ts",
        line: null,
        column: null,
        severity: "error",
        reason: "file-differs",
        name: null,
        message: "The file was not written by the generator.",
        remedy: "Run generate with the same arguments, and commit what it writes.",
        permits: [],
      },
    ]);
  });

  test("files that cannot be written are an error", async () => {
    writeFileSync("a-file", "");
    const [{ exitCode }, problems] = await both("generate", "good.wsdl", "--out", "a-file/out");
    expect([exitCode, problems]).toEqual([
      1,
      [expect.objectContaining({ file: null, severity: "error", reason: "output-unwritable" })],
    ]);
  });

  test("a configuration has places too, and warnings stay out of the way with --quiet", async () => {
    const [, problems] = await both("generate", "--config", "config.json");
    expect(problems).toMatchObject([{ file: "config.json", line: 1, severity: "error" }]);
    const [, loud] = await both("inspect", "warned.wsdl");
    expect(loud).toMatchObject([{ file: "warned.wsdl", line: 1, severity: "warning" }]);
    const [json, quiet] = await both("inspect", "warned.wsdl", "--quiet");
    expect(quiet).toEqual([]);
    expect(JSON.parse(json.stdout)).toHaveProperty("services");
  });

  test("a counterexample of verify is an error, and its report stays", async () => {
    const streams = new RecordedStreams();
    const code = await verify(
      "good.wsdl",
      { json: true, instances: 3, edit: (text) => text.replaceAll("xsInt", "xsBoolean") },
      streams,
    );
    expect(code).toBe(1);
    expect(streams.output).toContain("counterexample: ");
    expect(problemsOf(streams.errors)).toContainEqual(
      expect.objectContaining({
        file: "good.wsdl",
        line: null,
        severity: "error",
        reason: "payload-differs",
        remedy: expect.stringContaining("report it") as string,
      }),
    );
  });

  test("what a mock says while it runs is JSON, its address stays", async () => {
    const streams = new RecordedStreams();
    const code = await runMock("warned.wsdl", { json: true, sandbox: { port: 0 } }, streams, async () => undefined);
    expect(code).toBe(0);
    expect(streams.output).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    const problems = problemsOf(streams.errors);
    expect(problems[0]).toMatchObject({ file: "warned.wsdl", line: 1, severity: "warning" });
    expect(problems.slice(1).map(({ severity }) => severity)).toEqual(["note", "note"]);
    expect(problems.slice(1).map(({ reason }) => reason)).toEqual(["mock-address", "mock-page"]);
  });

  test("what could steer a terminal is escaped and reads back", async () => {
    const outcome = await runCodegen("inspect", "\u202egood.wsdl", "--json");
    expect(outcome.stderr).not.toContain("\u202e");
    expect(problemsOf(outcome.stderr)[0]!.file).toContain("\u202e");
  });
});

/** The help of each command ends with examples that its options and arguments accept, and with its exit codes. */
describe("notes", () => {
  const program = wholeProgram();
  const shown = program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== "help");

  test.each(shown.map((command) => [command.name(), command] as const))("%s", async (name, command) => {
    // The options of some commands are declared when they begin.
    const { stdout: help } = await runProgram(program, [name, "--help"]);
    const [, examples = "", codes = ""] = /\nExamples:\n(.*)\nExit codes:\n(.*)$/s.exec(help) ?? [];
    expect(codes).toMatch(/^ {2}0 {2}\S.*\n(?: {2}1 {2}\S.*\n)? {2}2 {2}\S.*/);
    // Variables of the environment may stand between examples and exit codes.
    const lines = examples.trim().split("\n\n")[0]!.split("\n");
    for (const line of lines) {
      const [program, own, ...words] = line
        .trim()
        .replace(/ > \S+$/, "")
        .split(" ");
      expect([program, own]).toEqual(["soapwright", name]);
      const below = command.commands.find((each) => each.name() === words[0]);
      const { operands, unknown } = (below ?? command).parseOptions(below === undefined ? words : words.slice(1));
      if (name !== "call") expect(unknown).toEqual([]);
      const required = (below ?? command).registeredArguments.filter((argument) => argument.required).length;
      expect(operands.length).toBeGreaterThanOrEqual(required);
    }
  });
});

/** Texts of a document never control the terminal that shows them, and can be read back unchanged. */
describe("printed texts", () => {
  /** C1 control, right-to-left override, isolate, byte order mark, line separator. */
  const hostile = "\u009b2J\u202eevil\u2066\ufeff\u2028";
  const unsafe = /(?!\n)\p{Cc}|[\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

  const text = readFileSync("packages/soapwright/tests/commands/two-operations/v2.1.wsdl", "utf8");
  const namespace = /targetNamespace="([^"]*)"/.exec(text)![1]!;
  const folder = mkdtempSync(join(tmpdir(), "printed-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Returns a WSDL with such characters as references in a target namespace, a default and a SOAPAction. */
  function wsdl(name: string, value: string): string {
    const reference = [...value].map((character) => `&#${character.codePointAt(0)};`).join("");
    const path = join(folder, name);
    writeFileSync(
      path,
      text
        .replaceAll(`"${namespace}"`, `"${namespace}${reference}"`)
        .replace(/soapAction="/g, `soapAction="${reference}`)
        .replace(/name="Username" type="(\w+):string"/g, `name="Username" type="$1:string" default="${reference}"`),
    );
    return path;
  }

  test.each([[{}], [{ json: true }]])("inspect %j", async (options) => {
    const streams = new RecordedStreams();
    expect(await inspect(wsdl("a.wsdl", hostile), options, streams)).toBe(0);
    expect(streams.output).not.toMatch(unsafe);
    if ("json" in options) expect(JSON.stringify(JSON.parse(streams.output))).toContain(hostile);
  });

  test.each([[{}], [{ json: true }]])("diff %j", async (options) => {
    const streams = new RecordedStreams();
    await diff(wsdl("a.wsdl", "plain"), wsdl("b.wsdl", hostile), options, streams);
    expect(streams.output).toContain("evil");
    expect(streams.output).not.toMatch(unsafe);
  });

  test("sample writes references, which are read as what they were", async () => {
    const streams = new RecordedStreams();
    const fixed = wsdl("c.wsdl", hostile);
    writeFileSync(fixed, readFileSync(fixed, "utf8").replaceAll('default="', 'fixed="'));
    expect(await sample(fixed, "CostCenter_GetCurrent", {}, streams)).toBe(0);
    expect(streams.output).toContain("&#x202e;evil");
    expect(streams.output).not.toMatch(unsafe);
  });
});

/**
 * `sample`, `verify` and `generate` end, whatever numbers a schema contains. Attempts and sizes are counted, not
 * seconds.
 */
describe("bounds", () => {
  const folder = new Folder();
  afterAll(() => folder.remove());

  const many = (count: number, each: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => each(n)).join("");
  const typed = (types: string): SmallWsdl => {
    const use = '<xs:element name="v" type="tns:T"/>';
    return { types, request: use, response: use };
  };
  const complex = (content: string): SmallWsdl => typed(`<xs:complexType name="T">${content}</xs:complexType>`);
  const simple = (content: string): SmallWsdl => typed(`<xs:simpleType name="T">${content}</xs:simpleType>`);
  const unions = (member: (n: number) => string): SmallWsdl =>
    typed(
      `<xs:simpleType name="U0"><xs:union memberTypes="xs:int xs:date"/></xs:simpleType>${many(
        30,
        (n) => `<xs:simpleType name="${n === 29 ? "T" : `U${n + 1}`}">${member(n)}</xs:simpleType>`,
      )}`,
    );
  const a = (occurs: string): string => `<xs:element name="a" type="xs:int" ${occurs}/>`;

  const cases: readonly [name: string, wsdl: SmallWsdl, outcome: RegExp | undefined][] = [
    [
      "minOccurs=999999999",
      complex(`<xs:sequence>${a('minOccurs="999999999" maxOccurs="unbounded"')}</xs:sequence>`),
      /needs more than \d+ elements/,
    ],
    [
      "a group of minOccurs=999999999",
      complex(
        `<xs:sequence minOccurs="999999999" maxOccurs="unbounded">${a("")}${a('minOccurs="0"').replace('"a"', '"b"')}</xs:sequence>`,
      ),
      /needs more than/,
    ],
    [
      "an empty group of minOccurs=999999999",
      complex('<xs:sequence><xs:sequence minOccurs="999999999" maxOccurs="unbounded"/></xs:sequence>'),
      /needs more than/,
    ],
    [
      "a sequence of 1,000,000",
      complex(`<xs:sequence>${a('minOccurs="1000000" maxOccurs="1000000"')}</xs:sequence>`),
      /needs more than/,
    ],
    [
      "thousands of thousands of thousands",
      complex(
        `<xs:sequence minOccurs="1000" maxOccurs="1000"><xs:sequence minOccurs="1000" maxOccurs="1000">${a('minOccurs="1000" maxOccurs="1000"')}</xs:sequence></xs:sequence>`,
      ),
      /needs more than/,
    ],
    [
      "what is too large and optional",
      complex(
        `<xs:sequence>${a("")}<xs:sequence minOccurs="0">${a('minOccurs="999999999" maxOccurs="unbounded"').replace('"a"', '"b"')}</xs:sequence></xs:sequence>`,
      ),
      undefined,
    ],
    [
      "what is too large in a choice",
      complex(
        `<xs:choice>${a("")}${a('minOccurs="999999999" maxOccurs="unbounded"').replace('"a"', '"b"')}</xs:choice>`,
      ),
      undefined,
    ],
    [
      "((a{1000}){1000}){1000}",
      simple('<xs:restriction base="xs:string"><xs:pattern value="((a{1000}){1000}){1000}"/></xs:restriction>'),
      /no text was found for T/,
    ],
    [
      "b|a{99999999999}",
      simple('<xs:restriction base="xs:string"><xs:pattern value="b|a{99999999999}"/></xs:restriction>'),
      undefined,
    ],
    [
      "minLength=999999999",
      simple('<xs:restriction base="xs:string"><xs:minLength value="999999999"/></xs:restriction>'),
      /no text was found for T/,
    ],
    ["30 nested unions", unions((n) => `<xs:union memberTypes="tns:U${n} tns:U${n}"/>`), undefined],
    [
      "30 nested unions with facets",
      unions(
        (n) =>
          `<xs:union memberTypes="tns:U${n}"><xs:simpleType><xs:restriction base="tns:U${n}"><xs:pattern value="[0-9-]{${n},40}"/></xs:restriction></xs:simpleType></xs:union>`,
      ),
      undefined,
    ],
    [
      "a choice of 5,000",
      complex(`<xs:choice>${many(5000, (n) => `<xs:element name="a${n}" type="xs:int"/>`)}</xs:choice>`),
      undefined,
    ],
    [
      "2,000 elements inside one another",
      typed(
        many(
          2000,
          (n) =>
            `<xs:complexType name="${n === 0 ? "T" : `D${n}`}"><xs:sequence>${n < 1999 ? `<xs:element name="d" type="tns:D${n + 1}"/>` : a("")}</xs:sequence></xs:complexType>`,
        ),
      ),
      /needs more than \d+ elements, or more than \d+ inside one another/,
    ],
    [
      "2,000 patterns",
      simple(
        `<xs:restriction base="xs:string">${many(2000, (n) => `<xs:pattern value="a${n}[a-z]{3}"/>`)}</xs:restriction>`,
      ),
      undefined,
    ],
    [
      "20,000 optional elements",
      complex(
        `<xs:sequence>${many(20_000, (n) => `<xs:element name="a${n}" type="xs:int" minOccurs="0"/>`)}</xs:sequence>`,
      ),
      undefined,
    ],
  ];

  test.each(sampleOf(cases, 4))("sample and generate: %s", async (_, wsdl, outcome) => {
    const path = folder.write(smallWsdl(wsdl));
    const streams = new RecordedStreams();
    const code = await sample(path, "Get", { quiet: true, json: true }, streams);
    if (outcome === undefined) expect([code, streams.errors]).toEqual([0, ""]);
    else
      expect([code, JSON.parse(streams.errors)]).toEqual([
        1,
        expect.objectContaining({ reason: "sample-impossible", message: expect.stringMatching(outcome) as string }),
      ]);
    expect(streams.output.length).toBeLessThan(1_000_000);
    const { files, diagnostics } = await generate(path, { source: "a", runtime: "r", extension: "" });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect([...files!.keys()]).toHaveLength(4);
  });

  test("diff compares nested unions once each", async () => {
    const [one, other] = [
      unions((n) => `<xs:union memberTypes="tns:U${n} tns:U${n}"/>`),
      unions((n) => `<xs:union memberTypes="tns:U${n} xs:boolean"/>`),
    ].map((wsdl) => folder.write(smallWsdl(wsdl)));
    const streams = new RecordedStreams();
    expect(await diff(one!, other!, { quiet: true }, streams)).toBe(0);
    expect(streams.output).toContain("breaking");
  });
});
