// The sources that the maps of a package name: each is a file of the package, once, whichever builds have it, so that a frame of a
// stack leads to a file that an editor opens.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative, resolve, sep } from "node:path";

/** Copies them to `sources/` of the package's output. Text of other packages stays in the maps. */
export function writeSources(root, pack) {
  const folder = join(root, pack.home, pack.folder);
  const maps = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".map"));
  for (const path of maps) {
    const map = JSON.parse(readFileSync(join(folder, path), "utf8"));
    const own = map.sources.map((source) => ownPath(root, resolve(folder, dirname(path), source)));
    const up = posix.relative(dirname(path).split(sep).join("/"), "sources");
    map.sources = map.sources.map((source, at) => (own[at] === undefined ? source : `${up}/${own[at]}`));
    map.sourcesContent = map.sourcesContent.map((text, at) => (own[at] === undefined ? text : null));
    if (map.sourcesContent.every((text) => text === null)) delete map.sourcesContent;
    writeFileSync(join(folder, path), JSON.stringify(map));
    for (const source of own.filter((source) => source !== undefined)) {
      const copy = join(folder, "sources", source);
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(join(root, source), copy);
    }
  }
}

/** The path of a file of this tree; undefined for one of another package, or none. */
function ownPath(root, file) {
  const path = relative(root, file).split(sep).join("/");
  return /^(src|generated|codegen)\//.test(path) ? path : undefined;
}
