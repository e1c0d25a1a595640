import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigProblem, formatDiagnostic, generate, OutputProblem } from "soapwright";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";

const cases = join(__dirname, "../../soapwright-testing/src/golden/cases");
const folder = mkdtempSync(join(tmpdir(), "interface-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "orders.wsdl"), readFileSync(join(cases, "wrapped-list/service.wsdl")));

test("it writes what the command writes, and says which files changed", async () => {
  const options = {
    folder,
    wsdls: [{ wsdl: "orders.wsdl", out: "one" }],
    extension: "js",
    propertyCase: "camel",
  } as const;
  const first = await generate(options);
  expect(first.diagnostics).toEqual([]);
  expect(first.changed.map((path) => path.slice(folder.length + 1)).sort()).toEqual([
    "one/client.ts",
    "one/index.ts",
    "one/schemas.ts",
    "one/types.ts",
  ]);
  expect((await generate(options)).changed).toEqual([]);
  await runCodegen(
    ...["generate", join(folder, "orders.wsdl"), "--out", join(folder, "two")],
    ...["--extension", "js", "--property-case", "camel", "--quiet"],
  );
  for (const [name, text] of first.folders[0]!.files)
    expect(readFileSync(join(folder, "two", name), "utf8")).toBe(text);
});

test("without writing it only returns", async () => {
  const { folders, changed } = await generate({ folder, wsdls: ["orders.wsdl"], out: "none", write: false });
  expect(folders).toEqual([
    { wsdl: join(folder, "orders.wsdl"), folder: join(folder, "none/orders"), files: expect.any(Map) },
  ]);
  expect(changed).toHaveLength(4);
  expect(readdirSync(folder)).not.toContain("none");
});

test("problems of documents are results, problems of options are thrown", async () => {
  const { diagnostics, folders, changed } = await generate({ folder, wsdls: [{ wsdl: "missing.wsdl", out: "x" }] });
  expect(diagnostics.map(formatDiagnostic)).toEqual([expect.stringMatching(/missing\.wsdl does not exist\.$/)]);
  expect([folders, changed]).toEqual([[], []]);

  const wrong = generate({ folder, wsdls: [{ wsdl: "orders.wsdl", out: "x", extension: "mjs" as "js" }] });
  await expect(wrong).rejects.toBeInstanceOf(ConfigProblem);
  await expect(wrong).rejects.toThrow('generate(): error: "extension" of an entry is "mjs". It takes js, ts, none.');
  const names = generate({ folder, wsdls: ["orders.wsdl"], out: "x", names: { types: { Oder: "A" } } });
  expect((await names).diagnostics.map(formatDiagnostic)).toEqual([expect.stringContaining("no type is called Oder")]);

  writeFileSync(join(folder, "file"), "");
  await expect(generate({ folder, wsdls: [{ wsdl: "orders.wsdl", out: "file" }] })).rejects.toBeInstanceOf(
    OutputProblem,
  );
});
