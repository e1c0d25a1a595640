/** The package as a user gets it: packed, installed into an empty project, used from CommonJS, ES modules and TypeScript. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packPackage } from "../../scripts/release/pack";
import { readPackages } from "../../scripts/release/packages";
import { sampleOf } from "../stage/slow";

const root = resolve(".");
let project: string;

const use = `
const sandbox = await startSandbox();
try {
  const v21 = createEmployeeServiceV21({ baseUrl: sandbox.url, username: "sandbox-user", token: "sandbox-token" });
  const v3 = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox", soapVersion: "1.2" });
  const costCenters = await v21.costCenterGetCurrent({ EmployeeId: 1003 });
  const addresses = await v3.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 });
  let caught = "";
  try {
    await v21.costCenterGetCurrent({ EmployeeId: 0.5 });
  } catch (error) {
    if (error instanceof ArgumentError && isServiceError(error)) caught = error.code;
  }
  console.log(JSON.stringify([costCenters.length, addresses.length, caught]));
  await v21.close();
  await v3.close();
} finally {
  await sandbox.close();
}
`;
const names = "{ ArgumentError, createEmployeeServiceV21, createEmployeeServiceV3, isServiceError }";
const wanted = JSON.stringify([2, 2, "ARGUMENT"]);

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/**
 * What the compiler complains of in `files`, as a user's own project with these options would see it. It is the native one, which takes a
 * quarter of the time, but for what that no longer knows; `tests/types/compilers.test.ts` has the others.
 */
function compile(files: readonly string[], options: object, compiler: string): string {
  const strict = { strict: true, noEmit: true, target: "es2022", lib: ["es2023", "dom"], types: [] };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...strict, ...options }, files }));
  try {
    return run(process.execPath, [join(root, `node_modules/${compiler}/bin/tsc`), "-p", "."]);
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

beforeAll(() => {
  if (!existsSync("dist/src/index.js")) throw new Error("dist/ is absent: run `make build` first");
  project = mkdtempSync(join(tmpdir(), "employee-service-user-"));
  const archives = readPackages(root)
    .filter((one) => one.name !== "soapwright")
    .map((one) => packPackage(join(root, one.folder), project).file);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "user", private: true }));
  run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error", ...archives]);
}, 180_000);

afterAll(() => {
  if (project) rmSync(project, { recursive: true, force: true });
});

test("a CommonJS module calls both versions", () => {
  const text = `const ${names} = require("employee-service-client");
const { startSandbox } = require("employee-service-client/sandbox");
(async () => {${use}})();`;
  writeFileSync(join(project, "use.cjs"), text);
  expect(run(process.execPath, ["use.cjs"]).trim()).toBe(wanted);
});

test("an ES module calls both versions, with the same classes as CommonJS", () => {
  const text = `import ${names} from "employee-service-client";
import { startSandbox } from "employee-service-client/sandbox";
import { createRequire } from "node:module";
if (createRequire(import.meta.url)("employee-service-client").ArgumentError !== ArgumentError) throw new Error("two copies");
${use}`;
  writeFileSync(join(project, "use.mjs"), text);
  expect(run(process.execPath, ["use.mjs"]).trim()).toBe(wanted);
});

describe("TypeScript, without skipLibCheck", () => {
  const text = `import ${names} from "employee-service-client";
import { startSandbox } from "employee-service-client/sandbox";
export async function main(): Promise<void> {${use}
const wrong = createEmployeeServiceV3({ baseUrl: "https://service.example", domain: "d" });
// @ts-expect-error a period is a number
await wrong.addressGetList({ EmployeeId: 1, Period: "11", Year: 2026 });
// @ts-expect-error the year is missing
await wrong.addressGetList({ EmployeeId: 1, Period: 11 });
}
`;
  const exact = {
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
  };
  const withNode = {
    lib: ["es2023", "esnext.disposable"],
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  };

  test.each(
    sampleOf<[what: string, file: string, options: object, compiler: string]>(
      [
        ["a bundler's module", "use-bundler.ts", { module: "esnext", moduleResolution: "bundler" }, "typescript-7"],
        [
          "a module under moduleResolution node10",
          "use-node10.ts",
          { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" },
          "typescript",
        ],
        ["a module under exact flags", "use-exact.mts", { module: "nodenext", ...exact }, "typescript-7"],
        [
          "a module with @types/node in place of the DOM",
          "use-node.mts",
          { module: "nodenext", ...withNode },
          "typescript-7",
        ],
      ],
      3,
    ),
  )(
    "%s compiles",
    (_what, file, options, compiler) => {
      writeFileSync(join(project, file), text);
      expect(compile([file], options, compiler)).toBe("");
    },
    120_000,
  );

  test("an ES module and a CommonJS module compile, and a wrong argument does not", () => {
    writeFileSync(join(project, "use-esm.mts"), text);
    writeFileSync(join(project, "use-cjs.cts"), text);
    writeFileSync(join(project, "wrong.mts"), text.replaceAll("// @ts-expect-error", "//"));
    const complaints = compile(["use-esm.mts", "use-cjs.cts", "wrong.mts"], { module: "nodenext" }, "typescript-7");
    expect(complaints).toContain("Type 'string' is not assignable to type 'number'");
    expect(complaints).toContain("Property 'Year' is missing");
    expect(complaints).not.toMatch(/^use-/m);
  }, 120_000);
});

test("no declaration of the package names a dependency of it", () => {
  const folder = join(project, "node_modules/employee-service-client/dist");
  const declarations = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.d\.m?ts$/.test(file),
  );
  expect(declarations.length).toBeGreaterThan(7);
  const named = declarations.filter((file) =>
    /(from|import\() ?"(soap|undici|saxes|commander)[/"]/.test(readFileSync(join(folder, file), "utf8")),
  );
  expect(named).toEqual([]);
});

test("the command of the package answers", () => {
  const bin = join(project, "node_modules/.bin/employee-service");
  expect(run(bin, ["--help"])).toContain("cost-centers");
});
