/** The site that `make docs` has built: its links, and its pages as a browser shows them. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { absence, browserPath, startBrowser } from "soapwright-testing/page/browser";

const site = resolve("reports/site");
const groups = JSON.parse(readFileSync("docs/guides.json", "utf8")) as readonly {
  readonly title: string;
  readonly pages: readonly string[];
}[];
/** README is a page of the site as every guide is: the first screen is one of its own. */
const guides = ["README.md", ...groups.flatMap(({ pages }) => pages)];
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".md": "text/markdown; charset=utf-8",
};
const titles = guides.map((page) => /^# (.+)$/m.exec(readFileSync(page, "utf8"))![1]!);
const { packages } = JSON.parse(readFileSync("scripts/packages.json", "utf8")) as {
  readonly packages: readonly { readonly manifest: string; readonly entryPoints: Readonly<Record<string, string>> }[];
};
/** Those that have a page: not what another package passes on, nor what is for packages of this tree alone. */
const documented = packages.flatMap(({ manifest, entryPoints }) => {
  const { name } = JSON.parse(readFileSync(manifest, "utf8")) as { name: string };
  return Object.entries(entryPoints)
    .filter(([entry, source]) => source.endsWith(".ts") && !/\*|internal/.test(entry))
    .map(([entry]) => name + entry.slice(1));
});

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
/** What is wrong with a page as it is shown now. */
const SIGHT = `(() => {
  const found = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push("is " + wide + " px wide");
  for (const code of document.querySelectorAll("pre > code")) {
    const lines = code.innerText.trimEnd().split("\\n").length;
    const shown = Math.round(code.getBoundingClientRect().height / parseFloat(getComputedStyle(code).lineHeight));
    if (getComputedStyle(code).whiteSpace !== "pre" || shown > lines + 1) found.push("wraps " + code.textContent.slice(0, 40));
  }
  for (const cell of document.querySelectorAll("td, th, h1, h2, h3, p, li"))
    if (cell.scrollWidth > cell.clientWidth + 1 && getComputedStyle(cell).overflowX === "visible" && cell.clientWidth > 0 && cell.querySelector("pre, .wide") === null)
      found.push("text runs out of " + cell.outerHTML.slice(0, 80));
  return found;
})()`;

/** What is broken of all rules but one: TypeDoc's summaries, of its navigation and of sections, have links in them. */
const AXE = `axe.run(document, { resultTypes: ["violations"], rules: { "nested-interactive": { enabled: false } } })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0]?.html))`;

const SHOWN = [
  "index.html",
  "documents/Overview.html",
  "documents/Options.html",
  "documents/Messages.html",
  "documents/Errors_and_retries.html",
  "documents/Exports.html",
  "documents/The_generator.html",
  "modules/employee-service-client.html",
];

beforeAll(() => {
  if (!existsSync(join(site, "index.html"))) throw new Error("reports/site is absent: run `make docs` first");
});

function pagesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".html"))
    .map((name) => join(folder, name));
}

/** The addresses in a page, and its anchors. */
function read(page: string): { readonly links: readonly string[]; readonly anchors: ReadonlySet<string> } {
  const text = readFileSync(page, "utf8");
  const values = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, value]) => value!.replaceAll("&amp;", "&"));
  return { links: values(/\b(?:href|src)="([^"]*)"/g), anchors: new Set(values(/\bid="([^"]*)"/g)) };
}

test("there is a page for each guide, and one for each entry point", () => {
  const names = pagesOf(join(site, "documents")).map(
    (page) => /<h1[^>]*>(?:<[^>]*>)*([^<]*)/.exec(readFileSync(page, "utf8"))?.[1],
  );
  expect(names.map((name) => name?.replaceAll("&#39;", "'")).sort()).toEqual([...titles].sort());
  const modules = pagesOf(join(site, "modules")).map((page) => page.slice(site.length + 1));
  expect(documented.length).toBeGreaterThan(8);
  for (const name of documented) expect(modules).toContain(`modules/${name.replaceAll("/", "_")}.html`);
  expect(modules.filter((name) => /_v[\d.]+\.html$/.test(name)).length).toBeGreaterThan(1);
});

