/** One copy of each class in a process, whichever way the package is reached: by Node, and in what bundlers make. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../..");
/** As the page for users shows it. */
const banner = /^import \{ createRequire.*$/m.exec(readFileSync(join(root, "docs/bundling.md"), "utf8"))![0];
const wanted = {
  costCenters: 2,
  addresses: 2,
  callOfRuntime: true,
  oneClass: true,
  toolsToo: true,
  name: "ArgumentError",
  guard: true,
};
let project: string;

beforeAll(() => {
  if (!existsSync(join(root, "dist/src/index.js"))) throw new Error("dist/ is absent: run `make build` first");
  project = join(root, "reports/bundles");
  rmSync(project, { recursive: true, force: true });
  mkdirSync(join(project, "node_modules"), { recursive: true });
  cpSync(join(root, "tests/bundles/project"), project, { recursive: true });
  cpSync(join(project, "legacy"), join(project, "node_modules/legacy"), { recursive: true });
  symlinkSync(root, join(project, "node_modules/employee-service-client"), "junction");
});

function run(file: string, ...options: readonly string[]): unknown {
  return JSON.parse(execFileSync(process.execPath, [...options, file], { cwd: tmpdir(), encoding: "utf8" }));
}

/** The bundle runs where no package can be found, so all of it is in the file. */
function bundled(tool: string, format: string, extension: string, ...more: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  try {
    const output = join(folder, `app.${extension}`);
    const entry = join(project, "main.mjs");
    execFileSync(process.execPath, [join(root, "tests/bundles/bundle.mjs"), tool, format, entry, output, ...more], {
      cwd: project,
    });
    return { files: JSON.parse(readFileSync(`${output}.json`, "utf8")) as string[], result: run(output) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("Node: an ES application and its CommonJS dependency share each class", () => {
  expect(run(join(project, "main.mjs"))).toEqual(wanted);
});

test.each([
  ["rolldown to CommonJS", "rolldown", "cjs", "cjs", []],
  ["rolldown to ES", "rolldown", "esm", "mjs", []],
  ["esbuild to CommonJS", "esbuild", "cjs", "cjs", []],
  ["esbuild to ES with the documented banner", "esbuild", "esm", "mjs", [banner]],
])("%s: the same, and the library is that of the ES build alone", (_what, tool, format, extension, more) => {
  const { files, result } = bundled(tool, format, extension, ...more);
  expect(result).toEqual(wanted);
  expect(files.length).toBeGreaterThan(3);
  const runTime = "packages/soapwright-runtime/dist";
  expect(files).toContain(`${runTime}/module/index.mjs`);
  // Tools are built once, and the files that lead to them.
  const others = files.filter((file) => !file.startsWith("dist/module/") && !file.startsWith(`${runTime}/module/`));
  expect(others).toContain(`${runTime}/sandbox/index.js`);
  expect(others.filter((file) => !/^[^.]*\/dist\/(esm|export|sandbox|tools)\//.test(file))).toEqual([]);
});

test("without the banner esbuild's ES bundle does not run, so the page has to name it", () => {
  expect(() => bundled("esbuild", "esm", "mjs")).toThrow(/Dynamic require of/);
});
