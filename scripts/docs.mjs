// `make docs`: the site, with every entry point of scripts/packages.json and the guides of docs/guides.json, into reports/site. Its first
// screen, theme and style are in scripts/site.
// A link that leads nowhere, and whatever else TypeDoc warns of, is an error.
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Application, ReflectionKind } from "typedoc";
import { entryPoints, isPassedOn, readPackages } from "./build/entry-points.mjs";
import { dress } from "./site/theme.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, "reports/site");
const groups = JSON.parse(readFileSync(join(root, "docs/guides.json"), "utf8"));
// README is a page as every guide is: the first screen is one of its own.
groups[0].pages.splice(1, 0, "README.md");
const guides = groups.flatMap(({ pages }) => pages);
const entries = readPackages(root).flatMap((pack) => {
  const { name } = JSON.parse(readFileSync(join(root, pack.manifest), "utf8"));
  return entryPoints(root, pack)
    .filter((entry) => !isPassedOn(entry) && !entry.name.startsWith("./internal"))
    .map((entry) => ({ source: entry.source, name: name + entry.name.slice(1) }));
});
// The client first: most readers are its users.
entries.sort(
  (a, b) => Number(b.name.startsWith("employee-service-client")) - Number(a.name.startsWith("employee-service-client")),
);

/** From a guide of the site to its file. */
const pathOf = new Map();

rmSync(out, { recursive: true, force: true });
const site = await Application.bootstrap({
  name: entries[0].name,
  entryPoints: entries.map(({ source }) => join(root, source)),
  sortEntryPoints: false,
  projectDocuments: guides.map((page) => join(root, page)),
  tsconfig: join(root, "tsconfig.build.json"),
  readme: join(root, "scripts/site/first-screen.md"),
  headings: { readme: false, document: false },
  theme: "guides",
  customCss: join(root, "scripts/site/site.css"),
  // Checked by make typecheck.
  skipErrorChecking: true,
  highlightLanguages: ["js", "json", "sh", "ts", "xml"],
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  includeVersion: true,
  // Entry points by their whole names.
  navigation: { includeFolders: false },
  hideGenerator: true,
  includeHierarchySummary: false,
  // Types of other packages have pages of their own elsewhere.
  externalSymbolLinkMappings: { "@opentelemetry/instrumentation": { "*": "#" } },
  // Types that an entry point does not name are shown where they are used.
  validation: {
    notExported: false,
    invalidLink: true,
    invalidPath: true,
    rewrittenLink: true,
    unusedMergeModuleWith: true,
  },
});
dress(site, groups, (document) => pathOf.get(document));
const project = await site.convert();
if (project === undefined || site.logger.hasErrors()) process.exit(1);
nameModules(project.getChildrenByKind(ReflectionKind.Module));
for (const [index, document] of project.documents.entries()) nameGuide(document, guides[index]);
site.validate(project);
await site.generateDocs(project, out);
if (site.logger.hasErrors() || site.logger.hasWarnings()) process.exit(1);
console.log("The site is in reports/site: open index.html.");

/** Modules are called as they are imported. They come in the order of the entry points. */
function nameModules(modules) {
  if (modules.length !== entries.length)
    throw new Error(`There are ${modules.length} modules for ${entries.length} entry points.`);
  for (const [index, module] of modules.entries()) module.name = entries[index].name;
}

/** A guide is called by its heading; README has that of the site. */
function nameGuide(document, path) {
  pathOf.set(document, path);
  if (path === "README.md") {
    document.name = "Overview";
    return;
  }
  const [, title] = /^# (.+)\n/.exec(document.content[0]?.text ?? "") ?? [];
  if (title === undefined) throw new Error(`The guide ${document.name} does not begin with a heading.`);
  document.name = title;
}
