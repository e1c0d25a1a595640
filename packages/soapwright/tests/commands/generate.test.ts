import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";

const cases = join(__dirname, "../../../soapwright-testing/src/golden/cases");
const folder = mkdtempSync(join(tmpdir(), "generate-"));
afterAll(() => rmSync(folder, { recursive: true }));

const four = ["client.ts", "index.ts", "schemas.ts", "types.ts"];

function texts(out: string): Record<string, string> {
  return Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), "utf8")]));
}
function wsdl(name: string, change: (text: string) => string = (text) => text): string {
  const path = join(folder, `${name}.wsdl`);
  writeFileSync(path, change(readFileSync(join(cases, "wrapped-list", "service.wsdl"), "utf8")));
  return path;
}
const broken = (text: string): string => text.replace('type="tns:Order"', 'type="tns:Oder"');

test("writes four files, and check agrees until a byte changes", async () => {
  const out = join(folder, "fresh");
  const source = wsdl("fresh");
  expect(await runCodegen("generate", source, "--out", out)).toMatchObject({ exitCode: 0, stdout: "" });
  expect(readdirSync(out).sort()).toEqual(four);
  expect(texts(out)["client.ts"]).toContain('from "soapwright-runtime/tables"');
  expect(await runCodegen("check", source, "--out", out)).toEqual({ exitCode: 0, stdout: "", stderr: "" });

  writeFileSync(join(out, "types.ts"), `${texts(out)["types.ts"]} `);
  const changed = await runCodegen("generate", "--check", source, "--out", out);
  expect(changed.exitCode).toBe(1);
  expect(changed.stdout).toMatch(/types\.ts was edited, or generated with other options\.\n$/);
  expect(changed.stderr).toContain("Run generate with the same arguments");

  writeFileSync(source, readFileSync(source, "utf8").replace("What a customer asked for.", "What a customer wants."));
  const other = await runCodegen("check", source, "--out", out);
  expect(other.stdout.split("\n").filter(Boolean)).toHaveLength(2);
  expect(other.stdout).toMatch(/types\.ts was generated before fresh\.wsdl changed\.\n/);

  // A comment changes the digest, which is in one file.
  expect(await runCodegen("generate", source, "--out", out, "--quiet")).toMatchObject({ exitCode: 0 });
  writeFileSync(source, readFileSync(source, "utf8").replace(/<\/(?:\w+:)?types>/, "$&<!-- a comment -->"));
  const commented = await runCodegen("check", source, "--out", out);
  expect(commented.stdout).toMatch(/^\S*schemas\.ts was generated before fresh\.wsdl changed\.\n$/);
});

test("the package's version is in no generated file", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  for (const text of Object.values(texts("generated/v3"))) expect(text.split("\n")[0]).not.toContain(version);
});

test("check agrees wherever it runs, and on CR LF", async () => {
  const out = join(folder, "anywhere");
  const source = wsdl("anywhere");
  await runCodegen("generate", source, "--out", out);
  for (const path of [source, ...four.map((name) => join(out, name))])
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("\n", "\r\n"));
  const agreed = { exitCode: 0, stdout: "", stderr: "" };
  const before = process.cwd();
  try {
    for (const at of [folder, out, join(before, "src"), "/"]) {
      process.chdir(at);
      expect([at, await runCodegen("check", source, "--out", out)]).toEqual([at, agreed]);
    }
  } finally {
    process.chdir(before);
  }
});

test("a WSDL with an error leaves every file as it was, also those of other WSDLs", async () => {
  const out = join(folder, "kept");
  const [good, other] = [wsdl("good"), wsdl("other")];
  await runCodegen("generate", good, other, "--out", out);
  const before = [texts(join(out, "good")), texts(join(out, "other"))];

  wsdl("good", (text) => text.replaceAll("Order", "Sale"));
  wsdl("other", broken);
  const failed = await runCodegen("generate", good, other, "--out", out);
  expect(failed.exitCode).toBe(1);
  expect(failed.stderr).toMatch(/other\.wsdl:\d+:\d+: error: .*Oder/);
  expect([texts(join(out, "good")), texts(join(out, "other"))]).toEqual(before);
  expect(readdirSync(out).sort()).toEqual(["good", "other"]);
});

