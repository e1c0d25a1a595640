/** `--class-name` names the only class of a WSDL. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";

const fixtures = resolve(__dirname, "two-operations");
const home = process.cwd();
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "class-name-"));
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

test("names the class, and keeps its names from the types of the WSDL", async () => {
  const text = readFileSync(join(root, "wsdl/v3.wsdl"), "utf8").replaceAll("EmployeeAddress", "Records");
  writeFileSync(join(root, "wsdl/v3.wsdl"), text);
  await runCodegen("generate", "wsdl/v3.wsdl", "--out", "out", "--class-name", "Records");
  expect(readFileSync(join(root, "out/client.ts"), "utf8")).toContain(
    "export class Records<O extends object = object> extends ServiceClient<types.RecordsHeaders, CallAuth, O>",
  );
  expect(readFileSync(join(root, "out/types.ts"), "utf8")).toContain("export interface Records_ {");
});

test.each([
  ["a name that is none", ["wsdl/v3.wsdl", "--class-name", "my client"]],
  ["one name for two WSDLs", ["wsdl/v3.wsdl", "wsdl/v2.1.wsdl", "--class-name", "Client"]],
])("%s is wrong usage", async (_what, words) => {
  expect((await runCodegen("generate", ...words, "--out", "out")).exitCode).toBe(2);
});

test.each(["Promise", "Call", "ServiceClient"])("%s, which generated files need, is refused", async (name) => {
  const { exitCode, stderr } = await runCodegen("generate", "wsdl/v3.wsdl", "--out", "out", "--class-name", name);
  expect(stderr).toMatch(
    new RegExp(`v3\\.wsdl:\\d+:\\d+: error: the class name ${name} is taken: .*\\. Choose another name\\.`),
  );
  expect(exitCode).toBe(1);
  expect(readdirSync(root)).toEqual(["wsdl"]);
});

test("a WSDL of two services is an error that names them", async () => {
  const wsdl = resolve(home, "packages/soapwright-testing/src/golden/cases/several-services/service.wsdl");
  const { exitCode, stderr } = await runCodegen("generate", wsdl, "--out", "out", "--class-name", "One");
  expect(stderr).toMatch(/error: the class name One is for one client, but there are \d+\. The WSDL has /);
  expect(exitCode).toBe(1);
});
