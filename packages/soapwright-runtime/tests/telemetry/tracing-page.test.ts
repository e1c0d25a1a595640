/** The examples of docs/tracing.md run unchanged and print the page's output, except for durations and lengths. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { transformSync } from "@swc/core";
import { sampleOf } from "soapwright-testing/stage/slow";

const folder = resolve("reports/tracing-page");
const page = readFileSync("docs/tracing.md", "utf8");
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
  language: language!,
  text: text!,
}));
const examples = blocks.flatMap(({ language, text }, at) => {
  const next = blocks[at + 1];
  return language === "ts" ? [{ text, shown: next?.language === "text" ? next.text : undefined }] : [];
});

beforeAll(() => {
  if (!existsSync("dist/opentelemetry.js")) throw new Error("dist/ is absent: run `make build` first");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const withoutNumbers = (text: string): string => text.replace(/\b\d+(\.\d+)?\b/g, "n");

test("there are some, and some whose output is shown", () => {
  expect(examples.length).toBeGreaterThanOrEqual(6);
  expect(examples.filter(({ shown }) => shown !== undefined).length).toBeGreaterThanOrEqual(2);
});

const numbered = examples.map((example, at) => [at + 1, example] as const);
test.each(sampleOf(numbered, 3))("example %i", async (at, { text, shown }) => {
  const { code } = transformSync(text, {
    jsc: { target: "es2022", parser: { syntax: "typescript" } },
    module: { type: "es6" },
  });
  const file = join(folder, `example-${at}.mjs`);
  writeFileSync(file, code);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { timeout: 60_000 });
  expect(stderr).toBe("");
  if (shown !== undefined) expect(withoutNumbers(stdout)).toBe(withoutNumbers(shown));
});

test("the fields of a line and the attributes of spans are those of the page", () => {
  const fields = [
    ...readFileSync("packages/soapwright-runtime/src/client/log.ts", "utf8").matchAll(
      /^ {2}readonly (\w+)\??: (?:string|number);/gm,
    ),
  ];
  const names = fields.map(([, name]) => name!);
  const sources = readFileSync("packages/soapwright-runtime/src/telemetry/conventions.ts", "utf8");
  const conventions = [...sources.matchAll(/ = "([\w.]+)";/g)].map(([, name]) => name!);
  expect([names.length, conventions.length]).toEqual([9, 16]);
  const missing = [...names, ...conventions].filter((name) => !page.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});
