/** The slow proofs. `needs` are targets of make that run before; `says` is the line of `make proof`. */

const jest = "node_modules/.bin/jest --runInBand";
const ts = "node -C soapwright-source node_modules/ts-node/dist/bin.js";
const built = ["install", "build"];
// Everything that `make test` leaves out or takes a sample of, and tests/slow, tests/soak and tests/migrating, which take minutes.
const sampled = "$(grep -rl --include=*.test.ts '/stage/slow\"' tests packages/*/tests)";
const stryker = "-p @stryker-mutator/core@9.6.1 -p @stryker-mutator/jest-runner@9.6.1 stryker";

export const proofs = {
  anywhere: {
    says: "every test twice on other machines: slow, busy, of one processor, behind a proxy, in another place, order and time; ONLY=busy ROUNDS=1 FOLDERS=…: a part",
    needs: [...built, "faketime"],
    command: "node tests/anywhere/anywhere.mjs",
  },
  "bun-test": {
    says: "the client and the sandbox in Bun",
    needs: built,
    command: "npx --yes -p bun@1 node scripts/test.mjs tests/build/bun.test.ts",
  },
  corpus: {
    says: "generator against the corpus (CORPUS_DIR, default ../shared/corpus)",
    needs: built,
    command: "node tests/corpus/run-corpus.mjs",
  },
  differential: {
    says: "what this tree and the commit REV make of 2,000 made responses, or MADE, and of those of tests/attacks",
    needs: built,
    command: `[ -n "$REV" ] || { echo "Name the commit to compare with: make differential REV=<commit>" >&2; exit 2; }
node -C soapwright-source -r ts-node/register tests/differential/differential.ts`,
  },
  "docker-test": {
    says: "the steps of the Dockerfile, in an empty folder",
    needs: built,
    command: `DOCKER_TEST=1 ${jest} tests/docker`,
  },
  "docs-test": {
    says: "the site in headless Chromium, its links, and every snippet of the guides",
    needs: [...built, "docs"],
    command: `DOCS_TEST=1 ${jest} tests/docs tests/house/guides.test.ts`,
  },
  examples: {
    says: "run examples/ with the packed package, against the sandbox",
    needs: built,
    command: "node scripts/examples.mjs",
  },
  fleet: {
    says: "many tenants and pods, on virtual time and as processes, over a real Redis; a service that fails: the tables of docs/decisions/figures.md",
    needs: ["install", "servers"],
    command: `${ts} tests/fleet/run-fleet.ts`,
  },
  fuzz: {
    says: "the properties, 100,000 runs each",
    needs: ["install"],
    command: `FUZZ=1 ${jest} packages/soapwright-runtime/tests/properties packages/soapwright-runtime/tests/xml`,
  },
  // TYPESCRIPT_WSDL_CLIENT names the command line of typescript-wsdl-client, to move a client of it over too.
  migrating: {
    says: "move clients of other generators over, as docs/migrating.md does",
    needs: built,
    command: `node --input-type=module -e 'import { installRivals } from "./tests/bench/rivals.mjs"; installRivals();'
MIGRATING=1 ${jest} tests/migrating`,
  },
  mutation: {
    says: "mutation testing of schema, xsd, xml and errors of packages/soapwright-runtime, into reports/; MUTATE='--mutate FILE' takes one file",
    needs: ["install"],
    command: `npx --yes ${stryker} run $MUTATE`,
  },
  "node-test": {
    says: "make test, and the built package, under Node.js 20, 22, 24 and 26, one after another; one with NODES=24",
    needs: ["install"],
    command: `red=""; for version in \${NODES:-20 22 24 26}; do
  echo "Node.js $version:"
  npx --yes -p node@$version -- make --no-print-directory test \\
    && SLOW_TEST=1 npx --yes -p node@$version node scripts/test.mjs tests/build tests/bundles tests/cli tests/house/entry-points || red="$red $version"
done; [ -z "$red" ] || { echo "Red under Node.js$red." >&2; exit 1; }`,
  },
  "operators-hour": {
    says: "what goes wrong first with each command: it ends or speaks within ten seconds",
    needs: [...built, "servers"],
    command: `FIRST_TASKS=1 ${jest} tests/first-tasks/operators-hour.test.ts`,
  },
  "fetch-test": {
    says: "a client over fetch in Chromium, where one is installed, workerd, Deno and Bun",
    needs: built,
    command: `FETCH_TEST=1 npx --yes -p miniflare@3 -p deno@2 -p bun@1 node ${jest} tests/fetch`,
  },
  "page-test": {
    says: "the sandbox's page in headless Chromium, where one is installed",
    needs: ["install"],
    command: `PAGE_TEST=1 ${jest} tests/page packages/soapwright-sandbox/tests/page packages/soapwright-cli/tests/page packages/soapwright-gateway/tests/page`,
  },
  "previous-minors": {
    says: "the packages beside the core with a core of the next minor version, from packed files",
    needs: built,
    command: `${ts} tests/publish/previous-minors.ts`,
  },
  // Needs Node.js 22.15: `make test` runs the same with the last lines for Node.js 20.
  prometheus: {
    says: "the queries of docs/tracing.md on a real Prometheus",
    needs: ["install"],
    command: `[ "$(id -u)" != 0 ] || command -v prometheus >/dev/null \\
  || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends prometheus >/dev/null; }
PROMETHEUS_TEST=1 node_modules/.bin/jest packages/soapwright-features/tests/telemetry/prometheus.test.ts`,
  },
  "queue-test": {
    says: "exports to a real PostgreSQL, and by workers over a real Redis",
    needs: [...built, "servers"],
    command: `EXPORT_KILLS=50 QUEUE_INPUTS=20000 QUEUE_RATE=250 QUEUE_TEST=1 ${jest} tests/queue packages/soapwright-export/tests/queue tests/slow/export-crash.test.ts`,
  },
  // SYSTEMS=soapwright,zeep runs these and keeps what the report has of the others; SUITES=xsts leaves the page as it is.
  scoreboard: {
    says: "this project and other systems on suites of others, into docs/scoreboard.md",
    needs: built,
    command: `${ts} tests/scoreboard/run-scoreboard.ts`,
  },
  // One process runs eighty files, and is not to wait for a socket that one of them leaves to a server of its own.
  "slow-test": {
    says: "the slow proofs; limits of memory, time and rate",
    needs: built,
    command: `SLOW_TEST=1 ${jest} --forceExit tests/slow/ tests/soak/ tests/migrating/ packages/soapwright-runtime/tests/properties/ ${sampled}`,
  },
  soak: {
    says: "200,000 calls over every framing and ending, 1,000,000 calls to the sandbox",
    needs: built,
    command: `SOAK=1 ${jest} tests/soak`,
  },
  telemetry: {
    says: "the spans of the packed package with the current OpenTelemetry",
    needs: built,
    command: "node tests/telemetry/current-lines.mjs",
  },
  // In a clone, because undici 8 needs Node.js 22 and what is installed here runs under 20 too.
  "undici-8": {
    says: "the tests of the transport with undici 8, under Node.js 24",
    needs: ["install"],
    command: `folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && git clone -q . "$folder" && cd "$folder"
npm ci --no-audit --no-fund --loglevel=error
npm pack --silent undici@8 >/dev/null && rm -rf node_modules/undici/* && tar -xzf undici-8.*.tgz -C node_modules/undici --strip-components=1
rm undici-8.*.tgz
npx --yes -p node@24 -- node node_modules/.bin/jest packages/soapwright-runtime/tests/transport packages/soapwright-runtime/tests/faults tests/transport`,
  },
};
