import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseModule } from "../../scripts/rules/modules";
import { kindReaders, kindsOfNodes } from "../../scripts/rules/node-kinds";
import {
  brokenRules,
  direction,
  documentation,
  entryPoints,
  halves,
  lengths,
  nodeKinds,
  packages,
  schemaEntry,
  shared,
  typesInPlace,
} from "../../scripts/rules/rules";

const layers = [["src/errors"], ["src/schema"], ["src/client"]];
const messages = (breaches: readonly { file: string; line: number; message: string }[]) =>
  breaches.map((b) => `${b.file}:${b.line}: ${b.message}`);

test("the tree keeps every house rule", () => {
  expect(messages(brokenRules("."))).toEqual([]);
});

test("an import of a higher layer is a breach, an import of a lower one is not", () => {
  const up = parseModule("src/errors/a.ts", 'import { b } from "../client/b";\n');
  const down = parseModule("src/client/b.ts", '\nimport { a } from "../errors/a";\n');
  expect(messages(direction([up, down], layers))).toEqual([
    "src/errors/a.ts:1: imports src/client/b, which stands above it",
  ]);
});

test("neither half imports the other, but for one module and the run time's entry points", () => {
  const wrong = parseModule("codegen/a.ts", 'import type { B } from "../src/b";\n');
  const late = parseModule("codegen/b.ts", 'const load = () => import("../src/b");\n');
  const right = parseModule("codegen/own-runtime.ts", 'const load = () => require("../src/runtime");\n');
  const inner = parseModule("codegen/own-runtime.ts", 'const load = () => require("../src/xml/reader");\n');
  expect(messages(halves([wrong, late, right, inner]))).toEqual([
    "codegen/a.ts:1: imports src/b: codegen/ and the run time never meet",
    "codegen/b.ts:1: imports src/b: codegen/ and the run time never meet",
    "codegen/own-runtime.ts:1: imports src/xml/reader: codegen/ and the run time never meet",
  ]);
});

test("the generator imports the shared folder of the run time, and nothing else of it", () => {
  const right = parseModule("codegen/xsd/facet.ts", 'import { parsePattern } from "../../src/xsd/pattern-syntax";\n');
  const wrong = parseModule("codegen/xsd/facet.ts", 'import { Codec } from "../../src/xsdx/codec";\n');
  expect(halves([right])).toEqual([]);
  expect(messages(halves([wrong]))).toEqual([
    "codegen/xsd/facet.ts:1: imports src/xsdx/codec: codegen/ and the run time never meet",
  ]);
});

test("the doctor imports the reader of contracts, and nothing else of the generator", () => {
  const right = [
    parseModule("src/doctor/a.ts", 'import { readContract } from "../../codegen/wsdl/read-contract";\n'),
    parseModule("codegen/tables/a.ts", 'import type { TypeNode } from "../../src/schema/codec";\n'),
  ];
  const wrong = [
    parseModule("src/doctor/a.ts", 'import { emitFiles } from "../../codegen/emit/emit";\n'),
    parseModule("src/client/a.ts", 'import { readContract } from "../../codegen/wsdl/read-contract";\n'),
    parseModule("codegen/tables/a.ts", 'import { Codec } from "../../src/schema/codec";\n'),
  ];
  expect(halves(right)).toEqual([]);
  expect(messages(halves(wrong))).toEqual([
    "src/doctor/a.ts:1: imports codegen/emit/emit: codegen/ and the run time never meet",
    "src/client/a.ts:1: imports codegen/wsdl/read-contract: codegen/ and the run time never meet",
    "codegen/tables/a.ts:1: imports code of src/schema/codec: it has its nouns alone",
  ]);
});

test("the shared folder imports nothing but itself", () => {
  const right = parseModule("src/xsd/pattern.ts", 'import { parsePattern } from "./pattern-syntax";\n');
  const wrong = parseModule(
    "src/xsd/a.ts",
    'import type { B } from "../errors/b";\nimport { sep } from "node:path";\n',
  );
  expect(shared([right])).toEqual([]);
  expect(messages(shared([wrong]))).toEqual([
    "src/xsd/a.ts:1: imports src/errors/b: src/xsd imports nothing",
    "src/xsd/a.ts:2: imports node:path: src/xsd imports nothing",
  ]);
});

