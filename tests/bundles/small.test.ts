/** The aliases of docs/bundling.md: the smaller bundle makes a call, and has the size that the page names. */
import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { slowTest } from "soapwright-testing/stage/slow";
import { contract } from "soapwright-testing/wire/contract-facts";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox";

const page = readFileSync("docs/bundling.md", "utf8");
const unused = [...page.matchAll(/--alias:([\w-]+)=\.\/empty\.cjs/g)].map(([, name]) => name!);
/** Kilobytes on the page: `webpack: 617 KB in place of 931 KB`. */
function named(tool: string): readonly [small: number, whole: number] {
  const [, small, whole] = new RegExp(`${tool}[^.]*?(\\d+) KB in place of\\s(\\d+) KB`, "s").exec(page) ?? [];
  return [Number(small), Number(whole)];
}

let folder: string;
let sandbox: Sandbox;
beforeAll(async () => {
  if (!existsSync("dist/index.js")) throw new Error("dist/ is absent: run `make build` first");
  folder = mkdtempSync(join(tmpdir(), "small-bundle-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("."), join(folder, "node_modules/employee-service-client"), "junction");
  cpSync("tests/bundles/project/small.mjs", join(folder, "small.mjs"));
  writeFileSync(join(folder, "empty.cjs"), "");
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a bundle in a folder without packages, and returns its kilobytes of 1,000 bytes. */
async function called(bundle: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [bundle, sandbox.url], { cwd: tmpdir() });
  expect(JSON.parse(stdout)).toEqual({ addresses: 2 });
  return statSync(bundle).size / 1000;
}

function expectNear(kilobytes: number, shown: number): void {
  expect(kilobytes).toBeGreaterThan(shown * 0.97);
  expect(kilobytes).toBeLessThan(shown * 1.03);
}

test("the page names what no call uses", () =>
  expect([...new Set(unused)]).toEqual(["axios", "axios-ntlm", "formidable"]));

test("esbuild: a call by the bundle, whole and small", async () => {
  const sizes: number[] = [];
  for (const isSmall of [true, false]) {
    const outfile = join(folder, isSmall ? "esbuild/small.cjs" : "esbuild/whole.cjs");
    await build({
      entryPoints: [join(folder, "small.mjs")],
      outfile,
      bundle: true,
      minify: true,
      platform: "node",
      logLevel: "error",
      alias: isSmall ? Object.fromEntries(unused.map((name) => [name, join(folder, "empty.cjs")])) : {},
    });
    sizes.push(await called(outfile));
  }
  console.log(`esbuild: ${sizes.map((size) => size.toFixed(0)).join(" KB in place of ")} KB`);
  expect(sizes[0]).toBeLessThan(sizes[1]!);
  const shown = named("esbuild");
  // The page shows what the client of this contract takes, and a copy that has grown takes more.
  if (contract.documented) for (const [at, size] of sizes.entries()) expectNear(size, shown[at]!);
}, 120_000);

slowTest(
  "webpack: a call by the bundle, whole and small",
  async () => {
    const tools = join(folder, "tools");
    mkdirSync(tools);
    writeFileSync(join(tools, "package.json"), "{}");
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", "webpack@5"], { cwd: tools });
    const script = join(folder, "webpack.cjs");
    // The configuration of the page, with the number of the bundle in place of a file of its own.
    writeFileSync(
      script,
      `const webpack = require(${JSON.stringify(join(tools, "node_modules/webpack"))});
const alias = ${JSON.stringify(Object.fromEntries(unused.map((name) => [name, join(folder, "empty.cjs")])))};
const configuration = (filename, resolve) => ({ mode: "production", target: "node20", context: ${JSON.stringify(folder)}, entry: "./small.mjs",
  output: { path: ${JSON.stringify(join(folder, "webpack"))}, filename }, resolve });
webpack([configuration("small.cjs", { alias }), configuration("whole.cjs", {})], (error, stats) => {
  if (error || stats.hasErrors()) throw error ?? new Error(stats.toString());
});
`,
    );
    await promisify(execFile)(process.execPath, [script]);
    const sizes: number[] = [];
    for (const name of ["small.cjs", "whole.cjs"]) sizes.push(await called(join(folder, "webpack", name)));
    console.log(`webpack: ${sizes.map((size) => size.toFixed(0)).join(" KB in place of ")} KB`);
    const shown = named("webpack");
    for (const [at, size] of sizes.entries()) expectNear(size, shown[at]!);
  },
  900_000,
);
