/** Every file that a manifest leads to is one that the build makes: what is missing is seen here, not by a publish. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

interface Package {
  readonly manifest: string;
  readonly entryPoints: Readonly<Record<string, string>>;
  readonly commands: Readonly<Record<string, string>>;
  readonly folder: string;
}
interface Manifest {
  readonly [field: string]: unknown;
}

const root = resolve(".");

/** What the build makes of each package: its sources with the files that come of them, from the manifest's folder. */
function built(): (Package & {
  readonly made: readonly { readonly source: string; readonly files: readonly string[] }[];
})[] {
  const url = JSON.stringify(pathToFileURL(join(root, "scripts/build/entry-points.mjs")).href);
  const program = `import { builtFiles, builtStem, entryPoints, readPackages } from ${url};
    console.log(JSON.stringify(readPackages(".").map((pack) => ({ ...pack, made: [
      ...entryPoints(".", pack).map((entry) => ({ source: entry.source, files: Object.values(builtFiles(pack, entry)) })),
      ...Object.values(pack.commands).map((source) => ({ source, files: ["./" + pack.folder + "/" + builtStem(pack, source) + ".js"] })),
    ] }))));`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd: root, encoding: "utf8" }),
  );
}

/** Every path in the fields of a manifest that lead to files. */
function targets(manifest: Manifest): string[] {
  const leaves = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
  };
  const fields = ["main", "module", "types", "exports", "typesVersions", "bin"];
  return [...new Set(fields.flatMap((field) => leaves(manifest[field])))];
}

/** Targets that no file in `files` stands for; a star stands for one name or a part of it. */
function missing(wanted: readonly string[], files: ReadonlySet<string>): string[] {
  return wanted.filter((target) => {
    if (!target.includes("*")) return !files.has(target);
    const [before = "", after = ""] = target.split("*");
    return ![...files].some(
      (file) =>
        file.startsWith(before) &&
        file.endsWith(after) &&
        file.length > before.length + after.length &&
        !file.slice(before.length, file.length - after.length).includes("/"),
    );
  });
}

/** How the entry points of a package are imported. */
function specifiersOf(manifest: string, entryPoints: Package["entryPoints"]): string[] {
  const { name } = JSON.parse(readFileSync(manifest, "utf8")) as { name: string };
  return Object.keys(entryPoints).map((entry) => name + entry.slice(1));
}

const packages = built();

test.each(packages)("each target of $manifest is built", ({ manifest, made }) => {
  const fields = JSON.parse(readFileSync(manifest, "utf8")) as Manifest;
  const files = new Set([...made.flatMap((each) => each.files), "./package.json"]);
  const wanted = targets(fields);
  expect(wanted.length).toBeGreaterThan(4);
  expect(missing(wanted, files)).toEqual([]);
  const others = new Set(packages.flatMap(({ manifest: path, entryPoints }) => specifiersOf(path, entryPoints)));
  expect(made.filter(({ source }) => !(existsSync(source) || others.has(source)))).toEqual([]);
  for (const file of files) expect(file.startsWith("./")).toBe(true);
});

test("each folder that a manifest leads to is packed", () => {
  for (const { manifest } of packages) {
    const { files, ...fields } = JSON.parse(readFileSync(manifest, "utf8")) as Manifest & { readonly files: string[] };
    const folders = new Set(
      targets(fields).flatMap((target) => (target === "./package.json" ? [] : [target.split("/")[1]!])),
    );
    for (const folder of folders) expect(files).toContain(folder);
  }
});

test("a target that nothing makes is told", () => {
  const files = new Set(["./dist/src/index.js", "./dist/esm/v3.mjs", "./dist/generated/v3/index.js"]);
  const wanted = [
    "./dist/src/index.js",
    "./dist/src/lost.js",
    "./dist/esm/v*.mjs",
    "./dist/esm/w*.mjs",
    "./dist/generated/v*/index.js",
  ];
  expect(missing(wanted, files)).toEqual(["./dist/src/lost.js", "./dist/esm/w*.mjs"]);
});
