// What is compared. A measurement is a program that runs in a process of its own on one tree and gives one or more figures.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { compileFolder } from "../bench/compile.mjs";
import { madeWsdl } from "../bench/made-wsdl.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const program = (name) => join(here, "programs", name);
const corpus = resolve(root, process.env.CORPUS_DIR ?? "../shared/corpus", "wsdl");
const employees = join(root, "wsdl/employee-service.v3.wsdl");

/** Kinds of calls: how many make V8 compile what they run, how many are counted, how many at a time. */
const calls = {
  "small-1.1": { kind: "list", count: 2, soapVersion: "1.1", warmUp: 5000, calls: 6000, inFlight: 16 },
  "small-1.2": { kind: "list", count: 2, soapVersion: "1.2", warmUp: 5000, calls: 6000, inFlight: 16 },
  "plain-1.1": { kind: "plain", count: 2, warmUp: 5000, calls: 6000, inFlight: 16 },
  "1000-entries": { kind: "list", count: 1000, warmUp: 120, calls: 160, inFlight: 4 },
  "stream-10000": { kind: "stream", count: 10_000, warmUp: 10, calls: 16, inFlight: 1 },
  "large-request": { kind: "request", count: 1000, warmUp: 50, calls: 80, inFlight: 2 },
  fault: { kind: "fault", warmUp: 1500, calls: 2500, inFlight: 16 },
};
/** A young generation of this size in MB takes what the counted calls allocate without a collection. */
const youngMb = 128;

/** WSDLs to generate from: made ones, and two large ones of the corpus where it is. */
const wsdls = {
  small: () => madeWsdl(2),
  "1-mb": () => madeWsdl(496),
  "4-mb": () => madeWsdl(1980),
};
const corpusWsdls = { ews: "exchange-ews/services.wsdl", "ad-manager": "google-ad-manager/LineItemService.wsdl" };

/**
 * Prepares a built tree, and returns what its programs need: the clients that the tree's generator makes of records.wsdl and
 * of the employee service's WSDL. `remove` takes them away.
 */
