import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { asChecked } from "./as-checked";
import { compile } from "./compile";

const fixtures = join(__dirname, "fixtures");
const right = join(fixtures, "right.ts");
const wrong = join(fixtures, "wrong.ts");

test.each([true, false])(
  "tables that fit compile, and no table that does not, with exactOptionalPropertyTypes %s",
  (exactOptionalPropertyTypes) => {
    // An @ts-expect-error above a line that compiles is an error too.
    expect(compile([right, wrong], { exactOptionalPropertyTypes })).toEqual([]);
  },
  60_000,
);

test("every kind of misfit has its line", () => {
  const marks = readFileSync(wrong, "utf8").match(/@ts-expect-error .*/g) ?? [];
  expect(marks.length).toBeGreaterThanOrEqual(35);
});

test("the tables of generated/ and of every golden fit their interfaces", () => {
  const root = resolve(__dirname, "../..");
  const generated = readdirSync(join(root, "generated"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join("generated", name));
  const goldens = readdirSync(join(root, "tests/golden/cases")).map((name) => join("tests/golden/cases", name));
  const folder = join(root, "reports/tables");
  rmSync(folder, { recursive: true, force: true });
  const files = [...generated, ...goldens].flatMap((path, at) => {
    mkdirSync(join(folder, String(at)), { recursive: true });
    const names = readdirSync(join(root, path)).filter((name) => /^types[\w-]*\.ts$|^schemas\.ts$/.test(name));
    return names.map((name) => {
      const file = join(folder, String(at), name);
      const text = readFileSync(join(root, path, name), "utf8");
      writeFileSync(file, asChecked(text.replace(/"(\.\.\/)+src\/runtime"/, '"../../../tests/types/proof/proof"')));
      return file;
    });
  });
  expect(files.length).toBeGreaterThan(40);
  expect(compile(files)).toEqual([]);
}, 120_000);
