/** What a program that makes one call loads of the built package: each further file costs every user's start. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { promisify } from "node:util";
import { startSandbox } from "../../src/employee-sandbox/start-sandbox";
import { importedFeatures } from "../stage/features";

/** Parts of Node that a call over plain HTTP does without, and which take long to load. */
const unwanted = /^node:(https|http2|tls|zlib|worker_threads|child_process|cluster|inspector|sqlite)$/;

const runtime = "packages/soapwright-runtime/dist";
const library = `${runtime}/library.js`;
/** Entry points that do nothing in Node: where a WSDL may need a feature, the generated client imports it for bundlers. */
const imported = new Set([...importedFeatures()].map((name) => `${runtime}/${name}/index.js`));
const isOurs = (file: string): boolean => /^(dist|packages)\//.test(file) && !imported.has(file);

/** Files in the order in which they are loaded, from the root, then those parts of Node. */
async function loadedFiles(program: string): Promise<string[]> {
  const print = `const known = process.moduleLoadList.map((name) => name.replace("NativeModule ", "node:"));
    process.stdout.write(JSON.stringify([...Object.keys(require.cache), ...known.filter((name) => unwanted.test(name))]))`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "-e",
    `const unwanted = ${unwanted}; (async () => { ${program}; ${print}; })()`,
  ]);
  return (JSON.parse(stdout) as string[]).map((path) =>
    path.startsWith("node:") ? path : relative(resolve("."), path),
  );
}

beforeAll(() => {
  if (!existsSync("dist/library.js")) throw new Error("dist/ is absent: run `make build` first");
});

test("a call loads one file of each of our packages beside their entry points, of node-soap and of undici their clients", async () => {
  const sandbox = await startSandbox();
  try {
    const files = await loadedFiles(`
      const { createEmployeeServiceV3 } = require("./dist/src/index.js");
      const client = createEmployeeServiceV3({ baseUrl: "${sandbox.url}", domain: "sandbox" });
      const addresses = await client.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 });
      if (addresses.length !== 2) throw new Error(String(addresses.length));
      await client.close()`);
    const entries = ["dist/src/index.js", "dist/library.js", `${runtime}/runtime.js`, library];
    expect(files.filter(isOurs).sort()).toEqual(entries.sort());
    const foreign = files
      .filter((file) => !isOurs(file) && !imported.has(file))
      .map((file) => file.split("node_modules/").at(-1));
    const packages = new Set(foreign.map((file) => file?.split("/")[0]));
    expect([...packages].sort()).toEqual(["soap", "undici"]);
    expect(foreign.filter((file) => file?.startsWith("soap/"))).toEqual(["soap/lib/client.js", "soap/lib/utils.js"]);
    expect(foreign.filter((file) => /fetch|\/web\/|mock|cache|proxy|pool/.test(file ?? ""))).toEqual([]);
    expect(foreign.length).toBeLessThanOrEqual(22);
  } finally {
    await sandbox.close();
  }
});

test("the entry point of generated code shares that file", async () => {
  const files = await loadedFiles(`require("./dist/src/index.js"); require("./dist/src/runtime.js")`);
  const entries = ["dist/src/index.js", "dist/library.js", `${runtime}/runtime.js`, library, "dist/src/runtime.js"];
  expect(files.filter(isOurs).sort()).toEqual(entries.sort());
});

test("the sandbox has the same classes as the main entry point", async () => {
  const files = await loadedFiles(`
    const { ConfigurationError } = require("./dist/src/index.js");
    const { startSandbox } = require("./dist/src/employee-sandbox/index.js");
    const error = await startSandbox({ data: "absent.json" }).catch((error) => error);
    if (!(error instanceof ConfigurationError)) throw error`);
  expect(files.filter((file) => file === library)).toHaveLength(1);
});

test.each([
  ["opentelemetry", ["@opentelemetry/api"]],
  ["opentelemetry-instrumentation", ["@opentelemetry/api", "@opentelemetry/instrumentation"]],
])("%s loads nothing of the client: it is loaded before what other instrumentations patch", async (entry, packages) => {
  const files = await loadedFiles(`require("./dist/src/${entry}.js")`);
  const wanted = [`dist/src/${entry}.js`, `${runtime}/${entry}.js`, `${runtime}/apart/opentelemetry.js`];
  expect(files.filter(isOurs)).toEqual(wanted);
  const named = new Set(files.map((file) => /node_modules\/(@opentelemetry\/[^/]+|soap|undici)\//.exec(file)?.[1]));
  for (const name of packages) expect([...named]).toContain(name);
  expect([...named]).not.toContain("soap");
  expect([...named]).not.toContain("undici");
});
