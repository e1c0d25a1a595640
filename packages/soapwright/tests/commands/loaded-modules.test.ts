/** What each command loads: TypeScript's compiler alone takes half a second, so only what prints or runs TypeScript has it. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../../../..");
const command = join(root, "packages/soapwright/dist/cli.js");
const wsdl = join(root, "wsdl/employee-service.v3.wsdl");
let folder: string;
/** Has a port, so that the mock loads what it serves with, and ends. */
const occupant = createServer();

beforeAll(async () => {
  if (!existsSync(command)) throw new Error("dist/ is absent: run `make build` first");
  folder = mkdtempSync(join(tmpdir(), "loaded-"));
  await new Promise<void>((done) => occupant.listen(0, "127.0.0.1", done));
});
afterAll(() => {
  occupant.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the files that a run of the built command loads, of any package. */
function loadedBy(...words: readonly string[]): string[] {
  const file = join(folder, "loaded.json");
  const listing = `process.once("exit", () => require("node:fs").writeFileSync(${JSON.stringify(file)}, JSON.stringify(Object.keys(require("node:module")._cache))));`;
  const preload = `data:text/javascript,${encodeURIComponent(`import { createRequire } from "node:module"; const require = createRequire(${JSON.stringify(command)}); ${listing}`)}`;
  try {
    execFileSync(process.execPath, ["--import", preload, command, ...words], { cwd: root, stdio: "ignore" });
  } catch {
    // Differences and findings have exit codes of their own; what is loaded is the same.
  }
  return JSON.parse(readFileSync(file, "utf8")) as string[];
}

const withCompiler = (files: readonly string[]): string[] =>
  files.filter((file) => /[\\/](ts-morph|@ts-morph|typescript)[\\/]/.test(file));

const ofCalls =
  /[\\/](undici|soap|debug|soapwright-(doctor|export|sandbox|verify))[\\/]|runtime[\\/]dist[\\/]shared[\\/]client|command[\\/]dist[\\/]index|soapwright[\\/]dist[\\/]shared[\\/]bundled/;

test.each([["--version"], ["-V"]])("%s loads nothing but its own name", (word) => {
  expect(loadedBy(word).length).toBeLessThan(5);
});

test.each([[["--help"]], [["generate", "--help"]]])("%j loads neither run time nor compiler", (words) => {
  const files = loadedBy(...words);
  expect(withCompiler(files)).toEqual([]);
  expect(files.length).toBeLessThan(20);
});

test.each([[["completion", "bash"]], [["complete", "--", "gen"]]])(
  "%j loads what help does, and its script",
  (words) => {
    const files = loadedBy(...words);
    expect([...withCompiler(files), ...files.filter((file) => ofCalls.test(file))]).toEqual([]);
    expect(files.length).toBeLessThan(25);
  },
);

test.each([
  [["inspect", wsdl]],
  [["inspect", wsdl, "--html"]],
  [["sample", wsdl, "Address_GetList"]],
  [["diff", wsdl, join(root, "wsdl/employee-service.v2.1.wsdl")]],
  [["doctor", wsdl, "--endpoint", "http://127.0.0.1:9/", "--check-timeout-ms", "100"]],
  [["call", wsdl]],
  [["call", wsdl, "Address_GetList", "--json", "{}", "--endpoint", "http://127.0.0.1:9/"]],
  [["json-schema", wsdl]],
  [["catalog", "list"]],
])("%j loads no compiler", (words) => {
  expect(withCompiler(loadedBy(...words))).toEqual([]);
});

test("collection loads no compiler", () => {
  const out = join(folder, "collection");
  expect(withCompiler(loadedBy("collection", wsdl, "--for", "http", "--out", out))).toEqual([]);
  expect(existsSync(out)).toBe(true);
});

test("mock loads no compiler", () => {
  const { port } = occupant.address() as AddressInfo;
  const files = loadedBy("mock", wsdl, "--port", String(port));
  expect(files.some((file) => file.includes("soapwright-sandbox"))).toBe(true);
  expect(withCompiler(files)).toEqual([]);
});

test("generate loads the compiler, so that the lists above could show it, and nothing that calls", () => {
  const files = loadedBy("generate", wsdl, "--out", join(folder, "out"));
  expect(withCompiler(files).length).toBeGreaterThan(0);
  expect(files.filter((file) => ofCalls.test(file))).toEqual([]);
});

test("call loads what calls, so that the list above could show it", () => {
  expect(loadedBy("call", wsdl).filter((file) => ofCalls.test(file)).length).toBeGreaterThan(5);
});
