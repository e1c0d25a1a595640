import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { packPackage } from "../../scripts/release/pack";
import { readPackages } from "../../scripts/release/packages";
import { type PackedFiles, packedProblems } from "../../scripts/release/packed-checks";
import { sampleOf } from "../stage/slow";

const home = "/home/builder/project";
const limits = { code: 100_000, maps: 200_000 };
const rules = { installs: ["commander", "soap", "undici"], limits };
const manifest = {
  exports: { ".": { module: "./dist/a.mjs", require: { types: "./dist/a.d.ts", default: "./dist/a.js" } } },
  bin: {},
  dependencies: { commander: "1", soap: "1", undici: "1" },
};
const map = JSON.stringify({ version: 3, sources: ["../src/a.ts"], sourcesContent: ["export const a = 1;"] });

/** A package without a fault, then what a test changes; `undefined` takes a file out. */
function pack(changes: Readonly<Record<string, string | undefined>> = {}): PackedFiles {
  const files: Record<string, string | undefined> = {
    "package.json": JSON.stringify(manifest),
    "README.md": "[changes](CHANGELOG.md#first) [site](https://example.test/a) [below](#below)",
    LICENSE: "MIT",
    "CHANGELOG.md": "",
    "dist/a.js": "exports.a = 1;\n//# sourceMappingURL=a.js.map\n",
    "dist/a.js.map": map,
    "dist/a.mjs": "export const a = 1;\n//# sourceMappingURL=a.mjs.map",
    "dist/a.mjs.map": map,
    "dist/a.d.ts": "export declare const a: number;\n",
    ...changes,
  };
  return new Map(
    Object.entries(files).flatMap(([path, text]) => (text === undefined ? [] : [[path, { text, size: text.length }]])),
  );
}

test("a good package has no problem", () => {
  expect(packedProblems(pack(), home, rules)).toEqual([]);
});

test("sources may stand beside their maps, and count as they do", () => {
  const beside = JSON.stringify({ version: 3, sources: ["sources/src/a.ts"] });
  const files = { "dist/a.js.map": beside, "dist/a.mjs.map": beside, "dist/sources/src/a.ts": "export const a = 1;" };
  expect(packedProblems(pack(files), home, rules)).toEqual([]);
  const large = { ...files, "dist/sources/src/a.ts": "x".repeat(limits.maps) };
  expect(packedProblems(pack(large), home, rules)).toEqual([
    expect.stringMatching(/^Its source maps have \d+ bytes, the limit is \d+:/),
  ]);
});

test.each<[string, Readonly<Record<string, string | undefined>>, string]>([
  ["an entry point without its file", { "dist/a.d.ts": undefined }, "./dist/a.d.ts is missing."],
  ["no licence", { LICENSE: undefined }, "./LICENSE is missing."],
  ["code without a source map", { "dist/a.js": "exports.a = () => 1;\n" }, "dist/a.js has no source map."],
  [
    "a map that is not there",
    { "dist/a.mjs.map": undefined },
    "dist/a.mjs names the source map a.mjs.map, which is missing.",
  ],
  [
    "a map without its sources",
    { "dist/a.js.map": JSON.stringify({ sources: ["../src/a.ts"] }) },
    "dist/a.js.map names the source ../src/a.ts, which is missing.",
  ],
  ["a map of nothing", { "dist/a.js.map": JSON.stringify({ sources: [] }) }, "dist/a.js.map names no source."],
  [
    "code of another package without its licence",
    {
      "dist/a.js.map": JSON.stringify({ sources: ["../../third-party:@b/c/d"], sourcesContent: [""] }),
      "THIRD-PARTY.txt": "\nd 1.0.0 (MIT)\n",
    },
    "dist/a.js has code of @b/c, whose licence is not in THIRD-PARTY.txt.",
  ],
  ["a test", { "tests/a.test.ts": "" }, "tests/a.test.ts does not belong in it."],
  [
    "the generator",
    { "packages/soapwright/dist/cli.js": "" },
    "packages/soapwright/dist/cli.js does not belong in it.",
  ],
  ["a path of the machine", { "dist/a.d.ts": `// ${home}/src` }, "dist/a.d.ts holds a path of this machine."],
  ["a link to what is not packed", { "README.md": "[a](docs/a.md)" }, "README.md: docs/a.md is not in the package."],
  ["a link that is no address", { "README.md": "[a](https://)" }, "README.md: https:// is no address."],
  [
    "an install script",
    { "package.json": JSON.stringify({ ...manifest, scripts: { postinstall: "x" } }) },
    "The script postinstall would run on a user's machine.",
  ],
  [
    "one more dependency",
    { "package.json": JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, sax: "1" } }) },
    "The run-time dependencies are commander, sax, soap, undici, not commander, soap, undici.",
  ],
])("%s is a problem", (_what, changes, problem) => {
  expect(packedProblems(pack(changes), home, rules)).toEqual([problem]);
});

test("code and maps have limits of their own", () => {
  const large = (bytes: number) => "x".repeat(bytes);
  expect(packedProblems(pack({ "dist/a.d.ts": large(limits.code) }), home, rules)).toEqual([
    expect.stringMatching(/^Its code has \d+ bytes, the limit is \d+:/),
  ]);
  const content = { sources: ["a"], sourcesContent: [large(limits.maps)] };
  expect(packedProblems(pack({ "dist/a.js.map": JSON.stringify(content) }), home, rules)).toEqual([
    expect.stringMatching(/^Its source maps have \d+ bytes, the limit is \d+:/),
  ]);
});

test("npm's archive is read as it is, with names of any length", () => {
  const folder = mkdtempSync(join(tmpdir(), "packed-"));
  try {
    const long = `dist/${"folder/".repeat(20)}${"name".repeat(20)}.js`;
    const files = {
      "package.json": '{ "name": "@scope/small", "version": "1.2.3" }',
      "a.txt": "ä".repeat(700),
      [long]: "1",
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const packed = packPackage(folder, folder);
    expect(packed).toMatchObject({ name: "@scope/small", version: "1.2.3" });
    expect(packed.integrity).toMatch(/^sha512-.{86}==$/);
    expect(Object.fromEntries([...packed.files].map(([path, { text }]) => [path, text]))).toEqual(files);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);

// `make pack` checks each.
test.each(sampleOf(readPackages("."), 3))(
  "$name, as it is built, has no problem",
  (one) => {
    const folder = mkdtempSync(join(tmpdir(), "packed-"));
    try {
      const packed = packPackage(resolve(one.folder), folder);
      expect(packedProblems(packed.files, resolve("."), one)).toEqual([]);
      expect(packed.files.get("LICENSE")?.text).toBe(readFileSync("LICENSE", "utf8"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  60_000,
);
