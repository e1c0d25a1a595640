import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runProgram } from "soapwright-testing/commands/run-program";
import { createProgram } from "../../codegen/generate";

/** The two commands on this repository. */
describe("generate", () => {
  const home = process.cwd();
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "codegen-"));
    for (const name of ["wsdl", "generated", "package.json"]) cpSync(name, join(root, name), { recursive: true });
  });
  beforeEach(() => process.chdir(root));
  afterEach(() => process.chdir(home));
  afterAll(() => rmSync(root, { recursive: true }));

  const run = (...args: string[]) => runProgram(createProgram(), args);
  const client = "generated/v3/client.ts";

  test("this repository's generated files are what its WSDLs say", async () => {
    process.chdir(home);
    expect(await run("check")).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });

  test("check names a file that was edited, and generate writes it as it was", async () => {
    const before = readFileSync(client, "utf8");
    writeFileSync(client, `${before}// mine\n`);
    expect(await run("check")).toEqual({
      exitCode: 1,
      stdout: `${client} was edited, or generated with other options.\n`,
      stderr: "Run make generate, and commit what it writes.\n",
    });
    expect(await run("generate")).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: expect.stringMatching(/^\d+ files, 1 changed\n$/),
    });
    expect(readFileSync(client, "utf8")).toBe(before);
  });

  test("a WSDL with an error leaves every file as it was", async () => {
    const wsdl = "wsdl/employee-service.v3.wsdl";
    const before = readFileSync(wsdl, "utf8");
    writeFileSync(wsdl, before.replace("</wsdl:definitions>", ""));
    const generated = readFileSync(client, "utf8");
    try {
      const { exitCode, stderr } = await run("generate");
      expect(stderr).toMatch(/employee-service\.v3\.wsdl:\d+:\d+: error: /);
      expect(exitCode).toBe(1);
      expect(readFileSync(client, "utf8")).toBe(generated);
    } finally {
      writeFileSync(wsdl, before);
    }
  });

  test.each([
    ["a command that there is not", ["generat"], 2, "unknown command 'generat'"],
    ["an option that there is not", ["check", "--out", "x"], 2, "unknown option '--out'"],
  ])("%s is wrong usage", async (_what, words, status, message) => {
    const { exitCode, stderr } = await run(...words);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(status);
  });
});

