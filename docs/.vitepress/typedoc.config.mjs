// A page for each entry point of the packages, as Markdown for VitePress: reports/reference.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ReflectionKind } from "typedoc";

const root = resolve(import.meta.dirname, "../..");
const versions = readdirSync(join(root, "generated")).filter((name) =>
  existsSync(join(root, "generated", name, "index.ts")),
);
const entries = [".", ...readdirSync(join(root, "packages")).map((name) => `packages/${name}`)].flatMap((home) => {
  const manifest = JSON.parse(readFileSync(join(root, home, "package.json"), "utf8"));
  return Object.entries(manifest.private ? {} : manifest.exports).flatMap(
    // A version has no source in the exports: its files are generated.
    ([entry, { "soapwright-source": source = entry === "./v*" ? "./generated/v*/index.ts" : undefined }]) => {
      // What is for our own packages has no page, nor what passes another package on.
      if (source === undefined || entry === "./internal") return [];
      const paths = entry.includes("*") ? versions : ["v*"];
      const name = manifest.name + entry.slice(1);
      return paths.map((path) => ({
        name: name.replace("v*", path),
        source: join(root, home, source.replace("v*", path)),
      }));
    },
  );
});

/** Modules are called as they are imported. They come in the order of the entry points. */
function nameModules(app) {
  app.converter.on("resolveBegin", ({ project }) => {
    for (const [index, module] of project.getChildrenByKind(ReflectionKind.Module).entries())
      module.name = entries[index].name;
  });
}

export default {
  name: "API",
  entryPoints: entries.map(({ source }) => source),
  tsconfig: join(root, "tsconfig.build.json"),
  plugin: ["typedoc-plugin-markdown", nameModules],
  out: join(root, "reports/reference"),
  readme: "none",
  entryFileName: "index",
  hideBreadcrumbs: true,
  hidePageHeader: true,
  sortEntryPoints: false,
  // Checked by make typecheck.
  skipErrorChecking: true,
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  externalSymbolLinkMappings: { "@opentelemetry/instrumentation": { "*": "#" } },
  // Types that an entry point does not name are shown where they are used.
  validation: { notExported: false },
  treatWarningsAsErrors: true,
};
