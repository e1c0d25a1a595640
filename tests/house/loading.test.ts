/**
 * The files of the built package that a program with one call loads. Each further file slows the start of every
 * program.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { promisify } from "node:util";
import { startSandbox } from "../../src/sandbox/start-sandbox";

/** Modules of Node.js that a call over plain HTTP does not need, and that load slowly. */
const unwanted = /^node:(https|worker_threads|child_process|cluster|inspector|sqlite)$/;

const runtime = "packages/soapwright-runtime/dist";
const isOurs = (file: string): boolean => /^(dist|packages)\//.test(file);

/** Returns the loaded files in order, relative to the root, then the loaded modules of `unwanted`. */
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
  if (!existsSync("dist/index.js")) throw new Error("dist/ is absent: run `make build` first");
});

test("a call loads the client and the run time of our packages, and of node-soap and undici their clients", async () => {
  const sandbox = await startSandbox();
  try {
    const files = await loadedFiles(`
      const { createEmployeeServiceV3 } = require("./dist/index.js");
      const client = createEmployeeServiceV3({ baseUrl: "${sandbox.url}", domain: "sandbox" });
      const addresses = await client.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 });
      if (addresses.length !== 2) throw new Error(String(addresses.length));
      await client.close()`);
    const folders = files.filter(isOurs).map((file) => file.slice(0, file.indexOf("dist/") + 4));
    expect([...new Set(folders)].sort()).toEqual(["dist", runtime]);
    const foreign = files.filter((file) => !isOurs(file)).map((file) => file.split("node_modules/").at(-1));
    const packages = new Set(foreign.map((file) => file?.split("/")[0]));
    expect([...packages].sort()).toEqual(["debug", "has-flag", "ms", "soap", "supports-color", "undici"]);
    expect(foreign.filter((file) => file?.startsWith("soap/"))).toEqual(["soap/lib/client.js", "soap/lib/utils.js"]);
    expect(foreign.filter((file) => /fetch|\/web\/|mock|cache|proxy|pool/.test(file ?? ""))).toEqual([]);
  } finally {
    await sandbox.close();
  }
});

test.each([
  ["sandbox", ["export", "doctor"]],
  ["export", ["sandbox", "doctor", "contract"]],
  ["doctor", ["sandbox", "export"]],
])("%s loads nothing of %j", async (entry, others) => {
  const files = await loadedFiles(`require("./dist/${entry}.js")`);
  expect(files).toContain(`packages/soapwright-${entry}/dist/index.js`);
  expect(files.filter((file) => others.some((other) => file.startsWith(`packages/soapwright-${other}/`)))).toEqual([]);
});

test("the sandbox has the same classes as the main entry point", async () => {
  const files = await loadedFiles(`
    const { ConfigurationError } = require("./dist/index.js");
    const { startSandbox } = require("./dist/sandbox.js");
    const error = await startSandbox({ data: "absent.json" }).catch((error) => error);
    if (!(error instanceof ConfigurationError)) throw error`);
  expect(files.filter((file) => file === `${runtime}/index.js`)).toHaveLength(1);
});

test.each([
  ["opentelemetry", ["@opentelemetry/api"]],
  ["opentelemetry-instrumentation", ["@opentelemetry/api", "@opentelemetry/instrumentation"]],
])("%s loads nothing of the client: it is loaded before what other instrumentations patch", async (entry, packages) => {
  const files = await loadedFiles(`require("./dist/${entry}.js")`);
  expect(files.filter(isOurs)).toContain(`${runtime}/${entry}.js`);
  expect(files).not.toContain(`${runtime}/index.js`);
  const named = new Set(files.map((file) => /node_modules\/(@opentelemetry\/[^/]+|soap|undici)\//.exec(file)?.[1]));
  for (const name of packages) expect([...named]).toContain(name);
  expect([...named]).not.toContain("soap");
  expect([...named]).not.toContain("undici");
});
