// The JavaScript of a package: a CommonJS build for Node, and an ES build of the same sources for bundlers. Names stay as they are
// written and each map holds its sources, so that a frame of a stack says where it is from.
import { basename, dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { builtFiles } from "./entry-points.mjs";
import { esVariants, importsForRequires, lateFiles, lateModules, ownFolder } from "./plugins.mjs";

const isPackage = /^[^./]/;
/** What a user installs stays outside; the packages that a list names are built into the files that need them. */
const outside =
  ({ bundled = [] } = {}) =>
  (id) =>
    isPackage.test(id) && !bundled.some((name) => id === name || id.startsWith(`${name}/`));
const shared = { sourcemap: true, comments: false, minifyInternalExports: false };

/** Builds `entries` and `commands` to CommonJS: what the first entry reaches is one file, so that a start opens few. */
export async function buildCommonJs(root, pack, entries, commands) {
  const folder = join(root, pack.folder);
  const reached = await reachedFrom(root, entries[0].source);
  await write(
    root,
    named([...entries, ...commands], ({ source }) => source.replace(/\.ts$/, "")),
    [importsForRequires({})],
    {
      ...shared,
      dir: folder,
      format: "cjs",
      strict: true,
      esModule: true,
      chunkFileNames: ({ name }) => (name === "library" ? "library.js" : "shared/[name].js"),
      codeSplitting: { groups: [{ name: "library", test: (id) => reached.has(id) }] },
    },
    { external: outside(pack) },
  );
}

/** Builds `entries` to ES modules with static imports alone. */
export async function buildEs(root, pack, entries) {
  const plugins = [esVariants(), importsForRequires({ all: true })];
  const name = (entry) => builtFiles(pack, entry).bundlers.replace(/^.*?\/module\/|\.mjs$/g, "");
  const chunks = await write(
    root,
    named(entries, name),
    plugins,
    {
      ...shared,
      dir: join(root, pack.folder, "module"),
      format: "es",
      entryFileNames: "[name].mjs",
      chunkFileNames: "shared/[name].mjs",
    },
    // A bundler's output may stand anywhere: no file is looked for beside it.
    { external: outside(pack), define: { __dirname: '"."' } },
  );
  for (const { fileName, code } of chunks) {
    const [left] = /\brequire\b\W[^\n]*|\b__filename\b[^\n]*|\bimport\.meta\b[^\n]*/.exec(code) ?? [];
    if (left !== undefined) throw new Error(`${fileName}: the ES build cannot have ${JSON.stringify(left)}.`);
  }
}

/** Builds a program of this tree that is not published: one file, and one for each module that is loaded late. */
export async function buildProgram(root, source, folder) {
  const from = join(root, dirname(source));
  const late = [...lateModules(from)].map(([path, name]) => [name, path]);
  const input = Object.fromEntries([[basename(source, ".ts"), source], ...late]);
  await write(root, input, [lateFiles(from), ownFolder(from)], {
    ...shared,
    dir: join(root, folder),
    format: "cjs",
    strict: true,
    chunkFileNames: "[name].js",
  });
}

async function write(root, input, plugins, output, { external = outside(), define = {} } = {}) {
  const build = await rolldown({
    cwd: root,
    input,
    platform: "node",
    external,
    plugins,
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
    return (await build.write(output)).output.filter(({ type }) => type === "chunk");
  } finally {
    await build.close();
  }
}

async function reachedFrom(root, source) {
  const build = await rolldown({
    cwd: root,
    input: source,
    platform: "node",
    external: isPackage,
    plugins: [importsForRequires({})],
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
