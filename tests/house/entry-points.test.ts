import { execFile, execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { sampleOf } from "soapwright-testing/stage/slow";
import { startSandbox } from "../../src/sandbox/start-sandbox";

/** Every version's entry point of the built package, from CommonJS, ES modules and each way that TypeScript resolves it. */
describe("entry points", () => {
  interface Row {
    readonly folder: string;
    readonly class: string;
    readonly types?: readonly string[];
  }
  const name = "employee-service-client";
  const { versions } = JSON.parse(readFileSync("wsdl/versions.json", "utf8")) as { versions: readonly Row[] };
  const folder = resolve("reports/entry-points-of-rows");

  beforeAll(() => {
    if (!existsSync("dist/index.mjs")) throw new Error("dist/ is absent: run `make build` first");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    symlinkSync(resolve("."), join(folder, "node_modules", name), "junction");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("the list of entry points has one for each row", () => {
    const list = JSON.parse(readFileSync("generated/entry-points.json", "utf8")) as {
      readonly entryPoints: readonly { readonly entryPoint: string; readonly module: string }[];
    };
    expect(list.entryPoints.map(({ entryPoint }) => entryPoint)).toEqual(versions.map((row) => `./${row.folder}`));
    for (const { module } of list.entryPoints) expect(existsSync(`${module}.ts`)).toBe(true);
    const page = readFileSync("generated/README.md", "utf8");
    for (const row of versions) expect(page).toContain(`| entry point | \`${name}/${row.folder}\` |`);
  });

  test.each(versions)("$folder has its class, factory and tables, the same ones as the main entry point", (row) => {
    const names = [row.class, `create${row.class}`];
    const script = `
    import * as own from "${name}/${row.folder}";
    import * as main from "${name}";
    import { createRequire } from "node:module";
    const required = createRequire(import.meta.url)("${name}/${row.folder}");
    for (const key of ${JSON.stringify(names)})
      if (typeof own[key] !== "function" || own[key] !== main[key] || own[key] !== required[key]) throw new Error(key);
    console.log(JSON.stringify([Array.isArray(own.schemas.service.operations), own.schemas === required.schemas]));`;
    writeFileSync(join(folder, "use.mjs"), script);
    expect(execFileSync(process.execPath, ["use.mjs"], { cwd: folder, encoding: "utf8" })).toBe("[true,true]\n");
  });

  test.each(
    sampleOf(
      [
        ["nodenext, in ES modules and CommonJS", ["use.mts", "use.cts"], { module: "nodenext" }],
        ["bundler", ["use.ts"], { module: "esnext", moduleResolution: "bundler" }],
        ["node10", ["use-10.ts"], { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" }],
      ],
      3,
    ),
  )(
    "TypeScript finds every name under %s",
    (what, files, options) => {
      const uses = versions.map((row, n) => {
        const types = (row.types ?? []).map((type) => `export type T${n}_${type} = own${n}.${type};`).join("\n");
        return `import * as own${n} from "${name}/${row.folder}";
${types}
export const made${n}: own${n}.${row.class} = own${n}.create${row.class}(undefined as never);
export const options${n}: own${n}.${row.class}Options = undefined as never;
export const operations${n}: number = own${n}.schemas.service.operations.length;`;
      });
      for (const file of files) writeFileSync(join(folder, file), `${uses.join("\n")}\n`);
      const shared = { strict: true, noEmit: true, target: "es2022", lib: ["es2023", "dom"], types: [] };
      const config = JSON.stringify({ compilerOptions: { ...shared, ...options }, files });
      writeFileSync(join(folder, "tsconfig.json"), config);
      // TypeScript 6 is the last version with node10. The native version is faster for the others.
      const compiler = resolve(`node_modules/${what === "node10" ? "typescript" : "typescript-7"}/bin/tsc`);
      const run = spawnSync(process.execPath, [compiler, "-p", "."], { cwd: folder, encoding: "utf8" });
      expect(run.stdout).toBe("");
    },
    120_000,
  );

  test("the main entry point has no type but those that rows name", () => {
    const main = readFileSync("generated/main.ts", "utf8");
    const shown = [...main.matchAll(/export (?:type )?\{ ([^}]*) \} from "\.\/[^/]+\/types"/g)].flatMap(([, list]) =>
      list!.split(", ").map((one) => one.replace("type ", "")),
    );
    const named = versions.flatMap((row) => (row.types ?? []).filter((type) => type !== `${row.class}Options`));
    expect(shown.sort()).toEqual([...named].sort());
  });
});

/**
 * The files of the built package that a program with one call loads. Each further file slows the start of every
 * program.
 */
describe("loading", () => {
  /** Modules of Node.js that a call over plain HTTP does not need, and that load slowly. */
  const unwanted = /^node:(https|zlib|worker_threads|child_process|cluster|inspector|sqlite)$/;

  const runtime = "packages/soapwright-runtime/dist";
  const isOurs = (file: string): boolean => /^(dist|packages)\//.test(file);

  /** Returns the loaded files in order, relative to the root, then the loaded modules of `unwanted`. */
  async function loadedFiles(program: string): Promise<string[]> {
    const print = `const known = process.moduleLoadList.map((name) => name.replace("NativeModule ", "node:"));
    process.stdout.write(JSON.stringify([...Object.keys(require.cache), ...known.filter((name) => unwanted.test(name))]))`;
    const words = ["-e", `const unwanted = ${unwanted}; (async () => { ${program}; ${print}; })()`];
    // What the process of the tests preloads is not loaded by a package.
    const { NODE_OPTIONS, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, words, { env });
    return (JSON.parse(stdout) as string[]).map((path) =>
      path.startsWith("node:") ? path : relative(resolve("."), path),
    );
  }

  const generatedClients = (): string =>
    readdirSync("generated", { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith("client.ts"))
      .map((path) => readFileSync(join("generated", path), "utf8"))
      .join("");

  beforeAll(() => {
    if (!existsSync("dist/index.js")) throw new Error("dist/ is absent: run `make build` first");
  });

  test("a call loads the client and the run time of our packages, and of node-soap and undici their clients", async () => {
    const sandbox = await startSandbox();
    try {
      const files = await loadedFiles(`
      const { createEmployeeServiceV3 } = require("./dist/index.js");
      const client = createEmployeeServiceV3({ baseUrl: "${sandbox.url}", domain: "sandbox" });
      const addresses = await client.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 });
      if (addresses.length !== 2) throw new Error(String(addresses.length));
      await client.close()`);
      const folders = files.filter(isOurs).map((file) => file.slice(0, file.indexOf("dist/") + 4));
      // Versions with binary data bring the feature that carries it.
      const features = /from "soapwright-features/.test(generatedClients())
        ? ["packages/soapwright-features/dist"]
        : [];
      const nodeSoap = /from "soapwright-node-soap/.test(generatedClients())
        ? ["packages/soapwright-node-soap/dist"]
        : [];
      expect([...new Set(folders)].sort()).toEqual(["dist", ...features, ...nodeSoap, runtime]);
      const foreign = files.filter((file) => !isOurs(file)).map((file) => file.split("node_modules/").at(-1));
      const packages = new Set(foreign.map((file) => file?.split("/")[0]));
      expect([...packages].sort()).toEqual(["debug", "has-flag", "ms", "soap", "supports-color", "undici"]);
      expect(foreign.filter((file) => file?.startsWith("soap/"))).toEqual(["soap/lib/client.js", "soap/lib/utils.js"]);
      expect(foreign.filter((file) => /fetch|\/web\/|mock|cache|proxy|pool/.test(file ?? ""))).toEqual([]);
    } finally {
      await sandbox.close();
    }
  });

  test.each([
    ["tables", ["tables", "xsd"]],
    ["codecs", ["codecs", "errors", "policy-words", "tables", "visit", "xsd"]],
    ["errors", ["errors", "xsd"]],
  ])("soapwright-runtime/%s loads no client", async (entry, shared) => {
    const files = await loadedFiles(`require("./${runtime}/${entry}.js")`);
    const parts = [`${entry}.js`, ...shared.map((name) => `shared/${name}.js`)];
    // The bundler's own helper is a file where one of the others needs it.
    const read = files.filter((file) => !file.endsWith("/rolldown-runtime.js"));
    expect(read.sort()).toEqual(parts.map((name) => `${runtime}/${name}`).sort());
  });

  test("what a client loads is ASCII, which V8 keeps in one byte a character", async () => {
    const files = (await loadedFiles(`require("./dist/index.js")`)).filter(isOurs);
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => /[^\0-\x7f]/.test(readFileSync(file, "utf8")))).toEqual([]);
  });

  test.each([
    ["sandbox", ["export", "cli"]],
    ["export", ["sandbox", "cli", "contract"]],
    ["doctor", ["sandbox", "export", "verify"]],
  ])("%s loads nothing of %j", async (entry, others) => {
    const files = await loadedFiles(
      `require("./${entry === "export" ? "packages/soapwright-export/dist/index" : `dist/${entry}`}.js")`,
    );
    expect(files).toContain(`packages/soapwright-${entry === "doctor" ? "cli/dist/doctor" : `${entry}/dist/index`}.js`);
    expect(files.filter((file) => others.some((other) => file.startsWith(`packages/soapwright-${other}/`)))).toEqual(
      [],
    );
  });

  test("the sandbox has the same classes as the main entry point", async () => {
    const files = await loadedFiles(`
    const { ConfigurationError } = require("./dist/index.js");
    const { startSandbox } = require("./dist/sandbox.js");
    const error = await startSandbox({ data: "absent.json" }).catch((error) => error);
    if (!(error instanceof ConfigurationError)) throw error`);
    expect(files.filter((file) => file === `${runtime}/index.js`)).toHaveLength(1);
  });

  test.each([
    ["opentelemetry", ["@opentelemetry/api"]],
    ["opentelemetry-instrumentation", ["@opentelemetry/api", "@opentelemetry/instrumentation"]],
  ])(
    "%s loads nothing of the client: it is loaded before what other instrumentations patch",
    async (entry, packages) => {
      const file = `packages/soapwright-features/dist/${entry}.js`;
      const files = await loadedFiles(`require("./${file}")`);
      expect(files.filter(isOurs)).toContain(file);
      expect(files).not.toContain(`${runtime}/index.js`);
      const named = new Set(files.map((file) => /node_modules\/(@opentelemetry\/[^/]+|soap|undici)\//.exec(file)?.[1]));
      for (const name of packages) expect([...named]).toContain(name);
      expect([...named]).not.toContain("soap");
      expect([...named]).not.toContain("undici");
    },
  );
});
