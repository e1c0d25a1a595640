/** The package's declarations in a user's compiler, without skipLibCheck, and the types that entry points share. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isSlow, sampleOf, slowTest } from "soapwright-testing/stage/slow";
import { asChecked } from "soapwright-testing/types/as-checked";
import ts from "typescript";
import { version } from "../../generated/v3/version";
import { type CompilerVersion, compilers } from "./compile-folder";

const root = resolve(__dirname, "../..");
const folder = join(root, "reports/declarations");
const name = "employee-service-client";
const versions = readdirSync(join(root, "generated")).filter(
  (entry) => entry.startsWith("v") && !entry.includes(".ts"),
);
const entryPoints = Object.keys(
  (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: object }).exports,
)
  .filter((entry) => entry !== "./package.json")
  // A pattern stands for the folders of generated/ that it matches.
  .flatMap((entry) => (entry === "./v*" ? versions.map((version) => `./${version}`) : [entry]))
  .map((entry) => entry.replace(".", name));
const general = entryPoints.filter((entry) => !entry.includes("/opentelemetry"));
/** The declarations of `@opentelemetry/instrumentation` need those of Node. */
const withoutNode = entryPoints.filter((entry) => !entry.endsWith("-instrumentation"));

/** A table that is made with one entry point and passed to another, and a type that two entry points export. */
const use = `
import { type Call as MainCall, ConfigurationError, createEmployeeServiceV3, type EmployeeAddress } from "${name}";
import { Call } from "soapwright-runtime";
import { ConfigurationError as RuntimeError } from "soapwright-runtime/errors";
import type { ServiceNode } from "soapwright-runtime/tables";
import { SandboxFault, startServiceSandbox } from "${name}/sandbox";
import { service } from "./schemas.EXT";

async function main(): Promise<void> {
  const table: ServiceNode = service;
  const sandbox = await startServiceSandbox({
    services: [
      {
        service: table,
        path: "/own.asmx",
        declaredBaseUrl: ${JSON.stringify(version.declaredBaseUrl)},
        operations: {
          Address_GetList: () => {
            throw new SandboxFault("no such employee");
          },
        },
      },
    ],
  });
  const client = createEmployeeServiceV3({ baseUrl: sandbox.url, endpoint: sandbox.url + "/own.asmx", domain: "sandbox" });
  type Items = Awaited<ReturnType<typeof client.addressGetList>>;
  const call: Call<Items> = client.addressGetList({ EmployeeId: 1, Period: 1, Year: 2026 });
  const same: MainCall<Items> = call;
  const items: readonly (EmployeeAddress | null)[] | undefined = undefined as Items | undefined;
  void items;
  const error: RuntimeError = new ConfigurationError("wrong", { option: "domain" });
  const words = await same.then(() => "a result", (reason: Error) => reason.message);
  console.log(JSON.stringify([call instanceof Call, error instanceof RuntimeError, words.includes("no such employee")]));
  await client.close();
  await sandbox.close();
}
void main();
`;

beforeAll(() => {
  if (!existsSync(join(root, "dist/index.d.ts"))) throw new Error("dist/ is absent: run `make build` first");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules", name), "junction");
  const tables = readFileSync(join(root, "generated/v3/schemas.ts"), "utf8");
  const types = readFileSync(join(root, "generated/v3/types.ts"), "utf8");
  for (const [ts, js] of [
    ["mts", "mjs"],
    ["cts", "cjs"],
  ] as const) {
    writeFileSync(join(folder, `types.${ts}`), types);
    writeFileSync(join(folder, `schemas.${ts}`), asChecked(tables).replace('"./types"', `"./types.${js}"`));
    writeFileSync(join(folder, `use.${ts}`), use.replace("EXT", js));
  }
  const imports = (names: readonly string[]) =>
    names.map((entry, n) => `export type * as entry${n} from "${entry}";\nimport "${entry}";\n`).join("");
  writeFileSync(join(folder, "wrong.mts"), 'export const wrong: number = "text";\n');
  for (const extension of ["mts", "cts"]) {
    writeFileSync(join(folder, `general.${extension}`), imports(general));
    writeFileSync(join(folder, `without-node.${extension}`), imports(withoutNode));
    writeFileSync(join(folder, `all.${extension}`), imports(entryPoints));
  }
});

/** Returns the compiler's errors. */
function complaints(version: CompilerVersion, files: readonly string[], options: object): string[] {
  const config = join(folder, `tsconfig.${version}.json`);
  const strict = { strict: true, target: "es2022", module: "nodenext", skipLibCheck: false, noEmit: true, types: [] };
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...strict, ...options }, files }));
  const compiler = join(root, "node_modules", compilers[version], "bin/tsc");
  const words = [compiler, "-p", config, "--pretty", "false"];
  return spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" }).stdout.trim().split("\n");
}

