/** A WSDL from the network: which references are followed, and what is never printed. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { wsdlWith } from "soapwright-testing/codegen/load-files";
import { formatDiagnostic } from "../../src/diagnostics";
import type { LoadOptions } from "../../src/load/load-options";
import { addressName, shownAddress } from "../../src/load/location";
import { type LoadedDefinitions, loadDefinitions } from "../../src/wsdl/load";

type Page = (request: IncomingMessage, response: ServerResponse) => void;
interface Site {
  readonly origin: string;
  readonly requests: { readonly path: string; readonly authorization: string | undefined }[];
  readonly pages: Map<string, Page>;
}

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function site(pages: Readonly<Record<string, string | Page>>): Promise<Site> {
  const started: Site = { origin: "", requests: [], pages: new Map() };
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    started.requests.push({ path, authorization: request.headers.authorization });
    const page = started.pages.get(path);
    if (page === undefined) response.writeHead(404).end();
    else page(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  for (const [path, page] of Object.entries(pages))
    started.pages.set(path, typeof page === "string" ? (_, response) => void response.end(page) : page);
  return Object.assign(started, { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

const reasonsOf = ({ diagnostics }: LoadedDefinitions): string[] => diagnostics.map(({ reason }) => reason);
const printed = ({ diagnostics }: LoadedDefinitions): string => diagnostics.map(formatDiagnostic).join("\n");
const redirect =
  (to: string): Page =>
  (_, response) =>
    void response.writeHead(302, { location: to }).end();

const elements = '<xs:element name="in" type="xs:string"/><xs:element name="out" type="xs:string"/>';
const xsd = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">${elements}</xs:schema>`;
const importing = (location: string): string =>
  wsdlWith(`<xs:schema><xs:import namespace="urn:t" schemaLocation="${location}"/></xs:schema>`);
const plain = wsdlWith(`<xs:schema targetNamespace="urn:t">${elements}</xs:schema>`);

test("an address is read with what it imports beside it, as ASP.NET and WCF name it", async () => {
  const { origin, requests } = await site({
    "/a/b/service.svc?wsdl": importing("service.svc?xsd=xsd0"),
    "/a/b/service.svc?xsd=xsd0": xsd,
  });
  const loaded = await loadDefinitions(`${origin}/a/b/service.svc?wsdl`);
  expect(printed(loaded)).toBe("");
  expect(requests.map(({ path }) => path)).toEqual(["/a/b/service.svc?wsdl", "/a/b/service.svc?xsd=xsd0"]);
});

test("what lies outside its folder needs --allow-outside, another host --allow-remote", async () => {
  const other = await site({ "/x.xsd": xsd });
  const { origin, requests, pages } = await site({ "/a/service.wsdl": importing("../x.xsd"), "/x.xsd": xsd });
  const load = (options?: LoadOptions) => loadDefinitions(`${origin}/a/service.wsdl`, options);
  const outside = await load();
  expect(printed(outside)).toMatch(/x\.xsd is outside the folder of the WSDL.*--allow-outside/s);
  expect(reasonsOf(outside)).toContain("address-outside");
  expect(requests.map(({ path }) => path)).toEqual(["/a/service.wsdl"]);
  expect(printed(await load({ allowOutside: true }))).toBe("");

  pages.set("/a/service.wsdl", (_, response) => void response.end(importing(`${other.origin}/x.xsd`)));
  expect(printed(await load({ allowOutside: true }))).toMatch(/is not read: another host.*--allow-remote/s);
  expect(other.requests).toEqual([]);
  expect(printed(await load({ allowRemote: true }))).toBe("");
});

test.each([{}, { allowOutside: true, allowRemote: true }])(
  "a document of the network never names a local file, with %j",
  async (options) => {
    const { origin } = await site({ "/service.wsdl": importing("file:///etc/hosts") });
    const loaded = await loadDefinitions(`${origin}/service.wsdl`, options);
    expect(printed(loaded)).toContain("a document from the network refers to a local file");
    expect(reasonsOf(loaded)).toContain("local-from-remote");
  },
);

test("redirects of the root are followed, and what it imports is relative to where they end", async () => {
  const { origin } = await site({
    "/old": redirect("/new/service.wsdl"),
    "/new/service.wsdl": importing("x.xsd"),
    "/new/x.xsd": xsd,
  });
  expect(printed(await loadDefinitions(`${origin}/old`))).toBe("");
});

test("a redirect of an import leads nowhere that an import may not", async () => {
  const other = await site({ "/x.xsd": xsd });
  const { origin } = await site({
    "/service.wsdl": importing("x.xsd"),
    "/x.xsd": redirect(`${other.origin}/x.xsd`),
  });
  expect(printed(await loadDefinitions(`${origin}/service.wsdl`))).toContain("is not read: another host");
  expect(other.requests).toEqual([]);
  expect(printed(await loadDefinitions(`${origin}/service.wsdl`, { allowRemote: true }))).toBe("");
});

test("redirects end somewhere, and at an address", async () => {
  const { origin } = await site({
    "/loop": redirect("/loop"),
    "/mail": redirect("mailto:someone@x.example"),
    "/file": redirect("file:///etc/hosts"),
    "/none": redirect("http://[/"),
  });
  const load = async (path: string) => {
    const loaded = await loadDefinitions(origin + path, { allowRemote: true });
    return [reasonsOf(loaded), printed(loaded)];
  };
  const says = (text: string) => expect.stringContaining(text) as string;
  expect(await load("/loop")).toEqual([["redirects-too-many"], says("/loop redirects more than 5 times.")]);
  expect(await load("/mail")).toEqual([["redirect-scheme"], says("which is not read.")]);
  expect(await load("/file")).toEqual([["redirect-scheme"], says("which is not read.")]);
  expect(await load("/none")).toEqual([["redirect-malformed"], says("/none redirects to what is not an address.")]);
});

test("user name and password go to their origin alone, and are in no message", async () => {
  const other = await site({ "/x.xsd": xsd });
  const { origin, requests } = await site({
    "/service.wsdl": importing("x.xsd"),
    "/x.xsd": redirect(`${other.origin}/x.xsd`),
    "/none": (_, response) => void response.writeHead(401).end("me s3cret"),
  });
  const secret = (path: string) => `${origin.replace("//", "//me:s3%20cret@")}${path}`;
  expect(printed(await loadDefinitions(secret("/service.wsdl"), { allowRemote: true }))).toBe("");
  const authorization = `Basic ${Buffer.from("me:s3 cret").toString("base64")}`;
  expect(requests).toEqual([
    { path: "/service.wsdl", authorization },
    { path: "/x.xsd", authorization },
  ]);
  expect(other.requests).toEqual([{ path: "/x.xsd", authorization: undefined }]);

  const failed = printed(await loadDefinitions(secret("/none?wsdl&key=abc123")));
  expect(failed).toContain("/none?wsdl&key=*** returned status 404");
  for (const path of ["/none", "/none?wsdl&key=abc123"]) {
    const text = printed(await loadDefinitions(secret(path)));
    expect(text).not.toMatch(/s3|me:|abc123/);
    expect(text).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/none/);
  }
  expect(printed(await loadDefinitions(secret("/none")))).toContain("pipe it in with -");
});

test("a certificate that is not trusted says how to trust it", async () => {
  const read = (name: string) => readFileSync(join(__dirname, "../../../soapwright-testing/src/certificates", name));
  const server = createSecureServer({ key: read("server.key"), cert: read("server.crt") }, (_, response) =>
    response.end(plain),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const loaded = await loadDefinitions(`https://127.0.0.1:${(server.address() as AddressInfo).port}/orders.wsdl`);
  expect(printed(loaded)).toMatch(
    /cannot be fetched: .*certificate.*\. Set the environment variable NODE_EXTRA_CA_CERTS/,
  );
});

test("a document ends at its limits of bytes and of time", async () => {
  let sent = 0;
  const { origin } = await site({
    "/endless": (_, response) => {
      const piece = Buffer.alloc(64 * 1024, " ");
      const go = (): void => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
        if (!response.destroyed) response.once("drain", go);
      };
      go();
    },
    "/silent": () => {},
    "/slow": (_, response) => void response.write("<definitions"),
  });
  const limits = { maxFileBytes: 100_000, timeoutMs: 200 };
  expect(printed(await loadDefinitions(`${origin}/endless`, { limits: { maxFileBytes: 100_000 } }))).toContain(
    "/endless is larger than 100000 bytes. Raise the limit with --max-file-bytes.",
  );
  expect(sent).toBeLessThan(50_000_000);
  for (const path of ["/silent", "/slow"])
    expect(printed(await loadDefinitions(origin + path, { limits }))).toContain(
      `${path} took longer than 200 ms. Raise the limit with --timeout-ms.`,
    );
});

test("documents that each come in time end with the time of all of them", async () => {
  let count = 0;
  const pages = Object.fromEntries(
    Array.from({ length: 100 }, (_, index): [string, Page] => [
      index === 0 ? "/many" : `/many-${index}`,
      (_request, response) => {
        count++;
        const text =
          index === 0 ? importing("many-1") : xsd.replace(elements, `<xs:include schemaLocation="many-${index + 1}"/>`);
        setTimeout(() => response.end(text), 20);
      },
    ]),
  );
  const { origin } = await site(pages);
  const limits = { timeoutMs: 20_000, totalTimeoutMs: 300 };
  const loaded = await loadDefinitions(`${origin}/many`, { limits });
  expect(reasonsOf(loaded)).toContain("network-too-slow");
  expect(printed(loaded)).toContain(
    "because the documents of the network took longer than 300 ms together. Raise the limit with --total-timeout-ms.",
  );
  expect(count).toBeLessThan(99);
});

test.each([
  ["http://127.0.0.1:1/x?wsdl", "http://127.0.0.1:1/x?wsdl cannot be fetched: bad port."],
  ["http://me:secret@nowhere.invalid/x", "http://nowhere.invalid/x cannot be fetched: "],
  ["http://me:secret@:99999/", "http://:99999/ is not an address"],
])("%s is an error", async (address, message) => {
  const text = printed(await loadDefinitions(address));
  expect(text).toContain(message);
  expect(text).not.toContain("secret");
});

test("a plain WSDL asks the network for nothing else", async () => {
  const { origin, requests } = await site({ "/service.wsdl": plain });
  const loaded = await loadDefinitions(`${origin}/service.wsdl`);
  expect(loaded.files.map(({ location }) => location)).toEqual([`${origin}/service.wsdl`]);
  expect(loaded.requestedFiles).toEqual([]);
  expect(requests).toHaveLength(1);
});

test.each([
  ["https://u:p@h.example:8443/a/b.asmx?WSDL", "https://h.example:8443/a/b.asmx?WSDL", "b.asmx"],
  ["https://h.example/?wsdl&sig=1&xsd=xsd2#f", "https://h.example/?wsdl&sig=***&xsd=xsd2", "h.example"],
  ["http://h/a%20b/c/", "http://h/a%20b/c/", "c"],
])("%s is shown as %s and called %s", (address, shown, name) => {
  expect(shownAddress(address)).toBe(shown);
  expect(addressName(address)).toBe(name);
});

test.each<readonly [string, string | Page, string]>([
  ["a status", (_, response) => void response.writeHead(410).end(), "returned status 410"],
  ["a connection that breaks", (_, response) => void response.destroy(), "cannot be fetched"],
  ["a page instead of a schema", "<html><br></html>", "is an HTML page and not XML"],
  ["a page that is XML", "<html/>", "is an HTML page and not XML"],
])(
  "an import that nothing needs and that ends in %s is a warning with --allow-remote too",
  async (_what, page, message) => {
    const { origin } = await site({ "/dead.xsd": page });
    const dead = `<xs:import namespace="urn:dead" schemaLocation="${origin}/dead.xsd"/>`;
    const text = (using: string) =>
      wsdlWith(`<xs:schema targetNamespace="urn:t" xmlns:d="urn:dead">${dead}${elements}${using}</xs:schema>`);
    const own = await site({
      "/a.wsdl": text(""),
      "/b.wsdl": text('<xs:element name="e" type="d:t"/>').replace('"t:in"', '"t:e"'),
    });
    const unneeded = await loadDefinitions(`${own.origin}/a.wsdl`, { allowRemote: true });
    expect(printed(unneeded)).toMatch(
      /^\S+: warning: cannot load the schema of namespace "urn:dead".*nothing refers to it/,
    );
    expect(printed(unneeded)).toContain(message);
    expect(unneeded.diagnostics).toHaveLength(1);
    expect(unneeded.definitions).toBeDefined();
    const needed = await loadDefinitions(`${own.origin}/b.wsdl`, { allowRemote: true });
    expect(printed(needed)).toMatch(/: error: .*urn:dead.*1 reference needs it.*--catalog/);
  },
);
