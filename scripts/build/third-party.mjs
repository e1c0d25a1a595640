// Packages that are in the built files themselves: how they get there, and their licences in THIRD-PARTY.txt beside the manifest.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const prefix = "third-party:";
const minify = { compress: { keepNames: { function: true, class: true } }, mangle: { keepNames: true }, codegen: true };

/**
 * A plugin that puts each package which is not installed with this one into the file that imports it. A package becomes one
 * small module beforehand: the bundler would split the helpers that CommonJS needs from every file, and maps hold its text.
 */
export function thirdParty(root, { manifest }) {
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync(join(root, manifest), "utf8"));
  const installed = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
  const require = createRequire(join(root, manifest));
  const isInstalled = (specifier) => {
    const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
    return isBuiltin(specifier) || installed.has(name);
  };
  /** Folders of the packages that are in a module made of CommonJS files. */
  const folders = new Map();
  const plugin = {
    name: "third-party",
    async resolveId(source, importer) {
      const isPackage = importer !== undefined && /^[\w@]/.test(source) && !source.startsWith(prefix);
      if (!isPackage || isInstalled(source)) return null;
      return prefix + source;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const source = id.slice(prefix.length);
      const resolved = await this.resolve(source, join(root, manifest), { skipSelf: true });
      if (resolved === null) throw new Error(`${source} is not installed.`);
      const entry = isEsModule(resolved.id) ? await passedOn(source, resolved.id) : namesOf(source, require(source));
      const { code, moduleIds } = await oneModule(root, entry);
      folders.set(
        id,
        moduleIds.map(packageOf).filter((folder) => folder !== undefined),
      );
      return { code, moduleType: "js" };
    },
  };
  const foldersOf = (id) => folders.get(id) ?? [packageOf(id)].filter((folder) => folder !== undefined);
  return { plugin, isInstalled, foldersOf, has: (id) => foldersOf(id).length > 0 };
}

/** Whether Node takes the file for an ES module. */
function isEsModule(path) {
  if (/\.[cm]js$/.test(path)) return path.endsWith(".mjs");
  const folder = packageOf(path);
  return folder !== undefined && JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).type === "module";
}

/** An ES package as it is. */
async function passedOn(source, path) {
  const names = Object.keys(await import(pathToFileURL(path)));
  return `export { ${names.join(", ")} } from ${JSON.stringify(source)};`;
}

/** A CommonJS package as an ES module with the names that it exports. */
function namesOf(source, loaded) {
  const names = Object.keys(loaded).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "default");
  return [
    `import whole from ${JSON.stringify(source)};`,
    `export default whole${loaded.__esModule === true ? ".default" : ""};`,
    `export const { ${names.join(", ")} } = whole;`,
  ].join("\n");
}

async function oneModule(root, entry) {
  const build = await rolldown({
    cwd: root,
    input: "entry.mjs",
    platform: "node",
    resolve: { symlinks: false },
    external: (specifier) => isBuiltin(specifier),
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry.mjs" ? join(root, id) : null),
        load: (id) => (id === join(root, "entry.mjs") ? entry : null),
      },
    ],
  });
  try {
    const [chunk] = (await build.generate({ format: "es", codeSplitting: false, comments: false, minify })).output;
    return chunk;
  } finally {
    await build.close();
  }
}

/** The folder of the package that a module is of; undefined for a module of our own. */
function packageOf(id) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
}

/** Writes name, version and licence of each package, sorted, with the licence's own text. No file where there is none. */
export function writeThirdParty(root, { manifest, bundling = [] }, folders) {
  const path = join(root, dirname(manifest), "THIRD-PARTY.txt");
  const parts = [...folders].map(partOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  if (parts.length === 0) {
    rmSync(path, { force: true });
    return;
  }
  const head = `Files of ${["the command", ...bundling].join(", ")} have code of these packages in them.\nThe rest of the library has none of it.\n`;
  writeFileSync(path, `${head}\n${parts.map(({ text }) => text).join("\n")}`);
}

function partOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e\b/i.test(each));
  if (license === undefined || file === undefined) {
    throw new Error(`${folder.split(sep).slice(-2).join("/")} states no licence: it cannot be bundled.`);
  }
  const rule = "=".repeat(80);
  const words = readFileSync(join(folder, file), "utf8").replace(/\r\n/g, "\n").trim();
  return { name, text: `${rule}\n${name} ${version} (${license})\n${rule}\n\n${words}\n` };
}
