// Builds dist/ of every package from the entry points of its manifest: CommonJS for Node.js, ES modules for bundlers, and
// declarations. What the manifest installs stays an import; a devDependency that sources import is bundled.
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { dts } from "rolldown-plugin-dts";

const versions = readdirSync("generated", { withFileTypes: true }).filter((entry) => entry.isDirectory());

const isInternal = (path) => /^\.\/dist\/(internal|node-soap-client)/.test(path);

function builds(home) {
  const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const installed = [manifest.name, ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })];
  const external = (id) => id[0] === "#" || isBuiltin(id) || installed.some((name) => `${id}/`.startsWith(`${name}/`));
  const conditions = Object.values({ ...manifest.exports, ...manifest.imports }).filter((entry) => entry.default);
  // A pattern, which publint accepts without a source, is an entry point for each generated version.
  const entries = conditions.flatMap(({ default: built, "soapwright-source": source = "./generated/v*/index.ts" }) => {
    const paths = built.includes("*") ? versions.map(({ name }) => name) : ["v*"];
    return paths.map((path) => [built.replace("v*", path), source.replace("v*", path)]);
  });
  const commands = Object.values(manifest.bin ?? {}).map((path) => [path, path.replace(/dist(.*)js$/, "src$1ts")]);
  const build = (format, pairs, extension, plugins) => {
    const sourceOf = (path) => (plugins ? resolve(".cache/declarations", path.replace(/ts$/, "d.ts")) : path);
    const sources = pairs.map(([built, source]) => [built.replace(/^\.\/dist\/|\.js$/g, ""), join(home, source)]);
    const input = Object.fromEntries(sources.map(([name, path]) => [name, sourceOf(path)]));
    const banner = plugins ? '/// <reference lib="esnext.disposable" />' : undefined;
    const names = { entryFileNames: `[name].${extension}`, chunkFileNames: `shared/[name].${extension}` };
    return {
      input,
      external,
      plugins,
      platform: "node",
      output: { dir: join(home, "dist"), format, comments: false, banner, ...names },
    };
  };
  return [
    build("cjs", [...entries, ...commands], "js"),
    ...(manifest.module ? [build("es", entries, "mjs")] : []),
    // What users compile must not hold what only our own packages import, which names types of Node.js.
    ...[entries.filter(([path]) => !isInternal(path)), entries.filter(([path]) => isInternal(path))]
      .filter((some) => some.length > 0)
      .map((some) => build("es", some, "ts", [dts({ emitDtsOnly: true, dtsInput: true, tsconfig: false })])),
  ];
}

const published = readdirSync("packages").filter((name) => name !== "soapwright-testing");
export default [".", ...published.map((name) => join("packages", name))].flatMap(builds);
