import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createEmployeeServiceV3, optionsFromEnvironment } from "../../src/index";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";

/** The list of guides, docs/guides.json, from which the site and its navigation are built. */
describe("guides", () => {
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

  test("guides, decisions, README.md and AGENTS.md are short", () => {
    // The list of reasons is looked up, and made from the code.
    const LIST = /<!-- reasons -->[\s\S]*<!-- \/reasons -->/;
    const wordsOf = (page: string) => readFileSync(page, "utf8").replace(LIST, "").split(/\s+/).filter(Boolean).length;
    const decisions = readdirSync("docs/decisions").map((name) => `docs/decisions/${name}`);
    const words = ["docs/index.md", ...guides, ...decisions].reduce((sum, page) => sum + wordsOf(page), 0);
    expect(words).toBeLessThanOrEqual(32_000);
    // Two pages hold tables: measurements, and features beside others.
    const reasons = decisions.filter((page) => !/(?:figures|comparison|README)\.md$/.test(page));
    expect(reasons.length).toBeLessThanOrEqual(15);
    for (const page of reasons) expect({ page, isShort: wordsOf(page) <= 400 }).toEqual({ page, isShort: true });
    const prose = readFileSync("docs/scoreboard.md", "utf8").replace(/^\|.*$/gm, "");
    expect(prose.split(/\s+/).length).toBeLessThanOrEqual(600);
    expect(wordsOf("docs/explore.md") + wordsOf("docs/json.md")).toBeLessThanOrEqual(900);
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
});

/** The comparison table is complete, and every "yes" for this project links to a test. */
describe("comparison", () => {
  const page = readFileSync("docs/decisions/comparison.md", "utf8");
  const rows = page
    .split("\n")
    .filter((line) => line.startsWith("|") && !line.startsWith("|---"))
    .map((line) => line.split("|").slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));

  test("each row has an entry for each library", () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      expect(row).toHaveLength(5);
      expect(row).not.toContain("");
    }
  });

  test("each yes of ours leads to a file with tests, each no gives its reason", () => {
    for (const [feature, ours = ""] of rows.filter(([feature]) => feature !== "feature")) {
      const [, path] =
        /^\[(?:yes|(?:yes|partly): [^\]]+)\]\(\.\.\/\.\.\/((?:tests|packages)\/[^)]+\.test\.ts)\)$/.exec(ours) ?? [];
      if (path === undefined) expect({ feature, ours }).toEqual({ feature, ours: expect.stringMatching(/^no: .{20}/) });
      else expect({ path, exists: existsSync(join(process.cwd(), path)) }).toEqual({ path, exists: true });
    }
  });
});

/** Provokes the failures of docs/troubleshooting.md: the page has the messages that a user gets. */
describe("troubleshooting", () => {
  const rows = [...readFileSync("docs/troubleshooting.md", "utf8").matchAll(/^\| (.+?) \| .+ \| .+ \|$/gm)]
    .map(([, message]) => message!)
    .filter((message) => message !== "message");
  const patterns = rows.map((row) => new RegExp(row.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".+")));

  type Options = Partial<Parameters<typeof createEmployeeServiceV3>[0]>;
  let sandbox: Sandbox;
  let moved: ReturnType<typeof createServer>;
  const closed = "http://127.0.0.1:9";
  beforeAll(async () => {
    sandbox = await startSandbox();
    moved = createServer((_, response) => response.writeHead(302, { location: "/login" }).end());
    await new Promise<void>((done) => moved.listen(0, "127.0.0.1", done));
  });
  afterAll(async () => {
    moved.close();
    await sandbox.close();
  });

  async function call(options: Options = {}, EmployeeId: unknown = 1003, inClosed = false): Promise<unknown> {
    const client = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox", retries: 0, ...options });
    if (inClosed) await client.close();
    const addresses = await client.addressGetList({ EmployeeId: EmployeeId as number, Period: 11, Year: 2026 });
    await client.close();
    return addresses;
  }

  const failures: readonly (() => unknown)[] = [
    () => optionsFromEnvironment("v3", {}),
    () => call({ domain: undefined as never }),
    () => call({ baseUrl: "http://service.example" }),
    () => call({ timeoutMS: 5 } as Options),
    () => call({}, "1003"),
    () => call({}, 1003, true),
    () => call({ baseUrl: closed }),
    () => call({ baseUrl: "https://service.invalid" }),
    () => call({ baseUrl: sandbox.url.replace("http:", "https:") }),
    () => call({ baseUrl: "https://service.example", proxy: closed }),
    () => call({ domain: "another" }),
    () => call({}, 77),
    () => call({ namespaceBaseUrl: "https://other.example" }),
    () => call({ baseUrl: `http://127.0.0.1:${(moved.address() as AddressInfo).port}` }),
    () => trouble({ kind: "silence" }, { timeoutMs: 200 }),
    () => trouble({ kind: "reset", when: "before" }),
    () => trouble({ kind: "status", status: 401 }),
    () => trouble({ kind: "status", status: 429 }),
    () => trouble({ kind: "html" }),
  ];

  function trouble(kind: Parameters<Sandbox["inject"]>[0], options: Options = {}): Promise<unknown> {
    sandbox.inject(kind);
    return call(options);
  }

  test("each message of the page comes from the client, and each failure is on the page", async () => {
    const seen = new Set<string>();
    for (const failure of failures) {
      const message = await Promise.resolve()
        .then(failure)
        .then(
          () => "no error",
          (error: Error) => error.message,
        );
      const found = rows.filter((_, at) => patterns[at]!.test(message));
      expect({ message, isOnThePage: found.length > 0 }).toEqual({ message, isOnThePage: true });
      for (const row of found) seen.add(row);
    }
    // tests/first-tasks/operators-hour.test.ts has the certificate that this message needs.
    expect(rows.filter((row) => !seen.has(row))).toEqual([expect.stringContaining("certificate is not of a trusted")]);
    expect(rows).toHaveLength(20);
  });
});
