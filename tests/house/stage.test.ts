/** What tests share to be fast: a worker's test files and the processes that tests start see nothing of each other. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const stage = resolve("packages/soapwright-testing/src");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stage-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function node(args: readonly string[], environment: NodeJS.ProcessEnv = {}): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...environment },
  });
  expect(stderr).toBe("");
  return stdout;
}

test("a storage that a test file entered holds nothing when the file has ended", () => {
  const script = `
    const { AsyncLocalStorage } = require("node:async_hooks");
    const Environment = require(${JSON.stringify(join(stage, "stage/shared-scripts.cjs"))});
    const projectConfig = { testEnvironmentOptions: {}, globals: {}, fakeTimers: {} };
    const environment = new Environment({ globalConfig: {}, projectConfig }, {});
    const [entered, run] = [new AsyncLocalStorage(), new AsyncLocalStorage()];
    entered.enterWith("entered");
    run.run("run", async () => {
      const before = [entered.getStore(), run.getStore()];
      await environment.teardown();
      process.stdout.write(JSON.stringify([before, entered.getStore() ?? null, run.getStore() ?? null]));
    });`;
  expect(JSON.parse(node(["-e", script]))).toEqual([["entered", "run"], null, null]);
});

describe("a TypeScript file in a process", () => {
  const run = () => {
    const cache = { TEST_CODE_CACHE: join(folder, "cache") };
    return node(["-r", join(stage, "register.cjs"), join(folder, "program.ts")], cache);
  };
  const write = (value: string) =>
    writeFileSync(join(folder, "program.ts"), `const value: string = "${value}";\nconsole.log(value);\n`);
  const kept = () => readdirSync(join(folder, "cache")).map((name) => join(folder, "cache", name));

  test("is compiled once, and again when it has changed", () => {
    write("first");
    expect(run()).toBe("first\n");
    const [file = ""] = kept();
    // Other code under the same key shows which of the two runs.
    writeFileSync(file, readFileSync(file, "utf8").replace("first", "kept"));
    expect(run()).toBe("kept\n");
    write("second");
    expect(run()).toBe("second\n");
    expect(kept()).toEqual([file]);
  });
});