test("texts are made of the shared folder and a seed alone", () => {
  const right = parseModule("src/texts/a.ts", 'import { Random } from "../random";\nimport { b } from "../xsd/b";\n');
  const wrong = parseModule("src/texts/a.ts", 'import { Codec } from "../schema/codec";\n');
  expect(shared([right])).toEqual([]);
  expect(messages(shared([wrong]))).toEqual([
    "src/texts/a.ts:1: imports src/schema/codec: src/texts imports src/xsd and src/random alone",
  ]);
});

test("the schema folders are entered by codec.ts", () => {
  const right = [
    parseModule("src/soap/a.ts", 'import { Codec } from "../schema/codec";\n'),
    parseModule("src/runtime.ts", 'export { xs } from "./schema/tables/simple";\n'),
    parseModule("src/schema/codec.ts", 'import { Decoder } from "./decode/decoder";\n'),
  ];
  const wrong = [
    parseModule("src/soap/a.ts", 'import type { ElementNode } from "../schema/tables/nodes";\n'),
    parseModule("src/runtime.ts", 'export { Decoder } from "./schema/decode/decoder";\n'),
  ];
  expect(schemaEntry(right)).toEqual([]);
  expect(messages(schemaEntry(wrong))).toEqual([
    "src/soap/a.ts:1: imports src/schema/tables/nodes: enter src/schema by src/schema/codec",
    "src/runtime.ts:1: imports src/schema/decode/decoder: enter src/schema by src/schema/codec",
  ]);
});

test("a package has one folder that names it", () => {
  const wrong = parseModule("src/client/a.ts", 'import { Client } from "soap/lib/client";\n');
  const right = parseModule("src/soap/a.ts", 'import { Client } from "soap/lib/client";\n');
  expect(messages(packages([wrong, right]))).toEqual([
    "src/client/a.ts:1: imports soap/lib/client, which only src/soap may name",
  ]);
});

