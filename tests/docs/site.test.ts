/** The site that `make docs` has built: its links, and its pages as a browser shows them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { absence, browserPath, startBrowser } from "../page/browser";

const site = resolve("reports/site");
const groups = JSON.parse(readFileSync("docs/guides.json", "utf8")) as readonly { readonly pages: readonly string[] }[];
const guides = groups.flatMap(({ pages }) => pages);
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
      await page.locator(".tsd-navigation a", { hasText: title }).first().waitFor({ state: "attached" });
      expect(complaints).toEqual([]);
      await page.close();
    }
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