/** Wrong rows in a table of versions: each is one line with file, line, and what exists instead. */
describe("table", () => {
  const fixtures = resolve("packages/soapwright/tests/commands/two-operations");
  const runCodegen = (...args: string[]) => runProgram(createProgram(), args);
  const home = process.cwd();
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "versions-"));
    mkdirSync(join(root, "wsdl"));
    for (const version of ["v2.1", "v3"]) {
      writeFileSync(join(root, "wsdl", `${version}.wsdl`), readFileSync(join(fixtures, `${version}.wsdl`)));
    }
    process.chdir(root);
  });
  afterEach(() => {
    process.chdir(home);
    rmSync(root, { recursive: true });
  });

  const lines = `{
  "service": "EmployeeService",
  "path": "/soap/{version}/EmployeeService",
  "versions": [
    { "wsdl": "v2.1.wsdl", "class": "EmployeeServiceV21", "folder": "v2.1",
      "header": {
        "element": "AuthHeader",
        "children": [
          { "name": "Username", "option": "username", "required": true, "secret": true },
          { "name": "Token", "option": "token", "variable": "THE_TOKEN", "required": true, "secret": true }
        ]
      },
      "types": ["CostCenter"] },
    { "wsdl": "v3.wsdl", "class": "EmployeeServiceV3", "folder": "v3", "date": "2026-11-21",
      "header": { "element": "AuthHeaderWithDomain", "children": [] } }
  ]
}
`;

  function table(text: string): void {
    writeFileSync(join(root, "wsdl/versions.json"), text);
  }

  test("a right table makes a folder for each version, and what they have in common", async () => {
    table(lines);
    expect(await runCodegen("generate")).toMatchObject({ exitCode: 0, stdout: "" });
    expect(readdirSync(join(root, "generated")).sort()).toEqual(
      ["README.md", "clients.ts", "entry-points.json", "environment.ts", "main.ts", "v2.1", "v3", "versions.ts"].sort(),
    );
    const schemas = readFileSync(join(root, "generated/v3/schemas.ts"), "utf8");
    expect(schemas).toMatch(/contract: \{\s+sha256: "[0-9a-f]{64}",\s+version: "v3",\s+date: "2026-11-21",?\s+\}/);
    expect(await runCodegen("check")).toMatchObject({ exitCode: 0 });
  });

  test("a child of a header that no client would send is reported by generate and check", async () => {
    table(lines.replace(/,\n\s*\{ "name": "Token".*\n/, "\n"));
    const expected =
      /^wsdl\/versions\.json:7:20: warning: no client sends Token of AuthHeader in v2\.1\.wsdl\. Add it to the children of this header, or the service never gets it\.$/m;
    expect((await runCodegen("generate")).stderr).toMatch(expected);
    expect((await runCodegen("check")).stderr).toMatch(expected);
  });

  test("how the table is laid out makes no other files", async () => {
    table(lines);
    await runCodegen("generate");
    table(JSON.stringify(JSON.parse(lines), null, 4).replaceAll("\n", "\r\n"));
    expect(await runCodegen("check")).toMatchObject({ exitCode: 0, stdout: "" });
  });

  test("a version whose row goes takes its generated files with it, and nothing else", async () => {
    table(lines);
    await runCodegen("generate");
    writeFileSync(join(root, "generated/v3/notes.txt"), "mine");
    const from = lines.indexOf(',\n    { "wsdl": "v3.wsdl"');
    table(`${lines.slice(0, from)}\n  ]\n}\n`);
    rmSync(join(root, "wsdl/v3.wsdl"));
    expect((await runCodegen("check")).stdout).toContain("generated/v3/client.ts is no longer generated.");
    expect(await runCodegen("generate")).toMatchObject({ exitCode: 0 });
    expect(readdirSync(join(root, "generated/v3"))).toEqual(["notes.txt"]);
    rmSync(join(root, "generated/v3/notes.txt"));
  });

  test.each([
    [
      "a WSDL that is missing",
      ["v3.wsdl", "v4.wsdl"],
      /^wsdl\/versions\.json:14:15: error: v4\.wsdl is not there\. There is v2\.1\.wsdl, v3\.wsdl\.$/m,
    ],
    [
      "a header that no operation has",
      ['"AuthHeader"', '"AuthHeadr"'],
      /^wsdl\/versions\.json:7:20: error: no operation of v2\.1\.wsdl has a header block AuthHeadr\. There is AuthHeader\.$/m,
    ],
    [
      "a child that the header does not have",
      ['"Token"', '"Tokn"'],
      /^wsdl\/versions\.json:10:21: error: AuthHeader of v2\.1\.wsdl has no child Tokn\. It has Username, Token\.$/m,
    ],
    [
      "a type that the WSDL does not have",
      ['"CostCenter"', '"CostCentre"'],
      /^wsdl\/versions\.json:13:17: error: v2\.1\.wsdl has no type CostCentre\. It has .*\bCostCenter\b.*\.$/m,
    ],
    [
      "a property that is not known",
      ['"secret"', '"secrt"'],
      /json:9:\d+: error: "secrt" is unknown in a child of a header\. Did you mean "secret"\?/,
    ],
    [
      "a property that is missing",
      ['"class": "EmployeeServiceV3", ', ""],
      /json:14:5: error: "class" is missing in a row\. It has wsdl, folder, date, header\./,
    ],
    [
      "a value of another kind",
      ['"required": true', '"required": "yes"'],
      /json:9:\d+: error: "required" of a child of a header is a text\. It takes true or false\./,
    ],
    [
      "two rows of one class",
      ["EmployeeServiceV3", "EmployeeServiceV21"],
      /json:14:\d+: error: the class EmployeeServiceV21 is taken: an earlier row has it already\. Choose another name\./,
    ],
    ["two rows of one folder", ['"folder": "v3"', '"folder": "v2.1"'], /json:14:\d+: error: the folder v2\.1 is taken/],
    [
      "a folder that leads elsewhere",
      ['"folder": "v3"', '"folder": "../v3"'],
      /json:14:\d+: error: "\.\.\/v3" is no name of a version/,
    ],
    [
      "a class that is no name",
      ["EmployeeServiceV3", "employee service"],
      /json:14:\d+: error: "employee service" is no name for a class/,
    ],
    [
      "an option that every client has",
      ['"token"', '"endpoint"'],
      /json:10:\d+: error: every client has an option endpoint already/,
    ],
    [
      "an option that every call has",
      ['"token"', '"timeoutMs"'],
      /json:10:\d+: error: every client has an option timeoutMs already\. Choose another name\./,
    ],
    [
      "a variable that every client reads",
      ["THE_TOKEN", "EMPLOYEE_SERVICE_BASE_URL"],
      /json:10:\d+: error: every client reads EMPLOYEE_SERVICE_BASE_URL already\. Choose another name\./,
    ],
    [
      "a variable of another version",
      ["THE_TOKEN", "EMPLOYEE_SERVICE_V3_ENDPOINT"],
      /json:10:\d+: error: every client reads EMPLOYEE_SERVICE_V3_ENDPOINT already/,
    ],
    [
      "a variable that is no name",
      ["THE_TOKEN", "THE TOKEN"],
      /json:10:\d+: error: "THE TOKEN" is no name of an environment variable\. For example EMPLOYEE_SERVICE_API_KEY\./,
    ],
    [
      "two children of one variable",
      ['"option": "username"', '"option": "username", "variable": "THE_TOKEN"'],
      /json:10:\d+: error: the variable THE_TOKEN is taken by an earlier one/,
    ],
    [
      "a day that the calendar does not have",
      ["2026-11-21", "2026-02-30"],
      /json:14:\d+: error: the date 2026-02-30 of this row is not a date\. For example 2026-11-21\./,
    ],
    [
      "a date that is none",
      ["2026-11-21", "yesterday"],
      /json:14:\d+: error: the date yesterday of this row is not a date/,
    ],
    [
      "a class that the main entry point exports",
      ["EmployeeServiceV3", "ArgumentError"],
      /^wsdl\/versions\.json:14:35: error: the class ArgumentError is taken: the main entry point exports it already\. Choose another name\.$/m,
    ],
    [
      "a class that is called like a type of the main entry point",
      ["EmployeeServiceV3", "Logger"],
      /json:14:35: error: the class Logger is taken: the main entry point exports it already/,
    ],
    [
      "a class whose options are called like those of every client",
      ["EmployeeServiceV3", "Client"],
      /json:14:35: error: the class Client makes ClientOptions, and the main entry point exports that already\. Choose another name\./,
    ],
    [
      "a class whose options are those of the service",
      ["EmployeeServiceV3", "EmployeeService"],
      /json:14:35: error: the class EmployeeService makes EmployeeServiceOptions, and the main entry point exports that already/,
    ],
    [
      "a class whose factory is the general one",
      ["EmployeeServiceV3", "Service"],
      /json:14:35: error: the class Service makes createService, and generated files need that name themselves\. Choose another name\./,
    ],
    [
      "a class that generated files know under another meaning",
      ["EmployeeServiceV3", "Promise"],
      /json:14:35: error: the class Promise is taken: generated files need that name themselves\. Choose another name\./,
    ],
    [
      "a class that generated files of all versions declare",
      ["EmployeeServiceV3", "VersionClient"],
      /json:14:35: error: the class VersionClient is taken: generated files need that name themselves/,
    ],
    [
      "a class that an earlier row makes",
      ["EmployeeServiceV3", "EmployeeServiceV21Api"],
      /json:14:35: error: the class EmployeeServiceV21Api is taken: the row of EmployeeServiceV21 makes it already/,
    ],
    [
      "a class that makes what an earlier row shows",
      ['"CostCenter"]', '"CostCenter", "EmployeeServiceV3Api"]'],
      /json:14:35: error: the class EmployeeServiceV3 makes EmployeeServiceV3Api, and the row of EmployeeServiceV21 makes that already/,
    ],
    [
      "a type that the main entry point exports",
      ['"CostCenter"]', '"CostCenter", "Feature"]'],
      /json:13:31: error: the type Feature is taken: the main entry point exports it already\. Take it out of "types": the entry point of the version has it\./,
    ],
    [
      "a type that an earlier row shows",
      ['"children": [] } }', '"children": [] }, "types": ["CostCenter"] }'],
      /json:15:\d+: error: the type CostCenter is taken: the row of EmployeeServiceV21 makes it already\. Take it out/,
    ],
    [
      "a type twice",
      ['["CostCenter"]', '["CostCenter", "CostCenter"]'],
      /json:13:31: error: the type CostCenter is in this row twice/,
    ],
    ["a text that is no JSON", ['"types": [', '"types": [,'], /json:13:17: error: "," is where a value is expected/],
    ["a name twice", ['"path"', '"service"'], /json:3:3: error: "service" occurs twice/],
  ] as const)("%s", async (_what, [from, to], message) => {
    table(lines.replace(from, to));
    const { exitCode, stderr } = await runCodegen("generate");
    expect(stderr).toMatch(message);
    expect(exitCode).toBe(1);
    expect(readdirSync(root)).toEqual(["wsdl"]);
  });

  test.each([
    ["that is no object", '"Client"', /versions\.json:\d+:\d+: error: a fault is a text\. It takes an object\./],
    ["with neither code nor reason", '{ "kind": "busy" }', /: error: a fault has neither code nor reason/],
    ["without a kind", '{ "code": "Client" }', /: error: .*"?kind"?/],
    [
      "of a kind that no fault has",
      '{ "code": "Client", "kind": "timeout" }',
      /"kind" of a fault is "timeout".*It takes configuration, refused, /,
    ],
    ["with a kind that is no text", '{ "code": "Client", "kind": 4 }', /"kind" of a fault is /],
    ["with a slip in a name", '{ "cod": "Client", "kind": "busy" }', /: error: .*cod/],
  ])("a fault %s is an error with its line", async (_what, fault, message) => {
    table(lines.replace('"types": ["CostCenter"]', `"faults": [${fault}], "types": ["CostCenter"]`));
    const { exitCode, stdout, stderr } = await runCodegen("generate");
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toMatch(message);
    expect(stdout + stderr).toContain("wsdl/versions.json:13:");
  });

  test("a WSDL that no row names is a warning", async () => {
    writeFileSync(join(root, "wsdl/v4.wsdl"), "<x/>");
    table(lines);
    const { exitCode, stderr } = await runCodegen("generate");
    expect(stderr).toMatch(/json:5:5: warning: no row names v4\.wsdl\. Add a row for it, or remove the file\./);
    expect(exitCode).toBe(0);
  });

  test("a folder without a table is an error that says where to run", async () => {
    await expect(runCodegen("generate")).rejects.toThrow(
      "There is no wsdl/versions.json here. Run make generate at the root of the repository.",
    );
  });
});
