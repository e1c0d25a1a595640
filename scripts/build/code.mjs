// The JavaScript of a package: a CommonJS build for Node, and an ES build of the same sources for bundlers. Names of
// functions stay as they are written, so that a frame of a stack says where it is from.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { rolldown } from "rolldown";
import { minify } from "rolldown/utils";
import { builtFiles, builtStem, isTool } from "./entry-points.mjs";
import { flushLeft } from "./flush-left.mjs";
import { otherPackages, othersOf, throughLibrary } from "./other-packages.mjs";
import {
  esVariants,
  importsForRequires,
  lateFiles,
  lateModules,
  ownExports,
  ownFolder,
  withoutWords,
} from "./plugins.mjs";
import { thirdParty } from "./third-party.mjs";

const isPackage = /^[^./]/;
const shared = { sourcemap: true, comments: false, minifyInternalExports: false };
const keepNames = { function: true, class: true };
/** Names are shorter: a quarter less to load. Those of functions and classes stay, because frames have them. */
const mangle = { toplevel: true, keepNames: true };
/** Lines stay: Node prints the line that an error was thrown in. */
const readable = {
  compress: { target: "es2022", keepNames, joinVars: false, sequences: false },
  mangle,
  codegen: false,
};
/** What bundlers read, they print anew. */
const dense = { compress: { target: "es2022", keepNames }, mangle, codegen: true };

/**
 * Builds `entries` and `commands` to CommonJS: what the first entry reaches is one file, so that a start opens few; what it
 * loads late is a file for each such module, so that a start does not read what few programs need. Entries
 * that stand apart are one file each: they load nothing of the others. Tools load the rest by one file. Packages that users do
 * not install go into the files of commands and of the entries that `bundling` names; no other entry may load one. Returns
 * their folders.
 */
export async function buildCommonJs(root, pack, entries, commands) {
  const others = othersOf(root, pack);
  const late = pack.base === undefined ? new Map() : lateModules(join(root, pack.base), others);
  const plugins = [otherPackages(root, pack), lateFiles(late, others), importsForRequires({ others })];
  const reached = await reachedFrom(root, entries[0].source, plugins);
  const stem = ({ source }) => builtStem(pack, source);
  const form = {
    ...shared,
    minify: readable,
    dir: join(root, pack.home, pack.folder),
    format: "cjs",
    strict: true,
    esModule: true,
  };
  const apart = entries.filter(({ name }) => (pack.apart ?? []).includes(name));
  const tools = entries.filter((entry) => isTool(pack, entry));
  const together = [...entries, ...commands].filter((entry) => !apart.includes(entry) && !tools.includes(entry));
  if (apart.length > 0) await write(root, named(apart, stem), plugins, { ...form, chunkFileNames: "apart/[name].js" });
  const foreign = thirdParty(root, pack);
  const bundle = (input, more, chunks) =>
    write(root, input, [...more, ...plugins, foreign.plugin], { ...form, ...chunks }, {}, foreign.isInstalled);
  const chunks = await bundle({ ...named(together, stem), ...entriesOf(late) }, [], {
    chunkFileNames: ({ name }) => (name === "library" ? "library.js" : "shared/[name].js"),
    codeSplitting: { groups: [{ name: "library", test: (id) => reached.has(id) }] },
  });
  if (tools.length > 0) {
    const groups = Object.entries(pack.dense ?? {}).map(([path, folders]) => ({
      name: basename(path),
      test: (id) => folders.some((folder) => id.startsWith(join(root, folder, sep))),
    }));
    const files = { chunkFileNames: "tools/[name].js", codeSplitting: { groups } };
    chunks.push(...(await bundle(named(tools, stem), [throughLibrary(root, pack)], files)));
    for (const path of Object.keys(pack.dense ?? {})) await makeDense(join(form.dir, `${path}.js`));
  }
  const denseFiles = Object.keys(pack.dense ?? {}).map((path) => `${path}.js`);
  for (const { fileName } of chunks) if (!denseFiles.includes(fileName)) writeFlushLeft(join(form.dir, fileName));
  const bundling = entries.filter(({ name }) => (pack.bundling ?? []).includes(name));
  const own = new Set([...commands, ...bundling].map((entry) => `${stem(entry)}.js`));
  for (const { fileName } of chunks.filter(({ isEntry, fileName }) => isEntry && !own.has(fileName))) {
    const found = filesOf(chunks, fileName).find(({ moduleIds }) => moduleIds.some(foreign.has));
    if (found !== undefined) throw new Error(`${fileName} loads ${found.fileName}, which has packages in it.`);
  }
  return new Set(chunks.flatMap(({ moduleIds }) => moduleIds.flatMap(foreign.foldersOf)));
}

/** A file that only passes names on has no map, and few lines. */
function writeFlushLeft(path) {
  if (!existsSync(`${path}.map`)) return;
  const map = JSON.parse(readFileSync(`${path}.map`, "utf8"));
  const flush = flushLeft(path, readFileSync(path, "utf8"), map);
  writeFileSync(path, flush.code);
  writeFileSync(`${path}.map`, JSON.stringify(flush.map));
}

