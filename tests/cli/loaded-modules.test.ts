/** What the built command loads before it knows what to do. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const command = resolve("dist/cli/main.js");

/** Returns what the command prints, and the files that it loads, of any package. */
function runWith(...words: readonly string[]): { readonly printed: string; readonly files: readonly string[] } {
  const script = `process.argv = [process.argv[0], "main.js", ${JSON.stringify(words).slice(1)};
    process.once("exit", () => process.stdout.write("\\0" + JSON.stringify(Object.keys(require.cache))));
    require(${JSON.stringify(command)});`;
  const [printed = "", files = "[]"] = execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).split("\0");
  return { printed, files: JSON.parse(files) as string[] };
}

beforeAll(() => {
  if (!existsSync(command)) throw new Error("dist/ is absent: run `make build` first");
});

test.each(["--version", "-V"])("%s loads neither commands nor run time", (word) => {
  const { version } = createRequire(__filename)("../../package.json") as { readonly version: string };
  const { printed, files } = runWith(word);
  expect(printed).toBe(`${version}\n`);
  expect(files.length).toBeLessThan(5);
});

test.each(["bash", "zsh", "fish"])("the script of completion for %s loads neither commands nor run time", (shell) => {
  const { printed, files } = runWith("completion", shell);
  expect(printed).toContain(`# Completion of employee-service for ${shell}.`);
  expect(files.filter((file) => /soapwright-cli[\\/]dist[\\/]program\.js$/.test(file))).toHaveLength(1);
  expect(
    files.filter((file) => /[\\/]commander[\\/]|dist[\\/]shared[\\/](?:versions|client|codecs|tables)/.test(file)),
  ).toEqual([]);
});

/** Returns the files of any package that a command line has loaded when it ends. */
function loadedBy(...words: readonly string[]): string[] {
  const script = `process.argv = [process.argv[0], "main.js", ...${JSON.stringify(words)}];
    process.once("exit", () => require("node:fs").writeSync(2, "\\0" + JSON.stringify(Object.keys(require.cache))));
    require(${JSON.stringify(command)});`;
  const { stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
  return JSON.parse(stderr.split("\0")[1]!) as string[];
}

const later =
  /soapwright-(?:sandbox|verify|export|features)[\\/]dist|soapwright-contract[\\/]dist[\\/]index|soapwright-cli[\\/]dist[\\/](?:doctor|shared[\\/](?:bundled|make-call))/;
const ofCalls =
  /node_modules[\\/](?:soap|undici|debug)[\\/]|soapwright-runtime[\\/]dist[\\/](?:shared[\\/])?client\.js/;

test.each([
  [["--help"]],
  [["addresses", "--help"]],
  [["export", "--help"]],
  [["call", "Address_GetList", "--interface", "v3", "--help"]],
  [["complete", "--", "add"]],
  [["complete", "--", "call", "Address_GetList", "--"]],
])("%j loads commands with the tables and documentation of versions, and nothing that calls", (words) => {
  const loaded = loadedBy(...words);
  expect(loaded.filter((file) => later.test(file) || ofCalls.test(file))).toEqual([]);
  expect(loaded.some((file) => /soapwright-cli[\\/]dist[\\/]index\.js/.test(file))).toBe(true);
  expect(loaded.some((file) => /dist[\\/]shared[\\/]versions\.js/.test(file))).toBe(true);
});

test("a command that calls loads what help does not, so that the lists above could show it", () => {
  const words = ["Address_GetList", "--interface", "v3", "--EmployeeId", "1", "--Period", "1", "--Year", "2026"];
  const loaded = loadedBy("call", ...words);
  for (const kind of [later, ofCalls]) expect(loaded.some((file) => kind.test(file))).toBe(true);
});
