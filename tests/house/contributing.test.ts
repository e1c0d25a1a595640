/** Each folder has a row in the table of CONTRIBUTING.md, whose targets exist, and `make` lists few of them. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { bugs } from "../slow/bugs";

const page = readFileSync("CONTRIBUTING.md", "utf8");
const table = page.slice(page.indexOf("| you changed | this proves it |"));
const rows = new Map(
  [...table.slice(0, table.indexOf("\n\n")).matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, path, proof]) => [
    path!.replace(/\/$/, ""),
    proof!,
  ]),
);
const make = (...words: readonly string[]) =>
  execFileSync("make", ["--no-print-directory", ...words], { encoding: "utf8" });
const namesOf = (list: string) => [...list.matchAll(/^ {2}([a-z0-9-]+) /gm)].map(([, name]) => name!);

test("each folder of this tree has a row, and each row a folder", () => {
  const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
  const tops = new Set(tracked.filter((path) => path.includes("/")).map((path) => path.slice(0, path.indexOf("/"))));
  const folders = [...tops].filter((name) => !name.startsWith(".") && name !== "packages");
  const packages = readdirSync("packages").map((name) => `packages/${name}`);
  expect([...rows.keys()].sort()).toEqual([...folders, ...packages].sort());
});

test("make lists at most 24 targets of at most 35, and every target and proof of the page exists", () => {
  const targets = namesOf(make("help"));
  const proofs = namesOf(make("proof"));
  expect(targets.length).toBeLessThanOrEqual(24);
  expect(readFileSync("Makefile", "utf8").match(/^[a-z-]+:/gm)!.length).toBeLessThanOrEqual(35);
  expect(proofs.length).toBeGreaterThan(15);
  const calls = [...page.matchAll(/`make ([^`]+)`/g)].map(([, words]) => words!);
  expect(calls.length).toBeGreaterThan(20);
  const words = calls.map((call) =>
    call
      .replace(/ -- .*/, "")
      .replaceAll(/\w+=("[^"]*"|\S*)/g, "")
      .trim()
      .split(/\s+/),
  );
  expect(words.flat().filter((word) => word !== "" && !targets.includes(word))).toEqual([]);
  const named = calls.flatMap(
    (call) =>
      /NAME="?([^"]*)"?/
        .exec(call)?.[1]
        ?.split(/\s+/)
        .filter((x) => !x.includes("=")) ?? [],
  );
  expect(named.filter((name) => !proofs.includes(name))).toEqual([]);
});

test("a proof and a step are also targets of their names", () => {
  expect(make("--dry-run", "soak", "examples", "plan")).toMatch(/soak\n.*examples\n.*plan\n/);
});

test.each([
  [["proof", "NAME=nothing"], "proof NAME=nothing is not known. It is one of:"],
  [["release", "STEP=nothing"], "release STEP=nothing is not known. It is one of:"],
  [["nothing"], "make has no target nothing"],
])("make %j says what there is", (words, message) => {
  expect(() => execFileSync("make", words, { stdio: "pipe", encoding: "utf8" })).toThrow(message);
});

test.each(Object.entries(bugs))("the bug of %s can be planted, and its test is there", (name, { file, from, test }) => {
  expect(readFileSync(`packages/${name}/src/${file}`, "utf8").split(from)).toHaveLength(2);
  expect(existsSync(`packages/${name}/tests/${test}`)).toBe(true);
});
