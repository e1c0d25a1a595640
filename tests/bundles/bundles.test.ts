/** One copy of each class in a process, whichever way the package is reached: by Node, and in what bundlers make. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { importedFeatures } from "soapwright-testing/stage/features";
import { sampleOf, slowTest } from "soapwright-testing/stage/slow";

const root = resolve(__dirname, "../..");
/** The banner that the page for users shows. */
const banner = /^import \{ createRequire.*$/m.exec(readFileSync(join(root, "docs/bundling.md"), "utf8"))![0];
const wanted = {
  costCenters: 2,
  addresses: 2,
  callOfRuntime: true,
  oneClass: true,
  toolsToo: true,
  name: "ArgumentError",
  guard: true,
};
let project: string;

beforeAll(() => {
  if (!existsSync(join(root, "dist/index.js"))) throw new Error("dist/ is absent: run `make build` first");
  project = join(root, "reports/bundles");
  rmSync(project, { recursive: true, force: true });
  mkdirSync(join(project, "node_modules"), { recursive: true });
  cpSync(join(root, "tests/bundles/project"), project, { recursive: true });
  cpSync(join(project, "legacy"), join(project, "node_modules/legacy"), { recursive: true });
  symlinkSync(root, join(project, "node_modules/employee-service-client"), "junction");
});

function run(file: string, ...options: readonly string[]): unknown {
  return JSON.parse(execFileSync(process.execPath, [...options, file], { cwd: tmpdir(), encoding: "utf8" }));
}

type Form = readonly [tool: string, format: string, extension: string, ...more: readonly string[]];

/** Runs the bundle in a folder without packages, which proves that the bundle is complete. */
function bundled(program: string, ...[tool, format, extension, ...more]: Form) {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  try {
    const output = join(folder, `app.${extension}`);
    const entry = join(project, `${program}.mjs`);
    execFileSync(process.execPath, [join(root, "tests/bundles/bundle.mjs"), tool, format, entry, output, ...more], {
      cwd: project,
    });
    return { files: JSON.parse(readFileSync(`${output}.json`, "utf8")) as string[], result: run(output) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("Node: an ES application and its CommonJS dependency share each class", () => {
  expect(run(join(project, "main.mjs"))).toEqual(wanted);
});

const bundlers: readonly [what: string, tool: string, format: string, extension: string, more: readonly string[]][] = [
  ["rolldown to ES", "rolldown", "esm", "mjs", []],
  ["rolldown to CommonJS", "rolldown", "cjs", "cjs", []],
  ["esbuild to ES with the documented banner", "esbuild", "esm", "mjs", [banner]],
  ["esbuild to CommonJS", "esbuild", "cjs", "cjs", []],
];

test.each(sampleOf(bundlers, 4))(
  "%s: the same, and the library is that of the ES build alone",
  (_what, tool, format, extension, more) => {
    const { files, result } = bundled("main", tool, format, extension, ...more);
    expect(result).toEqual(wanted);
    expect(files.length).toBeGreaterThan(3);
    const runTime = "packages/soapwright-runtime/dist";
    expect(files).toContain(`${runTime}/index.mjs`);
    // The other packages are tools, which are built once.
    const others = files.filter((file) => !file.endsWith(".mjs"));
    expect(others).toContain("packages/soapwright-sandbox/dist/index.js");
    expect(others.filter((file) => file.startsWith("dist/") || file.startsWith(`${runTime}/`))).toEqual([]);
  },
);

slowTest("without the banner esbuild's ES bundle does not run, so the page has to name it", () => {
  expect(() => bundled("main", "esbuild", "esm", "mjs")).toThrow(/Dynamic require of/);
});

describe("a feature that few calls need", () => {
  const forms: readonly Form[] = [
    ["rolldown", "esm", "mjs"],
    ["esbuild", "cjs", "cjs"],
  ];

  test("works in Node when it is handed in", () => {
    expect(run(join(project, "with-features.mjs"))).toEqual({ addressing: 2, attachments: 2 });
  });

  test.each(sampleOf(forms, 3))(
    "%s to %s: is in the bundle of a program that imports its entry point",
    (...form: Form) => {
      expect(bundled("with-features", ...form).result).toEqual({ addressing: 2, attachments: 2 });
    },
  );

  test.each(sampleOf(forms, 3))("%s to %s: is in no other", (...form: Form) => {
    const { files, result } = bundled("without-features", ...form);
    // The called service does not support addressing, but the call succeeds without it.
    expect(result).toMatchObject({ addressing: 2 });
    const isImported = importedFeatures("v3").size > 0;
    expect(files.some((file) => file === "packages/soapwright-features/dist/index.mjs")).toBe(isImported);
  });
});

slowTest.each<Form>([
  ["rolldown", "esm", "mjs"],
  ["esbuild", "cjs", "cjs"],
])("%s to %s: a feature of the package, and one of one's own, are called", (...form: Form) => {
  const refused = expect.stringMatching(/^HttpError: .*404/);
  for (const program of ["with-security", "own-security"]) {
    expect(bundled(program, ...form).result).toEqual({ hasToken: true, error: refused });
  }
});

/**
 * Returns the bytes of the run time and the features in a minified bundle of what is named, without node-soap and
 * undici.
 */
async function weigh(...exported: readonly (readonly [specifier: string, name: string])[]): Promise<number> {
  const lines = exported.map(
    ([specifier, name], n) => `import * as x${n} from "${specifier}"; globalThis.x${n} = x${n}.${name};`,
  );
  const { metafile } = await build({
    stdin: { contents: lines.join("\n"), resolveDir: project },
    bundle: true,
    platform: "node",
    format: "esm",
    minify: true,
    write: false,
    metafile: true,
    logLevel: "error",
    external: ["soap", "undici", "soap/*", "undici/*"],
  });
  const inputs = Object.entries(Object.values(metafile.outputs)[0]!.inputs);
  return inputs.reduce(
    (sum, [path, { bytesInOutput }]) => sum + (/\bsoapwright-(runtime|features)\//.test(path) ? bytesInOutput : 0),
    0,
  );
}

test("a bundle contains only the features that the program imports", async () => {
  const client = ["employee-service-client/v3", "createEmployeeServiceV3"] as const;
  const plain = await weigh(client);
  console.log(`bytes of the run time in a plain client: ${plain}`);
  expect(plain).toBeGreaterThan(100_000);
  for (const feature of ["addressing", "attachments"].filter((each) => !importedFeatures("v3").has(each))) {
    expect((await weigh(client, ["soapwright-features", feature])) - plain).toBeGreaterThan(5_000);
  }
});
