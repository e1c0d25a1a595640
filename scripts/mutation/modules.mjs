// Loads TypeScript the way jest does, with a registry of modules for each test file, but compiles a file only once in a
// process: a fresh copy of everything that a test imports costs milliseconds.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { compileFunction } from "node:vm";

const require = createRequire(import.meta.url);
const { transformSync } = require("@swc/core");
const swcOptions = { jsc: { target: "es2022", parser: { syntax: "typescript" } }, module: { type: "commonjs" } };
const parameters = ["exports", "require", "module", "__filename", "__dirname", "jest"];

/** Compiled files, by path. */
const compiled = new Map();

function compile(file) {
  let code = compiled.get(file);
  if (code === undefined) {
    const source = watched(readFileSync(file, "utf8"));
    code = compileFunction(transformSync(source, { ...swcOptions, filename: file }).code, parameters, {
      filename: file,
    });
    compiled.set(file, code);
  }
  return code;
}

/**
 * Changes two functions that Stryker writes into each file. The one that counts which mutants a test reaches works in the
 * first run alone: it makes all others three times as slow. The one that asks whether a mutant is active, many times in
 * each statement, stops a loop without end by its number of steps, so that no verdict depends on how busy the machine is.
 */
function watched(source) {
  return source
    .replace(/(stryCov_\w+) = cover;/, "$1 = ns.isCounting ? cover : () => {};")
    .replace(/function isActive\(id\) \{/, '$& if (++ns.steps > ns.mostSteps) throw new Error("too many steps");');
}

function resolve(from, specifier) {
  const path = join(dirname(from), specifier);
  return [`${path}.ts`, join(path, "index.ts"), path].find((candidate) => existsSync(candidate)) ?? path;
}

/** Runs `file` and what it imports afresh; packages are shared. Returns the paths of all files that were run. */
export function load(file) {
  const loaded = new Set();
  let registry = new Map();

  function importFrom(from, specifier) {
    if (!specifier.startsWith(".")) return createRequire(from)(specifier);
    const path = resolve(from, specifier);
    return path.endsWith(".ts") ? run(path) : createRequire(from)(path);
  }

  function run(path) {
    const known = registry.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    registry.set(path, module);
    loaded.add(path);
    const requireHere = (specifier) => importFrom(path, specifier);
    const jest = { requireActual: requireHere, isolateModules };
    compile(path).call(module.exports, module.exports, requireHere, module, path, dirname(path), jest);
    return module.exports;
  }

  function isolateModules(callback) {
    const outer = registry;
    registry = new Map();
    callback();
    registry = outer;
  }

  run(file);
  return loaded;
}