export function prepareTree(tree) {
  mkdirSync(join(tree, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(tree, ".cache/compare-"));
  const make = (wsdl, name) => {
    const out = join(folder, name);
    node(tree, [command(tree, "soapwright"), "generate", wsdl, "--out", out, "--quiet"]);
    compileFolder(out, out);
    return out;
  };
  const clients = { generated: make(join(here, "records.wsdl"), "records"), plain: make(employees, "plain") };
  return { tree, folder, clients, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Returns the measurements by name. `exact` ones give the same figures in each run. `origin` is the service's, and `size` the
 * part of the calls that are made, 1 for all of them.
 */
export function measurements(origin, size) {
  const counted = (settings, part = 1) => ({
    ...settings,
    origin,
    warmUp: Math.ceil(settings.warmUp * size * part),
    calls: Math.ceil(settings.calls * size * part),
  });
  const one = (unit, value) => ({ figures: { "": unit }, measure: (side) => ({ "": value(side) }) });
  const all = {};
  for (const [name, settings] of Object.entries(calls)) {
    const words = (side, more) => [side.tree, JSON.stringify({ ...more, ...side.clients })];
    all[`call/${name}`] = one(
      "µs",
      (side) => printed(side, [program("calls.cjs"), ...words(side, counted(settings))]).value,
    );
    const young = ["--expose-gc", `--min-semi-space-size=${youngMb}`, `--max-semi-space-size=${youngMb}`];
    const few = { ...counted(settings, 0.4), allocated: true };
    all[`allocated/${name}`] = one(
      "bytes",
      (side) => printed(side, [...young, program("calls.cjs"), ...words(side, few)]).value,
    );
  }
  for (const [name, kind] of Object.entries({ "cold-start": "list", "cold-start-plain": "plain" })) {
    const first = (side) => JSON.stringify({ kind, count: 2, origin, ...side.clients });
    all[name] = one("ms", (side) => printed(side, [program("cold-start.cjs"), side.tree, first(side)]).value);
  }
  for (const [name, [bin, ...words]] of Object.entries({
    version: ["soapwright", "--version"],
    help: ["soapwright", "--help"],
    inspect: ["soapwright", "inspect", employees],
    "employee-version": ["employee-service", "--version"],
    "employee-help": ["employee-service", "--help"],
  })) {
    all[`command/${name}`] = one("ms", (side) => processorMs(side, [command(side.tree, bin), ...words]));
  }
  for (const [name, made] of Object.entries(wsdls)) {
    all[`generate/${name}`] = generation((side) => {
      const file = join(side.folder, `${name}.wsdl`);
      if (!existsSync(file)) writeFileSync(file, made());
      return file;
    });
  }
  for (const [name, path] of Object.entries(corpusWsdls)) {
    if (existsSync(join(corpus, path))) all[`generate/${name}`] = generation(() => join(corpus, path));
  }
  for (const [name, program] of Object.entries({ bundle: employeeProgram, "bundle-plain": plainProgram })) {
    const measure = async (side) => ({ "": await bundleBytes(side, program(side)) });
    all[name] = { exact: true, figures: { "": "bytes" }, measure };
  }
  all.way = {
    exact: true,
    figures: { files: "", functions: "", filesOutside: "", functionsOutside: "", calls: "" },
    measure: (side) =>
      printed(side, ["-C", "soapwright-source", "-r", "ts-node/register", program("way.cjs"), side.tree, origin]),
  };
  all.sources = { exact: true, figures: { "": "bytes" }, measure: (side) => ({ "": sourceBytes(side.tree) }) };
  return all;
}

/** Processor time of the generator as a whole process, and the size of what it writes. */
function generation(wsdlOf) {
  return {
    figures: { "": "ms", output: "bytes" },
    measure: (side) => {
      const out = join(side.folder, "out");
      rmSync(out, { recursive: true, force: true });
      const ms = processorMs(side, [
        command(side.tree, "soapwright"),
        "generate",
        wsdlOf(side),
        "--out",
        out,
        "--quiet",
      ]);
      return { "": ms, output: folderBytes(out) };
    },
  };
}

function node(cwd, words, env = {}) {
  // Options for the comparison's own process are not for those that it measures.
  const { NODE_OPTIONS: _, NODE_V8_COVERAGE: __, NODE_COMPILE_CACHE: ___, ...rest } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd,
    encoding: "utf8",
    env: { ...rest, NODE_NO_WARNINGS: "1", ...env },
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error((stderr || `ended with ${status}`).trim().split("\n").slice(0, 8).join("\n"));
  return stdout;
}

const printed = (side, words) => JSON.parse(node(side.tree, words));

function processorMs(side, words) {
  const file = join(side.folder, "cost.json");
  node(side.tree, ["--require", join(here, "../bench/cost.cjs"), ...words], { COST_FILE: file });
  return JSON.parse(readFileSync(file, "utf8")).cpuMs;
}

/** The file of a command: of the root, or of the package that has its name. */
function command(tree, name) {
  for (const home of [tree, join(tree, "packages", name)]) {
    const manifest = join(home, "package.json");
    const path = existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")).bin?.[name] : undefined;
    if (path !== undefined) return join(home, path);
  }
  throw new Error(`There is no command ${name}.`);
}

/** A program that makes one call by the employee client. */
function employeeProgram({ tree }) {
  const { exports } = createRequire(import.meta.url)(join(tree, "package.json"));
  const entry = join(tree, exports["./v*"].module.replace("*", "3"));
  return `import { createEmployeeServiceV3 } from ${JSON.stringify(entry)}; globalThis.create = createEmployeeServiceV3;`;
}

/** The same by a client without credentials of its own and without a writer of envelopes. */
function plainProgram({ clients }) {
  const entry = join(clients.plain, "client.ts");
  return `import { EmployeeServiceV3 } from ${JSON.stringify(entry)}; globalThis.create = EmployeeServiceV3;`;
}

/**
 * Bytes of a minified bundle of a program: what is loaded at once, so without what the client imports when it is first asked
 * for, and ours alone, because both trees pin their packages.
 */
async function bundleBytes({ tree }, contents) {
  const { metafile } = await build({
    stdin: { contents, resolveDir: tree },
    ...{ bundle: true, splitting: true, outdir: "out", metafile: true, platform: "node", format: "esm" },
    ...{ minify: true, write: false, logLevel: "error" },
  });
  const loaded = new Set();
  const load = (path) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { path: next, kind, external } of metafile.outputs[path].imports)
      if (kind === "import-statement" && !external) load(next);
  };
  load(Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint !== undefined));
  const inputs = [...loaded].flatMap((path) => Object.entries(metafile.outputs[path].inputs));
  return inputs.reduce(
    (sum, [path, { bytesInOutput }]) => sum + (path.includes("node_modules/") ? 0 : bytesInOutput),
    0,
  );
}

/** Bytes of the sources that are the way of a call beside the codec. */
function sourceBytes(tree) {
  const homes = [join(tree, "packages/soapwright-runtime/src"), join(tree, "src")];
  const home = homes.find((each) => existsSync(join(each, "transport")));
  return ["client", "soap", "transport"].reduce((sum, name) => sum + folderBytes(join(home, name)), 0);
}

function folderBytes(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => statSync(join(folder, path)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}
