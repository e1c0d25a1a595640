/** Every version's entry point of the built package, from CommonJS, ES modules and each way that TypeScript resolves it. */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sampleOf } from "soapwright-testing/stage/slow";

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
