// The cost of compiling generated clients: the whole compile of a program that imports the index, beside the empty
// program and wsdl-tsclient. Processor time, because other work on the machine must not count.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { benchFolder, cacheFolder, requireFromRoot, rootFolder, tsclientCommand } from "../rivals.mjs";
import { median, short } from "../statistics.mjs";

const corpus = resolve(rootFolder, process.env.CORPUS_DIR ?? "../shared/corpus", "wsdl");
const wsdls = {
  LineItemService: "google-ad-manager/LineItemService.wsdl",
  DocuSign: "docusign/APIService.wsdl",
  ShipService: "fedex/ShipService_v26.wsdl",
};
/** wsdl-tsclient generates code from this WSDL that does not compile. */
const oursAlone = new Set(["ShipService"]);
const folder = join(cacheFolder, "compile");
const costFile = join(cacheFolder, "cost");
const compiler = requireFromRoot.resolve("typescript/bin/tsc");
const words = [
  ...["--noEmit", "--strict", "--skipLibCheck", "--ignoreConfig", "--types", "node", "--extendedDiagnostics"],
  ...["--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"],
];

/** Additional WSDLs: paths in the variable COMPILE_WSDLS, separated by commas. */
const further = (process.env.COMPILE_WSDLS ?? "").split(",").filter((path) => path !== "");

export async function run({ quick }) {
  if (!existsSync(corpus)) throw new Error(`the corpus is absent at ${corpus}`);
  const programs = preparePrograms();
  const seen = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  for (let round = 0; round < (quick ? 1 : 5); round++)
    for (const [name, file] of Object.entries(programs)) seen[name].push(compile(file));
  const figures = Object.fromEntries(
    Object.entries(seen).map(([name, runs]) => [
      name,
      Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((each) => each[key]))])),
    ]),
  );
  const over = (name, other) => (figures[name].ms - figures[other].ms) / 1000;
  const ratios = {
    "compile: the run time's declarations, s over nothing": { value: over("run time", "empty"), most: 0.3 },
  };
  for (const key of ["ms", "mb"]) {
    const what = key === "ms" ? "time" : "memory";
    for (const name of ["LineItemService", "DocuSign"])
      ratios[`compile: ${what} of ${name} over wsdl-tsclient`] = {
        value: figures[name][key] / figures[`${name}, wsdl-tsclient`][key],
        most: 1.3,
      };
    ratios[`compile: ${what} of ShipService over nothing`] = {
      value: figures.ShipService[key] / figures.empty[key],
      most: 1.5,
    };
  }
  return {
    title: "compile: import of the index, --strict --skipLibCheck, processor time",
    ratios,
    figures,
    head: ["program", "ms", "MB", "types", "instantiations"],
    rows: Object.entries(figures).map(([name, { ms, mb, types, instantiations }]) => [
      name,
      ...[ms, mb, types, instantiations].map(short),
    ]),
  };
}

/** Writes the file of each program, and returns the files by name. */
function preparePrograms() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  for (const name of ["@types/node", "undici-types", "soapwright-runtime"])
    symlinkSync(join(rootFolder, "node_modules", name), join(folder, "node_modules", name));
  symlinkSync(join(benchFolder, "node_modules/soap"), join(folder, "node_modules/soap"));
  const program = (name, module) => {
    const file = join(folder, `${name.replaceAll(/[^\w]+/g, "-")}.ts`);
    writeFileSync(file, module === undefined ? "export {};\n" : `export * as all from "${module}";\n`);
    return [name, file];
  };
  const ours = [...Object.entries(wsdls).map(([name, path]) => [name, join(corpus, path)]), ...further.map(own)];
  return Object.fromEntries([
    program("empty"),
    program("run time", "soapwright-runtime"),
    ...ours.map(([name, path], at) => {
      const out = `ours-${at}`;
      const command = join(rootFolder, "packages/soapwright/dist/cli.js");
      generate([command, "generate", path, "--out", join(folder, out), "--quiet"]);
      return program(name, `./${out}/index`);
    }),
    ...Object.entries(wsdls)
      .filter(([name]) => !oursAlone.has(name))
      .map(([name, path], at) => {
        const out = join(folder, `theirs-${at}`);
        generate([tsclientCommand, join(corpus, path), "-o", out, "--quiet"]);
        return program(`${name}, wsdl-tsclient`, `./theirs-${at}/${readdirSync(out)[0]}/index`);
      }),
  ]);
}

function own(path) {
  return [path.slice(dirname(path).length + 1), resolve(path)];
}

function generate(args) {
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr.slice(0, 500)}`);
}

function compile(file) {
  const preload = ["--max-old-space-size=6000", "--require", join(benchFolder, "cost.cjs")];
  const { status, stdout } = spawnSync(process.execPath, [...preload, compiler, ...words, file], {
    cwd: folder,
    env: { ...process.env, COST_FILE: costFile },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${file} does not compile: ${stdout.slice(0, 500)}`);
  const count = (what) => Number(new RegExp(`^${what}: +(\\d+)`, "m").exec(stdout)[1]);
  return {
    ms: JSON.parse(readFileSync(costFile, "utf8")).cpuMs,
    mb: count("Memory used") / 1000,
    types: count("Types"),
    instantiations: count("Instantiations"),
  };
}
