// Which package of this tree a source file belongs to, and how the others import it: by the name of an entry point, never by a path.
import { readFileSync } from "node:fs";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { entryPoints, isPassedOn, isTool, librarySpecifier, readPackages } from "./entry-points.mjs";

/** Where the compiler puts declarations, by the paths of their sources. */
export const declarationsFolder = ".cache/declarations";

/**
 * What `pack` sees of the other packages: the specifier of a file of theirs that is an entry point, undefined for a file of
 * its own or a shared one. An inner file of another package is an error.
 */
export function othersOf(root, pack) {
  const { shared } = JSON.parse(readFileSync(join(root, "scripts/packages.json"), "utf8"));
  const packages = readPackages(root);
  const specifiers = new Map(
    packages.flatMap((other) => {
      const { name } = JSON.parse(readFileSync(join(root, other.manifest), "utf8"));
      return entryPoints(root, other)
        .filter((entry) => !isPassedOn(entry))
        .map((entry) => [entry.source, posix.join(name, entry.name)]);
    }),
  );
  return (file, importer) => {
    const path = relative(root, file).split(sep).join("/").replace(`${declarationsFolder}/`, "");
    const source = path.replace(/(\.d)?\.ts$/, ".ts");
    if (isBelow(source, shared) || path.startsWith("..") || path.includes("node_modules/")) return undefined;
    const owner = ownerOf(packages, source);
    if (owner === undefined || owner.manifest === pack.manifest) return undefined;
    const specifier = specifiers.get(source);
    if (specifier !== undefined) return specifier;
    throw new Error(
      `${relative(root, importer)} imports ${source}, an inner file of ${owner.manifest}: import an entry point of it.`,
    );
  };
}

/** The package with the longest path that the file is below. */
function ownerOf(packages, file) {
  const found = packages.flatMap((pack) =>
    pack.sources.filter((path) => isBelow(file, [path])).map((path) => ({ pack, length: path.length })),
  );
  return found.sort((a, b) => b.length - a.length)[0]?.pack;
}

function isBelow(file, places) {
  return places.some((place) => file === place || file.startsWith(`${place}/`));
}

/** A plugin that leaves imports of other packages' files to their entry points. */
export function otherPackages(root, pack) {
  const others = othersOf(root, pack);
  return {
    name: "other-packages",
    // Before the plugin for declarations, which resolves every import of theirs itself.
    resolveId: {
      order: "pre",
      async handler(source, importer) {
        if (importer === undefined || !source.startsWith(".")) return null;
        const resolved = await this.resolve(source, importer, { skipSelf: true });
        if (resolved === null) return null;
        const specifier = others(resolved.id, importer);
        return specifier === undefined ? null : { id: specifier, external: true };
      },
    },
  };
}

/** The specifier for a module of another package that `importer` loads late; undefined for one of its own. */
export function lateSpecifier(others, importer, specifier) {
  return others(`${resolve(dirname(importer), specifier)}.ts`, importer);
}

/** A plugin for tools: they enter the rest of their package by one file, which is built for itself. */
export function throughLibrary(root, pack) {
  const { shared } = JSON.parse(readFileSync(join(root, "scripts/packages.json"), "utf8"));
  const folders = entryPoints(root, pack)
    .filter((entry) => isTool(pack, entry))
    .map(({ source }) => dirname(source));
  return {
    name: "through-library",
    async resolveId(source, importer) {
      if (importer === undefined || !source.startsWith(".")) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      const file = relative(root, resolved?.id ?? source)
        .split(sep)
        .join("/");
      if (file === pack.toolImports) return { id: librarySpecifier, external: true };
      if (isBelow(file.replace(/\.ts$/, ""), folders) || isBelow(file, shared) || file.includes("node_modules/"))
        return resolved;
      throw new Error(
        `${relative(root, importer)} imports ${file} of the library: import it from ${pack.toolImports}.`,
      );
    },
  };
}
