/** What a release decides from what changed, without a registry. */
import { apiChanges } from "../../scripts/release/api-changes";
import { differences } from "../../scripts/release/api-report";
import { entryOf, withEntry } from "../../scripts/release/changelog";
import { type Change, decideVersion, levelOf } from "../../scripts/release/changes";
import { inOrder } from "../../scripts/release/packages";
import { compareVersions, highest, nextVersion, parseVersion } from "../../scripts/release/version";

const breaking: Change = { severity: "breaking", place: "Order.Code", words: "is gone" };
const compatible: Change = { severity: "compatible", place: "Order.Name", words: "is new" };
const documentation: Change = { severity: "documentation", place: "Order", words: "is described" };

describe("versions", () => {
  test.each([
    [[], "patch", "1.2.4"],
    [[documentation], "patch", "1.2.4"],
    [[documentation, compatible], "minor", "1.3.0"],
    [[compatible, breaking, documentation], "major", "2.0.0"],
  ] as const)("%j call for a %s version", (changes, level, version) => {
    expect(levelOf(changes)).toBe(level);
    expect(decideVersion("1.2.3", changes)).toBe(version);
  });

  test("a breaking change below 1.0.0 is a major version too", () => {
    expect(decideVersion("0.9.3", [breaking])).toBe("1.0.0");
  });

  test("a wanted version may be a greater step than needed", () => {
    expect(decideVersion("1.2.3", [compatible], "2.0.0")).toBe("2.0.0");
    expect(decideVersion("1.2.3", [], "1.2.9")).toBe("1.2.9");
  });

  test("a smaller one is refused with the reasons", () => {
    expect(() => decideVersion("1.2.3", [breaking, compatible], "1.3.0")).toThrow(
      /2\.0\.0 or higher\.\n- Order\.Code: is gone$/,
    );
    expect(() => decideVersion("1.2.3", [compatible], "1.2.4")).toThrow(/1\.3\.0 or higher\.\n- Order\.Name: is new$/);
    expect(() => decideVersion("1.2.3", [], "1.2.3")).toThrow("is not higher than the last release");
  });

  test("are compared as numbers, and those with a suffix are no releases", () => {
    expect(compareVersions("1.10.0", "1.9.9")).toBeGreaterThan(0);
    expect(highest(["1.9.0", "1.10.0", "2.0.0-beta.1", "0.30.0"])).toBe("1.10.0");
    expect(highest([])).toBeUndefined();
    expect(nextVersion("1.9.9", "patch")).toBe("1.9.10");
    for (const wrong of ["1", "1.2", "v1.2.3", "1.2.3-rc.1", "01.2.3", ""]) expect(() => parseVersion(wrong)).toThrow();
  });
});

describe("the changelog", () => {
  const page = "# Changelog\n\n## 1.2.3\n\n- Earlier.\n";

  test("gets an entry in words for callers, the worst first", () => {
    expect(withEntry(page, "2.0.0", [documentation, compatible, breaking])).toBe(
      "# Changelog\n\n## 2.0.0\n\n### What breaks\n\n- Order.Code: is gone\n\n### What is new\n\n- Order.Name: is new\n\n" +
        "### Documentation\n\n- Order: is described\n\n## 1.2.3\n\n- Earlier.\n",
    );
  });

  test("takes over what stands under Unreleased", () => {
    const written = withEntry("# Changelog\n\n## Unreleased\n\n- By hand.\n\n## 1.2.3\n\n- Earlier.\n", "1.3.0", [
      compatible,
    ]);
    expect(written).not.toContain("Unreleased");
    expect(entryOf(written, "1.3.0")).toBe("- By hand.\n\n### What is new\n\n- Order.Name: is new");
    expect(entryOf(written, "1.2.3")).toBe("- Earlier.");
  });

  test("keeps an entry that is there, and says when nothing changed", () => {
    expect(withEntry(page, "1.2.3", [breaking])).toBe(page);
    expect(entryOf(withEntry(page, "1.2.4", []), "1.2.4")).toBe("- No change of the contract or of the interface.");
    expect(entryOf(page, "1.2")).toBeUndefined();
  });
});

