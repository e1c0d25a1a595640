import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";
import { wsdlWith } from "soapwright-testing/codegen/load-files";
import { wholeProgram } from "soapwright-testing/commands/whole-program";
import { shellEnvironment } from "soapwright-testing/stage/child";
import { sampleOf } from "soapwright-testing/stage/slow";

describe("generate", () => {
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
});

/** `--class-name` names the only class of a WSDL. */
describe("class name", () => {
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
    const words = ["generate", wsdl, "--out", "out", "--class-name", "One"];
    const { exitCode, stderr } = await runCodegen(...words);
    expect(stderr).toMatch(/error: the class name One is for one client, but there are \d+\. The WSDL has /);
    expect(exitCode).toBe(1);
    expect((await runCodegen(...words, "--json")).stderr).toContain('"reason":"class-name-of-several"');
  });
});

/** The inputs of `generate` other than a file, and its message after the first run. */
describe("inputs", () => {
  const order = readFileSync(
    join(__dirname, "../../../soapwright-testing/src/golden/cases/wrapped-list/service.wsdl"),
    "utf8",
  );
  const before = process.cwd();
  let folder: string;
  // Each test has an empty folder, because a first run differs from later ones.
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "inputs-"));
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  function writeWsdls(...names: readonly string[]): void {
    mkdirSync("wsdl");
    for (const name of names) writeFileSync(`wsdl/${name}.wsdl`, order);
  }

  async function piped(text: string | undefined, ...args: string[]) {
    const stdin = Object.getOwnPropertyDescriptor(process, "stdin")!;
    const value = Object.assign(Readable.from(text === undefined ? [] : [Buffer.from(text)]), {
      isTTY: text === undefined,
    });
    Object.defineProperty(process, "stdin", { ...stdin, get: () => value });
    try {
      return await runCodegen(...args);
    } finally {
      Object.defineProperty(process, "stdin", stdin);
    }
  }
  const read = (path: string): string => readFileSync(join(folder, path), "utf8");

  test("stdin, whose imports are relative to the working directory", async () => {
    expect(await piped(order, "generate", "-", "--out", "piped", "--quiet")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(read("piped/types.ts")).toMatch(/^\/\/ Code generated by soapwright format 3 from stdin\. DO NOT EDIT\./);
    expect(await piped(order, "check", "-", "--out", "piped")).toEqual({ exitCode: 0, stdout: "", stderr: "" });

    expect((await piped("", "generate", "-", "--out", "x")).stderr).toContain("nothing came from stdin");
    expect((await piped(undefined, "generate", "-", "--out", "x")).stderr).toContain(
      "nothing is piped into the command",
    );
    const large = await piped(order, "generate", "-", "--out", "x", "--max-file-bytes", "100");
    expect(large.stderr).toContain("stdin is larger than 100 bytes");
    for (const [reason, text, ...more] of [
      ["stdin-empty", ""],
      ["stdin-terminal", undefined],
      ["stdin-too-large", order, "--max-file-bytes", "100"],
    ] as const) {
      const { stderr } = await piped(text, "generate", "-", "--out", "x", "--json", ...more);
      expect(JSON.parse(stderr.split("\n")[0]!)).toMatchObject({ severity: "error", reason });
    }
    expect(await piped(`${order}<`, "generate", "-", "--out", "x")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^stdin:\d+:\d+: error: /),
    });
    expect((await runCodegen("generate", "-", "-", "--out", "x")).exitCode).toBe(2);
    expect(readdirSync(folder)).toEqual(["piped"]);
  });

  test("other commands read stdin too", async () => {
    expect((await piped(order, "inspect", "-")).stdout).toContain("Echo");
    expect((await piped(order, "verify", "-", "--instances", "2", "--quiet")).stdout).toContain("all came back");
  });

  test("an address, whose secrets are in no file and no message", async () => {
    const server: Server = createServer((request, response) => {
      response.writeHead(request.url?.startsWith("/shop/Orders.asmx") ? 200 : 404).end(order);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const host = `me:s3cret@127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const url = `http://${host}/shop/Orders.asmx?wsdl&key=abc123`;
      const outcome = await runCodegen("generate", url, "--out", "fetched");
      expect(outcome.exitCode).toBe(0);
      const files = readdirSync("fetched").map((name) => read(`fetched/${name}`));
      expect(files[0]).toMatch(/format 3 from Orders\.asmx\. DO NOT EDIT/);
      expect([outcome.stderr, ...files].join("\n")).not.toMatch(/s3cret|abc123|127\.0\.0\.1/);

      await runCodegen("generate", url, url, "--out", "both", "--quiet");
      expect(readdirSync("both")).toEqual(["Orders", "Orders-2"]);
      const failed = await runCodegen("generate", `http://${host}/none?wsdl`, "--out", "x");
      expect(failed.stderr).toContain("/none?wsdl returned status 404.");
      expect(failed.stderr).not.toContain("s3cret");
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test("a pattern in quotes, and several WSDLs", async () => {
    writeWsdls("a", "b");
    expect(await runCodegen("generate", "wsdl/*.wsdl", "--out", "globbed", "--quiet")).toMatchObject({ exitCode: 0 });
    expect(readdirSync("globbed")).toEqual(["a", "b"]);
    await runCodegen("generate", "wsdl/a*.wsdl", "--out", "one", "--quiet");
    expect(readdirSync("one")).toEqual(["a"]);
    expect(await runCodegen("generate", "wsdl/c*.wsdl", "--out", "x")).toMatchObject({
      exitCode: 1,
      stderr: "wsdl/c*.wsdl: error: no file matches wsdl/c*.wsdl.\n",
    });
  });

  test("the first run says what to do next, later ones do not", async () => {
    writeWsdls("a");
    const run = () => runCodegen("generate", "wsdl/a.wsdl", "--out", "src/orders", "--extension", "js");
    expect((await run()).stderr).toBe(`4 files, 4 changed
Next steps:
1. Install what the client imports: npm install soapwright-runtime
2. Call the service:

   import { EchoService } from "./src/orders/index.js";

   const client = new EchoService({});
   const result = await client.echo({ /* arguments */ });

3. Try it without the service: npx soapwright mock wsdl/a.wsdl
`);
    expect((await run()).stderr).toBe("4 files, 0 changed\n");
    rmSync("src", { recursive: true });
    // The path is shown as it was passed, wherever it leads.
    const outside = join(mkdtempSync(join(tmpdir(), "two words ")), "a.wsdl");
    writeFileSync(outside, readFileSync("wsdl/a.wsdl"));
    const told = (await runCodegen("generate", outside, "--out", "src/orders")).stderr;
    expect(told).toContain(`mock ${JSON.stringify(outside)}\n`);
    rmSync("src", { recursive: true });
    writeFileSync("pnpm-lock.yaml", "");
    expect((await run()).stderr).toContain("pnpm add soapwright-runtime");
    rmSync("src", { recursive: true });
    mkdirSync("node_modules/soapwright-runtime", { recursive: true });
    writeFileSync(
      "node_modules/soapwright-runtime/package.json",
      '{ "name": "soapwright-runtime", "version": "1.0.0" }',
    );
    expect((await run()).stderr).toContain("1. Call the service:");
  });

  test("the first run names the package of the features that the client imports", async () => {
    const source = join(__dirname, "../../../soapwright-testing/src/golden/cases/addressing/service.wsdl");
    copyFileSync(source, "addressed.wsdl");
    const { stderr } = await runCodegen("generate", "addressed.wsdl", "--out", "addressed");
    expect(stderr).toMatch(/what the client imports: .*\bsoapwright-features\n/);
  });

  test.each([
    ['{ "type": "module" }', [], true],
    ['{ "type": "module" }', ["--extension", "js"], false],
    ['{ "type": "commonjs" }', [], false],
    ["no manifest", [], false],
  ])("a project whose package.json is %s hears of --extension after %j: %s", async (manifest, more, isTold) => {
    writeWsdls("a");
    mkdirSync("esm");
    writeFileSync("esm/package.json", manifest);
    const { stderr } = await runCodegen("generate", "wsdl/a.wsdl", "--out", "esm/src/orders", ...more);
    expect(stderr.includes("generate again with --extension js")).toBe(isTold);
  });

  test("options of names and comments", async () => {
    writeWsdls("a");
    const outcome = await runCodegen(
      ...["generate", "wsdl/a.wsdl", "--out", "named", "--quiet", "--type-comments"],
      ...["--property-case", "camel", "--type-case", "pascal", "--type-prefix", "Shop", "--type-suffix", "Dto"],
    );
    expect(outcome).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(read("named/types.ts")).toContain("export interface ShopOrderDto {\n  /** xs:long */\n  number: bigint;");
    expect((await runCodegen("generate", "wsdl/a.wsdl", "--out", "x", "--type-prefix", "1a")).exitCode).toBe(2);
  });
});

describe("watch", () => {
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
    let onText = () => {};
    const spies = (["stdout", "stderr"] as const).map((name) =>
      jest.spyOn(process[name], "write").mockImplementation((text) => {
        all += String(text);
        onText();
        return true;
      }),
    );
    const code = process.exitCode;
    const run = wholeProgram().parseAsync(["watch", ...args], { from: "user" });
    try {
      await use(async (text) => {
        while (!all.includes(text, heard)) {
          await new Promise<void>((resolve) => {
            onText = resolve;
          });
        }
        const from = heard;
        heard = all.indexOf(text, from) + text.length;
        return all.slice(from, heard);
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
      .map((line) => JSON.parse(line) as { severity: string; reason: string });
    const [error, ...others] = problems.filter(({ severity }) => severity === "error");
    expect(error).toMatchObject({ file: expect.stringContaining("service.wsdl"), line: expect.any(Number) });
    expect(error).toMatchObject({ message: expect.stringContaining("Oder") });
    expect(others).toEqual([]);
    const notes = problems.filter(({ severity }) => severity === "note");
    expect(notes.length).toBeGreaterThanOrEqual(3);
    expect(new Set(notes.map(({ reason }) => reason))).toEqual(new Set(["watching"]));
  });

  test("a formatter that fails is reported, and the watch goes on", async () => {
    const folder = folderWith(order);
    const [wsdl, out] = [join(folder, "service.wsdl"), join(folder, "out")];
    mkdirSync(join(folder, "node_modules/@biomejs"), { recursive: true });
    symlinkSync(resolve("node_modules/@biomejs/biome"), join(folder, "node_modules/@biomejs/biome"), "dir");
    writeFileSync(join(folder, "biome.json"), '{ "formatter": 1 }');
    await watching([wsdl, "--out", out, "--format", "--json"], async (said) => {
      await said('"reason":"watch-failed"');
      await said("The generated files stay as they are.");
    });
    expect(existsSync(out)).toBe(false);
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
    const importing = wsdlWith(
      '<xs:schema><xs:import namespace="urn:t" schemaLocation="parts/order.xsd"/></xs:schema>',
    );
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
    await expect(wholeProgram().parseAsync(["watch", ...args], { from: "user" })).rejects.toThrow(new RegExp(message));
    write.mockRestore();
  });
});

describe("compiled", () => {
  const root = resolve(__dirname, "../../../..");

  const compiled = (...words: string[]): string =>
    execFileSync(process.execPath, ["packages/soapwright/dist/cli.js", ...words], { cwd: root, encoding: "utf8" });

  describe("the compiled generator", () => {
    it("writes what the sources write", () => {
      const out = mkdtempSync(join(tmpdir(), "compiled-"));
      const golden = "packages/soapwright-testing/src/golden/cases/wrapped-list";
      compiled("generate", `${golden}/service.wsdl`, "--out", out, "--quiet");
      for (const name of readdirSync(out)) {
        // The first line names the WSDL by its path, which differs.
        const text = (folder: string) => readFileSync(join(folder, name), "utf8").replace(/^.*\n/, "");
        expect(text(out)).toBe(text(golden));
      }
      rmSync(out, { recursive: true });
    });

    const readers: readonly [words: string, reader: string][] = [
      ["--help", "true"],
      ["--help", "head -n 1"],
      ["generate --help", "true"],
      ["--version", "true"],
      ["inspect wsdl/employee-service.v3.wsdl", "head -n 1"],
    ];
    it.each(sampleOf(readers, 4))("ends %s in silence when its reader, %s, leaves early", (words, reader) => {
      const line = `set -o pipefail; "${process.execPath}" packages/soapwright/dist/cli.js ${words} | ${reader}`;
      const { status, stderr } = spawnSync("bash", ["--norc", "-c", line], {
        cwd: root,
        encoding: "utf8",
        env: shellEnvironment,
      });
      expect([status, stderr]).toEqual([0, ""]);
    });

    it("reports a full disk in one line", () => {
      const { status, stderr } = spawnSync(process.execPath, ["packages/soapwright/dist/cli.js", "--help"], {
        cwd: root,
        stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
        encoding: "utf8",
      });
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^error: Standard output cannot be written: .*ENOSPC.*\.\n$/),
      ]);
    });

    it("finds the runtime that it verifies with", () => {
      expect(
        compiled("verify", "packages/soapwright/tests/commands/two-operations/v3.wsdl", "--instances", "2"),
      ).toMatch(/libxml2 judged 1 of 1 operation/);
    });
  });
});
