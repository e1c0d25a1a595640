/** The variants of `make growth`, up to code generation: each is generated, and has the expected names. */

import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runProgram } from "soapwright-testing/commands/run-program";
import { slowTest } from "soapwright-testing/stage/slow";
import { createProgram } from "../../codegen/generate";
import { madeName } from "./made-asmx";
import { variants } from "./variants";

const runCodegen = (...args: string[]) => runProgram(createProgram(), args);
const home = process.cwd();
let start: string;
let root: string;
beforeEach(() => {
  // A copy keeps the start of variants unchanged when `wsdl/` grows.
  start = mkdtempSync(join(tmpdir(), "variant-start-"));
  mkdirSync(join(start, "wsdl"));
  for (const version of ["v2.1", "v3"]) {
    copyFileSync(
      `packages/soapwright/tests/commands/two-operations/${version}.wsdl`,
      join(start, `wsdl/employee-service.${version}.wsdl`),
    );
  }
  copyFileSync("tests/growth/start-versions.json", join(start, "wsdl/versions.json"));
  cpSync("tests/wire/contract.json", join(start, "tests/wire/contract.json"));
  root = mkdtempSync(join(tmpdir(), "variant-"));
  cpSync(start, root, { recursive: true });
  process.chdir(root);
});
afterEach(() => {
  process.chdir(home);
  for (const folder of [start, root]) rmSync(folder, { recursive: true });
});

async function generated(name: string): Promise<(path: string) => string> {
  for (const [path, text] of variants[name]!(start)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(await runCodegen("generate", "--quiet")).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  expect(await runCodegen("check")).toMatchObject({ exitCode: 0, stdout: "" });
  return (path) => readFileSync(join(root, "generated", path), "utf8");
}

test("one operation more has a method, types, and words for the command", async () => {
  const read = await generated("one-more");
  expect(read("v3/client.ts")).toMatch(/employmentSearch\(\s*args: types\.Employment_Search/);
  expect(read("v3/index.ts")).toMatch(/EmploymentFilter,[^}]*EmploymentPage/);
  expect(read("main.ts")).not.toContain("Employment");
  expect(read("v3/documentation.ts")).toContain('employmentSearch: "Finds the employments of one employee."');
});

slowTest("two hundred operations have classes named by the table, and the WSDL's own base URL", async () => {
  const read = await generated("two-hundred");
  for (const [folder, name] of [
    ["v2.1", "EmployeeServiceV21"],
    ["v3", "EmployeeServiceV3"],
  ]) {
    expect(read(`${folder}/client.ts`)).toContain(`export class ${name}<`);
    expect(read(`${folder}/version.ts`)).toContain('declaredBaseUrl: "https://hr.made.example"');
    expect(read(`${folder}/version.ts`)).toContain(`path: "/soap/${folder}/EmployeeService.asmx"`);
    expect(read("README.md").match(/^\| `\w+_\w+` \| `\w+` \|$/gm)).toHaveLength(400);
    expect(read(`${folder}/schemas.ts`)).toContain(`name: "${madeName(198)}"`);
  }
});

test("header types that derive from each other take the credentials that they took alone", async () => {
  const read = await generated("derived-headers");
  expect(read("v2.1/client.ts")).toMatch(
    /readonly username\?: Credential \| undefined;\s[\s\S]*readonly token\?: Credential/,
  );
  expect(read("v3/client.ts")).toContain("readonly domain?: Credential | undefined;");
  expect(read("v3/types.ts")).toContain("export interface AuthHeaderWithDomain extends AuthHeader");
});

test("a field more is a property", async () => {
  expect((await generated("field"))("v3/types.ts")).toContain("Floor?: string;");
});

test("a header child more is an option", async () => {
  const read = await generated("header-child");
  expect(read("v3/client.ts")).toContain("readonly tenant?: Credential | undefined;");
});

test("a third version has its factory, options, variables and an entry point, and no types at the main one", async () => {
  const read = await generated("third-version");
  expect(read("v4/factory.ts")).toContain(
    "export function createEmployeeServiceV4(options: EmployeeServiceV4Options): EmployeeServiceV4",
  );
  expect(read("v4/factory.ts")).toContain("extends VersionOptions, EmployeeServiceV4Credentials");
  expect(read("v4/client.ts")).toContain("readonly apiKey?: Credential | undefined;");
  expect(read("v4/client.ts")).toContain("readonly tenant?: Credential | undefined;");
  expect(read("v4/client.ts")).toContain("export interface EmployeeServiceV4Api {");
  expect(read("v4/version.ts")).toContain('endpoint: "EMPLOYEE_SERVICE_V4_ENDPOINT"');
  expect(read("entry-points.json")).toContain('"./v4"');
  expect(read("environment.ts")).toContain('version: "v4", environment?: Environment): EmployeeServiceV4Options;');
  // The sandbox derives the types of its handlers from this file.
  expect(read("versions.ts")).toContain("VersionSchemas = typeof schemas1 | typeof schemas2 | typeof schemas3;");
  const main = read("main.ts")
    .split("\n")
    .filter((line) => line.includes("/v4/"));
  expect(main).toEqual([
    'export { EmployeeServiceV4 } from "./v4/client";',
    'export { createEmployeeServiceV4 } from "./v4/factory";',
  ]);
});
