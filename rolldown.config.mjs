// Builds dist/ of every package from the entry points of its manifest: CommonJS for Node.js, ES modules for bundlers, and
// declarations. What the manifest installs stays an import; a devDependency that sources import is bundled.
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { dts } from "rolldown-plugin-dts";

const versions = readdirSync("generated").filter((name) => /^v\d[\d.]*$/.test(name));
const generated = versions.map((name) => [`./dist/${name}.js`, `./generated/${name}/index.ts`, "./dist/"]);
const isInternal = ([built]) => /^\.\/dist\/(internal|node-soap|http|wire)/.test(built);

/**
 * Chunks for Node.js, which loads one file faster than many: what the entry points of clients share is two chunks, the codecs
 * and what sends with them, and what entry points that load little share with them is apart, tables for example. Bundlers take what they need of ES modules.
 */
const loadedTogether = [
  { name: "xsd", test: /\/soapwright-runtime\/src\/(?:xsd\/|kind-of|printable|schema\/policy-words)/, priority: 2 },
  {
    name: "tables",
    test: /\/soapwright-runtime\/src\/(?:schema\/(?:simple\/|tables\/ta|tables\/typed|schema-namespaces|contract)|xml\/escape-text)/,
    priority: 2,
  },
  {
    name: "observers",
    test: /\/soapwright-runtime\/src\/(?:runtime-names|version|client\/(?:interceptors|observer|stats|trace))\.ts/,
    priority: 1,
  },
  {
    name: "codecs",
    test: /\/soapwright-runtime\/src\/(?!schema\/(?:identity|soap-|policy-needs|decode\/(?:keyed|identity)|tree\/re[fp]|tree\/encoded))(?:(?:errors|schema|xml)\/|soap\/(?!envelope-writer|node-soap))/,
    minShareCount: 3,
    priority: 1,
  },
  // Parts of codecs that the tables of some contracts bring.
  { name: "seldom", test: /\/soapwright-runtime\/src\/schema\//, minShareCount: 2 },
  {
    name: "client",
    test: /\/soapwright-runtime\/src\/(?:client\/|transport\/|soap\/(?:envelope-writer|node-soap))/,
    minShareCount: 3,
  },
  // Versions with their tables and documentation, which help and completion need, and classes, which calls need.
  { name: "versions", test: /\/generated\/(?!main|clients|.*\/(?:client|factory|index)\.ts)/, minShareCount: 2 },
  { name: "client", test: /\/generated\/.*\/(?:client|factory)\.ts/, minShareCount: 2 },
];

function builds(home) {
  const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const installed = [manifest.name, ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })];
  const external = (id) => id[0] === "#" || isBuiltin(id) || installed.some((name) => `${id}/`.startsWith(`${name}/`));
  const owned = Object.values(manifest.imports ?? {}).map((one) => one.default);
  const listed = Object.values({ ...manifest.exports, ...manifest.imports });
  const fromSource = listed.filter((one) => one["soapwright-source"] !== undefined);
  const entries = fromSource.map((one) => [one.default, one["soapwright-source"], one.module ?? ""]);
  if (home === ".") entries.push(...generated);
  const commands = Object.values(manifest.bin ?? {}).map((path) => [path, path.replace(/dist(.*)js$/, "src$1ts")]);
  const build = (pairs, format, suffix, sourceOf = (path) => path, more = {}) => {
    const input = pairs.map(([built, path]) => [built.replace(/^\.\/dist\/|\.js$/g, ""), sourceOf(join(home, path))]);
    const { plugins = [], banner = "", chunks = "shared/" } = more;
    const names = { entryFileNames: `[name].${suffix}`, chunkFileNames: `${chunks}[name].${suffix}` };
    const comments = { annotation: true, legal: false, jsdoc: false };
    // Some libraries that are bundled set exports.default, which publint allows in no file that a manifest names.
    const groups = [{ name: "bundled", test: /\/node_modules\// }];
    if (format === "cjs") groups.push(...loadedTogether);
    const codeSplitting = { groups };
    const output = { dir: join(home, "dist"), format, comments, banner, codeSplitting, ...names };
    return { input: Object.fromEntries(input), output, external, plugins, platform: "node" };
  };
  const declared = (path) => resolve(".cache/declarations", path.replace(/ts$/, "d.ts"));
  const rollUp = [dts({ emitDtsOnly: true, dtsInput: true, tsconfig: false })];
  const banner = '/// <reference lib="esnext.disposable" />';
  const declare = (pairs, more) => build(pairs, "es", "ts", declared, { plugins: rollUp, banner, ...more });
  const modules = entries.filter(([, , module]) => module.startsWith("./dist/"));
  const code = [build([...entries, ...commands], "cjs", "js"), build(modules, "es", "mjs")];
  // What only the package itself loads is typed by its source, and declared to nobody.
  const declaredEntries = entries.filter(([built]) => !owned.includes(built));
  // Apart: declarations that name types of Node.js, which users need not have.
  const forAll = declare(declaredEntries.filter((entry) => !isInternal(entry)));
  const declarations = [forAll, declare(declaredEntries.filter(isInternal), { chunks: "shared/node-" })];
  return [...code, ...declarations].filter(({ input }) => Object.keys(input).length > 0);
}

const packages = readdirSync("packages").filter((name) => name !== "soapwright-testing");
export default [".", ...packages.map((name) => join("packages", name))].flatMap(builds);
