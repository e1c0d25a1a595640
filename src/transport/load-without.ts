/**
 * The one place that puts substitutes into the module cache, for parts of packages that cost a start much and that we never use.
 * docs/decisions/partial-loading.md has what each gains and what has to happen for it to go. An ES build loads whole modules: see `*.es.ts`.
 */
import { createRequire, Module } from "node:module";

/** What takes the place of a module: gets what loads the real one, which it does when it is asked for something after all. */
type Substitute = (load: () => unknown) => unknown;

/**
 * Runs `load`, which loads the CommonJS module that `find` finds, while substitutes are in the place of modules that it
 * requires. They are taken out again: to everybody else in the process those modules are what they were. A module that is
 * loaded already keeps its place.
 */
export function loadWithout<M>(
  load: () => M,
  find: () => string,
  substitutes: Readonly<{ [name: string]: Substitute }>,
): M {
  const put: string[] = [];
  try {
    const inside = requireOf(find);
    for (const [name, substitute] of Object.entries(inside === undefined ? {} : substitutes)) {
      const path = inside?.resolve(name);
      if (path === undefined || require.cache[path] !== undefined) continue;
      const module = new Module(path);
      module.loaded = true;
      module.exports = substitute(() => inside?.(name));
      require.cache[path] = module;
      put.push(path);
    }
    return load();
  } finally {
    for (const path of put) delete require.cache[path];
  }
}

/** Undefined where files cannot be found by path, as in a program made into one file: then everything is loaded. */
function requireOf(find: () => string): NodeJS.Require | undefined {
  try {
    return createRequire(find());
  } catch {
    return undefined;
  }
}
