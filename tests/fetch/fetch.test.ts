/**
 * A client over `fetch`, bundled for browsers, in Node.js, Chromium, workerd, Deno and Bun. `make proof NAME=fetch-test` installs the
 * last three; `make test` uses what the machine has.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { browserPath, startBrowser } from "soapwright-testing/page/browser";
import { type Service, startService } from "./service";

/** Whether each runtime has to be there. */
const isWhole = process.env.FETCH_TEST === "1";
const paths = (process.env.PATH ?? "").split(delimiter);
const found = (name: string) => paths.map((path) => join(path, name)).find((path) => existsSync(path));

let folder: string;
let service: Service;
beforeAll(async () => {
  if (!existsSync("packages/soapwright-runtime/dist/fetch.mjs"))
    throw new Error("dist/ is absent: run `make build` first");
  folder = mkdtempSync(join(tmpdir(), "fetch-"));
  service = await startService();
  await bundle("calls", { platform: "browser" });
  // As wrangler does.
  await bundle("worker", { platform: "browser", conditions: ["workerd", "worker", "browser"] });
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

type Target = Pick<Parameters<typeof build>[0], "platform" | "conditions">;

/** Without a module of Node.js that is left out or replaced: esbuild refuses one. */
async function bundle(name: string, target: Target): Promise<void> {
  const entryPoints = [resolve(__dirname, `${name}.ts`)];
  await build({
    entryPoints,
    outfile: join(folder, `${name}.mjs`),
    bundle: true,
    format: "esm",
    logLevel: "silent",
    ...target,
  });
}

async function run(program: string, ...args: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(program, [...args], { timeout: 100_000 });
  return JSON.parse(stdout);
}

const two = "Caf\u00e9,Title 2";
const expected = {
  "list titles": two,
  'list titles {"soapVersion":"1.2","validation":"strict"}': two,
  'list together {"connections":3}': 100,
  "latin1 titles": two,
  "utf-16 titles": two,
  "windows-1252 titles": "\u20ac,Title 2",
  "gzip titles": two,
  "deflate titles": two,
  'header titles {"httpHeaders":{"X-Gateway":"yes"}}': 'yes "urn:example:shelf/Get_Books"',
  "stream streamed": { count: 5_000, sum: 12_497_500 },
  "endless left": 3,
  'once-busy tried {"retries":{"delayMs":1}}': 2,
  "fault titles": "FaultError rejected",
  "busy titles": "HttpError busy",
  "redirect titles": "HttpError configuration",
  "no-xml titles": "ResponseError broken xml",
  "wrong-value titles": "ResponseError broken value",
  "illegal titles": "ResponseError broken xml",
  "cut titles": "ConnectionError unreachable",
  "closed titles": "ConnectionError unreachable",
  'silent titles {"timeoutMs":50}': "TimeoutError timeout attempt",
  'silent titles {"deadlineMs":50}': "TimeoutError timeout deadline",
  "silent aborted": "AbortError aborted",
  'list titles {"limits":{"responseBytes":100}}': "ResponseError configuration limit",
  'list titles {"httpHeaders":{"Cookie":"a=b"}}': two,
  "0 octets": true,
  "1 octets": true,
  "1000 octets": true,
  "300000 octets": true,
  "a transport that hands over compressed bytes": [],
  "no transport": "ConfigurationError configuration transport",
};

test("Node.js", async () => {
  const [runner, calls] = [join(__dirname, "run.mjs"), join(folder, "calls.mjs")];
  expect(await run(process.execPath, runner, calls, service.url)).toEqual(expected);
});

test.each(["bun", "deno"])("%s, where it is installed", async (name) => {
  const program = found(name);
  if (program === undefined) return expect(isWhole).toBe(false);
  const options = name === "deno" ? ["run", "--allow-net", "--allow-read"] : [];
  const [runner, calls] = [join(__dirname, "run.mjs"), join(folder, "calls.mjs")];
  expect(await run(program, ...options, runner, calls, service.url)).toEqual(expected);
});

test("workerd, where miniflare is installed", async () => {
  const miniflare = found("../miniflare");
  if (miniflare === undefined) return expect(isWhole).toBe(false);
  const [runner, worker] = [join(__dirname, "run-workerd.mjs"), join(folder, "worker.mjs")];
  expect(await run(process.execPath, runner, miniflare, worker, service.url)).toEqual(expected);
});

test("Chromium, where it is installed", async () => {
  if (browserPath === undefined) return expect(isWhole).toBe(false);
  const pages = await servePage();
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(pages.url);
    const outcomes = await page.evaluate(`import("/calls.mjs").then(({ runCalls }) => runCalls("${service.url}"))`);
    expect(outcomes).toEqual({
      ...expected,
      // A browser hides redirects, and sets some headers by itself.
      "redirect titles": "ConnectionError configuration",
      'list titles {"httpHeaders":{"Cookie":"a=b"}}': "ConfigurationError configuration httpHeaders",
    });
  } finally {
    await browser.close();
    await pages.close();
  }
});

/** A page of another origin than the service, with the bundle. */
async function servePage(): Promise<Service> {
  const server: Server = createServer((request, response) => {
    const isScript = request.url === "/calls.mjs";
    response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? readFileSync(join(folder, "calls.mjs")) : "<!doctype html><title>Calls</title>");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

test("a generated client over fetch is small, and names nothing of Node.js", async () => {
  const golden = "packages/soapwright-testing/src/golden/cases/wrapped-list/index";
  const { outputFiles } = await build({
    stdin: {
      contents: `export { EchoService } from "./${golden}"; export { fetchTransport } from "soapwright-runtime/fetch";`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    platform: "browser",
    format: "esm",
    minify: true,
    write: false,
    logLevel: "silent",
  });
  const { text, contents } = outputFiles[0]!;
  console.log(`bytes of a client over fetch: ${contents.length}`);
  expect(text.match(/\b(?:Buffer|setImmediate|getBuiltinModule|require)\b|\bprocess\.|"node:\w+"/g)).toBeNull();
});
