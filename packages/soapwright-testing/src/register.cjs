// Preloaded into the processes that run clients: compiles TypeScript as jest does. A process loads some 150 files, and the
// compiler alone takes a sixth of a second to load, so the code is kept from process to process.
const { createHash } = require("node:crypto");
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { join, resolve } = require("node:path");

const cache = process.env.TEST_CODE_CACHE ?? resolve(__dirname, "../../../.cache/register");
const options = {
  module: { type: "commonjs" },
  jsc: { target: "es2022", parser: { syntax: "typescript" } },
  sourceMaps: "inline",
};
const compiler = `${require("@swc/core/package.json").version} ${JSON.stringify(options)}`;
const hashOf = (text) => createHash("sha1").update(text).digest("hex");

/** Returns the code of a file, which is kept under its path after a line with the hash of what it was made of. */
function codeOf(filename) {
  const text = readFileSync(filename, "utf8");
  const kept = join(cache, `${hashOf(filename)}.js`);
  const head = `${hashOf(`${compiler}\n${text}`)}\n`;
  try {
    const known = readFileSync(kept, "utf8");
    if (known.startsWith(head)) return known.slice(head.length);
  } catch {
    // Nothing is kept of a file that no process has loaded.
  }
  const { code } = require("@swc/core").transformSync(text, { filename, ...options });
  try {
    mkdirSync(cache, { recursive: true });
    // Processes that start at once write the same text: a renamed file is never read half.
    const own = `${kept}.${process.pid}`;
    writeFileSync(own, head + code);
    renameSync(own, kept);
  } catch {
    // A folder that cannot be written keeps nothing, and the code runs all the same.
  }
  return code;
}

require.extensions[".ts"] = (module, filename) => module._compile(codeOf(filename), filename);
