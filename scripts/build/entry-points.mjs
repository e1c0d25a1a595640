// The entry points of a package in scripts/packages.json, and where each of their files is built. A name with a star stands for as
// many as there are files: "./v*": "generated/v*/index.ts".
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";

/** The packages that this tree is built into. */
export function readPackages(root) {
  return JSON.parse(readFileSync(join(root, "scripts/packages.json"), "utf8")).packages;
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

/** Where the files of an entry point, or of a pattern of them, stand: paths from the package's folder. */
export function builtFiles({ folder }, { name, source }) {
  const stem = source.replace(/\.ts$/, "");
  const flat = name === "." ? "index" : name.slice(2);
  return {
    commonjs: `./${folder}/${stem}.js`,
    declarations: `./${folder}/${stem}.d.ts`,
    node: `./${folder}/esm/${flat}.mjs`,
    nodeDeclarations: `./${folder}/esm/${flat}.d.mts`,
    bundlers: `./${folder}/module/${flat}.mjs`,
  };
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
