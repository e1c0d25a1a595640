import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sampleOf } from "soapwright-testing/stage/slow";
import { asChecked } from "soapwright-testing/types/as-checked";
import { compile } from "soapwright-testing/types/compile";

const fixtures = join(__dirname, "fixtures");
const right = join(fixtures, "right.ts");
const wrong = join(fixtures, "wrong.ts");

test.each(sampleOf([true, false], 2))(
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

/** The files with the types of results alone: tables have no types for arguments, which follow the results' types. */
function withoutArguments(texts: readonly string[]): string[] {
  const declaration = /^export (?:interface|type) (\w+)/m;
  const inputs = new Set<string>();
  const kept = texts.map((text) => {
    const statements = text.split(/\n\n(?=\/\*\*|export)/);
    const names = statements.map((statement) => declaration.exec(statement)?.[1] ?? "");
    return statements.filter((_, at) => {
      const isInput = at > 0 && names[at] === `${names[at - 1]}Input`;
      if (isInput) inputs.add(names[at]!);
      return !isInput;
    });
  });
  const name = new RegExp(`\\b(${[...inputs].map((each) => each.replace(/Input$/, "")).join("|")})Input\\b`, "g");
  return kept.map((statements) =>
    (inputs.size === 0 ? statements : statements.map((each) => each.replace(name, "$1"))).join("\n\n"),
  );
}

test("the tables of generated/ and of every golden fit their interfaces", () => {
  const root = resolve(__dirname, "../../../..");
  const generated = readdirSync(join(root, "generated"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join("generated", name));
  const goldens = readdirSync(join(root, "packages/soapwright-testing/src/golden/cases")).map((name) =>
    join("packages/soapwright-testing/src/golden/cases", name),
  );
  const folder = join(root, "reports/tables");
  rmSync(folder, { recursive: true, force: true });
  const files = [...generated, ...goldens].flatMap((path, at) => {
    mkdirSync(join(folder, String(at)), { recursive: true });
    const names = readdirSync(join(root, path)).filter((name) => /^types[\w-]*\.ts$|^schemas\.ts$/.test(name));
    const texts = names.map((name) => readFileSync(join(root, path, name), "utf8"));
    const asResults = withoutArguments(texts);
    return names.map((name, index) => {
      const file = join(folder, String(at), name);
      const text = asResults[index]!;
      writeFileSync(file, asChecked(text.replace(/"(\.\.\/)+src\/runtime"/, '"../../../tests/types/proof/proof"')));
      return file;
    });
  });
  expect(files.length).toBeGreaterThan(40);
  expect(compile(files)).toEqual([]);
}, 120_000);
