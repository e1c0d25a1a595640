// The fields of a manifest that follow from scripts/packages.json: nobody writes an entry point down twice.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtFiles, builtStem, isFeature, isTool, librarySpecifier, toolImportEntries } from "./entry-points.mjs";

/** `main`, `module`, `types`, `imports`, `exports`, `sideEffects`, `typesVersions` and `bin` of a package. Patterns stay patterns. */
export function manifestFields(pack) {
  const patterns = Object.entries(pack.entryPoints).map(([name, source]) => ({
    name,
    ...builtFiles(pack, { name, source }),
  }));
  const main = patterns.find(({ name }) => name === ".");
  const others = patterns.filter((entry) => entry !== main);
  return {
    main: main.commonjs,
    ...(pack.form === "program" ? {} : { module: main.bundlers }),
    types: main.declarations,
    ...Object.fromEntries(
      toolImportEntries(pack).map((entry) => ["imports", { [librarySpecifier]: toolImportConditions(pack, entry) }]),
    ),
    exports: {
      ...Object.fromEntries(patterns.map((entry) => [entry.name, conditions(pack, entry)])),
      "./package.json": "./package.json",
    },
    // A bundler leaves out what only these do, and they do all that they are for when they are loaded.
    sideEffects:
      pack.features === undefined ? false : patterns.filter((entry) => isFeature(pack, entry)).flatMap(loadedFiles),
    typesVersions: { "*": Object.fromEntries(others.map(({ name, declarations }) => [name.slice(2), [declarations]])) },
    bin: Object.fromEntries(
      Object.entries(pack.commands).map(([name, source]) => [name, `./${pack.folder}/${builtStem(pack, source)}.js`]),
    ),
  };
}

function loadedFiles({ bundlers, node, commonjs }) {
  return [bundlers, node, commonjs];
}

/** One copy of the library: for bundlers the one that they take for its other entry points. */
function toolImportConditions(pack, entry) {
  const { bundlers, commonjs } = builtFiles(pack, entry);
  return { module: bundlers, default: commonjs };
}

/** Bundlers take `module`, for `import` and `require` alike; Node does not know it. Nobody bundles a program. */
function conditions(pack, { name, bundlers, node, nodeDeclarations, commonjs, declarations }) {
  return {
    ...(pack.form === "program" || isTool(pack, { name }) ? {} : { module: bundlers }),
    import: { types: nodeDeclarations, default: node },
    require: { types: declarations, default: commonjs },
  };
}

/** Writes the fields into the manifest where they differ. */
export function writeManifest(root, pack) {
  const path = join(root, pack.manifest);
  const before = readFileSync(path, "utf8");
  const after = `${JSON.stringify({ ...JSON.parse(before), ...manifestFields(pack) }, undefined, 2)}\n`;
  if (after !== before) writeFileSync(path, after);
}
