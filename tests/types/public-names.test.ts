/** The exports of entry points, from the built declarations: their number, and every type that a user meets. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";

const runtime = "packages/soapwright-runtime/dist";
/** The entry points for users, and the one that generated code imports. */
const [client, main] = ["dist/index.d.ts", `${runtime}/index.d.ts`];
const forPeople = [client, main, ...["extend", "addressing", "attachments"].map((name) => `${runtime}/${name}.d.ts`)];
let entries: readonly string[];

let program: ts.Program;
let checker: ts.TypeChecker;
beforeAll(() => {
  if (!existsSync(client)) throw new Error("dist/ is absent: run `make build` first");
  // What is special to one version is exported by the entry point of the version.
  const versions = readdirSync("dist").filter((name) => /^v\d.*\.d\.ts$/.test(name));
  entries = [...forPeople, `${runtime}/tables.d.ts`, ...versions.map((name) => `dist/${name}`)];
  program = ts.createProgram(
    entries.map((path) => resolve(path)),
    { noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.Node16, types: ["node"] },
  );
  checker = program.getTypeChecker();
});

const declared = (symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

function exportsOf(entry: string): ts.Symbol[] {
  const file = program.getSourceFile(resolve(entry));
  return checker.getExportsOfModule(checker.getSymbolAtLocation(file!)!);
}

test("the client exports at most 34 names, and 13 for each version", () => {
  const { versions } = JSON.parse(readFileSync("wsdl/versions.json", "utf8")) as { readonly versions: unknown[] };
  expect(exportsOf(client).length).toBeLessThanOrEqual(34 + 13 * versions.length);
});

test("the run time's main entry point exports at most 90 names", () => {
  expect(exportsOf(main).length).toBeLessThanOrEqual(90);
});

test("every type that a method, a function or an interface for people mentions is exported", () => {
  const exported = new Set(entries.flatMap((entry) => exportsOf(entry).map(declared)));
  expect(exported.size).toBeGreaterThan(200);
  const missing: string[] = [];
  for (const symbol of new Set(forPeople.flatMap((entry) => exportsOf(entry).map(declared)))) {
    for (const node of (symbol.declarations ?? []).flatMap(signatures)) {
      for (const name of unexported(node, exported)) missing.push(`${symbol.name}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});

/** Returns the nodes of a declaration that a caller reads, without private members and the targets of aliases. */
function signatures(node: ts.Declaration): ts.Node[] {
  if (ts.isFunctionDeclaration(node)) return [node];
  if (!ts.isClassDeclaration(node) && !ts.isInterfaceDeclaration(node)) return [];
  return [...node.members].filter(
    (member) =>
      (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) === 0 &&
      !(member.name !== undefined && ts.isPrivateIdentifier(member.name)),
  );
}

/** Returns the names of types of these packages that `node` mentions and no entry point exports. */
function unexported(node: ts.Node, exported: ReadonlySet<ts.Symbol>): string[] {
  const inner = node.getChildren().flatMap((child) => unexported(child, exported));
  if (!ts.isTypeReferenceNode(node)) return inner;
  const symbol = declared(checker.getSymbolAtLocation(node.typeName)!);
  const isOurs = symbol.declarations?.some((one) => /\/dist\/(?!.*node_modules)/.test(one.getSourceFile().fileName));
  const isParameter = (symbol.flags & ts.SymbolFlags.TypeParameter) !== 0;
  return !isOurs || isParameter || exported.has(symbol) ? inner : [symbol.name, ...inner];
}
