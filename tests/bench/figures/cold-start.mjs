// Cold start: `node -e` from its start to the first result, the wall time of the whole process; and import alone.
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { rootFolder } from "../rivals.mjs";
import { envelope } from "../server/answers.mjs";
import { median, short } from "../statistics.mjs";

const wsdl = join(rootFolder, "wsdl/employee-service.v3.wsdl");
const entry = join(rootFolder, "dist/src/index.js");
const path = (text) => JSON.stringify(text);
const args = "{ EmployeeId: 1234, Period: 11, Year: 2026 }";
const header = `'<AuthHeaderWithDomain xmlns="https://service.example/soap/v3/EmployeeService"><Domain>acme</Domain></AuthHeaderWithDomain>'`;

const programs = (origin) => ({
  node: "process.exit(0)",
  ours: `const { createEmployeeServiceV3 } = require(${path(entry)});
    createEmployeeServiceV3({ baseUrl: "https://service.example", endpoint: "${origin}/entries/2", domain: "acme" })
      .addressGetList(${args}).then((list) => process.exit(list.length === 2 ? 0 : 1));`,
  soap: `const soap = require("soap");
    soap.createClientAsync(${path(wsdl)}).then((client) => {
      client.setEndpoint("${origin}/entries/2");
      client.addSoapHeader(${header});
      return client.Address_GetListAsync(${args});
    }).then(([list]) => process.exit(list.Address_GetListResult.EmployeeAddress.length === 2 ? 0 : 1));`,
  undici: `const { Pool } = require("undici");
    new Pool("${origin}").request({ method: "POST", path: "/entries/2", body: "x" }).then((answer) => answer.body.text())
      .then((text) => process.exit(text.length === ${envelope(2).length} ? 0 : 1));`,
  "import ours": `require(${path(entry)}); process.exit(0)`,
  "import soap": `require("soap"); process.exit(0)`,
});

export async function run({ origin, rounds, quick }) {
  const seen = Object.fromEntries(Object.keys(programs(origin)).map((name) => [name, []]));
  for (let round = 0; round < (quick ? rounds : rounds * 4); round++) {
    for (const [name, program] of Object.entries(programs(origin))) seen[name].push(wholeProcess(program));
  }
  const figures = Object.fromEntries(Object.entries(seen).map(([name, each]) => [name, { ms: median(each) }]));
  const installed = installedSize();
  return {
    title: "cold start: node -e to the first result",
    ratios: {
      "cold start over node-soap": { value: figures.ours.ms / figures.soap.ms, most: 1, aim: 0.85 },
      "import over node-soap": { value: figures["import ours"].ms / figures["import soap"].ms },
      "import of the package, ms over empty node": { value: figures["import ours"].ms - figures.node.ms },
      "built package, KB": { value: installed.ownKb },
      "installed with dependencies, KB": { value: installed.allKb },
    },
    figures: { ...figures, installed },
    head: ["program", "ms", "over empty node"],
    rows: Object.entries(figures).map(([name, { ms }]) => [name, short(ms), short(ms - figures.node.ms)]),
  };
}

function wholeProcess(program) {
  const start = process.hrtime.bigint();
  const run = spawnSync(process.execPath, ["-e", program], {
    cwd: rootFolder,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (run.status !== 0) throw new Error(`exit ${run.status} of ${program}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** KB on disk of what is published, and of that with every run-time dependency. */
function installedSize() {
  const manifest = createRequire(import.meta.url)(join(rootFolder, "package.json"));
  const ownKb = manifest.files.reduce((sum, file) => sum + sizeKb(join(rootFolder, file)), 0);
  const seen = new Set();
  const add = (from, names) => {
    for (const name of Object.keys(names ?? {})) {
      const folder = packageFolder(from, name);
      if (folder === undefined || seen.has(folder)) continue;
      seen.add(folder);
      add(folder, createRequire(import.meta.url)(join(folder, "package.json")).dependencies);
    }
  };
  add(rootFolder, manifest.dependencies);
  let allKb = ownKb;
  for (const folder of seen) allKb += sizeKb(folder, "node_modules");
  return { ownKb: Math.round(ownKb), allKb: Math.round(allKb), packages: seen.size };
}

function packageFolder(from, name) {
  return createRequire(join(from, "package.json"))
    .resolve.paths(name)
    .map((folder) => join(folder, name))
    .find((folder) => statSync(join(folder, "package.json"), { throwIfNoEntry: false }));
}

function sizeKb(path, without) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.size / 1024;
  return readdirSync(path).reduce((sum, name) => (name === without ? sum : sum + sizeKb(join(path, name), without)), 0);
}
