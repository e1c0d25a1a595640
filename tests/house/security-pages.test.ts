/** The three pages about security: their snippets run as they are, against the sandbox that they start. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";

const pages = ["security", "security-certificate", "security-token"];
const root = process.cwd();
const textOf = (page: string): string => readFileSync(join(root, `docs/${page}.md`), "utf8");
const blocksOf = (page: string, language: string): readonly string[] =>
  [...textOf(page).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    ([, text = ""]) => text,
  );

const folder = mkdtempSync(join(tmpdir(), "security-pages-"));
const snippets = pages.flatMap((page) => blocksOf(page, "ts").map((text, index) => [page, index + 1, text] as const));

beforeAll(() => {
  copyFileSync("tests/migrating/orders.wsdl", join(folder, "orders.wsdl"));
  for (const text of blocksOf("security-certificate", "sh")) {
    execFileSync("sh", ["-ec", text], { cwd: folder, stdio: "ignore" });
  }
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(root);
  rmSync(folder, { recursive: true });
});

test("each page has a first call; together they are short", () => {
  const words = pages.flatMap((page) => textOf(page).split(/\s+/).filter(Boolean));
  expect(words.length).toBeLessThanOrEqual(1_500);
  for (const page of pages) expect(blocksOf(page, "ts").join()).toContain("await orders.findOrders!(");
});

test.each(snippets)("%s: snippet %i", async (_page, _number, text) => {
  const { outputText } = transpileModule(text, {
    compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
  });
  const run = runInThisContext(`(async (require, exports, console) => { ${outputText} })`) as (
    ...globals: readonly unknown[]
  ) => Promise<void>;
  const printed: unknown[] = [];
  await run((name: string): unknown => jest.requireActual(name), {}, { log: (value: unknown) => printed.push(value) });
  if (!text.includes("findOrders")) return;
  expect(printed).toHaveLength(1);
  expect(printed[0]).toContainEqual(expect.objectContaining({ Status: expect.any(String) as string }));
});
