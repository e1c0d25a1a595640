// What Node's `import` gets: the names of the CommonJS build, so that a program which uses both ways has one copy of every class.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { builtFiles } from "./entry-points.mjs";

const require = createRequire(import.meta.url);

/** Writes the ES module, and its declarations, of each entry point. */
export function writeNodeEntries(root, pack, entries) {
  for (const entry of entries) {
    const files = builtFiles(pack, entry);
    const from = posix.relative(posix.dirname(files.node), files.commonjs);
    const names = exportedNames(join(root, files.commonjs));
    if (names.length === 0) throw new Error(`${entry.source}: the entry point ${entry.name} exports nothing.`);
    mkdirSync(dirname(join(root, files.node)), { recursive: true });
    writeFileSync(
      join(root, files.node),
      `import entry from ${JSON.stringify(from)};\n\nexport const { ${names.join(", ")} } = entry;\n`,
    );
    writeFileSync(join(root, files.nodeDeclarations), `export * from ${JSON.stringify(from)};\n`);
  }
}

function exportedNames(path) {
  return Object.keys(require(path))
    .filter((name) => name !== "default" && name !== "__esModule")
    .sort();
}