test("a cycle is a breach, of values and of types, generated or not", () => {
  const root = mkdtempSync(join(tmpdir(), "cycles-"));
  const biome = join(process.cwd(), "node_modules/@biomejs/biome/bin/biome");
  const cyclesIn = (folder: string): string[] => {
    const args = ["lint", "--only=suspicious/noImportCycles", "--reporter=json", folder];
    const { stdout } = spawnSync(process.execPath, [biome, ...args], { cwd: root, encoding: "utf8" });
    const report: { diagnostics: { location: { path: string } }[] } = JSON.parse(stdout);
    return report.diagnostics.map(({ location }) => location.path).sort();
  };
  try {
    copyFileSync("biome.json", join(root, "biome.json"));
    for (const folder of ["src", "scripts", "generated", "codegen"]) mkdirSync(join(root, folder));
    const write = (file: string, text: string): void => writeFileSync(join(root, file), text);
    write("src/a.ts", 'import { b } from "./b";\nexport const a = (): number => b;\n');
    write("src/b.ts", 'import type { a } from "./a";\nexport const b = 1;\nexport type A = typeof a;\n');
    write("scripts/a.ts", 'import { b } from "./b";\nexport const a = (): number => b();\n');
    write("scripts/b.ts", 'import { a } from "./a";\nexport const b = (): number => a();\n');
    write("generated/a.ts", 'import type { B } from "./b";\nexport type A = B | 1;\n');
    write("generated/b.ts", 'import type { A } from "./a";\nexport type B = A | 2;\n');
    write("codegen/a.ts", 'import { b } from "./b";\nexport const a = b;\n');
    write("codegen/b.ts", "export const b = 1;\n");
    expect(cyclesIn("src")).toEqual(["src/a.ts", "src/b.ts"]);
    expect(cyclesIn("scripts")).toEqual(["scripts/a.ts", "scripts/b.ts"]);
    expect(cyclesIn("generated")).toEqual(["generated/a.ts", "generated/b.ts"]);
    expect(cyclesIn("codegen")).toEqual([]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test("a type is imported where the linter's rule of cycles sees it", () => {
  const inPlace = parseModule("src/schema/b.ts", '\nexport type B = import("./a").A;\n');
  const lazy = parseModule("src/schema/b.ts", 'export const a = () => require("./a") as typeof import("./a");\n');
  expect(messages(typesInPlace([inPlace, lazy]))).toEqual([
    "src/schema/b.ts:2: import the type at the top of the file, with import type",
  ]);
});

test("entry points list names and folders stay short", () => {
  const star = parseModule("src/index.ts", 'export * from "./client";\n');
  const long = parseModule("src/client/long.ts", "// a\n".repeat(501));
  expect(messages(entryPoints([star]))).toEqual([
    "src/index.ts:1: export * hides what an entry point shows: list the names",
  ]);
  expect(messages(lengths([long]))).toEqual(["src/client/long.ts:500: 501 lines: look for the second duty"]);
});

test("what a public folder exports has a docstring", () => {
  const bare = parseModule("src/errors/a.ts", "export const a = 1;\n/** Said. */\nexport const b = 2;\n");
  expect(messages(documentation([bare]))).toEqual(["src/errors/a.ts:1: a is public and has no docstring"]);
});

describe("kinds of table nodes", () => {
  const kinds = kindsOfNodes(".");
  const breaches = (file: string, text: string, readers = {}) =>
    messages(nodeKinds([parseModule(file, text)], kinds, readers));
  const ask = "compares kinds of table nodes: ask src/schema/tables/view.ts";

  test("are those that the nodes declare", () => {
    expect(kinds.get("TypeNode")).toEqual(["simple", "complex", "nillable", "polymorphic", "soapArray", "anyType"]);
    expect([...kinds.get("PartNode")!].sort()).toEqual(
      "all any anyAttribute attribute choice element extension mixed repeated sequence simpleContent".split(" "),
    );
  });

  test.each([
    ["compared", 'export const a = (node: N) => node.kind === "complex";\n'],
    ["compared from the other side", 'export const a = (node: N) => "complex" !== node.kind;\n'],
    ["taken out of the node before", 'export const a = ({ kind }: N) => kind === "any";\n'],
    ["looked for in a list", 'export const a = (part: N) => ["element", "any"].includes(part.kind);\n'],
    ["switched over", 'switch (part.kind) { case "mixed": break; default: f(part); }\n'],
  ])("are not %s outside the schema folders", (_how, text) => {
    expect(breaches("src/export/a.ts", text)).toEqual([`src/export/a.ts:1: ${ask}`]);
    expect(breaches("src/export/a.ts", text, { "src/export/a.ts": "why" })).toEqual([]);
    expect(breaches("codegen/model/a.ts", text)).toEqual([]);
  });

  test.each([
    'switch (node.kind) { case "character": case "sequence": case "choice": break; }\n',
    'export const a = (trouble: T) => trouble.kind === "delay";\n',
    "export const a = (node: N) => node.kind === other.kind;\n",
  ])("are not those of other nouns: %s", (text) => {
    expect(breaches("src/sandbox/a.ts", text)).toEqual([]);
  });

  test("are all named by a switch of the schema folders, or its default uses the node", () => {
    const cases = (words: string, rest = "") =>
      `switch (node.kind) { ${words
        .split(" ")
        .map((word) => `case "${word}": `)
        .join("")}f(); break; ${rest} }\n`;
    const breach = "src/schema/a.ts:1: a switch over kinds of nodes names every kind, or its default uses the node";
    expect(breaches("src/schema/a.ts", cases("simple complex"))).toEqual([breach]);
    expect(breaches("src/schema/a.ts", cases("simple complex", "default: g();"))).toEqual([breach]);
    expect(breaches("src/schema/a.ts", cases("simple complex", "default: node satisfies never;"))).toEqual([]);
    expect(breaches("src/schema/a.ts", cases("simple complex polymorphic soapArray anyType"))).toEqual([]);
    expect(breaches("src/schema/a.ts", cases("element any repeated sequence choice all"))).toEqual([]);
  });

  test("are read by six files at most, which compare some", () => {
    expect(Object.keys(kindReaders).length).toBeLessThanOrEqual(6);
    const text = "export const a = 1;\n";
    expect(breaches("src/export/a.ts", text, { "src/export/a.ts": "why" })).toEqual([
      "src/export/a.ts:1: compares no kinds: take it off the list",
    ]);
  });
});
