// The packages of scripts/packages.json, their entry points, and where each of their files is built. A name with a star stands for as
// many entry points as there are files: "./v*": "generated/v*/index.ts". A source that is no path is an entry point of another
// package, which is passed on as it is.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";

/** The packages that this tree is built into, each after those that it stands on. `home` is the folder of its manifest. */
export function readPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "scripts/packages.json"), "utf8"));
  return packages.map((pack) => ({ ...pack, home: dirname(pack.manifest) }));
}

/** `{ name, source }` of each entry point; a pattern without a file is an error, because its name would lead nowhere. */
export function entryPoints(root, { entryPoints }) {
  return Object.entries(entryPoints).flatMap(([name, source]) => {
    if (!name.includes("*")) return [{ name, source }];
    const sources = filesOf(root, source);
    if (sources.length === 0) throw new Error(`scripts/packages.json: ${name}: no file matches ${source}.`);
    return sources.map(({ path, star }) => ({ name: name.replace("*", star), source: path }));
  });
}

/** Whether an entry point is that of another package. */
export function isPassedOn({ source }) {
  return !source.endsWith(".ts");
}

/** Whether an entry point is run by Node, and built for it alone: a bundler takes the same file, which enters the library by one file. */
export function isTool({ tools = [] }, { name }) {
  return tools.includes(name);
}

/** Whether an entry point is a feature: it exports no value, and a bundle has the feature because the program imports it. */
export function isFeature({ features = [] }, { name }) {
  return features.includes(name);
}

/** What the files of tools call the file by which they enter the library. */
export const librarySpecifier = "#library";

/** The file by which tools enter the library, as an entry point: for its own files alone, so that it has no name outside. */
export function toolImportEntries({ toolImports }) {
  return toolImports === undefined ? [] : [{ name: "./tool-imports", source: toolImports }];
}

/** Where the files of an entry point, or of a pattern of them, stand: paths from the package's folder. */
export function builtFiles(pack, { name, source }) {
  const { folder } = pack;
  const flat = name === "." ? "index" : name.slice(2);
  const stem = isPassedOn({ source }) ? `src/${flat}` : builtStem(pack, source);
  return {
    commonjs: `./${folder}/${stem}.js`,
    declarations: `./${folder}/${stem}.d.ts`,
    node: `./${folder}/esm/${flat}.mjs`,
    nodeDeclarations: `./${folder}/esm/${flat}.d.mts`,
    bundlers: `./${folder}/module/${flat}.mjs`,
  };
}

/** The path of a source's built file in the package's output folder, without extension. */
export function builtStem({ base = "" }, source) {
  return posix.relative(base, source.replace(/\.ts$/, ""));
}

/** The star is one name of a folder or a part of it, as in the manifest's patterns. */
function filesOf(root, pattern) {
  const [before, after] = pattern.split("*");
  const folder = posix.dirname(`${before}x`);
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => posix.join(folder, path.split(sep).join("/")))
    .filter((path) => path.startsWith(before) && path.endsWith(after) && path.length > before.length + after.length)
    .map((path) => ({ path, star: path.slice(before.length, path.length - after.length) }))
    .filter(({ star }) => !star.includes("/"))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
