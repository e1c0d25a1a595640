/** Patterns of files on the command line; imported by a path, because no entry point has them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { globFiles, isGlob } from "../../src/commands/generate/glob";

describe("glob", () => {
  const folder = mkdtempSync(join(tmpdir(), "glob-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  for (const name of [
    "a.wsdl",
    "b.wsdl",
    "b.xsd",
    "c1.wsdl",
    "[x].wsdl",
    ".hidden.wsdl",
    "in/a.wsdl",
    "in/deep/a.wsdl",
    "node_modules/m/a.wsdl",
    ".git/a.wsdl",
  ]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), "");
  }

  test.each([
    ["*.wsdl", ["[x].wsdl", "a.wsdl", "b.wsdl", "c1.wsdl"]],
    ["?.wsdl", ["a.wsdl", "b.wsdl"]],
    ["c[0-9].wsdl", ["c1.wsdl"]],
    ["[!ab].wsdl", []],
    ["[!ab]*.wsdl", ["[x].wsdl", "c1.wsdl"]],
    ["{a,b}.{wsdl,xsd}", ["a.wsdl", "b.wsdl", "b.xsd"]],
    ["{a,{b,c1}}.wsdl", ["a.wsdl", "b.wsdl", "c1.wsdl"]],
    ["**/a.wsdl", ["a.wsdl", "in/a.wsdl", "in/deep/a.wsdl"]],
    ["in/**/*.wsdl", ["in/a.wsdl", "in/deep/a.wsdl"]],
    ["./in/*/a.wsdl", ["in/deep/a.wsdl"]],
    ["*/m/a.wsdl", ["node_modules/m/a.wsdl"]],
    [".*.wsdl", [".hidden.wsdl"]],
    ["nowhere/*.wsdl", []],
    ["[z-a].wsdl", []],
    ["a+(b).wsdl", []],
  ])("%s finds %j", (pattern, names) => {
    expect(globFiles(join(folder, pattern))).toEqual(names.map((name) => join(folder, name)));
  });

  test("a pattern is relative to the working directory", () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect(globFiles("in/*.wsdl")).toEqual(["in/a.wsdl"]);
      expect(globFiles("*/*/a.wsdl")).toEqual(["in/deep/a.wsdl", "node_modules/m/a.wsdl"]);
    } finally {
      process.chdir(before);
    }
  });

  test("a file that is called like a pattern is a file", () => {
    expect(isGlob(join(folder, "[x].wsdl"))).toBe(false);
    expect(isGlob(join(folder, "[y].wsdl"))).toBe(true);
    expect(isGlob(join(folder, "a.wsdl"))).toBe(false);
  });
});
