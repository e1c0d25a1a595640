/** The package from a real registry: published, installed into empty projects, and used in every way that its users have. */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { billOfMaterials } from "../../scripts/release/bill-of-materials";
import { type Packed, packPackage } from "../../scripts/release/pack";
import { readPackages } from "../../scripts/release/packages";
import { packedProblems } from "../../scripts/release/packed-checks";
import { Registry } from "../../scripts/release/registry";
import { buildClone, commitRelease, makeClone, writeVersion } from "../../scripts/release/staging";
import { type CompilerVersion, compilers } from "../types/compile-folder";
import { Consumer } from "./consumer";
import { installTools, packages, Verdaccio } from "./verdaccio";

jest.setTimeout(900_000);

const root = resolve(".");
const name = "employee-service-client";
const version = "7.1.0";
const repository = "https://forge.example/employee-service-client";
const scratch = mkdtempSync(join(tmpdir(), "publish-test-"));
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { exports: Record<string, unknown> };
const entryPoints = Object.keys(manifest.exports).filter((entry) => entry !== "./package.json");

let verdaccio: Verdaccio;
let consumer: Consumer;
/** The client, and the packages before it that it needs. */
let packed: Packed;
let released: readonly Packed[];

const imports = `{ ArgumentError, createEmployeeServiceV21, createEmployeeServiceV3, isServiceError }`;
const body = `
  const sandbox = await startSandbox();
  const v21 = createEmployeeServiceV21({ baseUrl: sandbox.url, username: "sandbox-user", token: "sandbox-token" });
  const v3 = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox", soapVersion: "1.2" });
  const costCenters = await v21.costCenterGetCurrent({ EmployeeId: 1003 });
  const addresses = await v3.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 });
  const wrong = await v21.costCenterGetCurrent({ EmployeeId: 0.5 }).catch((error) => error);
  const seen = [costCenters.length, addresses.length, wrong instanceof ArgumentError && isServiceError(wrong)];
  await v21.close();
  await v3.close();
  await sandbox.close();`;
const seen = "[2,2,true]";
const esm = `import ${imports} from "${name}";\nimport { startSandbox } from "${name}/sandbox";\n`;
const cjs = `const ${imports} = require("${name}");\nconst { startSandbox } = require("${name}/sandbox");\n`;
const main = `async function main() {${body}\n  console.log(JSON.stringify(seen));\n}\nvoid main();\n`;

/** A clone of this commit, built and packed as a release with `version`: every package, the client last. */
function release(folder: string, number: string, destination: string): Packed[] {
  makeClone(root, folder, execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim());
  commitRelease(folder, { version: number, changes: [], repository });
  buildClone(folder);
  return packAll(folder, destination);
}

function packAll(folder: string, destination: string): Packed[] {
  mkdirSync(destination, { recursive: true });
  return readPackages(folder).map((one) => packPackage(join(folder, one.folder), destination));
}

const clientOf = (all: readonly Packed[]): Packed => all.find((one) => one.name === name)!;

beforeAll(async () => {
  installTools();
  verdaccio = await Verdaccio.start();
  const first = join(scratch, "first");
  released = release(first, version, join(scratch, "packed"));
  packed = clientOf(released);

  // The version before: this tree under a lower version, with a WSDL that lacks what today's has.
  const before = join(scratch, "before");
  mkdirSync(before);
  for (const path of readdirSync(first)) {
    if (!["node_modules", ".git", "reports"].includes(path))
      cpSync(join(first, path), join(before, path), { recursive: true });
  }
  writeVersion(before, "7.0.0");
  const wsdl = join(before, "wsdl/employee-service.v3.wsdl");
  writeFileSync(wsdl, readFileSync(wsdl, "utf8").replace(/^.*name="CountryISOCode".*\n/m, ""));

  for (const folder of [before, first]) {
    writeFileSync(join(folder, ".npmrc"), verdaccio.settings);
    const packages = folder === first ? released : packAll(before, join(scratch, "packed"));
    for (const { file } of packages) new Registry(folder).publish(file, []);
  }

  consumer = new Consumer(verdaccio.settings, "latest");
  consumer.install(name, "@opentelemetry/api", "@opentelemetry/instrumentation@^0.223.0");
  consumer.write("use.cjs", cjs + main);
  consumer.write("use.mjs", esm + main);
}, 900_000);

