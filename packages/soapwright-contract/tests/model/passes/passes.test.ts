import { readdirSync } from "node:fs";
import { join } from "node:path";
import { passes } from "../../../src/model/passes/passes";

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test("every pass has a file and a test of its name, and is in the list once", () => {
  const names = passes.map((pass) => kebab(pass.name)).sort();
  const files = readdirSync(join(__dirname, "../../../src/model/passes")).filter((file) => file !== "passes.ts");
  const tests = readdirSync(__dirname).filter((file) => file !== "passes.test.ts");
  expect(files.map((file) => file.replace(".ts", "")).sort()).toEqual(names);
  expect(tests.map((file) => file.replace(".test.ts", "")).sort()).toEqual(names);
});
