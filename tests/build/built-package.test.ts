import { execFile, execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { sampleOf } from "soapwright-testing/stage/slow";
import { readWorkspaces, type Workspace } from "../../scripts/workspaces";
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
  interface Locked {
    readonly version: string;
    readonly license: string;
    readonly dependencies?: Readonly<Record<string, string>>;
  }
  const locked = (JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> })
    .packages;

  /** The place in the lock file of what `name` means in the folder `from`, as Node.js looks for it. */
  function placeOf(from: string, name: string): string {
    const own = `${from}${from && "/"}node_modules/${name}`;
    if (locked[own]) return own;
    if (from === "") throw new Error(`${name} is not in the lock file.`);
    const above = from.lastIndexOf("/node_modules/");
    return placeOf(above < 0 ? "" : from.slice(0, above), name);
  }

  /** The names of packages that the sources in a folder import, and its manifest does not install. */
  function importedBy({ folder, manifest }: Workspace): readonly string[] {
    const sources = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    const text = sources.map((file) => readFileSync(join(folder, "src", file), "utf8")).join("\n");
    const names = [...text.matchAll(/^(?:import|export) (?!type ).* from "((?:@[\w-]+\/)?[a-z][\w.-]*)[\w./-]*";$/gm)];
    const installed = { ...manifest.dependencies, ...manifest.peerDependencies, [manifest.name]: "" };
    return [...new Set(names.map(([, name]) => name!))].filter((name) => !isBuiltin(name) && !(name in installed));
  }

  /** What `names` bring with them too, each version once, as `name version (license)`. */
  function broughtBy(folder: string, names: readonly string[]): readonly string[] {
    const places = new Set<string>();
    const visit = (from: string, name: string): void => {
      const place = placeOf(from, name);
      if (places.has(place)) return;
      places.add(place);
      for (const next of Object.keys(locked[place]!.dependencies ?? {})) visit(place, next);
    };
    for (const name of names) visit(folder, name);
    const line = (place: string): string =>
      `${place.replace(/^.*node_modules\//, "")} ${locked[place]!.version} (${locked[place]!.license})`;
    return [...new Set([...places].map(line))].sort();
  }

  const bundled = readWorkspaces(".")
    .map((workspace) => [workspace.folder, importedBy(workspace)] as const)
    .filter(([, names]) => names.length > 0);
  const listedIn = (text: string) => [...text.matchAll(/^={80}\n(.+)\n={80}$/gm)].map(([, line]) => line!);

  test("the packages with code of others are found", () => {
    expect(bundled.map(([folder]) => folder).sort()).toEqual([
      "packages/soapwright-cli",
      "packages/soapwright-contract",
      "packages/soapwright-export",
    ]);
  });

  beforeAll(() => {
    if (!existsSync("dist/cli/main.js")) throw new Error("dist/ is absent: run `make build` first");
  });

  test.each(bundled)(
    "THIRD-PARTY.txt of %s has each of them, and what they bring, with its licence's text",
    (folder, names) => {
      const text = readFileSync(join(folder, "THIRD-PARTY.txt"), "utf8");
      expect(listedIn(text)).toEqual(broughtBy(folder, names));
      for (const part of text.split(/^={80}\n.*\n={80}$/m).slice(1))
        expect(part).toMatch(/Permission (is hereby granted|to use)|Redistribution and use/);
      const { files } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { files: readonly string[] };
      expect(files).toContain("THIRD-PARTY.txt");
    },
  );

  test.each(bundled)("the built files of %s import none of them", (folder, names) => {
    const built = join(folder, "dist");
    const files = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((path) => /\.m?js$/.test(path));
    const imports = new RegExp(`(?:require\\(|from )"(?:${names.join("|")})`);
    expect(files.filter((path) => imports.test(readFileSync(join(built, path), "utf8")))).toEqual([]);
  });
});
