/** The comparison table is complete, and every "yes" for this project links to a test. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const page = readFileSync("docs/decisions/comparison.md", "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("|") && !line.startsWith("|---"))
  .map((line) => line.split("|").slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()));

test("each row has an entry for each library", () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    expect(row).toHaveLength(5);
    expect(row).not.toContain("");
  }
});

test("each yes of ours leads to a file with tests, each no gives its reason", () => {
  for (const [feature, ours = ""] of rows.filter(([feature]) => feature !== "feature")) {
    const [, path] =
      /^\[(?:yes|(?:yes|partly): [^\]]+)\]\(\.\.\/\.\.\/((?:tests|packages)\/[^)]+\.test\.ts)\)$/.exec(ours) ?? [];
    if (path === undefined) expect({ feature, ours }).toEqual({ feature, ours: expect.stringMatching(/^no: .{20}/) });
    else expect({ path, exists: existsSync(join(process.cwd(), path)) }).toEqual({ path, exists: true });
  }
});
