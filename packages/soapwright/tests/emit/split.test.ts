/** `--split namespace`: one file of types for each namespace, without any change for its importers. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";

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
    expect(readFileSync(join(out, file), "utf8").replaceAll('.js"', '"')).toBe(readFileSync(join(whole, file), "utf8"));

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
