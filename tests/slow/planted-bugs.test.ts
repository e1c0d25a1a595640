/**
 * The way from a change to its test that CONTRIBUTING.md shows: a bug planted into each package is found by the first
 * command of the package's row. Of its tests, the one that finds the bug runs here.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { testFolders } from "../../scripts/circles";
import { copyProject } from "../growth/copy-project";
import { bugs } from "./bugs";

const folder = mkdtempSync(join(tmpdir(), "planted-bugs-"));
beforeAll(() => copyProject(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rows = readFileSync("CONTRIBUTING.md", "utf8").matchAll(/^\| `packages\/([\w-]+)` \| `([^`]+)`/gm);
const quickest = new Map([...rows].map(([, name, command]) => [name!, command!]));

test("each package has a bug", () => {
  expect(Object.keys(bugs)).toEqual(readdirSync("packages").filter((name) => name !== "soapwright-testing"));
});

test.each(Object.entries(bugs))(
  "a bug of %s is found by the first command of its row",
  (name, { file, from, to, test }) => {
    const command = quickest.get(name)!;
    const path = `packages/${name}/tests/${test}`;
    const [, beside] = /^make test PACKAGES=(\S+)$/.exec(command) ?? [];
    const patterns = beside === undefined ? /^npx jest (.+)$/.exec(command)![1]!.split(" ") : testFolders([beside]);
    expect(patterns.some((pattern) => new RegExp(pattern).test(resolve(path)))).toBe(true);

    const source = join(folder, "packages", name, "src", file);
    const right = readFileSync(source, "utf8");
    expect(right.split(from)).toHaveLength(2);
    const words = [require.resolve("jest/bin/jest"), "--runInBand", "--silent", path];
    const run = () => spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
    writeFileSync(source, right.replace(from, to));
    const red = run();
    writeFileSync(source, right);
    expect([red.status, red.stderr]).toEqual([1, expect.stringContaining("●")]);
    expect(run().status).toBe(0);
  },
);
