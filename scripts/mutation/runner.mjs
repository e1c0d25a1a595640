// A test runner for Stryker, in one process. Stryker's runner for jest starts jest and loads every test file for each
// mutant, which takes seconds; this one loads, afresh, the files that reach the mutant.
import { resolve } from "node:path";
import { runTests, testFiles } from "./tests.mjs";

/** What the instrumented code shares with its runner. */
const stryker = { steps: 0, mostSteps: Number.POSITIVE_INFINITY };
globalThis.__stryker__ = stryker;
/** A test may take so many times the steps that it takes without a mutant. */
const patience = 10;
const builtIns = [Object, Array, Function, String, Number, RegExp, Map, Set].map(({ prototype }) => prototype);
const builtInKeys = keysOf(builtIns);

/** What each test file loads and how long it takes, by path; and the steps of each test, by id. */
const known = { modules: new Map(), duration: new Map(), steps: new Map() };

/** Runs everything without a mutant. */
async function survey() {
  const all = [];
  const started = (id) => {
    stryker.currentTestId = id;
    stryker.steps = 0;
  };
  const ended = (id) => {
    known.steps.set(id, (known.steps.get(id) ?? 0) + stryker.steps);
    stryker.currentTestId = undefined;
  };
  Object.assign(stryker, { activeMutant: undefined, mostSteps: Number.POSITIVE_INFINITY });
  for (const path of testFiles()) {
    const { results, modules } = await runTests(path, { started, ended });
    known.modules.set(path, modules);
    known.duration.set(
      path,
      results.reduce((sum, { duration }) => sum + duration, 0),
    );
    all.push(...results);
  }
  return all;
}

async function dryRun() {
  stryker.isCounting = true;
  const results = await survey();
  stryker.isCounting = false;
  const tests = results.map(({ id, path, duration, failure }) => ({
    id,
    name: id,
    fileName: resolve(path),
    timeSpentMs: duration,
    status: failure === undefined ? 0 : 1,
    failureMessage: failure,
  }));
  return { status: "complete", tests, mutantCoverage: stryker.mutantCoverage };
}

async function mutantRun({ activeMutant, sandboxFileName, testFilter, mutantActivation }) {
  if (known.modules.size === 0) await survey();
  const activate = () => {
    stryker.activeMutant = activeMutant.id;
  };
  const started = (id) => Object.assign(stryker, { steps: 0, mostSteps: 100_000 + patience * known.steps.get(id) });
  const wanted = testFilter === undefined ? undefined : new Set(testFilter);
  const isWanted = (id) => wanted === undefined || wanted.has(id);
  let nrOfTests = 0;
  for (const path of pathsFor(sandboxFileName, testFilter)) {
    Object.assign(stryker, { activeMutant: undefined, steps: 0, mostSteps: 100_000_000 });
    if (mutantActivation === "static") activate();
    const { results } = await runTests(path, { isWanted, loaded: activate, started });
    nrOfTests += results.length;
    if (keysOf(builtIns) !== builtInKeys) throw new Error("the mutant changed a prototype of JavaScript");
    const killer = results.find(({ failure }) => failure !== undefined);
    if (stryker.steps > stryker.mostSteps) return { status: "timeout", reason: `too many steps in ${killer?.id}` };
    if (killer !== undefined) {
      return { status: "killed", killedBy: [killer.id], failureMessage: killer.failure, nrOfTests };
    }
  }
  return { status: "survived", nrOfTests };
}

/** The test files that reach the mutant's file, or those with the tests that reach the mutant; the quick ones first. */
function pathsFor(file, testFilter) {
  const reaches =
    testFilter === undefined
      ? (path) => known.modules.get(path).has(file)
      : (path) => testFilter.some((id) => id.startsWith(`${path}: `));
  const paths = [...known.modules.keys()].filter(reaches);
  return paths.sort((a, b) => known.duration.get(a) - known.duration.get(b));
}

function keysOf(objects) {
  return objects.map((one) => Reflect.ownKeys(one).map(String).join()).join("\n");
}

export const strykerPlugins = [
  {
    kind: "TestRunner",
    name: "in-process",
    factory: () => ({ capabilities: () => ({ reloadEnvironment: true }), dryRun, mutantRun }),
  },
];
