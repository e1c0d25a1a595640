import { execFile, execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { sampleOf } from "soapwright-testing/stage/slow";
import { startSandbox } from "../../src/sandbox/start-sandbox";

/** A failed load leaves no partial state behind: the process may have run out of file descriptors for a moment. */
describe("first load", () => {
  beforeAll(() => {
    if (!existsSync("dist/index.js")) throw new Error("dist/ is absent: run `make build` first");
  });

  /** Loads the package twice, the first time with `name` failing to load, and makes a call. Prints both outcomes. */
  const program = (name: string, url: string): string => `
  const Module = require("node:module");
  const load = Module._load;
  let failures = 0;
  Module._load = function (request, ...rest) {
    if (failures === 0 && request === ${JSON.stringify(name)} && ++failures) throw new Error("EMFILE");
    return Reflect.apply(load, this, [request, ...rest]);
  };
  let first;
  try { require("./dist/index.js") } catch (error) { first = error.message }
  const { createEmployeeServiceV3 } = require("./dist/index.js");
  (async () => {
    const client = createEmployeeServiceV3({ baseUrl: "${url}", domain: "sandbox" });
    const addresses = await client.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 });
    await client.close();
    const own = require.cache[require.resolve("soap/lib/http")] === undefined;
    const http = typeof require("soap").HttpClient.prototype.request;
    console.log(JSON.stringify([failures, first, addresses.length, own, http]));
  })();`;

  const modules = [
    "soap/lib/client",
    "./utils",
    "undici/lib/dispatcher/client.js",
    "./client-h1.js",
    "../llhttp/constants.js",
  ];

  test.each(sampleOf(modules, modules.length))(
    "the next load is a whole one after %s could not be loaded",
    async (name) => {
      const sandbox = await startSandbox();
      try {
        const { stdout } = await promisify(execFile)(process.execPath, ["-e", program(name, sandbox.url)]);
        expect(JSON.parse(stdout)).toEqual([1, "EMFILE", 2, true, "function"]);
      } finally {
        await sandbox.close();
      }
    },
  );
});

/** Stack traces of the built package. */
describe("frames", () => {
  const root = resolve(__dirname, "../..");
  const program = `const { createEmployeeServiceV3 } = require("./dist/index.js");
  try { createEmployeeServiceV3({ baseUrl: "https://service.example", domain: "d", timeoutMs: -1 }); } catch (error) { console.log(error.stack); }`;
  const stack = () => execFileSync(process.execPath, ["-e", program], { cwd: root, encoding: "utf8" });

  beforeAll(() => {
    if (!existsSync("dist/index.js")) throw new Error("dist/ is absent: run `make build` first");
  });

  test("frames name functions as they are written", () => {
    expect(stack()).toContain("at createEmployeeServiceV3 (");
  });

  test("no name of a function of the library is shortened", () => {
    const built = "packages/soapwright-runtime/dist";
    const files = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));
    const text = files.map((file) => readFileSync(join(built, file), "utf8")).join("\n");
    const names = [...text.matchAll(/^(?:async )?function\*? (\w+)/gm)].map((m) => m[1]!);
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => name.length < 2)).toEqual([]);
  });
});

/** Packages whose code is in our built files: their licenses, and that users do not have to install them. */
describe("third party", () => {
  const bundled = [
    [".", ["cli-progress", "string-width", "table"]],
    ["packages/soapwright-contract", ["saxes"]],
    ["packages/soapwright-export", ["csv-parse", "csv-stringify"]],
  ] as const;
  const listedIn = (text: string) =>
    [...text.matchAll(/^={80}\n(\S+) (\S+) \((.+)\)\n={80}$/gm)].map(([, name, version, licence]) => ({
      name: name!,
      version: version!,
      licence: licence!,
    }));

  beforeAll(() => {
    if (!existsSync("dist/cli/main.js")) throw new Error("dist/ is absent: run `make build` first");
  });

  test.each(bundled)(
    "THIRD-PARTY.txt of %s has each package with its version and its licence's text",
    (folder, names) => {
      const text = readFileSync(join(folder, "THIRD-PARTY.txt"), "utf8");
      const listed = listedIn(text);
      expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
      const parts = text.split(/^={80}\n.*\n={80}$/m).slice(1);
      for (const [index, { name, version, licence }] of listed.entries()) {
        const own = JSON.parse(readFileSync(join("node_modules", name, "package.json"), "utf8")) as object;
        expect(own).toMatchObject({ name, version, license: licence });
        expect(parts[index]).toMatch(/Permission (is hereby granted|to use)|Redistribution and use/);
      }
    },
  );

  test.each(bundled)("the built files of %s import none of them", (folder, names) => {
    const built = join(folder, "dist");
    const files = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((path) => /\.m?js$/.test(path));
    const imports = new RegExp(`(?:require\\(|from )"(?:${names.join("|")})`);
    expect(files.filter((path) => imports.test(readFileSync(join(built, path), "utf8")))).toEqual([]);
  });
});