afterAll(async () => {
  consumer?.remove();
  await verdaccio?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

describe("what is published", () => {
  test("is the packed file, byte for byte, with nothing that does not belong in it", () => {
    const registry = new Registry(consumer.folder);
    expect(registry.versions(name)).toEqual(["7.0.0", version]);
    expect(registry.integrity(name, version)).toBe(packed.integrity);
    const files = registry.files(name, version, join(scratch, "fetched"));
    expect([...files.keys()].sort()).toEqual([...packed.files.keys()].sort());
    expect(packedProblems(files, root, readPackages(root).find((one) => one.name === name)!)).toEqual([]);
  });

  test("says where it is at home", () => {
    const { repository: home, homepage, bugs, author, type } = JSON.parse(packed.files.get("package.json")!.text);
    expect({ home, homepage, bugs }).toEqual({
      home: { type: "git", url: `git+${repository}.git` },
      homepage: `${repository}#readme`,
      bugs: { url: `${repository}/issues` },
    });
    expect([typeof author, type]).toEqual(["string", "commonjs"]);
  });

  test("is the same from two clean clones of one commit, bill of materials and all", () => {
    const again = release(join(scratch, "second"), version, join(scratch, "packed-again"));
    expect(again.map((one) => [one.name, one.integrity])).toEqual(released.map((one) => [one.name, one.integrity]));
    for (const { folder } of readPackages(root))
      expect(billOfMaterials(join(scratch, "second"), folder)).toEqual(billOfMaterials(join(scratch, "first"), folder));
  });

  test("publint has nothing to say", () => {
    for (const { file } of released) {
      const copy = join(scratch, "package.tgz");
      copyFileSync(file, copy);
      expect(consumer.node([join(packages, "node_modules/publint/src/cli.js"), "--strict", copy])).toMatch(/All good!/);
    }
  });

  test("are the types wrong? No", () => {
    for (const { file } of released) {
      const copy = join(scratch, "types.tgz");
      copyFileSync(file, copy);
      const attw = join(packages, "node_modules/@arethetypeswrong/cli/dist/index.js");
      expect(consumer.node([attw, copy, "--no-color"])).toContain("No problems found");
    }
  });
});

describe("what is installed", () => {
  test("runs no script, and each package has its licence", () => {
    const lock = JSON.parse(consumer.read("package-lock.json")) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    expect(Object.keys(lock.packages).length).toBeGreaterThan(20);
    expect(Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
    expect(billOfMaterials(join(scratch, "first")).licences.split("\n").length).toBeGreaterThan(20);
  });

  test("has a size for each entry point that is no accident", async () => {
    const { build } = await import("esbuild");
    const sizes: Record<string, number> = {};
    for (const entry of entryPoints.filter((path) => !path.includes("*"))) {
      consumer.write("size.mjs", `export * from "${entry.replace(".", name)}";\n`);
      const { outputFiles } = await build({
        entryPoints: [join(consumer.folder, "size.mjs")],
        bundle: true,
        minify: true,
        write: false,
        platform: "node",
        format: "esm",
        external: ["soap", "soap/*", "undici", "undici/*", "@opentelemetry/*"],
      });
      sizes[entry] = outputFiles[0]!.contents.length;
    }
    console.log(
      Object.entries(sizes)
        .map(([entry, bytes]) => `${entry}: ${bytes} bytes minified`)
        .join("\n"),
    );
    // The sandbox and the doctor read contracts as the generator does.
    const larger: Record<string, number> = {
      "./sandbox": 780_000,
      "./security": 600_000,
      "./doctor": 550_000,
      "./export": 450_000,
    };
    const tooLarge = Object.entries(sizes).filter(([entry, bytes]) => bytes >= (larger[entry] ?? 400_000));
    expect(tooLarge).toEqual([]);
  });
});

describe("it runs", () => {
  const current = Number(process.versions.node.split(".")[0]);

  test.each(["use.cjs", "use.mjs"])("on this Node (%s)", (file) => {
    expect(consumer.node([file])).toBe(seen);
  });

  test.each([20, 22, 24, 26].filter((node) => node !== current))(
    "on Node %i, and without its types from 24 on",
    (node) => {
      const on = (file: string) => consumer.run("npx", ["--yes", "--package", `node@${node}`, "node", file]);
      expect([on("use.cjs"), on("use.mjs")]).toEqual([seen, seen]);
      if (node < 24) return;
      consumer.write("use.mts", `${esm}${main.replace("(error)", "(error: unknown)")}`);
      expect(on("use.mts")).toBe(seen);
    },
  );

  test("after an upgrade from the version before", () => {
    const upgraded = new Consumer(verdaccio.settings, "upgrade");
    try {
      upgraded.install(`${name}@7.0.0`);
      upgraded.write("use.mjs", esm + main);
      expect(upgraded.node(["use.mjs"])).toBe(seen);
      upgraded.install(`${name}@latest`);
      expect(JSON.parse(upgraded.read(`node_modules/${name}/package.json`))).toMatchObject({ version });
      expect(upgraded.node(["use.mjs"])).toBe(seen);
    } finally {
      upgraded.remove();
    }
  });

  test("in jest", () => {
    consumer.write(
      "use.test.js",
      `${cjs}test("both versions", async () => {${body}\n  expect(seen).toEqual(${seen});\n});\n`,
    );
    consumer.write("jest.config.js", "module.exports = { testEnvironment: 'node' };\n");
    consumer.node([join(root, "node_modules/jest/bin/jest.js"), "--rootDir", consumer.folder, "use.test.js"]);
  });

  test("in vitest", () => {
    consumer.write(
      "vitest/use.test.mjs",
      `import { expect, test } from "vitest";\n${esm}test("both versions", async () => {${body}\n  expect(seen).toEqual(${seen});\n});\n`,
    );
    const vitest = join(packages, "node_modules/vitest");
    consumer.write(
      "vitest/vitest.config.mjs",
      `export default { resolve: { alias: { vitest: ${JSON.stringify(vitest)} } } };\n`,
    );
    const printed = consumer.node([join(vitest, "vitest.mjs"), "run", "--root", "vitest", "--no-color"]);
    expect(printed).toMatch(/1 passed/);
  });

  const banner = /^import \{ createRequire.*$/m.exec(readFileSync("docs/bundling.md", "utf8"))![0];
  test.each([
    ["rolldown", "cjs", "cjs", []],
    ["rolldown", "esm", "mjs", []],
    ["esbuild", "cjs", "cjs", []],
    ["esbuild", "esm", "mjs", [banner]],
  ])("as one file of %s (%s)", (tool, format, extension, more) => {
    const output = join(scratch, `bundle-${tool}`, `app.${extension}`);
    mkdirSync(join(scratch, `bundle-${tool}`), { recursive: true });
    consumer.node([
      join(root, "tests/bundles/bundle.mjs"),
      tool,
      format,
      join(consumer.folder, "use.mjs"),
      output,
      ...more,
    ]);
    expect(execFileSync(process.execPath, [output], { cwd: tmpdir(), encoding: "utf8" }).trim()).toBe(seen);
  });
});

describe("its types", () => {
  const typed = `${esm}
export async function use(): Promise<unknown[]> {${body.replace("(error)", "(error: unknown)")}
  return seen;
}
const v3 = createEmployeeServiceV3({ baseUrl: "https://service.example", domain: "d" });
// @ts-expect-error a period is a number
void v3.addressGetList({ EmployeeId: 1, Period: "11", Year: 2026 });
`;
  const modules: readonly (readonly [string, CompilerVersion, object])[] = (
    Object.keys(compilers) as CompilerVersion[]
  ).flatMap((compiler) => [
    ["node16", compiler, { module: "node16", moduleResolution: "node16" }] as const,
    ["nodenext", compiler, { module: "nodenext", moduleResolution: "nodenext" }] as const,
    ["bundler", compiler, { module: "esnext", moduleResolution: "bundler" }] as const,
    // TypeScript 7 has it no more.
    ...(compiler === "7.0"
      ? []
      : [
          [
            "node10",
            compiler,
            {
              module: "commonjs",
              moduleResolution: "node10",
              ...(compiler === "6.0" ? { ignoreDeprecations: "6.0" } : {}),
            },
          ] as const,
        ]),
  ]);

  test.each(modules)("resolve as %s under TypeScript %s", (_what, compiler, options) => {
    const strict = {
      strict: true,
      noEmit: true,
      target: "es2022",
      lib: ["es2023", "dom"],
      types: [],
      skipLibCheck: false,
    };
    consumer.write("use-types.ts", typed);
    consumer.write(
      "tsconfig.json",
      JSON.stringify({ compilerOptions: { ...strict, ...options }, files: ["use-types.ts"] }),
    );
    expect(consumer.node([join(root, "node_modules", compilers[compiler], "bin/tsc"), "-p", "."])).toBe("");
  });
});

test("the tests leave nothing in the tree", () => {
  expect(existsSync(join(root, `${name}-${version}.tgz`))).toBe(false);
});
