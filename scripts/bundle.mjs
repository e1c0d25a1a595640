// Puts the modules of the main doors into one file: opening some 150 small files took longer than running what is in them.
// Each module stays a function of its own, run when another first asks for it, so that there is one copy of every class
// whichever door it is reached by. Modules of the other doors (sandbox, command, telemetry) stay files.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, posix, relative, sep } from "node:path";

const ts = createRequire(import.meta.url)("typescript");
const relativeRequire = /\brequire\("(\.{1,2}\/[^"]+)"\)/g;

/**
 * Moves every module that `doors` reach (names below `folder`, without extension) into `folder`/`file`, and leaves at each
 * door a line that takes its module from there.
 */
export function bundle(folder, file, doors) {
  const texts = new Map();
  const reach = (name) => {
    if (texts.has(name)) return;
    const text = readFileSync(join(folder, `${name}.js`), "utf8");
    texts.set(name, text);
    for (const [, specifier] of text.matchAll(relativeRequire)) reach(target(name, specifier));
  };
  for (const door of doors) reach(door);

  const rooms = [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(join(folder, file), head + rooms.map(([name, text]) => room(name, text)).join("") + tail);
  // What stands outside the folder is others' too.
  for (const name of texts.keys()) if (!name.startsWith("../")) rmSync(join(folder, `${name}.js`));
  for (const door of doors) writeFileSync(join(folder, `${door}.js`), `module.exports = ${taken(door, file, door)};\n`);
  for (const name of modulesBelow(folder)) {
    if (doors.includes(name) || `${name}.js` === file) continue;
    const path = join(folder, `${name}.js`);
    const text = readFileSync(path, "utf8");
    const linked = text.replace(relativeRequire, (whole, specifier) => {
      const wanted = target(name, specifier);
      return texts.has(wanted) ? taken(name, file, wanted) : whole;
    });
    if (linked !== text) writeFileSync(path, linked);
  }
}

const head = `"use strict";
// Made by scripts/bundle.mjs: each entry is one module.
const rooms = {
`;
const tail = `};
const opened = { __proto__: null };
function room(name) {
  const open = opened[name];
  if (open !== undefined) return open;
  const exports = (opened[name] = {});
  rooms[name](exports);
  return exports;
}
exports.room = room;
`;

// The parentheses tell V8 that the function will run at once, so that it does not parse it twice.
function room(name, text) {
  const { outputText } = ts.transpileModule(text, {
    fileName: `${name}.js`,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true },
  });
  const body = outputText
    .replace(/^"use strict";\n/, "")
    .replace(relativeRequire, (_, specifier) => `room(${JSON.stringify(target(name, specifier))})`);
  return `${JSON.stringify(name)}: (function (exports) {\n${body}}),\n`;
}

function target(from, specifier) {
  return posix.join(posix.dirname(from), specifier);
}

function taken(from, file, name) {
  const path = posix.relative(posix.dirname(from), file);
  return `require(${JSON.stringify(path.startsWith(".") ? path : `./${path}`)}).room(${JSON.stringify(name)})`;
}

function modulesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js"))
    .map((path) => relative(folder, join(folder, path)).split(sep).join("/").slice(0, -3));
}
