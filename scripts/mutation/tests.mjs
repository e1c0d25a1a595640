// Runs test files with jest's own test functions and expectations, all in this process.
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { load } from "./modules.mjs";

const require = createRequire(import.meta.url);
const circus = require("jest-circus");
const { jestExpect } = require("@jest/expect");
const { describe, test, it, beforeAll, beforeEach, afterAll, afterEach } = circus;
Object.assign(globalThis, { describe, test, it, beforeAll, beforeEach, afterAll, afterEach, expect: jestExpect });

const folders = [
  "packages/soapwright-runtime/tests/errors",
  "packages/soapwright-runtime/tests/schema",
  "packages/soapwright-runtime/tests/xml",
  "packages/soapwright-runtime/tests/xsd",
];
/** Thorough and slow, measures time or memory, or asks another program. */
const leftOut =
  /agreement|conformance|long-texts|: floods |grows|not waited for|random patterns|random lists|millions of characters|ever other records|has grown|pile up|alive|fill the memory|cost no|about \d{4,}|libxml2/;
const testTimeoutMs = 30_000;

let listen = () => {};
circus.addEventHandler((event) => listen(event));

/** Paths from the root, in a fixed order. */
export function testFiles() {
  const paths = folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)));
  return paths.filter((path) => path.endsWith(".test.ts") && !leftOut.test(path)).sort();
}

/**
 * Loads the file at `path` afresh and runs its tests up to the first failure; a failure outside of them counts as one.
 * `isWanted` chooses by id, `loaded` is called before the first test, `started` and `ended` around each.
 */
export async function runTests(path, { isWanted = () => true, loaded, started, ended }) {
  const results = [];
  let modules = new Set();
  circus.resetState();
  listen = ({ name, test: entry }) => {
    if (name === "test_started") started?.(idOf(path, entry));
    if (name !== "test_done") return;
    ended?.(idOf(path, entry));
    results.push(resultOf(path, entry));
  };
  try {
    modules = load(resolve(path));
    loaded?.();
    const isNext = (id) => results.at(-1)?.failure === undefined && !leftOut.test(id) && isWanted(id);
    Object.assign(circus.getState(), {
      testTimeout: testTimeoutMs,
      testNamePattern: { test: (name) => isNext(`${path}: ${name}`) },
    });
    const { unhandledErrors } = await circus.run();
    if (unhandledErrors.length > 0) throw new Error(unhandledErrors.join("\n"));
  } catch (error) {
    results.push({ id: `${path}: outside its tests`, path, duration: 0, failure: String(error) });
  }
  return { results, modules };
}

function idOf(path, entry) {
  const names = [];
  for (let at = entry; at.parent; at = at.parent) names.unshift(at.name);
  return `${path}: ${names.join(" ")}`;
}

function resultOf(path, entry) {
  const expected = jestExpect.extractExpectedAssertionsErrors().map(({ error }) => error);
  const error = [...entry.errors.flat(), ...expected].find((one) => one !== undefined);
  const failure = error === undefined ? undefined : String(error.message ?? error);
  return { id: idOf(path, entry), path, duration: entry.duration ?? 0, failure };
}
