/** Tests `config/find-config` and `config/stage-options` by themselves: no entry point shows them whole. */
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defaultLimits } from "soapwright-contract/flags";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";
import schema from "../../config.schema.json";
import { findConfig } from "../../src/config/find-config";
import { optionNames } from "../../src/config/stage-options";

/** `soapwright.config.json` and `.ts`: their effect, and the messages about wrong ones. */
describe("config", () => {
  const cases = join(__dirname, "../../../soapwright-testing/src/golden/cases");
  const wsdlOf = (name: string): string => readFileSync(join(cases, name, "service.wsdl"), "utf8");
  const before = process.cwd();
  const root = realpathSync(mkdtempSync(join(tmpdir(), "config-")));
  let count = 0;
  afterAll(() => {
    process.chdir(before);
    rmSync(root, { recursive: true });
  });

  function project(files: Readonly<Record<string, string | object>>): string {
    const folder = join(root, String(count++));
    for (const [name, content] of Object.entries({ "wsdl/orders.wsdl": wsdlOf("wrapped-list"), ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content, null, 2));
    }
    process.chdir(folder);
    return folder;
  }
  const read = (folder: string, path: string): string => readFileSync(join(folder, path), "utf8");

  test("several WSDLs, options of each and of all, from any folder of the project", async () => {
    const folder = project({
      "wsdl/types.wsdl": wsdlOf("simple-types"),
      "deep/inside/x": "",
      "package.json": {},
      "soapwright.config.json": {
        $schema: "./node_modules/soapwright/config.schema.json",
        extension: "js",
        typeSuffix: "Dto",
        wsdls: [
          { wsdl: "wsdl/orders.wsdl", out: "src/orders", className: "Shop", typeSuffix: "Type" },
          { wsdl: "wsdl/types.wsdl", out: "src/types", decimal: "number", extension: "none" },
        ],
      },
    });
    process.chdir(join(folder, "deep/inside"));
    expect(await runCodegen("generate", "--quiet")).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(read(folder, "src/orders/client.ts")).toContain("export class Shop<O extends object = object> extends");
    expect(read(folder, "src/orders/client.ts")).toContain('from "./schemas.js"');
    expect(read(folder, "src/orders/types.ts")).toContain("interface OrderType {");
    expect(read(folder, "src/types/types.ts")).toContain("type PercentageDto = number;");
    expect(read(folder, "src/types/client.ts")).toContain('from "./schemas"');
    expect(await runCodegen("check")).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    process.chdir(folder);
    expect((await runCodegen("check", "--extension", "ts")).stdout).toMatch(/src\/orders\/client\.ts was edited/);
  });

  test("texts and patterns have a folder each in that of all", async () => {
    const folder = project({
      "wsdl/more/types.wsdl": wsdlOf("simple-types"),
      "wsdl/more/.hidden.wsdl": "",
      "wsdl/choices.xml": wsdlOf("choices"),
      "soapwright.config.json": { out: "src", wsdls: ["wsdl/**/*.wsdl", { wsdl: ["wsdl/{choices,none}.xml"] }] },
    });
    writeFileSync(join(folder, "wsdl/none.xml"), wsdlOf("groups"));
    expect(await runCodegen("generate", "--quiet")).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(readdirSync(join(folder, "src")).sort()).toEqual(["choices", "none", "orders", "types"]);
  });

  test("a configuration in TypeScript, with types and what it imports", async () => {
    const folder = project({
      "out.ts": 'export enum Out { Orders = "src/orders" }\n',
      "soapwright.config.ts": `import { join } from "node:path";
import type { Config } from "soapwright";
import { Out } from "./out.js";

const prefix: string = "Shop";
export default { wsdls: [{ wsdl: join("wsdl", "orders.wsdl"), out: Out.Orders, typePrefix: prefix }] } satisfies Config;
`,
    });
    expect(await runCodegen("generate", "--quiet")).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(read(folder, "src/orders/types.ts")).toContain("interface ShopOrder {");
  });

  test("a function that resolves to a configuration", async () => {
    const folder = project({
      "soapwright.config.ts":
        'export default async () => ({ wsdls: [{ wsdl: "wsdl/orders.wsdl", out: "src/" + (await Promise.resolve("a")) }] });\n',
    });
    expect((await runCodegen("generate", "--quiet")).stderr).toBe("");
    expect(readdirSync(join(folder, "src"))).toEqual(["a"]);
  });

  const entry = { wsdl: "wsdl/orders.wsdl", out: "src" };
  test.each<[string, object | string, string]>([
    ["is no JSON", '{ "wsdls": [ }', ':1:14: error: "}" is where a value is expected.'],
    ["is a list", [], ":1:1: error: the configuration is a list. It takes an object."],
    ["lacks WSDLs", {}, ':1:1: error: "wsdls" is missing in the configuration. It has nothing.'],
    ["has no WSDL", { wsdls: [] }, ':2:3: error: "wsdls" of the configuration is empty. Name at least one WSDL.'],
    [
      "has an unknown option",
      { wsdls: [{ ...entry, zzz: "x" }] },
      ':6:7: error: "zzz" is unknown in an entry. It takes wsdl, out,',
    ],
    [
      "has a misspelt option",
      { wsdls: [{ ...entry, outt: "x" }] },
      ':6:7: error: "outt" is unknown in an entry. Did you mean "out"?',
    ],
    ["has no folder", { wsdls: ["wsdl/orders.wsdl"] }, ':3:5: error: "out" is missing for wsdl/orders.wsdl.'],
    [
      "has a wrong choice",
      { wsdls: [{ ...entry, extension: "mjs" }] },
      ':6:20: error: "extension" of an entry is "mjs". It takes js, ts, none.',
    ],
    [
      "has a wrong kind",
      { wsdls: [{ ...entry, format: "yes" }] },
      ':6:17: error: "format" of an entry is a text. It takes true or false.',
    ],
    [
      "has a wrong limit",
      { limits: { maxTypes: 0 }, wsdls: [entry] },
      ':3:17: error: "maxTypes" of "limits" is 0. It takes a positive whole number.',
    ],
    [
      "has a module name of two lines",
      { wsdls: [{ ...entry, runtime: "a\nb" }] },
      ':6:18: error: "runtime" is "a\\nb". It takes the name of a module on one line',
    ],
    [
      "has a wrong class name",
      { wsdls: [{ ...entry, className: "a b" }] },
      ':6:20: error: "className" is "a b". It takes a name for a class',
    ],
    [
      "names no type",
      { wsdls: [{ ...entry, names: { types: { "{urn:x}Oder": "A" } } }] },
      ":8:26: error: no type is called {urn:x}Oder.",
    ],
    [
      "gives no name",
      { wsdls: [{ ...entry, names: { types: { a: "b c" } } }] },
      ':8:16: error: "b c" is no name for a.',
    ],
    ["names no file", { wsdls: [{ ...entry, wsdl: "wsdl/x*.wsdl" }] }, ":4:15: error: no file matches wsdl/x*.wsdl."],
    [
      "uses a folder twice",
      { wsdls: [entry, entry] },
      ':9:14: error: orders.wsdl and orders.wsdl have the same folder. Give each its own "out".',
    ],
  ])("a configuration that %s", async (_, config, message) => {
    const folder = project({ "soapwright.config.json": config });
    const outcome = await runCodegen("generate");
    expect(outcome.stderr).toContain(`soapwright.config.json${message}`);
    expect(outcome.exitCode).toBe(1);
    expect(readdirSync(folder).sort()).toEqual(["soapwright.config.json", "wsdl"]);
  });

  test.each([
    ["does not parse", "export default {\n  wsdls: [,,\n};\n", ":3:1: error: Expression or comma expected."],
    ["throws", 'throw new Error("no such vault");\n', ":1:1: error: running the file failed: no such vault."],
    ["exports nothing", "export const a = 1;\n", ":1:1: error: the file has no default export."],
    [
      "has a function for a value",
      'export default {\n  wsdls: [{ wsdl: "a",\n    out: () => 1 }],\n};\n',
      ':3:16: error: "out" is a function.',
    ],
    [
      "has a wrong choice",
      'const c = {\n  out: "x", wsdls: ["wsdl/orders.wsdl"],\n  decimal: "float",\n};\nexport default c as object;\n',
      ':3:12: error: "decimal" of the configuration is "float".',
    ],
  ])("a configuration in TypeScript that %s", async (_, text, message) => {
    project({ "soapwright.config.ts": text });
    const outcome = await runCodegen("generate");
    expect(outcome.stderr).toContain(`soapwright.config.ts${message}`);
    expect(outcome.exitCode).toBe(1);
  });

  test("usage: one configuration, named or found, and no WSDL beside it", async () => {
    const folder = project({ "a.json": { wsdls: [entry] } });
    expect((await runCodegen("generate")).stderr).toContain(
      "there is no soapwright.config.json or soapwright.config.ts here. Name a WSDL and --out.",
    );
    expect(await runCodegen("generate", "--config", "a.json", "--quiet")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(readdirSync(join(folder, "src"))).toContain("client.ts");
    expect(await runCodegen("generate", "--config", "b.json")).toMatchObject({
      exitCode: 1,
      stderr: "b.json:1:1: error: the file cannot be read (ENOENT).\n",
    });
    expect((await runCodegen("generate", "a.wsdl", "--out", "x", "--config", "a.json")).exitCode).toBe(2);
    writeFileSync("soapwright.config.json", "{}");
    writeFileSync("soapwright.config.ts", "");
    expect((await runCodegen("generate")).stderr).toContain("remove one of them");
  });

  test("verify proves every WSDL of the configuration under its names", async () => {
    project({
      "soapwright.config.json": {
        propertyCase: "camel",
        wsdls: [entry],
      },
    });
    const outcome = await runCodegen("verify", "--instances", "3", "--quiet");
    expect(outcome.stderr).toBe("");
    expect(outcome.stdout).toContain("all came back as they were");
    expect(outcome.exitCode).toBe(0);
  });

  test("the JSON schema has the options that the generator takes", () => {
    const { properties, definitions } = schema;
    const names = [...optionNames].sort();
    expect(Object.keys(definitions.options).sort()).toEqual(names);
    expect(Object.keys(properties).sort()).toEqual(["$schema", "wsdls", ...names].sort());
    expect(Object.keys(definitions.entry.properties).sort()).toEqual(["wsdl", ...names].sort());
    expect(Object.keys(definitions.options.limits.properties).sort()).toEqual(Object.keys(defaultLimits).sort());
  });
});

/** `--config FILE` is read in any place and with any owner, because the user has named it. */
describe("config flag", () => {
  const before = process.cwd();
  let root: string;
  const at = (...names: string[]) => join(root, ...names);
  const wsdl = readFileSync(
    join(__dirname, "../../../soapwright-testing/src/golden/cases/wrapped-list/service.wsdl"),
    "utf8",
  );
  const configuration = (out: string) => JSON.stringify({ wsdls: [{ wsdl: "orders.wsdl", out }] });

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "config-flag-")));
    mkdirSync(at("shared/repository/.git"), { recursive: true });
    for (const folder of ["shared", "shared/repository"]) {
      writeFileSync(at(folder, "orders.wsdl"), wsdl);
      writeFileSync(at(folder, "package.json"), "{}");
    }
    writeFileSync(at("shared/soapwright.config.json"), configuration("above"));
    process.chdir(at("shared/repository"));
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(root, { recursive: true });
  });

  test("one above the repository is not found, and is taken when it is named", async () => {
    expect(await runCodegen("generate")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("no WSDL is named"),
    });
    const named = await runCodegen("generate", "--config", "../soapwright.config.json");
    expect([named.exitCode, named.stderr]).toEqual([0, expect.stringContaining("4 files")]);
    // Paths in the configuration are relative to its folder.
    expect(existsSync(at("shared/above/client.ts"))).toBe(true);
    expect(await runCodegen("check", "--config", at("shared/soapwright.config.json"))).toMatchObject({ exitCode: 0 });
  });

  test("it goes before the one of the folder, and may have any name", async () => {
    writeFileSync(at("shared/repository/soapwright.config.json"), configuration("own"));
    writeFileSync(at("shared/repository/release.json"), configuration("named"));
    expect((await runCodegen("generate", "--config", "release.json")).exitCode).toBe(0);
    expect([existsSync("named"), existsSync("own")]).toEqual([true, false]);
    expect((await runCodegen("verify", "--config", "release.json", "--instances", "1")).exitCode).toBe(0);
  });

  const asRoot = process.getuid?.() === 0 ? test : test.skip;

  asRoot("one that another user owns is taken when it is named", async () => {
    writeFileSync(at("shared/repository/theirs.json"), configuration("theirs"));
    chownSync(at("shared/repository/theirs.json"), 12_345, 12_345);
    expect((await runCodegen("generate", "--config", "theirs.json")).exitCode).toBe(0);
    expect(existsSync("theirs/client.ts")).toBe(true);
  });

  asRoot.each(["generate", "verify"])(
    "one that another user owns is not taken by %s, which says so",
    async (command) => {
      mkdirSync(at("shared/repository/package"), { recursive: true });
      writeFileSync(at("shared/repository/package/soapwright.config.json"), configuration("foreign"));
      chownSync(at("shared/repository/package/soapwright.config.json"), 12_345, 12_345);
      process.chdir(at("shared/repository/package"));
      try {
        expect(await runCodegen(command)).toMatchObject({
          exitCode: 2,
          stderr: expect.stringMatching(
            /^error: soapwright\.config\.json belongs to another user, .*: --config soapwright\.config\.json\.$/m,
          ),
        });
      } finally {
        process.chdir(at("shared/repository"));
      }
    },
  );

  test.each([
    ["that is not there", ["generate", "--config", "absent.json"], 1, /absent\.json/],
    ["that is a folder", ["generate", "--config", "."], 1, /error/],
    [
      "beside a WSDL",
      ["generate", "orders.wsdl", "--out", "x", "--config", "release.json"],
      2,
      /--config is for runs without WSDLs/,
    ],
  ] as const)("one %s is one error", async (_what, words, exitCode, says) => {
    const ran = await runCodegen(...words);
    expect(ran).toMatchObject({ exitCode, stderr: expect.stringMatching(says) });
    expect(ran.stderr).not.toMatch(/^ {4}at /m);
  });
});