describe("a report of an entry point", () => {
  const report = (text: string) => `## API\n\n\`\`\`ts\n${text}\n\`\`\`\n`;
  const changes = (old: string, now: string, generated: readonly string[] = []) =>
    apiChanges("index", report(old), report(now), new Set(generated)).map(
      ({ severity, place, words }) => `${place} ${words}: ${severity}`,
    );

  test.each([
    [
      "export function a(): void;",
      "export function a(): void;\nexport function b(): void;",
      "index b is new: compatible",
    ],
    ["export function a(): void;", "", "index a is gone: breaking"],
    ["export function a(): void;", "function a(): void;", "index a is gone: breaking"],
    ["export function a(): void;", "export function a(b: string): void;", "index a has another type: breaking"],
    [
      "export interface A {\n a: string;\n}",
      "export interface A {\n a: string;\n b?: string;\n}",
      "index A b is new: compatible",
    ],
    [
      "export interface A {\n a: string;\n}",
      "export interface A {\n a: string;\n b: string;\n}",
      "index A b is new and required: breaking",
    ],
    [
      "export class A {\n a: string;\n}",
      "export class A {\n a: string;\n b(): void;\n}",
      "index A b is new: compatible",
    ],
    ["export class A {\n a: string;\n}", "export class A {\n a: number;\n}", "index A a has another type: breaking"],
    ["export class A {\n a: string;\n}", "export class A {\n}", "index A a is gone: breaking"],
    ["export class A extends B {\n}", "export class A extends C {\n}", "index A has another type: breaking"],
    ["export interface A {\n}", "export type A = string;", "index A is declared in another way: breaking"],
    [
      "export interface A {\n b: B;\n}\ninterface B {\n c: string;\n}",
      "export interface A {\n b: B;\n}\ninterface B {\n}",
      "index B c is gone: breaking",
    ],
  ])("%j and %j", (old, now, wanted) => {
    expect(changes(old, now)).toEqual([wanted]);
  });

  test("whose layout or order alone changed has no change", () => {
    expect(
      changes(
        "export class A {\n a: string;\n b: string;\n}",
        "// @public\nexport class A {\n  b:   string;\n  a: string;\n}",
      ),
    ).toEqual([]);
  });

  test("leaves names of the contract to the contract's comparison", () => {
    expect(changes("export interface Order {\n a: string;\n}", "", ["Order"])).toEqual([]);
  });

  test("of an entry point that is new or gone is one change", () => {
    expect(apiChanges("queue", undefined, report(""), new Set())).toEqual([
      { severity: "compatible", place: "queue", words: "the entry point is new" },
    ]);
    expect(apiChanges("queue", report(""), undefined, new Set())[0]?.severity).toBe("breaking");
  });

  test("differs from the committed one by a line that is named", () => {
    const committed = new Map([
      ["a.api.md", "one\ntwo\n"],
      ["old.api.md", ""],
    ]);
    const now = new Map([
      ["a.api.md", "one\nthree\n"],
      ["new.api.md", ""],
    ]);
    expect(differences(committed, now)).toEqual([
      "api/a.api.md differs, first in: three.",
      "api/new.api.md is missing.",
      "api/old.api.md belongs to no entry point.",
    ]);
    expect(differences(committed, committed)).toEqual([]);
  });
});

describe("packages", () => {
  const named = (name: string, ...needs: string[]) => ({ name, needs });

  test("go in the order of their dependencies", () => {
    const all = [named("client", "runtime", "commander"), named("generator", "runtime"), named("runtime", "soap")];
    expect(inOrder(all).map(({ name }) => name)).toEqual(["runtime", "client", "generator"]);
  });

  test("that need each other are an error", () => {
    expect(() => inOrder([named("a", "b"), named("b", "a")])).toThrow("The packages a, b depend on each other.");
  });
});
