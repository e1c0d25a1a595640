/** What editors and helps show says what a thing is. What the contract leaves open stands in wsdl/README.md. */
import { readFileSync } from "node:fs";
import { readModules } from "../../scripts/rules/modules";

const notes = /not (?:shown|stated)|(?:not|never) show[ns]? by|contract does not (?:show|say)|is unknown to us/i;

/** Comments that editors show, and texts of helps. */
function shown(text: string): string[] {
  const comments = text.match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  return [...comments, ...(text.match(/^\s*\w+: "[^"]*",?$/gm) ?? [])];
}

test("no documentation says what the contract does not show", () => {
  const modules = readModules(".", ["generated", "src"]).filter(({ file }) => !file.startsWith("src/sandbox/"));
  expect(modules.length).toBeGreaterThan(150);
  const found = modules.flatMap(({ file }) =>
    shown(readFileSync(file, "utf8"))
      .filter((text) => notes.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

test("such a note would be seen", () => {
  expect(
    shown("/** Its range is not shown by the contract. */\nconst a = 1;").filter((text) => notes.test(text)),
  ).toHaveLength(1);
});

test("wsdl/README.md has the notes", () => {
  const page = readFileSync("wsdl/README.md", "utf8");
  for (const note of [
    "Username",
    "Token",
    "Domain",
    "Period",
    "Year",
    "CountryISOCode",
    "Percentage",
    "CostCenter/Id",
  ]) {
    expect(page).toContain(note);
  }
});
