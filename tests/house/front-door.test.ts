import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Node, Project, SyntaxKind } from "ts-morph";

/** What packages take from each other's `/internal` entry points: little, and nothing that one package could own. */
describe("the front door", () => {
  const packages = readdirSync("packages").filter((name) => name !== "soapwright-testing");
  const folders = ["src", "codegen", ...packages.map((name) => join("packages", name, "src"))];
  const filesOf = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((file) => file.endsWith(".ts"));
  const isInternal = (specifier: string) => /^soapwright(-\w+)?\/internal(\/|$)/.test(specifier);
  const ownerOf = (file: string) => /^packages[\\/]([^\\/]+)/.exec(file)?.[1] ?? "employee-service-client";

  interface Use {
    readonly file: string;
    readonly name: string;
  }

  /** The names that a file takes from `/internal`, in each way that TypeScript has of importing. */
  function usesIn(file: string, text: string): Use[] {
    const source = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true }).createSourceFile(file, text);
    const names = [...source.getImportDeclarations(), ...source.getExportDeclarations()].flatMap((declaration) => {
      const specifier = declaration.getModuleSpecifierValue() ?? "";
      if (!isInternal(specifier)) return [];
      const named = Node.isImportDeclaration(declaration)
        ? declaration.getNamedImports()
        : declaration.getNamedExports();
      // Without a list, everything is taken.
      return named.length === 0 ? [`${specifier} *`] : named.map((one) => `${specifier} ${one.getName()}`);
    });
    const literals = source.getDescendantsOfKind(SyntaxKind.StringLiteral).filter((literal) => {
      const parent = literal.getParent();
      const isLoaded = Node.isCallExpression(parent) || Node.isImportTypeNode(parent?.getParent());
      return isLoaded && isInternal(literal.getLiteralValue());
    });
    return [...names, ...literals.map((literal) => `${literal.getLiteralValue()} *`)].map((name) => ({ file, name }));
  }

  const uses = folders
    .flatMap(filesOf)
    .map((file) => ({ file, text: readFileSync(file, "utf8") }))
    .filter(({ text }) => text.includes("/internal"))
    .flatMap(({ file, text }) => usesIn(file, text));
  const importers = new Map<string, Set<string>>();
  for (const { file, name } of uses) importers.set(name, (importers.get(name) ?? new Set()).add(ownerOf(file)));

  /** The names that entry points called `internal` export. */
  const exported = packages.flatMap((name) => {
    const { exports = {} } = JSON.parse(readFileSync(join("packages", name, "package.json"), "utf8")) as {
      exports?: Record<string, { "soapwright-source"?: string }>;
    };
    return Object.entries(exports).flatMap(([entry, { "soapwright-source": path }]) => {
      if (!/^\.\/internal(\/|$)/.test(entry) || path === undefined) return [];
      const file = join("packages", name, path);
      const source = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true }).createSourceFile(
        file,
        readFileSync(file, "utf8"),
      );
      return source
        .getExportDeclarations()
        .flatMap((one) => one.getNamedExports().map((each) => `${name}${entry.slice(1)} ${each.getName()}`));
    });
  });

  test("all /internal entry points together have at most 40 names", () => {
    expect(exported.length).toBeGreaterThan(0);
    expect(exported.length).toBeLessThanOrEqual(40);
  });

  test("each of the names serves two packages or more: what one uses belongs into it", () => {
    const packagesOf = (name: string) => [...(importers.get(name) ?? [])];
    expect(exported.filter((name) => packagesOf(name).length < 2)).toEqual([]);
    expect([...importers.keys()].filter((name) => !exported.includes(name))).toEqual([]);
  });

  test("the client and its code generation take none, and at most 10 files of the sandbox", () => {
    const filesBy = (owner: string) => new Set(uses.map(({ file }) => file).filter((file) => ownerOf(file) === owner));
    expect([...filesBy("employee-service-client")]).toEqual([]);
    expect(filesBy("soapwright-sandbox").size).toBeLessThanOrEqual(10);
  });

  test.each([
    ['import { partsOf } from "soapwright-runtime/internal";', ["soapwright-runtime/internal partsOf"]],
    ['import * as all from "soapwright-runtime/internal";', ["soapwright-runtime/internal *"]],
    [
      'export type { A, B } from "soapwright/internal/command";',
      ["A", "B"].map((n) => `soapwright/internal/command ${n}`),
    ],
    [
      'const x = require("soapwright-export/internal") as typeof import("soapwright-export/internal");',
      Array(2).fill("soapwright-export/internal *"),
    ],
    ['import { partsOf } from "soapwright-runtime/extend"; // soapwright-runtime/internal', []],
  ])("counts %s", (text, names) => {
    expect(usesIn("file.ts", text).map(({ name }) => name)).toEqual(names);
  });

  test("the client's own code has at most 150,000 bytes, and its package at most five entry points", () => {
    const bytes = ["src", "codegen"].flatMap(filesOf).reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThanOrEqual(150_000);
    const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as { exports: object };
    const entryPoints = Object.keys(exports).filter((entry) => entry !== "./package.json");
    expect(entryPoints.length).toBeLessThanOrEqual(5);
  });

  test("the preset of the employee service has at most 30,000 bytes", () => {
    const bytes = filesOf(join("src", "cli")).reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThanOrEqual(30_000);
  });

  test("another service has the same product in at most 60 lines of its own, beside its table of versions", () => {
    const home = "examples/own-service";
    expect(existsSync(join(home, "wsdl/versions.json"))).toBe(true);
    const own = ["generate.mjs", "command.ts", "sandbox.ts"];
    const lines = own.reduce(
      (sum, name) => sum + readFileSync(join(home, name), "utf8").trimEnd().split("\n").length,
      0,
    );
    expect(lines).toBeLessThanOrEqual(60);
    for (const name of own) expect(readFileSync(join(home, name), "utf8")).not.toMatch(/internal|employee/);
  });
});
