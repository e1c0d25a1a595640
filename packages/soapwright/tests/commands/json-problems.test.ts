/** `--json`: problems of every command have one form, and exit codes are the same as without it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Outcome, runCodegen } from "soapwright-testing/codegen/commands/run-codegen";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { runMock } from "../../src/commands/mock/run-mock";
import { verify } from "../../src/commands/verify/verify";

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
  readonly name: string | null;
  readonly message: string;
  readonly remedy: string | null;
}
const keys = ["column", "file", "line", "message", "name", "remedy", "severity"];

function problemsOf(stderr: string): Problem[] {
  const lines = stderr.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const problem = JSON.parse(line) as Problem;
    expect(Object.keys(problem).sort()).toEqual(keys);
    expect(problem.message).toMatch(/[.?!]$/);
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
    name: null,
    message: expect.stringContaining("Oder"),
    remedy: expect.stringContaining("id you mean"),
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
  const [{ exitCode }, [problem]] = command === "inspect" ? await usage(command, words) : await both(command, ...words);
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
      name: null,
      message: "The file was not written by the generator.",
      remedy: "Run generate with the same arguments, and commit what it writes.",
    },
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
});

test("what could steer a terminal is escaped and reads back", async () => {
  const outcome = await runCodegen("inspect", "\u202egood.wsdl", "--json");
  expect(outcome.stderr).not.toContain("\u202e");
  expect(problemsOf(outcome.stderr)[0]!.file).toContain("\u202e");
});
