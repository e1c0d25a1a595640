/** Stack traces of the built package. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../..");
const program = `const { createEmployeeServiceV3 } = require("./dist/index.js");
  try { createEmployeeServiceV3({ baseUrl: "https://service.example", domain: "d", timeoutMs: -1 }); } catch (error) { console.log(error.stack); }`;
const stack = () => execFileSync(process.execPath, ["-e", program], { cwd: root, encoding: "utf8" });

beforeAll(() => {
  if (!existsSync("dist/index.js")) throw new Error("dist/ is absent: run `make build` first");
});

test("frames name functions as they are written", () => {
  expect(stack()).toContain("at createEmployeeServiceV3 (");
});

test("no name of a function of the library is shortened", () => {
  const built = "packages/soapwright-runtime/dist";
  const files = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));
  const text = files.map((file) => readFileSync(join(built, file), "utf8")).join("\n");
  const names = [...text.matchAll(/^(?:async )?function\*? (\w+)/gm)].map((m) => m[1]!);
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter((name) => name.length < 2)).toEqual([]);
});
