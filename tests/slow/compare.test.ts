/** `make compare` can fail: it sees a call that costs 10 % more, and sees nothing where both trees are one. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Compared {
  readonly rows: readonly { readonly row: string; readonly ratio: number; readonly low: number }[];
  readonly exitCode: number;
}

test("a busy loop of 10 % is seen, and a tree is not worse than itself in ten comparisons", () => {
  const printed = execFileSync(process.execPath, [join(__dirname, "compare-process.mjs")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const { same, slowed } = JSON.parse(printed) as { readonly same: readonly Compared[]; readonly slowed: Compared };
  expect(same.map(({ exitCode }) => exitCode)).toEqual(Array.from({ length: 10 }, () => 0));
  expect(slowed.rows).toEqual([expect.objectContaining({ row: "call/small-1.1", worse: true })]);
  expect(slowed.rows[0]!.ratio).toBeLessThan(1.25);
  expect(slowed.exitCode).toBe(1);
}, 1_800_000);

test("in a workflow the table is the summary of the job", () => {
  const folder = mkdtempSync(join(tmpdir(), "summary-"));
  const summary = join(folder, "summary.md");
  try {
    const table = execFileSync(
      process.execPath,
      [join(__dirname, "../compare/compare.mjs"), "HEAD", "--only", "sources"],
      { encoding: "utf8", stdio: "pipe", env: { ...process.env, NODE_OPTIONS: "", GITHUB_STEP_SUMMARY: summary } },
    );
    expect(table).toMatch(/^\| row .*\n\|-+\|.*\n\| sources /);
    expect(readFileSync(summary, "utf8")).toBe(table);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 1_800_000);
