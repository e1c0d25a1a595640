// Cold start: `node -e` from its start to the first result, and to the end of the process; and import alone. The end comes
// later than the result wherever undici is used: V8 compiles its HTTP parser for speed after the first answer, on a thread
// of its own, and a process that exits at once waits for that.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { rootFolder } from "../rivals.mjs";
import { envelope } from "../server/responses.mjs";
import { median, short } from "../statistics.mjs";

const wsdl = join(rootFolder, "wsdl/employee-service.v3.wsdl");
const entry = join(rootFolder, "dist/index.js");
const path = (text) => JSON.stringify(text);
const args = "{ EmployeeId: 1234, Period: 11, Year: 2026 }";
const header = `'<AuthHeaderWithDomain xmlns="https://service.example/soap/v3/EmployeeService"><Domain>acme</Domain></AuthHeaderWithDomain>'`;

/** Each program ends with this: it reports the result and exits. */
const done = `const done = (right) => { require("node:fs").writeSync(1, "."); process.exit(right ? 0 : 1); };`;

/**
 * The parts that load on first use (`packages/soapwright-node-soap/src/node-soap-client.ts`), by what loads them.
 */
const parts = {
  axios: `require("soap/lib/http");`,
};

const ours = (origin) => `const { createEmployeeServiceV3 } = require(${path(entry)});
    createEmployeeServiceV3({ baseUrl: "https://service.example", endpoint: "${origin}/entries/2", domain: "acme" })
      .addressGetList(${args}).then((list) => done(list.length === 2));`;

const programs = (origin) => ({
  node: "done(true)",
  ours: ours(origin),
  ...Object.fromEntries(Object.entries(parts).map(([name, load]) => [`ours with ${name}`, load + ours(origin)])),
  soap: `const soap = require("soap");
    soap.createClientAsync(${path(wsdl)}).then((client) => {
      client.setEndpoint("${origin}/entries/2");
      client.addSoapHeader(${header});
      return client.Address_GetListAsync(${args});
    }).then(([list]) => done(list.Address_GetListResult.EmployeeAddress.length === 2));`,
  undici: `const { Pool } = require("undici");
    new Pool("${origin}").request({ method: "POST", path: "/entries/2", body: "x" }).then((answer) => answer.body.text())
      .then((text) => done(text.length === ${envelope(2).length}));`,
  "import ours": `require(${path(entry)}); done(true)`,
  "import soap": `require("soap"); done(true)`,
});

export async function run({ origin, rounds, quick }) {
  const seen = Object.fromEntries(Object.keys(programs(origin)).map((name) => [name, []]));
  for (let round = 0; round < (quick ? rounds : rounds * 4); round++) {
    for (const [name, program] of Object.entries(programs(origin))) seen[name].push(await oneProcess(program));
  }
  const middle = (each, key) => median(each.map((times) => times[key]));
  const figures = Object.fromEntries(
    Object.entries(seen).map(([name, each]) => [name, { ms: middle(each, "ms"), endMs: middle(each, "endMs") }]),
  );
  const { node, ours, soap } = figures;
  const installed = installedSize();
  return {
    title: "cold start: node -e to the first result, and to its end",
    ratios: {
      "cold start over node-soap": { value: ours.ms / soap.ms, most: 0.75 },
      ...Object.fromEntries(
        Object.keys(parts).map((name) => [
          `what leaving out ${name} gains, ms`,
          { value: figures[`ours with ${name}`].ms - ours.ms },
        ]),
      ),
      "cold start with the end of the process over node-soap": { value: ours.endMs / soap.endMs },
      "import over node-soap": { value: figures["import ours"].ms / figures["import soap"].ms },
      "import of the package, ms over empty node": { value: figures["import ours"].ms - node.ms },
      "built package, KB": { value: installed.ownKb },
      "installed with dependencies, KB": { value: installed.allKb },
    },
    figures: { ...figures, installed },
    head: ["program", "ms", "over empty node", "ms to its end"],
    rows: Object.entries(figures).map(([name, { ms, endMs }]) => [name, short(ms), short(ms - node.ms), short(endMs)]),
  };
}

/** Returns the milliseconds from the start of a process to its report, and to its end. */
async function oneProcess(program) {
  const start = performance.now();
  const child = spawn(process.execPath, ["-e", done + program], {
    cwd: rootFolder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = once(child, "exit").then(([code]) => ({ code, endMs: performance.now() - start }));
  const ms = await Promise.race([once(child.stdout, "data").then(() => performance.now() - start), end]);
  const { code, endMs } = await end;
  if (code !== 0) throw new Error(`exit ${code} of ${program}`);
  return { ms, endMs };
}

/** Returns the KB on disk of the published package, and of that with every run-time dependency. */
function installedSize() {
  const manifest = createRequire(import.meta.url)(join(rootFolder, "package.json"));
  const ownKb = manifest.files.reduce(
    (sum, file) =>
      file.startsWith("!") ? sum - sizeKb(join(rootFolder, file.slice(1))) : sum + sizeKb(join(rootFolder, file)),
    0,
  );
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
