/** The core needs no package beside it, modules are loaded in two ways alone, and none loads itself by way of others. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ts } from "ts-morph";
import { CORE } from "../../scripts/circles";

const homes = [".", ...readdirSync("packages").map((name) => `packages/${name}`)].filter(
  (home) => !home.endsWith("-testing"),
);
const manifestOf = (home: string) => JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
const filesOf = (home: string): string[] =>
  ["src", "codegen", "generated"]
    .map((name) => join(home, name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
    .filter((file) => file.endsWith(".ts"));
const files = homes.flatMap(filesOf);

test.each(CORE.map((name) => [name]))("the manifest of %s names the core alone", (name) => {
  const { dependencies = {}, peerDependencies = {} } = manifestOf(`packages/${name}`);
  const own = [...Object.keys(dependencies), ...Object.keys(peerDependencies)].filter((each) =>
    /^soapwright/.test(each),
  );
  const more = name === "soapwright" ? ["soapwright-cli"] : [];
  expect(own.filter((each) => ![...CORE, ...more].includes(each))).toEqual([]);
});

test("one file of the core loads the other commands, when a command is not its own", () => {
  const core = CORE.flatMap((name) => filesOf(`packages/${name}`));
  const loading = core.filter((file) => readFileSync(file, "utf8").includes('"soapwright-cli'));
  expect(loading).toEqual(["packages/soapwright/src/program.ts"]);
  const uses = readFileSync(loading[0]!, "utf8").match(/.*"soapwright-cli[^"]*".*/g) ?? [];
  expect(uses.every((line) => /await import\("soapwright-cli|typeof import\("soapwright-cli/.test(line))).toBe(true);
});

/** A file, or one for each condition. */
type Source = string | { readonly default: string };

/** The source of each entry point and of each import of a package's own, by specifier. */
const sources = new Map<string, string>();
for (const home of homes) {
  const { name, exports = {}, imports = {} } = manifestOf(home);
  for (const [names, prefix] of [
    [exports, name],
    [imports, `${home} `],
  ] as const)
    for (const [key, { "soapwright-source": source }] of Object.entries<{ "soapwright-source"?: Source }>(names)) {
      if (source === undefined) continue;
      const path = typeof source === "string" ? source : source.default;
      sources.set(prefix + key.replace(/^\./, ""), join(home, path));
    }
}

interface Loads {
  readonly required: readonly string[];
  /** What a module loads, at once or by `import()`; types are none of it. */
  readonly values: readonly string[];
}

function loadsOf(file: string): Loads {
  const required: string[] = [];
  const values: string[] = [];
  const home = /^packages\/[^/]+/.exec(file)?.[0] ?? ".";
  const add = (specifier: ts.Node | undefined): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const { text } = specifier;
    const base = join(dirname(file), text);
    const found = text.startsWith(".")
      ? [`${base}.ts`, `${base}/index.ts`].find((each) => existsSync(each))
      : sources.get(text.startsWith("#") ? `${home} ${text}` : text);
    if (found !== undefined) values.push(found);
  };
  const allTypes = (elements: readonly { readonly isTypeOnly: boolean }[]): boolean =>
    elements.length > 0 && elements.every(({ isTypeOnly }) => isTypeOnly);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const { importClause: clause } = node;
      const named = clause?.namedBindings;
      const isType =
        clause?.isTypeOnly ||
        (clause !== undefined && !clause.name && named && ts.isNamedImports(named) && allTypes(named.elements));
      if (!isType) add(node.moduleSpecifier);
    } else if (ts.isExportDeclaration(node)) {
      const { exportClause: clause } = node;
      if (!node.isTypeOnly && !(clause && ts.isNamedExports(clause) && allTypes(clause.elements)))
        add(node.moduleSpecifier);
    } else if (ts.isCallExpression(node)) {
      const isRequire = ts.isIdentifier(node.expression) && node.expression.text === "require";
      if (isRequire) required.push(node.arguments[0]?.getText(source) ?? "");
      if (isRequire || node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0]);
      ts.forEachChild(node, visit);
    } else ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  visit(source);
  return { required, values };
}

const loads = new Map(files.map((file) => [file, loadsOf(file)]));

test("no module loads itself by way of others, whether by import or by import()", () => {
  const reach = (file: string, reached = new Set<string>()): Set<string> => {
    for (const next of loads.get(file)?.values ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      reach(next, reached);
    }
    return reached;
  };
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => reach(file).has(file))).toEqual([]);
});

/** Modules that `require` loads, with why none of the two ways of loading will do. */
const REQUIRED = new Map([
  ["packages/soapwright-node-soap/src/node-soap-client.ts", "loads node-soap's client without axios"],
  ["packages/soapwright-node-soap/src/node-soap-wsdl.ts", "its construction is synchronous, and few clients need it"],
  ["packages/soapwright-verify/src/proof/runtime.ts", "the module is named on the command line, and may be CommonJS"],
]);

test("a module is loaded by an import, or by import() where a command begins or an optional peer is first used", () => {
  const requiring = [...loads].filter(([, { required }]) => required.length > 0).map(([file]) => file);
  expect(requiring.filter((file) => !REQUIRED.has(file))).toEqual([]);
  expect([...REQUIRED.keys()].filter((file) => !requiring.includes(file))).toEqual([]);
});
