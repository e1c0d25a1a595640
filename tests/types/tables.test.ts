import { readFileSync } from "node:fs";
import { join } from "node:path";
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
