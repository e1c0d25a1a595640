// What Node's `import` gets: the names of the CommonJS build, so that a program which uses both ways has one copy of every class.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { builtFiles, isPassedOn } from "./entry-points.mjs";

const require = createRequire(import.meta.url);

/** Writes the ES module, and its declarations, of each entry point; all files of one that is passed on. */
export function writeNodeEntries(root, pack, entries) {
  for (const entry of entries) {
    const files = builtFiles(pack, entry);
    const write = (path, text) => {
      mkdirSync(dirname(join(root, pack.home, path)), { recursive: true });
      writeFileSync(join(root, pack.home, path), text);
    };
    if (isPassedOn(entry)) {
      const whole = `export * from ${JSON.stringify(entry.source)};\n`;
      write(files.commonjs, `"use strict";\nmodule.exports = require(${JSON.stringify(entry.source)});\n`);
      for (const kind of ["declarations", "node", "nodeDeclarations", "bundlers"]) write(files[kind], whole);
      continue;
    }
    const from = posix.relative(posix.dirname(files.node), files.commonjs);
    const names = exportedNames(join(root, pack.home, files.commonjs));
    if (names.length === 0) throw new Error(`${entry.source}: the entry point ${entry.name} exports nothing.`);
    write(files.node, `import entry from ${JSON.stringify(from)};\n\nexport const { ${names.join(", ")} } = entry;\n`);
    write(files.nodeDeclarations, `export * from ${JSON.stringify(from)};\n`);
  }
}

function exportedNames(path) {
  return Object.keys(require(path))
    .filter((name) => name !== "default" && name !== "__esModule")
    .sort();
}
