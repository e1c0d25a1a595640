// Makes one file of a program, dependencies and all: `node bundle.mjs rolldown|esbuild cjs|esm ENTRY OUTPUT [BANNER]`. Writes the
// package's files that went into it beside it, as JSON.
import { writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rolldown } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const [tool, format, entry, output, banner] = process.argv.slice(2);
const makers = {
  async rolldown() {
    const bundle = await rolldown({ input: entry, platform: "node" });
    const options = { dir: dirname(output), entryFileNames: basename(output), format, codeSplitting: false };
    const written = await bundle.write({ ...options, ...(banner ? { banner } : {}) });
    return written.output[0].moduleIds;
  },
  async esbuild() {
    const { metafile } = await build({
      entryPoints: [entry],
      outfile: output,
      bundle: true,
      platform: "node",
      format,
      metafile: true,
      logLevel: "error",
      ...(banner ? { banner: { js: banner } } : {}),
    });
    return Object.keys(metafile.inputs);
  },
};
const ids = await makers[tool]();
const own = ids
  .map((id) => relative(root, resolve(id)).split(sep).join("/"))
  .filter((path) => /^(dist|packages)\//.test(path));
writeFileSync(`${output}.json`, JSON.stringify(own));
