/**
 * Every package as users get it: packed, installed into an empty project, used from CommonJS, ES modules and
 * TypeScript.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sampleOf } from "soapwright-testing/stage/slow";
import { installPacked, type Packed, packAll, readWorkspaces } from "../../scripts/workspaces";

const root = resolve(".");
let project: string;
let packed: readonly Packed[];

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
 * Returns the compiler's errors in `files`, as in a user's project with these options. The native compiler needs a
 * quarter of the time; options that it lacks need another. `tests/types/compilers.test.ts` has the other versions.
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
  if (!existsSync("dist/index.js")) throw new Error("dist/ is absent: run `make build` first");
  project = mkdtempSync(join(tmpdir(), "employee-service-user-"));
  packed = packAll(root, project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "user", private: true }));
  // `npm ci` has filled npm's cache with the dependencies, so no network is needed. Every package is installed at once:
  // what comes with one of them is read off npm's lock file.
  installPacked(
    packed.map(({ file }) => file),
    project,
  );
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
      4,
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

describe("what is installed with the client", () => {
  interface Entry {
    readonly license?: string;
    readonly hasInstallScript?: boolean;
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly optionalDependencies?: Readonly<Record<string, string>>;
  }
  /** Returns the packages that the client, or the package `name`, needs, and those that they need, as Node.js finds them from where each is. */
  const installed = (name = "employee-service-client") => {
    const lock = readFileSync(join(project, "node_modules/.package-lock.json"), "utf8");
    const { packages } = JSON.parse(lock) as { packages: Record<string, Entry> };
    const found = new Map<string, Entry>();
    const find = (name: string, from: string): string | undefined => {
      for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
        const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
        if (path in packages) return path;
        if (folder === "") return undefined;
      }
    };
    const add = (path: string): void => {
      if (found.has(path)) return;
      const entry = packages[path]!;
      found.set(path, entry);
      for (const name of Object.keys(entry.dependencies ?? {})) {
        const needed = find(name, path);
        if (needed === undefined) throw new Error(`${name}, which ${path} needs, is not installed.`);
        add(needed);
      }
      for (const name of Object.keys(entry.optionalDependencies ?? {})) {
        const needed = find(name, path);
        if (needed !== undefined) add(needed);
      }
    };
    add(`node_modules/${name}`);
    return [...found].map(([path, entry]) => ({ path: path.replace(/^node_modules\//, ""), ...entry }));
  };

  test("is undici alone for the run time, and sixty packages for the client", () => {
    expect(installed("soapwright-runtime").map(({ path }) => path)).toEqual(["soapwright-runtime", "undici"]);
    expect(installed().length - 1).toBeLessThanOrEqual(60);
  });

  test("is nothing of the generator", () => {
    const paths = installed().map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["soapwright-runtime", "soap", "undici"]));
    for (const name of ["soapwright", "ts-morph", "typescript"]) expect(paths).not.toContain(name);
  });

  test("runs no script", () => {
    expect(installed().filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
    const scripts = readWorkspaces(root).flatMap(({ folder }) => {
      const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as { scripts?: object };
      return Object.keys(manifest.scripts ?? {});
    });
    expect(scripts.filter((name) => /install|prepare/.test(name))).toEqual([]);
  });

  test("has permissive licences", () => {
    const permissive = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0", "0BSD"];
    const others = installed().filter(({ license }) => !permissive.includes(license ?? ""));
    // dev-null 0.1.1 declares its license (MIT) in an older form, which npm does not copy.
    expect(others.filter(({ path }) => path !== "dev-null")).toEqual([]);
  });
});

describe("the packed files", () => {
  /** Returns the text files of every package by path. */
  const files = () =>
    readWorkspaces(root).flatMap(({ manifest: { name } }) => {
      const home = join(project, "node_modules", name);
      const paths = readdirSync(home, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
      return paths
        .filter((path) => !path.startsWith("node_modules/") && statSync(join(home, path)).isFile())
        .map((path) => ({ name, path, text: readFileSync(join(home, path), "utf8") }));
    });

  test("have licence, page and changelog, and nothing that is for us alone", () => {
    const all = files();
    for (const { name } of packed) {
      const paths = all.filter((one) => one.name === name).map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining(["LICENSE", "README.md", "CHANGELOG.md", "package.json"]));
      expect(paths.filter((path) => /(^|\/)(tests|scripts|\.github)\/|\.tsbuildinfo$|\.env/.test(path))).toEqual([]);
    }
    expect(all.filter(({ text }) => text.includes(root)).map(({ path }) => path)).toEqual([]);
  });

  test("have the files that their pages link to", () => {
    for (const { name, text } of files().filter(({ path }) => path === "README.md")) {
      const links = [...text.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(
        ([, link]) => link!,
      );
      const missing = links.filter(
        (link) => !/^https?:/.test(link) && !existsSync(join(project, "node_modules", name, link)),
      );
      expect([name, missing]).toEqual([name, []]);
    }
  });

  test("name source maps whose sources are there", () => {
    const maps = files().filter(({ path }) => path.endsWith(".map"));
    const wrong = maps.filter(({ name, path, text }) => {
      const { sources, sourcesContent = [] } = JSON.parse(text) as { sources: string[]; sourcesContent?: unknown[] };
      const folder = join(project, "node_modules", name, path, "..");
      return sources.some((source, n) => typeof sourcesContent[n] !== "string" && !existsSync(join(folder, source)));
    });
    expect(wrong.map(({ name, path }) => `${name}/${path}`)).toEqual([]);
  });

  test("of the generator write a client", () => {
    const wsdl = join(root, "wsdl/employee-service.v3.wsdl");
    run(join(project, "node_modules/.bin/soapwright"), ["generate", wsdl, "--out", "client"]);
    expect(readdirSync(join(project, "client"))).toEqual(
      expect.arrayContaining(["client.ts", "schemas.ts", "types.ts"]),
    );
  });
});
