/**
 * Rules that manifests cannot express: packages do not depend on each other in cycles, and none imports another by
 * path.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const homes = [".", ...readdirSync("packages").map((name) => join("packages", name))];
const manifestOf = (home: string) => JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
const needs = new Map(homes.map(manifestOf).map(({ name, dependencies }) => [name, Object.keys(dependencies ?? {})]));
const reached = (name: string): string[] => (needs.get(name) ?? []).flatMap((next) => [next, ...reached(next)]);
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));
const folders = homes.flatMap((home) => ["src", "tests", "codegen", "generated"].map((name) => join(home, name)));

test("no package needs itself, by way of others", () => {
  expect([...needs.keys()].filter((name) => reached(name).includes(name))).toEqual([]);
});

test("no file imports a file of another package by a path", () => {
  const paths = folders.filter((folder) => readdirSync(join(folder, "..")).includes(folder.split(/[\\/]/).at(-1)!));
  const sources = paths.flatMap(filesOf).filter((file) => /\.ts$/.test(file) && !file.includes("node_modules"));
  const home = (path: string) => /^packages[\\/][^\\/]+/.exec(relative(".", path))?.[0] ?? ".";
  const imports = (file: string) => [
    ...readFileSync(file, "utf8").matchAll(/(?:from|import\(|require\() ?"(\.[^"]*)"/g),
  ];
  const strays = sources.flatMap((file) => imports(file).map(([, path]) => [file, resolve(file, "..", path!)]));
  expect(strays.filter(([file, target]) => home(resolve(file!)) !== home(target!))).toEqual([]);
});
