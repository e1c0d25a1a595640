import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "./compile";

const fixtures = join(__dirname, "fixtures");
const right = join(fixtures, "right.ts");
const wrong = join(fixtures, "wrong.ts");
const cases = join(__dirname, "..", "golden", "cases");
const goldens = readdirSync(cases).flatMap((name) =>
  ["types.ts", "schemas.ts", "client.ts", "index.ts"].map((file) => join(cases, name, file)),
);

describe.each([
  ["with exactOptionalPropertyTypes", { exactOptionalPropertyTypes: true }, goldens],
  ["without exactOptionalPropertyTypes", { exactOptionalPropertyTypes: false }, []],
])("%s", (_, options, more) => {
  test("tables that fit compile, and no table that does not", () => {
    // An @ts-expect-error above a line that compiles is an error too.
    expect(compile([right, wrong, ...more], options)).toEqual([]);
  }, 60_000);
});

test("every kind of misfit has its line", () => {
  const marks = readFileSync(wrong, "utf8").match(/@ts-expect-error .*/g) ?? [];
  expect(marks.length).toBeGreaterThanOrEqual(35);
});
