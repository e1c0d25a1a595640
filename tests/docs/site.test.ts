/** The built site of `make docs`: its links, and its pages in a browser. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { absence, browserPath, startBrowser } from "soapwright-testing/page/browser";
import { readWorkspaces } from "../../scripts/workspaces";

const site = resolve("reports/site");
const groups = JSON.parse(readFileSync("docs/guides.json", "utf8")) as readonly {
  readonly title: string;
  readonly about: string;
  readonly pages: readonly string[];
}[];
const guides = ["README.md", ...groups.flatMap(({ pages }) => pages)];
const pageOf = (guide: string): string => guide.replace(/md$/, "html");
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** A script that returns the visual problems of a page. */
const SIGHT = `(() => {
  const found = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push("is " + wide + " px wide");
  for (const box of document.querySelectorAll(".vp-doc table, .vp-doc div[class*=language-]"))
    if (box.getBoundingClientRect().right > innerWidth + 1) found.push("cut off: " + box.textContent.slice(0, 40));
  const backOf = (element) => getComputedStyle(element).backgroundColor;
  for (const code of document.querySelectorAll(".vp-doc :not(pre, a) > code"))
    if (/^rgba\\(.*, 0\\)$/.test(backOf(code))) found.push("no background: " + code.textContent);
  return found;
})()`;
const AXE = `axe.run(document, { runOnly: ["color-contrast", "image-alt", "link-name", "button-name", "duplicate-id-aria"] })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => id + ": " + html)))`;

beforeAll(() => {
  if (!existsSync(join(site, "index.html"))) throw new Error("reports/site is absent: run `make docs` first");
});

const pages = (): string[] =>
  readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));

/** Returns the addresses in a page, and its anchors. */
function read(page: string): { readonly links: readonly string[]; readonly anchors: ReadonlySet<string> } {
  const text = readFileSync(join(site, page), "utf8");
  const values = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, value]) => value!.replaceAll("&amp;", "&"));
  return { links: values(/\b(?:href|src)="([^"]*)"/g), anchors: new Set(values(/\bid="([^"]*)"/g)) };
}

test("there is a page for each guide, and one for each entry point", () => {
  const entries = readWorkspaces(".").flatMap(({ manifest: { name, exports = {} } }) =>
    Object.entries(exports)
      .filter(([entry, target]) => !/\*|internal/.test(entry) && /-source/.test(JSON.stringify(target)))
      .map(([entry]) => `reference/${name}${entry.slice(1)}/index.html`),
  );
  expect(entries.length).toBeGreaterThan(8);
  expect(pages()).toEqual(expect.arrayContaining([...entries, ...guides.map(pageOf)]));
  expect(pages().filter((name) => /client\/v[\d.]+\/index.html$/.test(name)).length).toBeGreaterThan(1);
});

