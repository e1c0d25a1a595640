/** One list of entry points: the manifest follows from it, and a new one is a line. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = resolve(__dirname, "../..");
const urlOf = (name: string) => JSON.stringify(pathToFileURL(join(root, "scripts/build", name)).href);

/** What an expression over the build's modules gives, run in a process of its own: they are ES modules. */
function evaluate(expression: string): unknown {
  const program = `import * as points from ${urlOf("entry-points.mjs")}; import * as manifest from ${urlOf("package-exports.mjs")};
    console.log(JSON.stringify(${expression}));`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd: root, encoding: "utf8" }),
  );
}

function inTree(files: readonly string[], expression: string): unknown {
  const tree = mkdtempSync(join(tmpdir(), "entry-points-"));
  try {
    for (const file of files) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), "");
    }
    return evaluate(expression.replace("TREE", JSON.stringify(tree)));
  } finally {
    rmSync(tree, { recursive: true });
  }
}

test("every package.json has what scripts/packages.json says", () => {
  const packages = evaluate(
    'points.readPackages(".").map((pack) => ({ path: pack.manifest, wanted: manifest.manifestFields(pack) }))',
  ) as { path: string; wanted: Record<string, unknown> }[];
  expect(packages.map(({ path }) => path)).toContain("package.json");
  for (const { path, wanted } of packages) {
    const manifest = JSON.parse(readFileSync(join(root, path), "utf8")) as Record<string, unknown>;
    expect(Object.fromEntries(Object.keys(wanted).map((key) => [key, manifest[key]]))).toEqual(wanted);
    const fields = ["bin", "exports", "imports", "main", "module", "sideEffects", "types", "typesVersions"];
    expect(Object.keys(wanted).sort()).toEqual(fields.filter((field) => field in wanted));
  }
});

test("the packages have one version, and need each other at exactly that", () => {
  const paths = evaluate('points.readPackages(".").map(({ manifest }) => manifest)') as string[];
  const manifests = paths.map(
    (path) =>
      JSON.parse(readFileSync(join(root, path), "utf8")) as {
        name: string;
        version: string;
        dependencies: Record<string, string>;
      },
  );
  const own = new Set(manifests.map(({ name }) => name));
  expect([...own]).toEqual(["soapwright-runtime", "soapwright", "employee-service-client"]);
  const [{ version } = { version: "" }] = manifests;
  for (const each of manifests) {
    expect(each.version).toBe(version);
    const needed = Object.entries(each.dependencies).filter(([name]) => own.has(name));
    expect(needed.map(([, range]) => range)).toEqual(needed.map(() => version));
    if (each.name !== "soapwright-runtime") expect(needed.map(([name]) => name)).toEqual(["soapwright-runtime"]);
  }
});

test("bundlers see the ES build first, whether they import or require; Node gets the CommonJS build", () => {
  const fields = evaluate(
    'manifest.manifestFields({ folder: "dist", entryPoints: { ".": "src/index.ts", "./export": "src/export/index.ts" }, commands: {} })',
  );
  expect(fields).toMatchObject({
    exports: {
      "./export": {
        module: "./dist/module/export.mjs",
        import: { types: "./dist/esm/export.d.mts", default: "./dist/esm/export.mjs" },
        require: { types: "./dist/src/export/index.d.ts", default: "./dist/src/export/index.js" },
      },
    },
    typesVersions: { "*": { export: ["./dist/src/export/index.d.ts"] } },
  });
  const { exports } = fields as { exports: Record<string, object> };
  expect(Object.keys(exports["./export"]!)[0]).toBe("module");
});

test("tools are built for Node alone, and enter the library by one file, whoever loads them", () => {
  const fields = evaluate(
    `manifest.manifestFields({ folder: "dist", base: "src", toolImports: "src/tool-imports.ts", tools: ["./export"], commands: {},
      entryPoints: { ".": "src/index.ts", "./export": "src/export/index.ts" } })`,
  ) as { exports: Record<string, object>; imports: object };
  expect(Object.keys(fields.exports["./export"]!)).toEqual(["import", "require"]);
  expect(fields.imports).toEqual({
    "#library": { module: "./dist/module/tool-imports.mjs", default: "./dist/tool-imports.js" },
  });
});

test("a pattern is an entry point for each file, and one line of the manifest", () => {
  const files = [
    "generated/v2.1/index.ts",
    "generated/v3/index.ts",
    "generated/v3/types.ts",
    "generated/other/index.ts",
  ];
  const pack =
    '{ folder: "dist", entryPoints: { ".": "src/index.ts", "./v*": "generated/v*/index.ts" }, commands: {} }';
  expect(inTree(files, `points.entryPoints(TREE, ${pack})`)).toEqual([
    { name: ".", source: "src/index.ts" },
    { name: "./v2.1", source: "generated/v2.1/index.ts" },
    { name: "./v3", source: "generated/v3/index.ts" },
  ]);
  expect(evaluate(`manifest.manifestFields(${pack}).exports["./v*"].require.default`)).toBe(
    "./dist/generated/v*/index.js",
  );
});

test("a pattern that no file matches is an error that names it", () => {
  const pack = '{ entryPoints: { "./v*": "generated/v*/index.ts" } }';
  expect(() => inTree(["generated/other/index.ts"], `points.entryPoints(TREE, ${pack})`)).toThrow(
    /\.\/v\*: no file matches generated\/v\*\/index\.ts\./,
  );
});
