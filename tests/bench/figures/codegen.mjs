// The compiled generator as a whole process, beside wsdl-tsclient on the same WSDLs, and the growth of its time with
// their size.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { madeWsdl } from "../made-wsdl.mjs";
import { benchFolder, cacheFolder, rootFolder, tsclientCommand } from "../rivals.mjs";
import { median, short } from "../statistics.mjs";

const corpus = resolve(rootFolder, process.env.CORPUS_DIR ?? "../shared/corpus", "wsdl");
const wsdls = [
  "google-ad-manager/LineItemService.wsdl",
  "fedex/ShipService_v26.wsdl",
  "ssrs/ReportService2010.wsdl",
  "docusign/APIService.wsdl",
  "cmis/CMISWS-Service.wsdl",
  "salesforce/partner.wsdl.xml",
  "salesforce/metadata.wsdl.xml",
  "mappoint/mappoint.wsdl",
  "node-soap/strict/CyberSourceTransaction_1.26.wsdl",
  "avatax/Tax.wsdl",
];
/** The largest WSDL of the corpus, which wsdl-tsclient cannot read. */
const largest = "exchange-ews/services.wsdl";
const compiled = join(rootFolder, "packages/soapwright/dist/cli.js");
const output = join(cacheFolder, "generated");
const costFile = join(cacheFolder, "cost");

const generators = {
  ours: (wsdl) => [
    compiled,
    ...["generate", wsdl, "--out", output, "--quiet"],
    ...(existsSync(join(corpus, "wellknown/catalog.tsv")) ? ["--catalog", join(corpus, "wellknown/catalog.tsv")] : []),
  ],
  "wsdl-tsclient": (wsdl) => [tsclientCommand, wsdl, "-o", output, "--quiet"],
};

export async function run({ quick }) {
  const rounds = quick ? 1 : 5;
  const figures = { wsdls: {}, growth: {} };
  const ratios = {};
  if (existsSync(corpus)) measureCorpus(figures, ratios, rounds);
  else console.error(`corpus absent at ${corpus}: only the made WSDLs are measured`);
  for (const times of [1, 2, 4, 8]) {
    const file = join(cacheFolder, `made-${times}.wsdl`);
    writeFileSync(file, madeWsdl(100 * times));
    figures.growth[times] = compare(["ours"], file, rounds).ours;
  }
  // Returns the cost of the size, without the fixed cost of a run.
  const cost = (to, from) => figures.growth[to].ms - figures.growth[from].ms;
  ratios["generator: cost of 4x to 8x over 2x to 4x, halved"] = { value: cost(8, 4) / cost(4, 2) / 2, most: 1.25 };
  return { title: "generator: whole process", ratios, figures, ...table(figures) };
}

function measureCorpus(figures, ratios, rounds) {
  for (const wsdl of wsdls) figures.wsdls[wsdl] = compare(Object.keys(generators), join(corpus, wsdl), rounds);
  figures.wsdls[largest] = compare(["ours"], join(corpus, largest), rounds);
  const worst = (key) =>
    Math.max(...wsdls.map((wsdl) => figures.wsdls[wsdl].ours[key] / figures.wsdls[wsdl]["wsdl-tsclient"][key]));
  ratios["generator: processor time over wsdl-tsclient, worst"] = { value: worst("cpuMs"), most: 0.42 };
  ratios["generator: time over wsdl-tsclient, worst"] = { value: worst("ms"), most: 0.42 };
  ratios["generator: memory over wsdl-tsclient, worst"] = { value: worst("peakMb"), most: 0.5 };
  ratios["generator: largest WSDL, s"] = { value: figures.wsdls[largest].ours.ms / 1000, most: 1 };
}

/** Returns median time, processor time and peak memory of each generator on one WSDL, in interleaved rounds. */
function compare(names, wsdl, rounds) {
  const seen = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) seen[name].push(generate(name, wsdl));
  }
  return Object.fromEntries(
    Object.entries(seen).map(([name, runs]) => [
      name,
      Object.fromEntries(["ms", "cpuMs", "peakMb"].map((key) => [key, median(runs.map((run) => run[key]))])),
    ]),
  );
}

function generate(name, wsdl) {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const start = process.hrtime.bigint();
  const child = spawnSync(process.execPath, ["--require", join(benchFolder, "cost.cjs"), ...generators[name](wsdl)], {
    env: { ...process.env, COST_FILE: costFile, NODE_NO_WARNINGS: "1" },
    encoding: "utf8",
  });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (child.status !== 0)
    throw new Error(`${name} ended with ${child.status} on ${wsdl}: ${child.stderr.slice(0, 500)}`);
  return { ms, ...JSON.parse(readFileSync(costFile, "utf8")) };
}

function table(figures) {
  const cells = (run) => (run === undefined ? ["-", "-", "-"] : [run.ms, run.cpuMs, run.peakMb].map(short));
  return {
    head: ["WSDL", "ours ms", "processor", "MB", "wsdl-tsclient ms", "processor", "MB"],
    rows: [
      ...Object.entries(figures.wsdls).map(([wsdl, each]) => [
        wsdl,
        ...cells(each.ours),
        ...cells(each["wsdl-tsclient"]),
      ]),
      ...Object.entries(figures.growth).map(([times, each]) => [`made, ${times}x`, ...cells(each), ...cells()]),
    ],
  };
}
