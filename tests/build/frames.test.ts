/** What a stack shows of the built package. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(__dirname, "../..");
const program = `const { createEmployeeServiceV3 } = require("./dist/src/index.js");
  try { createEmployeeServiceV3({ baseUrl: "https://service.example", domain: "d", timeoutMs: -1 }); } catch (error) { console.log(error.stack); }`;
const stack = (...options: readonly string[]) =>
  execFileSync(process.execPath, [...options, "-e", program], { cwd: root, encoding: "utf8" });

beforeAll(() => {
  if (!existsSync("dist/src/index.js")) throw new Error("dist/ is absent: run `make build` first");
});

test("frames name functions as they are written", () => {
  expect(stack()).toContain("at createEmployeeServiceV3 (");
});

test("with source maps they name the file and line of the source", () => {
  const frame = /at createEmployeeServiceV3 \((.*?):(\d+):\d+\)/.exec(stack("--enable-source-maps"));
  // The file is there, for an editor to open.
  expect(frame?.[1]).toBe(resolve("dist/sources/generated/v3/factory.ts"));
  const line = readFileSync(frame?.[1] ?? "", "utf8").split("\n")[Number(frame?.[2]) - 1];
  expect(line).toContain("EmployeeServiceV3");
});

test("no name of a function of the library is shortened", () => {
  const names = [
    ...readFileSync("packages/soapwright-runtime/dist/library.js", "utf8").matchAll(/^(?:async )?function\*? (\w+)/gm),
  ].map((m) => m[1]!);
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter((name) => name.length < 2)).toEqual([]);
});
