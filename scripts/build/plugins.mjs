// What the sources say in the way of CommonJS, made right for where it is built to. Each plugin keeps the lines of a module as they
// are, so that the source maps need no correction.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { lateSpecifier } from "./other-packages.mjs";

const require = createRequire(import.meta.url);

/** A module that is loaded late, in the one form that the sources have for it. */
const lateRequire = /require\("([^"]+)"\) as typeof import\("\1"\)/g;

/**
 * `require("./x") as typeof import("./x")` becomes an import: in one file nothing is gained by loading it late. With `all`
 * those of packages and of Node too, for an ES build, which has no `require`. `others` knows the files of other packages.
 */
export function importsForRequires({ others, all = false }) {
  return {
    name: "imports-for-requires",
    transform(code, id) {
      const imports = [];
      const changed = code.replace(lateRequire, (whole, specifier) => {
        const isRelative = specifier.startsWith(".");
        if (!isRelative && !all) return whole;
        const other = isRelative ? lateSpecifier(others, id, specifier) : undefined;
        if (other !== undefined && !all) return `require(${JSON.stringify(other)})`;
        const path = isRelative || specifier.startsWith("node:") ? specifier : fileOf(specifier);
        return `late${imports.push(path) - 1}`;
      });
      if (imports.length === 0 && changed === code) return null;
      const head = imports.map((path, n) => `import * as late${n} from ${JSON.stringify(path)};`).join("");
      return { code: head + changed, map: null };
    },
  };
}

/** What is said of options is for `docs/options.md` and the declarations, which are written from the sources: no program reads it. */
export function withoutWords(root) {
  const tables = ["option-table", "option-extensions"].map((name) => join(root, `src/client/${name}.ts`));
  return {
    name: "without-words",
    transform(code, id) {
      if (!tables.includes(id)) return null;
      const silent = code.replace(/\b(?:words|standardWords):\s*("|')(?:(?!\1)[^\\\n]|\\.)*\1,/g, (whole) =>
        whole.replace(/[^\n]+/g, ""),
      );
      if (/\b(?:words|standardWords):/.test(silent)) throw new Error(`${id}: words of an option have another form.`);
      return { code: silent, map: null };
    },
  };
}

/** Node's ES loader takes a file of a package by its whole name only. */
function fileOf(specifier) {
  const path = require.resolve(specifier).split(sep).join("/");
  return path.slice(path.lastIndexOf("/node_modules/") + "/node_modules/".length);
}

/** The modules of `folder` that others of it load late, by the names of the files that `lateFiles` makes of them; of `others` none. */
export function lateModules(folder, others = () => undefined) {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const late = paths.flatMap((path) =>
    [...readFileSync(join(folder, path), "utf8").matchAll(lateRequire)]
      .filter(([, specifier]) => specifier.startsWith("."))
      .map(([, specifier]) => ({ from: join(folder, path), path: `${resolve(folder, dirname(path), specifier)}.ts` }))
      .filter(({ from, path }) => path.startsWith(folder + sep) && isOwn(others, from) && isOwn(others, path))
      .map(({ path }) => path),
  );
  return new Map(late.map((path) => [path, lateName(folder, path)]));
}

function isOwn(others, path) {
  try {
    return others(path, path) === undefined;
  } catch {
    // An inner file of another package.
    return false;
  }
}

/** Modules that are loaded late stay files of their own, beside the first: what a run does not need, it does not open. */
export function lateFiles(late, others) {
  return {
    name: "late-files",
    transform(code, id) {
      const changed = code.replace(lateRequire, (whole, specifier) => {
        const other = specifier.startsWith(".") ? lateSpecifier(others, id, specifier) : undefined;
        if (other !== undefined) return `require(${JSON.stringify(other)})`;
        const name = late.get(`${resolve(dirname(id), specifier)}.ts`);
        return name === undefined ? whole : `require("./${name}.js")`;
      });
      return changed === code ? null : { code: changed, map: null };
    },
    resolveId(source) {
      const isLate = [...late.values()].some((name) => source === `./${name}.js`);
      return isLate ? { id: source, external: true } : null;
    },
  };
}

function lateName(folder, path) {
  return relative(folder, path).replace(/\.ts$/, "").split(sep).join("-");
}

/** `__dirname` goes on to mean the folder where a module would stand by itself, wherever it has been put. */
export function ownFolder(root) {
  return {
    name: "own-folder",
    transform(code, id) {
      if (!/\b__dirname\b/.test(code) || !id.startsWith(root + sep)) return null;
      const path = relative(root, dirname(id)).split(sep).join("/");
      const folder = path === "" ? "__dirname" : `require("node:path").join(__dirname, ${JSON.stringify(path)})`;
      return { code: code.replace(/\b__dirname\b/g, folder), map: null };
    },
  };
}

/** The bundler's helper goes through a module's exports; what another package's bug has put on Object.prototype is none of them. */
export function ownExports() {
  return {
    name: "own-exports",
    transform(code, id) {
      if (!id.endsWith("rolldown/runtime.js")) return null;
      const changed = code.replace("for (var name in all)", "for (var name of Object.keys(all))");
      if (changed === code) throw new Error("The bundler's helper for exports has another form: look at it anew.");
      return { code: changed, map: null };
    },
  };
}

/** In an ES build `name.es.ts` stands for `name.ts`. */
export function esVariants() {
  return {
    name: "es-variants",
    async resolveId(source, importer) {
      if (importer === undefined || !source.startsWith(".")) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      const variant = resolved?.id.replace(/\.ts$/, ".es.ts");
      return variant !== undefined && existsSync(variant) ? variant : resolved;
    },
  };
}
