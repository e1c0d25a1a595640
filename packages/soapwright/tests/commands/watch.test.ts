import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wsdlWith } from "soapwright-testing/codegen/load-files";
import { createProgram } from "../../src/program";

const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<xs:complexType name="Order"><xs:sequence><xs:element name="Id" type="xs:int"/></xs:sequence></xs:complexType>
<xs:element name="in" type="t:Order"/><xs:element name="out" type="t:Order"/>
</xs:schema>`;
const order = wsdlWith(schema);
const root = mkdtempSync(join(tmpdir(), "watch-"));
afterAll(() => rmSync(root, { recursive: true }));
let count = 0;

function folderWith(wsdl: string): string {
  const folder = join(root, String(count++));
  mkdirSync(folder);
  writeFileSync(join(folder, "service.wsdl"), wsdl);
  return folder;
}

/** Runs the command until `use` ends. `said` waits for a text that the command has not printed before. */
async function watching(
  args: readonly string[],
  use: (said: (text: string) => Promise<string>) => Promise<void>,
): Promise<string> {
  let all = "";
  let heard = 0;
  const spies = (["stdout", "stderr"] as const).map((name) =>
    jest.spyOn(process[name], "write").mockImplementation((text) => {
      all += String(text);
      return true;
    }),
  );
  const code = process.exitCode;
  const run = createProgram().parseAsync(["watch", ...args], { from: "user" });
  try {
    await use(async (text) => {
      for (let tries = 0; tries < 600; tries++) {
        const found = all.indexOf(text, heard);
        if (found >= 0) {
          const since = all.slice(heard, found + text.length);
          heard = found + text.length;
          return since;
        }
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error(`it did not say ${JSON.stringify(text)}, but:\n${all.slice(heard)}`);
    });
  } finally {
    process.emit("SIGINT");
    await run;
    for (const spy of spies) spy.mockRestore();
  }
  expect(process.exitCode).toBe(code);
  return all;
}

test("a save is generated and described as by diff", async () => {
  const folder = folderWith(order);
  const [wsdl, out] = [join(folder, "service.wsdl"), join(folder, "out")];
  await watching([wsdl, "--out", out], async (said) => {
    await said("4 files changed. Watching 1 file.");
    writeFileSync(wsdl, order.replace('name="Id" type="xs:int"', 'name="Id" type="xs:string"'));
    const told = await said("Watching");
    expect(told).toMatch(/Order\.Id: xs:int -> xs:string, breaking for/);
    expect(told).toMatch(/\d files changed\./);
    expect(readFileSync(join(out, "types.ts"), "utf8")).toContain("Id: string;");
  });
});

test("with --json, a mistake in a save is a problem on a line of its own, and the next save is generated", async () => {
  const folder = folderWith(order);
  const [wsdl, out] = [join(folder, "service.wsdl"), join(folder, "out")];
  const all = await watching([wsdl, "--out", out, "--json"], async (said) => {
    await said("4 files changed. Watching 1 file.");
    writeFileSync(wsdl, order.replace('type="t:Order"/>', 'type="t:Oder"/>'));
    await said("The generated files stay as they are.");
    writeFileSync(wsdl, order.replace('type="xs:int"', 'type="xs:string"'));
    await said("files changed. Watching 1 file.");
    expect(readFileSync(join(out, "types.ts"), "utf8")).toContain("Id: string;");
  });
  const problems = all
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { severity: string; file: string | null; line: number | null });
  const [error, ...others] = problems.filter(({ severity }) => severity === "error");
  expect(error).toMatchObject({ file: expect.stringContaining("service.wsdl"), line: expect.any(Number) });
  expect(error).toMatchObject({ message: expect.stringContaining("Oder") });
  expect(others).toEqual([]);
  expect(problems.filter(({ severity }) => severity === "note").length).toBeGreaterThanOrEqual(3);
});

test("what changed has the names of what is generated", async () => {
  const inner =
    '<xs:element name="Line"><xs:complexType><xs:sequence><xs:element name="Code" type="xs:int"/></xs:sequence></xs:complexType></xs:element>';
  const folder = folderWith(order.replace("</xs:sequence>", `${inner}</xs:sequence>`));
  const [wsdl, out] = [join(folder, "service.wsdl"), join(folder, "out")];
  const before = readFileSync(wsdl, "utf8");
  await watching([wsdl, "--out", out, "--property-case", "camel", "--type-suffix", "Dto"], async (said) => {
    await said("4 files changed. Watching 1 file.");
    const types = readFileSync(join(out, "types.ts"), "utf8");
    expect(types).toMatch(/interface OrderDto \{[^}]*\bid: number;/);
    writeFileSync(wsdl, before.replaceAll('type="xs:int"', 'type="xs:string"'));
    const told = await said("Watching");
    expect(told).toContain("OrderDto.id: xs:int -> xs:string, breaking for");
    expect(told).toContain("OrderDto.line.code: xs:int -> xs:string, breaking for");
    writeFileSync(wsdl, before.replaceAll("Id", "OrderNumber"));
    const renamed = await said("Watching");
    expect(renamed).toContain("OrderDto.id: removed");
    expect(renamed).toContain("OrderDto.orderNumber: added");
    expect(renamed).not.toMatch(/\b(Order|OrderDto)\.(Id|OrderNumber)\b/);
  });
});

test("an editor may write a new file and rename it, or move the old one away first", async () => {
  const folder = folderWith(order);
  const [wsdl, out] = [join(folder, "service.wsdl"), join(folder, "out")];
  await watching([wsdl, "--out", out], async (said) => {
    await said("Watching");
    writeFileSync(`${wsdl}.new`, order.replaceAll('name="Id"', 'name="Key"'));
    renameSync(`${wsdl}.new`, wsdl);
    await said("Order.Key");
    expect(readFileSync(join(out, "types.ts"), "utf8")).toContain("Key: number;");

    renameSync(wsdl, `${wsdl}~`);
    await said("does not exist. ".trimEnd());
    await said("The generated files stay as they are.");
    writeFileSync(wsdl, order);
    await said("Order.Id");
    expect(readFileSync(join(out, "types.ts"), "utf8")).toContain("Id: number;");
  });
});

test("a broken save is reported, and the last good files stay", async () => {
  const folder = folderWith(order);
  const [wsdl, out] = [join(folder, "service.wsdl"), join(folder, "out")];
  const all = await watching([wsdl, "--out", out], async (said) => {
    await said("Watching");
    const texts = readdirSync(out).map((name) => readFileSync(join(out, name), "utf8"));
    writeFileSync(wsdl, order.slice(0, order.length / 2));
    await said(": error: ");
    await said("The generated files stay as they are. Watching 1 file.");
    expect(readdirSync(out).map((name) => readFileSync(join(out, name), "utf8"))).toEqual(texts);
    writeFileSync(wsdl, order.replace("</types>", "</types><!-- as good as before -->"));
    await said("1 file changed. Watching");
  });
  expect(all).not.toContain("breaking");
});

test("imported schemas are watched, those that are missing at first too", async () => {
  const importing = wsdlWith('<xs:schema><xs:import namespace="urn:t" schemaLocation="parts/order.xsd"/></xs:schema>');
  const folder = folderWith(importing);
  const [wsdl, out] = [join(folder, "service.wsdl"), join(folder, "out")];
  await watching([wsdl, "--out", out], async (said) => {
    await said("does not exist");
    await said("Watching 2 files.");
    mkdirSync(join(folder, "parts"));
    writeFileSync(join(folder, "parts/order.xsd"), schema);
    await said("4 files changed. Watching 2 files.");
    writeFileSync(
      join(folder, "parts/order.xsd"),
      schema.replace('name="Id" type="xs:int"', 'name="Id" type="xs:long"'),
    );
    await said("Order.Id: xs:int -> xs:long");
    await said("Watching 2 files.");
  });
});

test("a configuration is watched with its patterns", async () => {
  const folder = folderWith(order);
  const config = join(folder, "soapwright.config.json");
  const options = { out: "src", wsdls: ["*.wsdl"] };
  writeFileSync(config, JSON.stringify(options));
  await watching(["--config", config], async (said) => {
    await said("4 files changed. Watching 2 files.");
    writeFileSync(join(folder, "second.wsdl"), order);
    await said("4 files changed. Watching 3 files.");
    expect(readdirSync(join(folder, "src"))).toEqual(["second", "service"]);
    writeFileSync(config, JSON.stringify({ ...options, tpyeSuffix: "Dto" }));
    await said('"tpyeSuffix" is unknown');
    await said("The generated files stay as they are.");
    writeFileSync(config, JSON.stringify({ ...options, typeSuffix: "Dto" }));
    await said("files changed.");
    expect(readFileSync(join(folder, "src/second/types.ts"), "utf8")).toContain("interface OrderDto ");
  });
});

test.each([
  [["-", "--out", "x"], "stdin cannot be watched"],
  [["a.wsdl", "--out", "x", "--check"], "unknown option|exclude each other"],
])("watch %j is wrong usage", async (args, message) => {
  const write = jest.spyOn(process.stderr, "write").mockImplementation(() => true);
  await expect(createProgram().parseAsync(["watch", ...args], { from: "user" })).rejects.toThrow(new RegExp(message));
  write.mockRestore();
});
