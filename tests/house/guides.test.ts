/** The list of guides, docs/guides.json, from which the site and its navigation are built. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

const groups = JSON.parse(readFileSync("docs/guides.json", "utf8")) as readonly {
  readonly title: string;
  readonly about: string;
  readonly pages: readonly string[];
}[];
const guides = groups.flatMap(({ pages }) => pages);

test("every page of docs/ is a guide, once, and every guide is there", () => {
  // index.md is the first screen of the site.
  const pages = readdirSync("docs").filter((name) => name.endsWith(".md") && name !== "index.md");
  expect([...guides].sort()).toEqual(pages.map((name) => `docs/${name}`).sort());
});

test("a guide begins with its title, which no other has", () => {
  const titles = guides.map((page) => /^# (.+)\n\n/.exec(readFileSync(page, "utf8"))?.[1]);
  expect(titles).not.toContain(undefined);
  expect(new Set(titles).size).toBe(guides.length);
});

test("guides stand in four groups, by what a reader is about to do", () => {
  expect(groups.map(({ title }) => title)).toEqual([
    "Use the client",
    "Operate it",
    "Generate for your own WSDL",
    "Maintain it",
  ]);
  for (const { about, pages } of groups) {
    expect(about).toMatch(/^[A-Z].+\.$/);
    expect(pages.length).toBeGreaterThan(2);
  }
});

test("README.md leads to every guide", () => {
  const readme = readFileSync("README.md", "utf8");
  const missing = guides.filter((page) => !readme.includes(`(${page})`));
  expect(missing).toEqual([]);
});

test("the guides that a new user needs come first", () => {
  expect(guides.slice(0, 2)).toEqual(["docs/start.md", "docs/credentials.md"]);
  for (const page of ["upgrading", "errors", "streams", "growing", "own-wsdl"])
    expect(guides).toContain(`docs/${page}.md`);
});

test("guides, README.md and AGENTS.md are short", () => {
  const wordsOf = (page: string) => readFileSync(page, "utf8").split(/\s+/).filter(Boolean).length;
  // Both pages are generated, and readers look up single rows.
  const generated = ["docs/options.md", "docs/scoreboard.md"];
  const words = ["docs/index.md", ...guides]
    .filter((page) => !generated.includes(page))
    .reduce((sum, page) => sum + wordsOf(page), 0);
  expect(words).toBeLessThanOrEqual(22_000);
  const prose = readFileSync("docs/scoreboard.md", "utf8").replace(/^\|.*$/gm, "");
  expect(prose.split(/\s+/).length).toBeLessThanOrEqual(600);
  expect(wordsOf("README.md")).toBeLessThanOrEqual(900);
  expect(wordsOf("AGENTS.md")).toBeLessThanOrEqual(400);
});

test("a table of a guide has at most five columns, because a phone shows no more", () => {
  const columns = (line: string) => line.replaceAll("\\|", "").split("|").length - 2;
  const wide = ["README.md", ...guides].flatMap((page) =>
    readFileSync(page, "utf8")
      .split("\n")
      .filter((line) => /^\|[-:| ]+\|$/.test(line) && columns(line) > 5)
      .map((line) => `${page}: ${line}`),
  );
  expect(wide).toEqual([]);
});

test("links of guides lead to headings that exist", () => {
  const headings = (text: string): string[] =>
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, "")
        .replaceAll(" ", "-"),
    );
  const anchorsOf = new Map<string, ReadonlySet<string>>();
  const anchors = (page: string): ReadonlySet<string> => {
    const text = readFileSync(page, "utf8");
    const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!);
    if (!anchorsOf.has(page)) anchorsOf.set(page, new Set([...headings(text), ...named]));
    return anchorsOf.get(page)!;
  };
  const broken = guides.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)].flatMap(([, path, anchor]) => {
      if (/^https?:/.test(path!)) return [];
      const target = path === "" ? page : `docs/${path}`;
      return existsSync(target) && anchors(target).has(anchor!) ? [] : [`${page}: ${path}#${anchor}`];
    }),
  );
  expect(broken).toEqual([]);
});
