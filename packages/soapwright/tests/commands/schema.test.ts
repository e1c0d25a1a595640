/** A schema in place of a WSDL: the example of docs/generator.md, and the messages of commands that accept none. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";

const page = readFileSync("docs/generator.md", "utf8").split("\n## Types from a schema")[1]!.split("\n## ")[0]!;
const block = (language: string): string => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)![1]!;

// The folder is in the project, where the compiler of tests finds the run time.
mkdirSync("reports", { recursive: true });
const folder = mkdtempSync(resolve("reports/schema-"));
const xsd = join(folder, "orders.xsd");
const out = join(folder, "documents");
beforeAll(() => writeFileSync(xsd, block("xml")));
afterAll(() => rmSync(folder, { recursive: true }));

test("the example of the page runs", async () => {
  const runtime = resolve("packages/soapwright-runtime/src/index");
  const tables = resolve("packages/soapwright-runtime/src/runtime-tables");
  const made = await runCodegen("generate", xsd, "--out", out, "--runtime", tables);
  expect(made).toMatchObject({ exitCode: 0 });
  expect(made.stderr).not.toContain("Call the service");
  expect(readdirSync(out).sort()).toEqual(["index.ts", "schemas.ts", "types.ts"]);
  expect(await runCodegen("check", xsd, "--out", out, "--runtime", tables)).toMatchObject({ exitCode: 0 });
  const log = jest.spyOn(console, "log").mockImplementation(() => undefined);
  writeFileSync(
    join(folder, "example.ts"),
    `${block("ts").replace("/index.js", "").replace('"soapwright-runtime"', JSON.stringify(runtime))}export {};\n`,
  );
  await import(join(folder, "example.ts"));
  const printed = log.mock.calls.map(([text]) => String(text));
  log.mockRestore();
  expect(printed).toEqual(["Tea", expect.stringMatching(/^<Order [^>]*><Id>8<\/Id><Item>Tea<\/Item><\/Order>$/)]);
});

test("problems of a schema have their place", async () => {
  const wrong = join(folder, "wrong.xsd");
  writeFileSync(wrong, block("xml").replace("xs:int", "xs:itn"));
  const { exitCode, stderr } = await runCodegen("generate", wrong, "--out", join(folder, "none"));
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/wrong\.xsd:5:\d+: error: /);
});

test("a schema of imports alone gives what they declare", async () => {
  const all = join(folder, "all.xsd");
  writeFileSync(
    all,
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:import namespace="urn:example:orders" schemaLocation="orders.xsd"/></xs:schema>',
  );
  expect(await runCodegen("generate", all, "--out", join(folder, "all"))).toMatchObject({ exitCode: 0 });
  expect(readFileSync(join(folder, "all/schemas.ts"), "utf8")).toContain("export const orderElement:");
});

test.each(["inspect", "verify", "mock", "diff"])("%s takes a WSDL", async (command) => {
  const { exitCode, stderr } = await runCodegen(command, xsd, ...(command === "diff" ? [xsd] : []));
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain("orders.xsd:1:1: error: not a WSDL 1.1 document: its root is xs:schema");
  expect(stderr).toContain("Generate and check read a schema without a WSDL; this command takes a WSDL");
});