test("every link of the site leads to a file, and to an anchor in it", () => {
  const known = new Map(pages().map((page) => [join(site, page), read(page)]));
  const broken: string[] = [];
  let count = 0;
  for (const [page, { links }] of known) {
    for (const link of links) {
      if (/^(?:https?|mailto|data):/.test(link) || link === "#") continue;
      count++;
      const url = new URL(
        link.startsWith("/") ? `.${link}` : link,
        pathToFileURL(link.startsWith("/") ? `${site}/` : page),
      );
      const path = fileURLToPath(url.href.replace(/[?#].*$/, ""));
      const file = existsSync(path) && statSync(path).isDirectory() ? join(path, "index.html") : path;
      const anchor = decodeURIComponent(url.hash.slice(1));
      const isThere = existsSync(file) && (anchor === "" || (known.get(file)?.anchors.has(anchor) ?? true));
      if (!isThere) broken.push(`${page.slice(site.length)}: ${link}`);
    }
  }
  expect(count).toBeGreaterThan(1_000);
  expect([...new Set(broken)]).toEqual([]);
});

test("llms.txt leads to every guide, as it is written", () => {
  const links = [...readFileSync(join(site, "llms.txt"), "utf8").matchAll(/\]\(\/(.*)\)/g)].map(([, path]) => path!);
  expect(links).toEqual(guides.slice(1));
  for (const path of links) expect(readFileSync(join(site, path), "utf8")).toBe(readFileSync(path, "utf8"));
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
      const path = decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname);
      const file = join(site, path.endsWith("/") ? `${path}index.html` : path);
      // Browsers request the icon by themselves.
      response.writeHead(path === "/favicon.ico" ? 204 : existsSync(file) ? 200 : 404, {
        "content-type": types[extname(file)] ?? "application/octet-stream",
      });
      response.end(existsSync(file) ? readFileSync(file) : "");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((done) => server.close(done));
  });

  /** Opens a page. Its console messages count as errors. */
  async function opened(path: string): Promise<{ readonly page: Page; readonly complaints: string[] }> {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("response", (response) => response.status() >= 400 && complaints.push(`${response.url()} is missing`));
    page.on(
      "request",
      (request) => new URL(request.url()).origin === origin || complaints.push(`${request.url()} is elsewhere`),
    );
    await page.goto(`${origin}/${path}`, { waitUntil: "networkidle" });
    return { page, complaints };
  }

  test.each(guides)("%s shows its title, its code and its diagrams, and is in the navigation", async (guide) => {
    const { page, complaints } = await opened(pageOf(guide));
    const source = readFileSync(guide, "utf8");
    const title = /^# (.+)$/m.exec(source)![1]!;
    expect(await page.locator(".vp-doc h1").textContent()).toContain(title);
    const languages = [...source.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
    const diagrams = languages.filter((language) => language === "mermaid").length;
    expect(await page.locator(".vp-doc pre code").count()).toBe(languages.length - diagrams);
    if (diagrams > 0) await page.locator(".mermaid svg .node").first().waitFor();
    expect(await page.locator(".mermaid svg").count()).toBe(diagrams);
    const current = await page.locator(".VPSidebarItem.is-active .text").allInnerTexts();
    expect(current).toContain(guide === "README.md" ? "Overview" : title);
    expect([guide, complaints]).toEqual([guide, []]);
    await page.close();
  });

  test("the first screen says what it is, shows a call with its result, and leads four ways on", async () => {
    const { page, complaints } = await opened("");
    expect(await page.locator("pre code").count()).toBe(2);
    expect(await page.locator(".VPFeature .title").allInnerTexts()).toEqual(groups.map(({ title }) => title));
    expect(await page.locator(".VPFeature .details").allInnerTexts()).toEqual(groups.map(({ about }) => about));
    await page.locator(".VPFeature").first().click();
    await page.waitForURL(`${origin}/docs/start.html`);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.each(["retry", "parquet", "exit code"])("the search for %s finds guides first", async (words) => {
    const { page, complaints } = await opened("");
    await page.keyboard.press("Control+k");
    await page.locator(".VPLocalSearchBox input").fill(words);
    await page.locator(".VPLocalSearchBox .result").nth(2).waitFor();
    const results = await page.locator(".VPLocalSearchBox .result").all();
    const links = await Promise.all(results.slice(0, 3).map((result) => result.getAttribute("href")));
    for (const link of links) expect(link).toMatch(/^\/(?:docs\/[\w-]+|README)\.html/);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("words of diagrams can be read on a narrow screen", async () => {
    const drawn = [...guides, "ARCHITECTURE.md"].filter((page) => readFileSync(page, "utf8").includes("```mermaid"));
    expect(drawn.length).toBeGreaterThan(1);
    for (const guide of drawn) {
      const { page } = await opened(pageOf(guide));
      await page.setViewportSize({ width: 390, height: 844 });
      await page.locator(".mermaid svg .node").first().waitFor();
      const heights = `Array.from(document.querySelectorAll(".mermaid .nodeLabel p"), (one) => one.getBoundingClientRect().height)`;
      // A line of letters of 11 px, the smallest size of iOS.
      expect(Math.min(...((await page.evaluate(heights)) as number[]))).toBeGreaterThan(16);
      await page.close();
    }
  });

  test("guides and a page of each kind at both widths, light and dark: nothing wider than the screen, and contrast", async () => {
    // TypeDoc writes the pages of one kind alike, at reference/<package>/<kind>/<name>.html.
    const kinds = new Map(pages().map((path) => [/^reference.*\/([^/]+)\/[^/]+$/.exec(path)?.[1] ?? path, path]));
    const found: string[] = [];
    for (const path of kinds.values()) {
      if (path === "404.html" || path.startsWith("docs/decisions")) continue;
      const { page } = await opened(path);
      await page.evaluate(axe);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 });
          // Colors change in half a second.
          await page.waitForTimeout(600);
          for (const look of [SIGHT, AXE])
            found.push(
              ...((await page.evaluate(look)) as string[]).map(
                (what) => `${path}, ${width} px, ${colorScheme}: ${what}`,
              ),
            );
          const shot = join("reports/screenshots", `${path.replaceAll("/", "-")}-${width}-${colorScheme}.png`);
          if (/^(?:index|README|docs\/(?:errors|options|export))\.html$/.test(path))
            await page.screenshot({ path: shot });
        }
      }
      await page.close();
    }
    expect(found).toEqual([]);
  }, 1_800_000);
});
