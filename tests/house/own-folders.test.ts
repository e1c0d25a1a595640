/** Suites run in parallel, so each writes to its own place in `reports/`, which no other suite names. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

test("no two suites name the same place in reports/", () => {
  const suites = readdirSync("tests", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".test.ts"),
  );
  const owners = new Map<string, Set<string>>();
  for (const suite of suites) {
    for (const [, place] of readFileSync(join("tests", suite), "utf8").matchAll(/["'`](reports\/[\w.-]+)/g)) {
      owners.set(place as string, (owners.get(place as string) ?? new Set()).add(suite));
    }
  }
  expect(owners.size).toBeGreaterThan(5);
  expect([...owners].filter(([, files]) => files.size > 1).map(([place, files]) => [place, ...files])).toEqual([]);
});
