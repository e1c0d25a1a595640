// Builds dist/ of every package from the entry points of its manifest: CommonJS for Node.js, ES modules for bundlers, and
// declarations, which alone are built with DECLARATIONS=1. What the manifest installs stays an import; a devDependency that
// sources import is bundled.
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { dts } from "rolldown-plugin-dts";

const versions = readdirSync("generated").filter((name) => /^v\d[\d.]*$/.test(name));
const generated = versions.map((name) => [`./dist/${name}.js`, `./generated/${name}/index.ts`, "./dist/"]);
const isInternal = ([built]) => /^\.\/dist\/(http|wire)/.test(built);

/**
 * Chunks for Node.js, which loads one file faster than many. What a generated client loads is in these, so that a program that
 * reads tables, or makes samples by codecs, loads no more than it needs. Each is named by the first of the entry points that it is
 * for; a module is in the first chunk with an entry point that reaches it. Bundlers take what they need of ES modules.
 */
const loadedTogether = [["xsd"], ["tables"], ["errors"], ["codecs"], ["index"]];

/** Versions with their tables and documentation, which help and completion need, and classes, which calls need. */
const generatedTogether = [
  { name: "versions", test: /\/generated\/(?!main|clients|.*\/(?:client|factory|index)\.ts)/, minShareCount: 2 },
  { name: "client", test: /\/generated\/.*\/(?:client|factory)\.ts/, minShareCount: 2 },
];

/** The groups of `loadedTogether` in a build of `input`, sources by entry point. */
function groupsOf(input) {
  const unknown = loadedTogether.flat().find((entry) => input[entry] === undefined);
  if (unknown !== undefined) throw new Error(`loadedTogether names ${unknown}, which is no entry point.`);
  const reached = new Map();
  const visit = (id, ids, context) => {
    if (ids.has(id)) return ids;
    ids.add(id);
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next, ids, context);
    return ids;
  };
  const isOf = (entries, id, context) =>
    entries.some((entry) => {
      if (!reached.has(entry)) reached.set(entry, visit(resolve(input[entry]), new Set(), context));
      return reached.get(entry).has(id);
    });
  // What no client loads is in no chunk of these.
  const byClients = ["tables", "errors", "index"];
  return loadedTogether.map((entries, at) => ({
    name: (id, context) => (isOf(entries, id, context) && isOf(byClients, id, context) ? entries[0] : null),
    debugName: entries[0],
    priority: loadedTogether.length - at,
  }));
}

function builds(home) {
  const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const installed = [manifest.name, ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })];
  // An import that bundlers resolve to another module is, for Node.js, a part of the file that imports it.
  const replaced = Object.entries(manifest.imports ?? {}).filter(([, one]) => one.module !== undefined);
  const nodeSource = ({ "soapwright-source": source }) => source?.default ?? source;
  const alias = Object.fromEntries(replaced.map(([id, one]) => [id, resolve(home, nodeSource(one))]));
  const owned = Object.values(manifest.imports ?? {}).map((one) => one.default);
  // What has another source for browsers is loaded by nothing but bundles.
  const forBrowsers = replaced.filter(([, one]) => one["soapwright-source"].browser !== undefined);
  const bundled = forBrowsers.flatMap(([, { module, browser, "soapwright-source": source }]) => [
    [module, source.default],
    [browser, source.browser],
  ]);
  const listed = Object.values({ ...manifest.exports, ...manifest.imports });
  const fromSource = listed.filter((one) => typeof one["soapwright-source"] === "string");
  const entries = fromSource.map((one) => [one.default, one["soapwright-source"], one.module ?? ""]);
  if (home === ".") entries.push(...generated);
  const commands = Object.values(manifest.bin ?? {}).map((path) => [path, path.replace(/dist(.*)js$/, "src$1ts")]);
  const build = (pairs, format, suffix, sourceOf = (path) => path, more = {}) => {
    const input = pairs.map(([built, path]) => [built.replace(/^\.\/dist\/|\.m?js$/g, ""), sourceOf(join(home, path))]);
    const { plugins = [], banner = "", chunks = "shared/" } = more;
    const names = { entryFileNames: `[name].${suffix}`, chunkFileNames: `${chunks}[name].${suffix}` };
    const comments = { annotation: true, legal: false, jsdoc: false };
    // Some libraries that are bundled set exports.default, which publint allows in no file that a manifest names.
    const groups = [{ name: "bundled", test: /\/node_modules\// }];
    const sources = Object.fromEntries(input);
    if (format === "cjs")
      groups.push(...(manifest.name === "soapwright-runtime" ? groupsOf(sources) : generatedTogether));
    const codeSplitting = { groups };
    const external = (id) =>
      (id[0] === "#" && !(format === "cjs" && id in alias)) ||
      isBuiltin(id) ||
      installed.some((name) => `${id}/`.startsWith(`${name}/`));
    // V8 keeps other text than ASCII in two bytes a character.
    const text = { charset: "ascii", comments, banner, externalLiveBindings: false };
    // Jest runs CommonJS without the flag that a native import() needs there. What the features load late is an optional peer,
    // whose absence a bundler accepts of an import() with a catch alone.
    const inCjs = format === "cjs" ? { dynamicImportInCjs: manifest.name === "soapwright-features" } : {};
    const output = { dir: join(home, "dist"), format, ...text, ...inCjs, codeSplitting, ...names };
    return { input: sources, output, external, resolve: { alias }, plugins, platform: "node" };
  };
  const declared = (path) => resolve(".cache/declarations", path.replace(/ts$/, "d.ts"));
  const rollUp = [dts({ emitDtsOnly: true, dtsInput: true, tsconfig: false })];
  const banner = '/// <reference lib="esnext.disposable" />';
  const declare = (pairs, more) => build(pairs, "es", "ts", declared, { plugins: rollUp, banner, ...more });
  const modules = entries.filter(([, , module]) => module.startsWith("./dist/"));
  const code = [build([...entries, ...commands], "cjs", "js"), build([...modules, ...bundled], "es", "mjs")];
  // What only the package itself loads is typed by its source, and declared to nobody.
  const declaredEntries = entries.filter(([built]) => !owned.includes(built));
  // Apart: declarations that name types of Node.js, which users need not have.
  const forAll = declare(declaredEntries.filter((entry) => !isInternal(entry)));
  const declarations = [forAll, declare(declaredEntries.filter(isInternal), { chunks: "shared/node-" })];
  return [...(process.env.DECLARATIONS ? [] : code), ...declarations].filter(
    ({ input }) => Object.keys(input).length > 0,
  );
}

const packages = readdirSync("packages").filter((name) => name !== "soapwright-testing");
export default [".", ...packages.map((name) => join("packages", name))].flatMap(builds);