/** The places where a configuration is searched, and the owners that are accepted. */
describe("find config", () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "find-config-")));
    mkdirSync(join(root, "repository/package/src"), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const at = (...names: string[]) => join(root, ...names);
  const write = (...names: string[]) => {
    writeFileSync(at(...names), "");
    return at(...names);
  };
  const from = () => findConfig(at("repository/package/src"));

  test("it is that of the nearest folder", () => {
    write("repository/package/package.json");
    const own = write("repository/package/soapwright.config.json");
    expect(from()).toBe(own);
  });

  test("it is not looked for above the repository", () => {
    write("soapwright.config.ts");
    mkdirSync(at("repository/.git"));
    write("repository/package/package.json");
    expect(from()).toBeUndefined();
    const own = write("repository/soapwright.config.ts");
    expect(from()).toBe(own);
  });

  test("without a repository it is not looked for above the nearest package.json, and without that nowhere else", () => {
    write("soapwright.config.ts");
    expect(from()).toBeUndefined();
    write("repository/package/package.json");
    expect(from()).toBeUndefined();
    const own = write("repository/package/soapwright.config.ts");
    expect(from()).toBe(own);
  });

  const asRoot = process.getuid?.() === 0 ? test : test.skip;

  asRoot("one that another user owns is not taken, unless that user owns the folder of the command", () => {
    write("repository/package/package.json");
    const own = write("repository/package/soapwright.config.ts");
    chownSync(own, 12_345, 12_345);
    expect(from()).toBeUndefined();
    chownSync(at("repository/package/src"), 12_345, 12_345);
    expect(from()).toBe(own);
  });
});
