/**
 * Loads a module of a package without some of the modules that it names: those that our clients never run, and which make
 * up most of what importing it takes. It keeps what stands in for them, which fetches the real one when it is asked for
 * after all. To everybody else in the process they stay what they are.
 */
import Module from "node:module";

/** By the path of the file: what stands in for what it exports. */
export type StandIns = Readonly<Record<string, unknown>>;

/** What `load` yields. Where files cannot be found by path, as in a program made into one file, all of it is loaded. */
export function loadWithout<T>(standIns: () => StandIns, load: () => T): T {
  const placed: string[] = [];
  for (const [path, exports] of Object.entries(orNone(standIns))) {
    if (require.cache[path] !== undefined) continue;
    const module = new Module(path);
    module.exports = exports;
    module.loaded = true;
    require.cache[path] = module;
    placed.push(path);
  }
  try {
    return load();
  } finally {
    for (const path of placed) delete require.cache[path];
  }
}

function orNone(standIns: () => StandIns): StandIns {
  try {
    return standIns();
  } catch {
    return {};
  }
}