test("every link of the site leads to a file, and to an anchor in it", () => {
  const pages = pagesOf(site);
  const known = new Map(pages.map((page) => [page, read(page)]));
  const broken: string[] = [];
  let count = 0;
  for (const [page, { links }] of known) {
    for (const link of links) {
      if (/^(?:https?|mailto|data):/.test(link) || link.startsWith("//")) continue;
      count++;
      const url = new URL(link, pathToFileURL(page));
      const path = fileURLToPath(url.href.replace(/[?#].*$/, ""));
      const anchor = decodeURIComponent(url.hash.slice(1));
      const target = known.get(path);
      if (!existsSync(path)) broken.push(`${page.slice(site.length)}: ${link}`);
      else if (anchor !== "" && target !== undefined && !target.anchors.has(anchor))
        broken.push(`${page.slice(site.length)}: ${link}`);
    }
  }
  expect(count).toBeGreaterThan(1_000);
  expect([...new Set(broken)]).toEqual([]);
});

test("no page loads anything from elsewhere", () => {
  const foreign = pagesOf(site).filter((page) =>
    /<(?:script|img|link)\b[^>]*\b(?:src|href)="(?:https?:)?\/\//.test(readFileSync(page, "utf8")),
  );
  expect(foreign).toEqual([]);
});

describe("in a browser", () => {
  if (browserPath === undefined) {
    test(absence, () => console.log(absence));
    return;
  }

  let browser: Browser;
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      // Browsers ask for it by themselves.
      if (request.url === "/favicon.ico") {
        response.writeHead(204).end();
        return;
      }
      const path = join(site, decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname));
      const type = types[extname(path)];
      response.writeHead(type === undefined || !existsSync(path) ? 404 : 200, { "content-type": type ?? "text/plain" });
      response.end(type === undefined || !existsSync(path) ? "" : readFileSync(path));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((done) => server.close(done));
  });

  async function headingOf(page: Page): Promise<string> {
    return ((await page.locator("h1").first().textContent()) ?? "").trim();
  }

  /** The pages of guides, from the site's folder. */
  function documents(): string[] {
    return pagesOf(join(site, "documents")).map((path) => path.slice(site.length + 1).replaceAll("\\", "/"));
  }

  /** Opens a page; what it complains of is an error. */
  async function opened(path: string) {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("response", (response) => response.status() >= 400 && complaints.push(`${response.url()} is missing`));
    page.on(
      "request",
      (request) => request.url().startsWith(origin) || complaints.push(`${request.url()} is elsewhere`),
    );
    await page.goto(`${origin}/${path}`);
    return { page, complaints };
  }

  test.each(["index.html", "modules/employee-service-client.html", "modules/soapwright-runtime_doctor.html"])(
    "%s shows itself without a complaint",
    async (path) => {
      const { page, complaints } = await opened(path);
      expect(await headingOf(page)).not.toBe("");
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  test("every guide shows its title, its text and its code, and is in the navigation", async () => {
    for (const path of documents()) {
      const { page, complaints } = await opened(path);
      const title = await headingOf(page);
      expect(titles).toContain(title);
      expect((await page.locator(".tsd-panel").first().textContent())?.length).toBeGreaterThan(300);
      const source = readFileSync(guides[titles.indexOf(title)]!, "utf8");
      expect(await page.locator("pre code").count()).toBe([...source.matchAll(/^```\w+$/gm)].length);
      expect(await page.locator("table").count()).toBeGreaterThanOrEqual(/^\|--/m.test(source) ? 1 : 0);
      const name = title === titles[0] ? "Overview" : title;
      expect(await page.locator('.guides a[aria-current="page"]').allTextContents()).toEqual([name]);
      expect(await page.locator("h1").count()).toBe(1);
      expect(complaints).toEqual([]);
      await page.close();
    }
  });

  test("the first screen says what it is, shows a call with its result, and leads four ways on", async () => {
    const { page, complaints } = await opened("index.html");
    expect(await page.locator("h1").allTextContents()).toEqual(["employee-service-client"]);
    expect(await page.locator("pre code").count()).toBe(2);
    expect(await page.locator(".ways h2").allTextContents()).toEqual(groups.map(({ title }) => title));
    expect(await page.locator(".guides h3").allTextContents()).toEqual([...groups.map(({ title }) => title), "API"]);
    // All of it is seen without scrolling.
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const way of await page.locator(".ways h2").all()) expect((await way.boundingBox())!.y).toBeLessThan(900);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.each([
    [1280, 900],
    [1280, 720],
    [900, 720],
  ])(
    "the menu reaches the end of a screen of %i x %i px, and shows the current page and its own end",
    async (width, height) => {
      const { page } = await opened("documents/Releasing.html");
      await page.setViewportSize({ width, height });
      await page.reload();
      // The site shows itself when its scripts are there.
      await page.locator(".guides .current").waitFor();
      const menu = width < 1200 ? ".col-sidebar" : ".site-menu";
      const bottom = (selector: string) => `document.querySelector("${selector}").getBoundingClientRect().bottom`;
      expect(await page.evaluate(bottom(menu))).toBe(height);
      expect(await page.evaluate(`Math.abs(${bottom(".guides .current")} - innerHeight / 2) < innerHeight / 2`)).toBe(
        true,
      );
      await page.locator("#tsd-nav-container a").last().waitFor();
      await page.evaluate(`document.querySelector("${menu}").scrollTop = 1e6`);
      const last =
        "Math.max(...Array.from(document.querySelectorAll('#tsd-nav-container a'), (link) => link.getBoundingClientRect().bottom))";
      expect(await page.evaluate(last)).toBeLessThan(height);
      await page.close();
    },
  );

  test("what an entry point has is listed once", async () => {
    const { page } = await opened("modules/employee-service-client.html");
    await page.locator("#tsd-nav-container a").last().waitFor();
    expect(await page.locator("a", { hasText: /^HttpError$/ }).count()).toBe(1);
    const kinds = await page.locator(".col-content h2").allTextContents();
    expect(await page.locator(".page-menu .tsd-page-navigation a").allTextContents()).toEqual(kinds);
    await page.close();
  });

  test("words of diagrams can be read on a narrow screen", async () => {
    const shown: (readonly [string, number])[] = [];
    for (const path of documents()) {
      const { page } = await opened(path);
      await page.setViewportSize({ width: 390, height: 844 });
      for (const image of await page.locator('main img[src$=".svg"], .col-content img[src$=".svg"]').all()) {
        const name = (await image.getAttribute("src"))!.replace(/^.*\//, "");
        const svg = readFileSync(`docs/images/${name}`, "utf8");
        const sizes = [...svg.matchAll(/font-size[:=]"?(\d+)/g)].map(([, size]) => Number(size));
        const scale = (await image.boundingBox())!.width / Number(/ width="(\d+)"/.exec(svg)![1]);
        shown.push([name, Math.min(...sizes) * scale]);
      }
      await page.close();
    }
    expect(new Set(shown.map(([name]) => name)).size).toBe(readdirSync("docs/images").length);
    // The smallest letters that iOS takes for its own.
    expect(shown.filter(([, size]) => size < 11)).toEqual([]);
  });

  test.each([1280, 390])(
    "the table of messages needs no box that scrolls at %i px, and names its columns",
    async (width) => {
      const { page } = await opened("documents/Messages.html");
      await page.setViewportSize({ width, height: 900 });
      const wider = "Array.from(document.querySelectorAll('.messages'), (box) => box.scrollWidth - box.clientWidth)";
      expect(Math.max(...((await page.evaluate(wider)) as number[]))).toBe(0);
      const name = "getComputedStyle(document.querySelector('.messages td:nth-child(4)'), '::before').content";
      if (width === 390) expect(await page.evaluate(name)).toBe('"Remedy: "');
      else
        expect(await page.locator(".messages th").nth(3).boundingBox()).toMatchObject({ height: expect.any(Number) });
      await page.close();
    },
  );

  test("the first screen is used by keyboard alone", async () => {
    const { page } = await opened("index.html");
    const reached = new Set<string>();
    for (let presses = 0; presses < 150; presses++) {
      await page.keyboard.press("Tab");
      reached.add((await page.evaluate("document.activeElement?.textContent?.trim() ?? ''")) as string);
      const isShown = "document.activeElement === document.body || document.activeElement.matches(':focus-visible')";
      expect(await page.evaluate(isShown)).toBe(true);
    }
    for (const { title } of groups) expect(reached).toContain(title);
    await page.close();
  });

  test("every page at both widths, light and dark: nothing wider than the screen, nothing wrapped in results, clean for axe", async () => {
    const page = await browser.newPage();
    const found: string[] = [];
    const kinds = new Set<string>();
    const all = pagesOf(site).map((path) => path.slice(site.length + 1).replaceAll("\\", "/"));
    expect(all.length).toBeGreaterThan(100);
    for (const path of all) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${origin}/${path}`);
      // TypeDoc makes the pages of one kind alike.
      const isJudged = /^(?:index|documents|modules)\b/.test(path) || !kinds.has(dirname(path));
      kinds.add(dirname(path));
      if (isJudged) await page.evaluate(axe);
      // Where things stand depends on the width alone: each scheme is looked at in one of them.
      for (const [scheme, width] of [
        ["light", 1280],
        ["dark", 390],
      ] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        const at = `${path}, ${width} px, ${scheme}`;
        found.push(...((await page.evaluate(SIGHT)) as string[]).map((what) => `${at}: ${what}`));
        if (!isJudged) continue;
        found.push(...((await page.evaluate(AXE)) as string[]).map((what) => `${at}: ${what}`));
      }
    }
    await page.close();
    expect(found).toEqual([]);
    // Some 450 pages, two looks at each: minutes on an idle machine, and a busy one ends no test.
  }, 3_600_000);

  test("screenshots of eight pages for whoever looks at them", async () => {
    const shots = resolve("reports/screenshots");
    mkdirSync(shots, { recursive: true });
    const page = await browser.newPage();
    for (const [index, path] of SHOWN.entries()) {
      const [width, colorScheme] = (
        [
          [1280, "light"],
          [390, "dark"],
          [390, "light"],
          [1280, "dark"],
        ] as const
      )[index % 4]!;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${origin}/${path}`);
      await page.screenshot({ path: join(shots, `${path.replace(/^.*\/|\.html$/g, "")}-${width}-${colorScheme}.png`) });
    }
    expect(readdirSync(shots).length).toBeGreaterThanOrEqual(SHOWN.length);
    await page.close();
  });

  test("a link of a guide leads to the guide that it names", async () => {
    const start = documents().find((path) => /Start/.test(path))!;
    const { page } = await opened(start);
    await page.locator(".tsd-panel a", { hasText: "your credentials" }).click();
    expect(await headingOf(page)).toBe("Credentials");
    expect(page.url()).toBe(`${origin}/documents/Credentials.html`);
    await page.close();
  });

  test("the search finds a function of an entry point", async () => {
    const { page } = await opened("index.html");
    await page.locator("#tsd-search-trigger").click();
    await page.locator("#tsd-search-input").fill("diagnose");
    await page.locator("#tsd-search-results li", { hasText: "diagnose" }).first().waitFor();
    await page.close();
  });
});
