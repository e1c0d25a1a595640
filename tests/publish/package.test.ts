/** The package from a real registry: published, installed into empty projects, and used in every supported way. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { npm, packAll } from "../../scripts/workspaces";
import { type CompilerVersion, compilers } from "../types/compile-folder";
import { Consumer } from "./consumer";
import { installTools, packages, Verdaccio } from "./verdaccio";

jest.setTimeout(900_000);

const root = resolve(".");
const name = "employee-service-client";
const scratch = mkdtempSync(join(tmpdir(), "publish-test-"));

let verdaccio: Verdaccio;
let consumer: Consumer;

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

beforeAll(async () => {
  installTools();
  verdaccio = await Verdaccio.start();
  const publisher = new Consumer(verdaccio.settings, "publisher");
  for (const { file } of packAll(root, scratch)) publisher.publish(file);
  publisher.remove();

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

test("a commit makes the same packages in any folder, so that a release that was interrupted can be ended", () => {
  const [first, second] = [join(scratch, "first"), join(scratch, "second")];
  execFileSync("git", ["clone", "--quiet", root, first]);
  npm(["ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"], first);
  const integrities = (folder: string) => {
    execFileSync("make", ["build"], { cwd: folder, stdio: "ignore" });
    return packAll(folder, scratch).map(({ id, integrity }) => [id, integrity]);
  };
  const before = integrities(first);
  renameSync(first, second);
  expect(integrities(second)).toEqual(before);
});

describe("what is installed", () => {
  test("runs no script", () => {
    const lock = JSON.parse(consumer.read("package-lock.json")) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    expect(Object.keys(lock.packages).length).toBeGreaterThan(20);
    expect(Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
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
    // TypeScript 7 has no node10.
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
