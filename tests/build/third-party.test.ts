/** Packages in the command's own file: their licences, and that the library has none of them. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const ofRuntime = ["csv-parse", "csv-stringify"];
const ofCommand = ["cli-progress", "csv-stringify", "string-width", "table"];
const direct = [...new Set([...ofRuntime, ...ofCommand])];
const list = (folder: string) => readFileSync(join(folder, "THIRD-PARTY.txt"), "utf8");
const listedIn = (text: string) =>
  [...text.matchAll(/^={80}\n(\S+) (\S+) \((.+)\)\n={80}$/gm)].map(([, name, version, licence]) => ({
    name: name!,
    version: version!,
    licence: licence!,
  }));

beforeAll(() => {
  if (!existsSync("dist/cli/main.js")) throw new Error("dist/ is absent: run `make build` first");
});

test.each([
  [".", ofCommand],
  ["packages/soapwright-runtime", ofRuntime],
])("THIRD-PARTY.txt of %s has each package with its version and its licence's text", (folder, names) => {
  const text = list(folder);
  const listed = listedIn(text);
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  const parts = text.split(/^={80}\n.*\n={80}$/m).slice(1);
  for (const [index, { name, version, licence }] of listed.entries()) {
    const own = JSON.parse(readFileSync(join("node_modules", name, "package.json"), "utf8")) as object;
    expect(own).toMatchObject({ name, version, license: licence });
    expect(parts[index]).toMatch(/Permission is hereby granted|Redistribution and use/);
  }
});

test("the list of run-time dependencies does not have them", () => {
  for (const name of direct) {
    expect(manifest.dependencies).not.toHaveProperty([name]);
    expect(manifest.devDependencies).toHaveProperty([name]);
  }
});

test("their code is in the command's own file, and in no other", () => {
  const maps = readdirSync("dist", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".map"));
  const having = maps.filter((path) => readFileSync(join("dist", path), "utf8").includes("third-party:"));
  expect(having).toEqual([join("src", "cli", "main.js.map")]);
  const named = readdirSync("dist", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.m?js$/.test(path))
    .filter((path) =>
      new RegExp(`(?:require\\(|from )"(?:${direct.join("|")})`).test(readFileSync(join("dist", path), "utf8")),
    );
  expect(named).toEqual([]);
});

test("the command runs where only the run-time dependencies are", () => {
  const print = `process.on("exit", () => process.stdout.write("\\n" + JSON.stringify(Object.keys(require.cache))));
    process.argv = [process.argv[0], "main.js", "--version"]; require("./dist/cli/main.js")`;
  const out = execFileSync(process.execPath, ["-e", print], { encoding: "utf8" });
  const loaded = JSON.parse(out.trim().split("\n").at(-1)!) as string[];
  const packages = loaded
    .map((path) => relative(process.cwd(), path).split("node_modules/").at(-1)!)
    .filter((path) => !path.startsWith("dist"))
    .map((path) => path.split("/")[0]!);
  for (const name of listedIn(list("."))) expect(packages).not.toContain(name.name);
  expect(packages).toContain("commander");
});