const withNode = {
  lib: ["es2023", "esnext.disposable"],
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
};
const both = (stem: string) => [`${stem}.mts`, `${stem}.cts`];

const all = Object.keys(compilers) as CompilerVersion[];
/** The newest compiler is the native one, which needs a quarter of the time. */
const chosen = isSlow ? all : all.slice(-1);
const wrong = expect.stringContaining("wrong.mts(1,14): error TS2322");

describe.each(chosen)("TypeScript %s", (version) => {
  test.each(
    sampleOf(
      [
        ["without @types/node and without the DOM", both("general"), { lib: ["es2023"] }],
        ["without @types/node", both("without-node"), { lib: ["es2023", "dom"] }],
      ],
      2,
    ),
  )(
    "the declarations compile %s",
    (_what, files, options) => {
      // This error proves that the compiler ran.
      expect(complaints(version, [...files, "wrong.mts"], options)).toEqual([wrong]);
    },
    180_000,
  );
});

slowTest.each(chosen)(
  "TypeScript %s compiles the declarations with @types/node: one table and one Call, whichever way they are reached",
  (version) => {
    const out = join(folder, `out-${version}`);
    const emit = { ...withNode, noEmit: false, rootDir: folder, outDir: out };
    expect(complaints(version, [...both("all"), ...both("use"), "wrong.mts"], emit)).toEqual([wrong]);
    for (const extension of ["mjs", "cjs"]) {
      const program = join(out, `use.${extension}`);
      expect(execFileSync(process.execPath, [program], { encoding: "utf8" }).trim()).toBe("[true,true,true]");
    }
  },
  180_000,
);

test("nothing is declared twice", () => {
  const declared = new Map<string, string[]>();
  const paths = ["dist", "packages/soapwright-runtime/dist"].flatMap((built) =>
    readdirSync(join(root, built), { recursive: true, encoding: "utf8" }).map((path) => join(built, path)),
  );
  for (const path of paths) {
    // Declarations that name types of Node.js are built apart, so that the others can be used without those.
    if (!/\.d\.m?ts$/.test(path) || /(internal|http|shared\/node-\w+)\.d\.ts$/.test(path)) continue;
    const text = readFileSync(join(root, path), "utf8");
    for (const [, name] of text.matchAll(/^(?:export )?(?:declare )?(?:abstract )?(?:class|interface) (\w+)/gm)) {
      declared.set(name!, [...(declared.get(name!) ?? []), path]);
    }
  }
  expect(declared.size).toBeGreaterThan(50);
  const most = (name: string) => Math.max(1, versionsThatDeclare(name));
  expect([...declared].filter(([name, paths]) => paths.length > most(name))).toEqual([]);
});

/** Returns the number of versions that declare the name: versions may have different types of one name. */
function versionsThatDeclare(name: string): number {
  const { versions } = JSON.parse(readFileSync(join(root, "wsdl/versions.json"), "utf8")) as {
    readonly versions: readonly { readonly folder: string }[];
  };
  return versions.filter(({ folder: version }) =>
    new RegExp(`^export (?:interface|type) ${name}\\b`, "m").test(
      readFileSync(join(root, "generated", version, "types.ts"), "utf8"),
    ),
  ).length;
}

test("an entry point is one file of declarations and those that several share", () => {
  const files = readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".d.ts"));
  const own = files.filter((path) => !/^(shared\/|internal-)/.test(path));
  expect(own).toHaveLength(entryPoints.length);
  for (const shared of files.filter((path) => path.startsWith("shared/"))) {
    const stem = `${shared.slice("shared/".length, -".d.ts".length)}.js"`;
    const readers = files.filter((path) => readFileSync(join(root, "dist", path), "utf8").includes(`/${stem}`));
    expect(readers.length).toBeGreaterThan(1);
  }
});

test("the built types keep the hovers of credentials", () => {
  const entry = join(root, "dist/v2.1.d.ts");
  const program = ts.createProgram([entry], { noLib: true, module: ts.ModuleKind.Node16 });
  const checker = program.getTypeChecker();
  const index = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!;
  const exported = checker.getExportsOfModule(index).find(({ name }) => name === "EmployeeServiceV21Credentials")!;
  const alias = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const type = checker.getDeclaredTypeOfSymbol(alias);
  for (const name of ["username", "token"]) {
    const hover = ts.displayPartsToString(type.getProperty(name)?.getDocumentationComment(checker));
    expect(hover).toContain("Every call of version 2.1 needs it");
  }
});
