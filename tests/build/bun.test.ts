/** The client and the sandbox in Bun. `make bun-test` installs Bun; `make test` uses it if the machine has it. */
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const found = spawnSync("bun", ["--version"], { encoding: "utf8" });
const inBun = found.status === 0 ? test : test.skip;
const name = found.status === 0 ? "Bun" : "Bun, which is not installed: make bun-test";

/** Returns the output of bun-process.mjs: the outcome of each call. */
async function run(command: string): Promise<unknown> {
  if (!existsSync("dist/index.js")) throw new Error("dist/ is absent: run `make build` first");
  // The process has to end by itself.
  const { stdout } = await promisify(execFile)(command, ["tests/build/bun-process.mjs"], { timeout: 100_000 });
  return JSON.parse(stdout);
}

const expected = {
  "1.1": 2,
  "fault 1.1": "FAULT",
  "1.2": 2,
  "fault 1.2": "FAULT",
  malformed: "RESPONSE",
  truncate: "CONNECTION",
  "reset before": "CONNECTION",
  "reset head": "CONNECTION",
  "reset body": "CONNECTION",
  "status 503": "HTTP",
  after: 2,
  wsdl: 200,
  recorded: [2, 1],
  closed: [true, true],
};

test("Node.js: calls, faults, troubles, a recorder, and an end", async () => {
  expect(await run(process.execPath)).toEqual(expected);
});

inBun(`the same in ${name}`, async () => {
  expect(await run("bun")).toEqual(expected);
});
