/**
 * `make scoreboard`: every suite through every system, the verdicts, reports/scoreboard.json and docs/scoreboard.md. The validator and other systems
 * on Debian 12: `apt-get install python3-xmlschema python3-zeep gsoap g++ mono-devel libjaxws-java openjdk-17-jdk-headless`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Board, Cell, Contract } from "./board";
import { type Compiled, compileGenerated } from "./compile-generated";
import { installSystems } from "./install";
import { Judge, type Judged } from "./judge/judge";
import { type GatewayCounts, page } from "./page";
import { runSystem } from "./run-system";
import { suites } from "./suites/all-suites";
import { systems } from "./systems/all-systems";
import type { System } from "./systems/system";
import { cellsOf } from "./verdict";

const root = join(__dirname, "../..");
const reports = join(root, "reports/scoreboard");
const wanted = (list: string | undefined, name: string): boolean =>
  list === undefined || list.split(",").includes(name);

/** What the last run of `make gateway-test` found. */
function gatewayCounts(): GatewayCounts | undefined {
  const file = join(root, "reports/gateway-corpus.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as GatewayCounts) : undefined;
}

async function main(): Promise<void> {
  const started = Date.now();
  const took = (): string => `${Math.round((Date.now() - started) / 1000)} s`;
  const report = join(root, "reports/scoreboard.json");
  const kept =
    process.env.SYSTEMS === undefined || !existsSync(report)
      ? []
      : (JSON.parse(readFileSync(report, "utf8")) as Board).systems;
  rmSync(reports, { recursive: true, force: true, maxRetries: 9 });
  mkdirSync(reports, { recursive: true });
  installSystems();
  const judge = new Judge();
  const contracts: Contract[] = [];
  const read: Board["suites"][number][] = [];
  for (const { name, source, ...suite } of suites.filter(({ name }) => wanted(process.env.SUITES, name))) {
    const left: string[] = [];
    const found = await suite.contracts(judge, join(reports, name), (what, reason) => left.push(`${what}: ${reason}`));
    read.push({ name, source, isHere: found !== undefined, left });
    contracts.push(...(found ?? []));
    console.error(`${took()}: ${name}: ${found?.length ?? "no"} contracts, ${left.length} left out`);
  }
  judge.close();
  const waiting = systems.filter(({ name }) => wanted(process.env.SYSTEMS, name));
  // A run of some systems keeps the report's results of the others.
  const results = kept.filter(({ name }) => !wanted(process.env.SYSTEMS, name));
  const order = new Map(systems.map(({ name }, at) => [name, at]));
  // The report is written after each system, so that a run that is stopped keeps its results.
  const publish = (): string => {
    results.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
    const board: Board = { systems: results, suites: read };
    writeFileSync(report, JSON.stringify(board, undefined, 1));
    return page(board, gatewayCounts());
  };
  const work = async (): Promise<void> => {
    for (let system = waiting.shift(); system; system = waiting.shift()) {
      const { name, setting } = system;
      const version = system.version();
      const cells = version === undefined ? [] : await measure(system, contracts);
      results.push({ name, setting, version, cells });
      publish();
      console.error(
        `${took()}: ${name} ${version ?? "is absent"}: ${cells.filter(({ verdict }) => verdict === "right").length} of ${cells.length} right`,
      );
    }
  };
  // Two systems run at a time, one on each core.
  await Promise.all(Array.from({ length: Number(process.env.WORKERS ?? 2) }, work));
  const text = publish();
  if (process.env.SUITES === undefined && results.length === systems.length)
    writeFileSync(join(root, "docs/scoreboard.md"), text);
  console.log(text);
  console.error(`${took()}`);
}

/** Returns the cells of a system over all contracts. */
async function measure(system: System, all: readonly Contract[]): Promise<Cell[]> {
  const contracts = all.filter(({ suite }) => wanted(system.suites?.join(","), suite));
  const outcomes = await runSystem(system, contracts, reports);
  const generated = contracts.filter(({ name }) => outcomes.get(name)?.generateFailure === undefined);
  const compiled = system.isTypeScript
    ? await compileGenerated(system.name, generated, reports)
    : new Map<string, Partial<Compiled>>();
  const judge = new Judge();
  const cells: Cell[] = [];
  for (const contract of contracts) {
    const outcome = outcomes.get(contract.name);
    if (outcome === undefined) throw new Error(`${system.name} has no outcome for ${contract.name}.`);
    const encoded = outcome.documents.flatMap(({ encoded: text }, at) =>
      text === undefined || contract.documents[at]?.isValid !== true ? [] : [[at, text] as const],
    );
    const found =
      encoded.length === 0
        ? []
        : ((await judge.judge(
            contract.schema as string,
            encoded.map(([, text]) => text),
          )) ?? []);
    const judged = new Map(encoded.map(([at], n) => [at, found[n] as Judged]));
    const { failure: compileFailure, types = new Map() } = compiled.get(contract.name) ?? {};
    const asked = {
      compiles: system.isTypeScript === true || system.isCompiled === true,
      decodes: system.isOpaque !== true,
      ...(system.isTypeScript && { types }),
    };
    cells.push(...cellsOf(contract, { ...outcome, ...(compileFailure && { compileFailure }) }, asked, judged));
  }
  judge.close();
  return cells;
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