test("a WSDL that is missing is an error, with exit code 1", async () => {
  const missing = await runCodegen("generate", join(folder, "nowhere.wsdl"), "--out", join(folder, "never"));
  expect(missing.exitCode).toBe(1);
  expect(missing.stderr).toContain("nowhere.wsdl");
  expect(readdirSync(folder)).not.toContain("never");
});

test("the same WSDL gives the same files in any folder", async () => {
  const [one, two] = [join(folder, "one"), join(folder, "two")];
  for (const at of [one, two]) {
    mkdirSync(at);
    copyFileSync(join(cases, "inheritance", "service.wsdl"), join(at, "service.wsdl"));
    await runCodegen("generate", join(at, "service.wsdl"), "--out", join(at, "out"));
  }
  expect(texts(join(one, "out"))).toEqual(texts(join(two, "out")));
  expect(Object.values(texts(join(one, "out"))).join("")).not.toContain(folder);
});

test("WSDLs of one name have a folder each", async () => {
  const out = join(folder, "same");
  const [one, two] = ["choices", "groups"].map((name) => join(cases, name, "service.wsdl"));
  await runCodegen("generate", one!, two!, "--out", out);
  expect(readdirSync(out).sort()).toEqual(["service", "service-2"]);
});

test("options change what is written", async () => {
  const out = join(folder, "options");
  const enumerations = join(cases, "enumerations", "service.wsdl");
  await runCodegen(
    "generate",
    enumerations,
    "--out",
    out,
    "--enums",
    "closed",
    "--extension",
    "js",
    "--runtime",
    "#rt",
  );
  expect(texts(out)["types.ts"]).not.toContain("Open<");
  expect(texts(out)["client.ts"]).toContain('from "./schemas.js"');
  expect(texts(out)["client.ts"]).toContain('from "#rt"');

  await runCodegen("generate", join(cases, "simple-types", "service.wsdl"), "--out", out, "--decimal", "number");
  expect(texts(out)["types.ts"]).toContain("export type Percentage = number;");
  expect(texts(out)["schemas.ts"]).toContain("xsDecimalNumber");

  await runCodegen("generate", join(cases, "large-integers", "service.wsdl"), "--out", out, "--int64", "number");
  expect(texts(out)["types.ts"]).toContain("Balance: number | null;");
  expect(texts(out)["schemas.ts"]).toContain("xsLongNumber");

  const operations = join(cases, "operations", "service.wsdl");
  await runCodegen("generate", operations, "--out", out, "--operations", " tell , get-it ");
  const [interfaces, methods] = texts(out)["client.ts"]!.split("export class");
  for (const text of [interfaces, methods]) {
    expect(text!.match(/^ {2}\w+\((?=\s*args)/gm)).toEqual(["  tell(", "  getIt("]);
  }
  const unknown = await runCodegen("generate", operations, "--out", out, "--operations", "tel");
  expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("no operation is called tel") });
});

test.each([
  ["a WSDL without --out", ["generate", "a.wsdl"]],
  ["--out without a WSDL", ["generate", "--out", "x"]],
  ["an unknown option", ["generate", "--nonsense"]],
  ["an unknown command", ["generat"]],
  ["a word that is no choice", ["generate", "a.wsdl", "--out", "x", "--decimal", "float"]],
  ["an empty name of an operation", ["generate", "a.wsdl", "--out", "x", "--operations", "A,,B"]],
  ["a limit that is no number", ["generate", "a.wsdl", "--out", "x", "--max-types", "many"]],
])("%s is wrong usage, with exit code 2", async (_, args) => {
  const outcome = await runCodegen(...args);
  expect(outcome).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("error:") });
});