/** A file whose sources are mapped in the package that they are from: nobody steps through it here, and no frame is read. */
async function makeDense(path) {
  const { code } = await minify(path, readFileSync(path, "utf8").replace(/\/\/# sourceMappingURL=.*\s*$/, ""), {
    compress: { target: "es2022" },
    mangle: { toplevel: true },
    codegen: true,
  });
  writeFileSync(path, oneByte(code));
  rmSync(`${path}.map`);
}

/** The chunks that the file loads, itself included. */
function filesOf(chunks, fileName, seen = new Map()) {
  const chunk = chunks.find((each) => each.fileName === fileName);
  if (chunk === undefined || seen.has(fileName)) return [...seen.values()];
  seen.set(fileName, chunk);
  for (const next of [...chunk.imports, ...chunk.dynamicImports]) filesOf(chunks, next, seen);
  return [...seen.values()];
}

/** Builds `entries` to ES modules with static imports alone. */
export async function buildEs(root, pack, entries) {
  const foreign = thirdParty(root, pack);
  const plugins = [
    otherPackages(root, pack),
    esVariants(),
    importsForRequires({ others: othersOf(root, pack), all: true }),
    foreign.plugin,
  ];
  const name = (entry) => builtFiles(pack, entry).bundlers.replace(/^.*?\/module\/|\.mjs$/g, "");
  const chunks = await write(
    root,
    named(entries, name),
    plugins,
    {
      ...shared,
      minify: dense,
      dir: join(root, pack.home, pack.folder, "module"),
      format: "es",
      entryFileNames: "[name].mjs",
      chunkFileNames: "shared/[name].mjs",
    },
    // A bundler's output may stand anywhere: no file is looked for beside it.
    { __dirname: '"."' },
    foreign.isInstalled,
  );
  for (const { fileName, code } of chunks) {
    const [left] = /\brequire\b\W[^\n]*|\b__filename\b[^\n]*|\bimport\.meta\b[^\n]*/.exec(code) ?? [];
    if (left !== undefined) throw new Error(`${fileName}: the ES build cannot have ${JSON.stringify(left)}.`);
  }
}

/**
 * Builds `entries` and `commands` of a package that programs run and nobody bundles: one file each, one for what `together` names
 * reaches, and one for each module that is loaded late, so that a short run opens few files and only what it needs.
 */
export async function buildProgram(root, pack, entries, commands) {
  const from = join(root, pack.base);
  const late = lateModules(from);
  const others = othersOf(root, pack);
  const first = named([...entries, ...commands], ({ source }) => builtStem(pack, source));
  const plugins = [otherPackages(root, pack), lateFiles(late, others), ownFolder(from)];
  const form = { ...shared, dir: join(root, pack.home, pack.folder) };
  const reached = await reachedFrom(root, pack.together, plugins);
  const commonjs = {
    ...form,
    minify: readable,
    format: "cjs",
    strict: true,
    esModule: true,
    chunkFileNames: "[name].js",
    codeSplitting: { groups: [{ name: "generator", test: (id) => reached.has(id) }] },
  };
  const chunks = await write(root, { ...first, ...entriesOf(late) }, plugins, commonjs);
  for (const { fileName } of chunks) writeFlushLeft(join(form.dir, fileName));
  // ES modules that are JavaScript in the sources: threads begin with them.
  const paths = readdirSync(from, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".mjs"));
  const modules = Object.fromEntries(paths.map((path) => [path.replace(/\.mjs$/, ""), `${pack.base}/${path}`]));
  if (paths.length > 0) await write(root, modules, [], { ...form, format: "es", entryFileNames: "[name].mjs" });
}

/** Late modules as entries, by the names of their files. */
function entriesOf(late) {
  return Object.fromEntries([...late].map(([path, name]) => [name, path]));
}

async function write(root, input, plugins, output, define = {}, external = isPackage) {
  const build = await rolldown({
    cwd: root,
    input,
    platform: "node",
    // A clone may have links to packages: files stand where the links are.
    resolve: { symlinks: false },
    external,
    plugins: [...plugins, withoutWords(root), ownExports()],
    // No comments that name the modules: the map does.
    experimental: { attachDebugInfo: "none" },
    // How long a build takes is no fault of it.
    checks: { bundlerTimings: false },
    transform: { target: "es2022", define },
    onLog(level, log) {
      // A busy machine is no defect of the build.
      if (log.code === "PLUGIN_TIMINGS") return;
      throw new Error(`${level}: ${log.message}`);
    },
  });
  try {
    const chunks = (await build.write(output)).output.filter(({ type }) => type === "chunk");
    for (const { fileName, code } of chunks) writeFileSync(join(output.dir, fileName), oneByte(code));
    return chunks;
  } finally {
    await build.close();
  }
}

/**
 * The same program without characters beyond Latin-1: with a single one of them V8 keeps and reads the whole file in two bytes a
 * character, which takes nearly twice the time. Columns of the map are those of before in such a line.
 */
function oneByte(code) {
  return code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

async function reachedFrom(root, source, plugins) {
  const build = await rolldown({
    cwd: root,
    input: source,
    platform: "node",
    external: isPackage,
    plugins,
  });
  try {
    const { output } = await build.generate({ codeSplitting: false });
    return new Set(output[0].moduleIds);
  } finally {
    await build.close();
  }
}

function named(entries, name) {
  return Object.fromEntries(entries.map((entry) => [name(entry), entry.source]));
}
