/** The two commands on this repository. table.test.ts has the messages about wrong rows. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "soapwright-testing/commands/run-program";
import { createProgram } from "../../codegen/generate";

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
