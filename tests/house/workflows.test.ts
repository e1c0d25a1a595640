import { readdirSync, readFileSync } from "node:fs";

const folder = ".github/workflows";
const targets = new Set([...readFileSync("Makefile", "utf8").matchAll(/^([a-z-]+):/gm)].map((match) => match[1]));

function calls(text: string): string[] {
  return [...text.matchAll(/\bmake ((?:[a-z-]+ ?)+)$/gm)].flatMap((match) => match[1]!.trim().split(" "));
}

test.each(readdirSync(folder))("%s calls only make targets that exist", (file) => {
  const called = calls(readFileSync(`${folder}/${file}`, "utf8"));
  expect(called.length).toBeGreaterThan(0);
  expect(called.filter((target) => !targets.has(target))).toEqual([]);
});

test("the workflows do no work of their own beside make", () => {
  for (const file of readdirSync(folder)) {
    const runs = [...readFileSync(`${folder}/${file}`, "utf8").matchAll(/run: (.*)$/gm)].map((match) => match[1]!);
    expect(runs.filter((run) => !run.startsWith("make "))).toEqual([]);
  }
});

test("tests run on Node 20, 22 and 24, and a version tag alone publishes", () => {
  expect(readFileSync(`${folder}/ci.yml`, "utf8")).toContain("node: [20, 22, 24]");
  const publish = readFileSync(`${folder}/regenerate-and-publish.yml`, "utf8");
  expect(publish).toMatch(/if: startsWith\(github\.ref, 'refs\/tags\/v'\)\n\s+run: make publish/);
});

test("a call of a target that does not exist would be seen", () => {
  expect(calls("      - run: make generate nonsense\n")).toEqual(["generate", "nonsense"]);
  expect(targets.has("nonsense")).toBe(false);
});
