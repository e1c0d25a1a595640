/** The places where a configuration is searched, and the owners that are accepted. */
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findConfig } from "../../src/config/find-config";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "find-config-")));
  mkdirSync(join(root, "repository/package/src"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (...names: string[]) => join(root, ...names);
const write = (...names: string[]) => {
  writeFileSync(at(...names), "");
  return at(...names);
};
const from = () => findConfig(at("repository/package/src"));

test("it is that of the nearest folder", () => {
  write("repository/package/package.json");
  const own = write("repository/package/soapwright.config.json");
  expect(from()).toBe(own);
});

test("it is not looked for above the repository", () => {
  write("soapwright.config.ts");
  mkdirSync(at("repository/.git"));
  write("repository/package/package.json");
  expect(from()).toBeUndefined();
  const own = write("repository/soapwright.config.ts");
  expect(from()).toBe(own);
});

test("without a repository it is not looked for above the nearest package.json, and without that nowhere else", () => {
  write("soapwright.config.ts");
  expect(from()).toBeUndefined();
  write("repository/package/package.json");
  expect(from()).toBeUndefined();
  const own = write("repository/package/soapwright.config.ts");
  expect(from()).toBe(own);
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot("one that another user owns is not taken, unless that user owns the folder of the command", () => {
  write("repository/package/package.json");
  const own = write("repository/package/soapwright.config.ts");
  chownSync(own, 12_345, 12_345);
  expect(from()).toBeUndefined();
  chownSync(at("repository/package/src"), 12_345, 12_345);
  expect(from()).toBe(own);
});
