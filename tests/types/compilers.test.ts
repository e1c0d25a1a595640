/** The generated code, and the package that it imports, with every compiler that users may have. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isSlow } from "soapwright-testing/stage/slow";
import { type GenerateOptions, generate } from "../../packages/soapwright/src/pipeline";
import { CompileFolder, type CompilerVersion, compilers } from "./compile-folder";
import { wideService } from "./wide-service";

const root = resolve(__dirname, "../..");
const generated = ["types.ts", "schemas.ts", "client.ts", "index.ts"];
const goldens = join(root, "packages/soapwright-testing/src/golden/cases");
/** The folder of WSDLs that are compiled without a golden text. */
const verified = join(root, "packages/soapwright-testing/src/golden/verified");
/** The WSDLs in it that need options. */
const optional = new Set(["bare-simple-types", "dates-and-names", "lists-and-unions"]);
/**
 * A schema without a WSDL has no client: `packages/soapwright-runtime/tests/schema/documents.test.ts` tests its output.
 */
const folders = readdirSync(goldens)
  .map((name) => join(goldens, name))
  .filter((path) => existsSync(join(path, "client.ts")));
const { entryPoints } = JSON.parse(readFileSync(join(root, "generated/entry-points.json"), "utf8")) as {
  readonly entryPoints: readonly { readonly entryPoint: string; readonly module: string }[];
};
// The entry point for OpenTelemetry is left out, because declarations of that package need a lib with `console`.
const ownDoors = entryPoints.map(({ entryPoint }) => entryPoint.slice(1));
const doors = ["", "/sandbox", "/doctor", ...ownDoors].map((door) => `employee-service-client${door}`);
const known = Object.keys(compilers) as CompilerVersion[];
/** The newest compiler is the native one, which needs a quarter of the time. */
const versions = isSlow ? known : known.slice(-1);
const folder = new CompileFolder("compilers");

beforeAll(async () => {
  if (!existsSync(join(root, "dist/index.d.ts"))) throw new Error("dist/ is absent: run `make build` first");
  for (const path of folders) {
    const names = readdirSync(path).filter((name) => name.endsWith(".ts"));
    const files = names.map((name) => [name, asUser(readFileSync(join(path, name), "utf8"))] as const);
    folder.write(folderOf(path), new Map(files));
  }
  for (const { module } of entryPoints) {
    const path = join(root, dirname(module));
    // Their index, which has the factory, is an entry point of the package and is tested below.
    const files = generated
      .filter((name) => name !== "index.ts")
      .map((name) => [name, asUser(readFileSync(join(path, name), "utf8"))] as const);
    folder.write(folderOf(path), new Map(files));
  }
  for (const name of readdirSync(verified)) {
    const path = join(verified, name, "service.wsdl");
    await write(name, path);
    if (optional.has(name)) await write(`${name}-with-options`, path, { decimal: "number", enums: "closed" });
  }
  const wide = join(mkdtempSync(join(tmpdir(), "wide-")), "wide.wsdl");
  writeFileSync(wide, wideService(isSlow ? 1100 : 100));
  await write("wide", wide);
  rmSync(dirname(wide), { recursive: true });
  const use = doors.map((door, n) => `export type * as door${n} from "${door}";\nimport "${door}";\n`).join("");
  folder.write("doors", new Map([["use.ts", use]]));
  folder.write("wrong", new Map([["wrong.ts", 'export const wrong: number = "text";\n']]));
}, 180_000);

test.each(versions)(
  "TypeScript %s compiles generated/, the goldens and the package's declarations",
  (version) => {
    const { wrong, ...others } = Object.fromEntries(folder.compile(version));
    expect(others).toEqual({});
    // This error proves that the compiler ran.
    expect(wrong).toEqual([expect.stringContaining("TS2322")]);
  },
  180_000,
);

/** A caller of the golden `wrapped-list`. Its mistakes must be errors although the tables are not checked. */
const caller = `import { EchoService, isOrders, schemas } from "./all";
const client = new EchoService({ endpoint: "http://127.0.0.1:9/" });
export const right = (): Promise<number> => client.echo({ CustomerId: 1 }).then((orders) => orders.length);
// @ts-expect-error text for a number
export const argument = (): unknown => client.echo({ CustomerId: "1" });
// @ts-expect-error an argument that the operation does not have
export const unknown = (): unknown => client.echo({ CustomerId: 1, m: 1 });
// @ts-expect-error the list is no text
export const result = (): Promise<string> => client.echo({ CustomerId: 1 });
// @ts-expect-error a service is no operation
isOrders(schemas.service);
console.log(JSON.stringify([schemas.echo.name, schemas.service.operations.length, schemas.Order.kind]));
`;
const all = `import type { Operation } from "soapwright-runtime/tables";
import type { Echo, Order } from "./index";
export * from "./index";
export function isOrders(_operation: Operation<Echo, (Order | null)[]>): void {}
`;

test.each(versions)(
  "TypeScript %s takes tables unchecked, its caller checked, and keeps what they import",
  (version) => {
    const { path } = new CompileFolder(`unchecked-${version}`);
    for (const name of generated)
      writeFileSync(join(path, name), asUser(readFileSync(join(goldens, "wrapped-list", name), "utf8")));
    const tables = readFileSync(join(path, "schemas.ts"), "utf8");
    // This would be an error if the file were checked, which every program compiles.
    writeFileSync(join(path, "schemas.ts"), `${tables}const misfit: number = "text";\n`);
    writeFileSync(join(path, "all.ts"), all);
    writeFileSync(join(path, "use.ts"), caller);
    const compilerOptions = {
      ...{ strict: true, skipLibCheck: true, target: "es2022", module: "node16", moduleResolution: "node16" },
      ...{
        declaration: true,
        rootDir: ".",
        outDir: "out",
        types: ["node"],
        typeRoots: [join(root, "node_modules/@types")],
      },
    };
    writeFileSync(join(path, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
    const compiler = join(root, "node_modules", compilers[version], "bin", "tsc");
    const { stdout } = spawnSync(process.execPath, [compiler, "-p", "."], { cwd: path, encoding: "utf8" });
    expect(stdout).toBe("");
    const ran = spawnSync(process.execPath, ["out/use.js"], { cwd: path, encoding: "utf8" });
    expect(ran.stderr).toBe("");
    expect(JSON.parse(ran.stdout)).toEqual(["Echo", 1, "complex"]);
    expect(readFileSync(join(path, "out/schemas.d.ts"), "utf8")).toContain("ComplexType<types.Order>");
  },
  60_000,
);

async function write(name: string, wsdl: string, options: Pick<GenerateOptions, "decimal" | "enums"> = {}) {
  const own = { source: name, extension: "" };
  folder.write(name, (await generate(wsdl, { ...own, ...options })).files!);
}

/** Replaces the imports of sources by those of the built package. */
function asUser(text: string): string {
  return text.replace(
    /"(?:\.\.\/)+src\/([\w-]+)"/g,
    (_, entryPoint: string) => `"employee-service-client/${entryPoint}"`,
  );
}

function folderOf(path: string): string {
  return path.slice(root.length + 1).replaceAll("/", "-");
}
