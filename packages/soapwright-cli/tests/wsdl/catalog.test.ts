/** `catalog add`, against a server on loopback in place of the owners of the documents. */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DiagnosticReason, officialDocuments } from "soapwright-contract";
import { loadFiles, wsdlWith } from "soapwright-testing/codegen/load-files";
import { addDocument, type CatalogAddOptions } from "../../src/wsdl/catalog/catalog";

const topics = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://docs.oasis-open.org/wsn/t-1"><xs:complexType name="Topic"/></xs:schema>`;
const digest = `sha256:${createHash("sha256").update(topics).digest("hex")}`;

let folder: string;
let server: Server;
let respond: RequestListener;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "catalog-"));
  server = createServer((request, response) => respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  respond = (_, response) => void response.end(topics);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

async function add(options: Partial<CatalogAddOptions> = {}, name = "wsn-t-1") {
  let [stdout, stderr] = ["", ""];
  const streams = {
    out: (text: string) => {
      stdout += text;
    },
    err: (text: string) => {
      stderr += text;
    },
    isTerminal: false,
  };
  const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}/t-1.xsd`;
  const exitCode = await addDocument(name, { out: join(folder, "got"), from, ...options }, streams);
  return { exitCode, stdout, stderr };
}

/** The reason that `--json` prints. */
async function reasonOf(options: Partial<CatalogAddOptions> = {}, name?: string): Promise<unknown> {
  const { stderr } = await add({ ...options, json: true }, name);
  return (JSON.parse(stderr) as { reason: unknown }).reason;
}

test("a document whose digest is accepted is written with a catalog, which a WSDL is then read with", async () => {
  const { exitCode, stdout, stderr } = await add({ digest });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout).toMatch(/Licence: OASIS[\s\S]*--catalog .*catalog\.xml/);
  expect(readFileSync(join(folder, "got/wsn-t-1.xsd"), "utf8")).toBe(topics);
  const schema = `<xs:schema targetNamespace="urn:t"><xs:import namespace="http://docs.oasis-open.org/wsn/t-1"/><xs:element name="in" type="n:Topic" xmlns:n="http://docs.oasis-open.org/wsn/t-1"/><xs:element name="out"/></xs:schema>`;
  const files = { "service.wsdl": wsdlWith(schema) };
  expect((await loadFiles(files)).printed).toEqual([
    expect.stringMatching(
      /error: .*This is WS-Topics 1\.3, officially at https:\/\/docs\.oasis-open\.org\/wsn\/t-1\.xsd\. .*soapwright catalog add wsn-t-1 /,
    ),
  ]);
  const catalog = readFileSync(join(folder, "got/catalog.xml"), "utf8");
  const mapped = { ...files, "catalog.xml": catalog, "wsn-t-1.xsd": topics };
  expect((await loadFiles(mapped, { catalogs: ["catalog.xml"] })).printed).toEqual([]);
  // Once more changes nothing, and another's entries stay.
  writeFileSync(
    join(folder, "got/catalog.xml"),
    catalog.replace("</catalog>", '<uri name="urn:own" uri="own.xsd"/></catalog>'),
  );
  await add({ digest });
  expect(readFileSync(join(folder, "got/catalog.xml"), "utf8").match(/<uri /g)).toHaveLength(3);
  expect(readdirSync(join(folder, "got"))).toEqual(["catalog.xml", "wsn-t-1.xsd"]);
});

test("a catalog that ends in a comment gets its entries inside, and only uri elements are entries", async () => {
  mkdirSync(join(folder, "got"));
  const path = join(folder, "got/catalog.xml");
  const oasis = "urn:oasis:names:tc:entity:xmlns:xml:catalog";
  const entry = '<uri name="http://docs.oasis-open.org/wsn/t-1" uri="wsn-t-1.xsd"/>';
  writeFileSync(path, `<catalog xmlns="${oasis}"><!-- </catalog> -->\n</catalog>\n<!-- ends with </catalog> -->\n`);
  expect((await add({ digest })).exitCode).toBe(0);
  const commented = readFileSync(path, "utf8");
  expect(commented.indexOf(entry)).toBeGreaterThan(0);
  expect(commented.indexOf(entry)).toBeLessThan(commented.indexOf("</catalog>\n<!-- ends"));
  const schema = `<xs:schema targetNamespace="urn:t"><xs:import namespace="http://docs.oasis-open.org/wsn/t-1"/><xs:element name="in" type="n:Topic" xmlns:n="http://docs.oasis-open.org/wsn/t-1"/><xs:element name="out"/></xs:schema>`;
  const files = { "service.wsdl": wsdlWith(schema), "catalog.xml": commented, "wsn-t-1.xsd": topics };
  expect((await loadFiles(files, { catalogs: ["catalog.xml"] })).printed).toEqual([]);
  writeFileSync(
    path,
    `<c:catalog xmlns:c="${oasis}"><c:system name="http://docs.oasis-open.org/wsn/t-1" systemId="x" uri="y"/></c:catalog>`,
  );
  expect((await add({ digest })).exitCode).toBe(0);
  expect(readFileSync(path, "utf8")).toContain(entry.replace("<uri", "<c:uri"));
});

test("a missing document with a location is named, with its address and the line that gets it", async () => {
  const schema = `<xs:schema targetNamespace="urn:t" xmlns:tt="http://www.onvif.org/ver10/schema"><xs:import namespace="http://www.onvif.org/ver10/schema" schemaLocation="onvif.xsd"/><xs:element name="in" type="tt:Profile"/><xs:element name="out"/></xs:schema>`;
  expect((await loadFiles({ "service.wsdl": wsdlWith(schema) })).printed).toEqual([
    expect.stringMatching(
      /the types of ONVIF, officially at https:\/\/www\.onvif\.org\/ver10\/schema\/onvif\.xsd\. .*soapwright catalog add onvif-schema/,
    ),
  ]);
});

const refused: readonly (readonly [
  what: string,
  respond: RequestListener,
  options: Partial<CatalogAddOptions>,
  reason: DiagnosticReason,
  message: RegExp,
])[] = [
  [
    "no digest known",
    (_, response) => void response.end(topics),
    {},
    "catalog-digest-unknown",
    /The digest of wsn-t-1 is sha256:[0-9a-f]{64}, .*--digest sha256:/,
  ],
  [
    "another digest",
    (_, response) => void response.end(`${topics} `),
    { digest },
    "catalog-digest-differs",
    /wsn-t-1 has changed: its digest is/,
  ],
  [
    "a redirect",
    (_, response) => void response.writeHead(302, { location: "/other.xsd" }).end(),
    { digest },
    "catalog-redirect",
    /redirects to .*other\.xsd, and redirects are not followed/,
  ],
  [
    "a page",
    (_, response) => void response.end("<!DOCTYPE html><html></html>"),
    { digest },
    "catalog-document-html",
    /returned an HTML page/,
  ],
  [
    "what is no text",
    (_, response) => void response.end(Buffer.concat([Buffer.from("<a>"), Buffer.of(0xff), Buffer.from("</a>")])),
    { digest },
    "catalog-document-not-text",
    /is not a text: /,
  ],
  [
    "a document of another namespace",
    (_, response) => void response.end(topics.replace("t-1", "t-2")),
    { digest },
    "catalog-document-namespace",
    /has the target namespace/,
  ],
  [
    "a WSDL in place of a schema",
    (_, response) => {
      const target = /targetNamespace="[^"]*"/.exec(topics)![0];
      response.end(`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" ${target}/>`);
    },
    { digest },
    "catalog-document-root",
    /is no schema: its root is definitions/,
  ],
  [
    "what is not XML",
    (_, response) => void response.end(topics.slice(0, 60)),
    { digest },
    "catalog-document-not-xml",
    /is not well-formed XML/,
  ],
  [
    "another status",
    (_, response) => void response.writeHead(404).end(),
    { digest },
    "fetch-status",
    /returned status 404/,
  ],
  [
    "a huge document",
    (_, response) => void response.end(topics + " ".repeat(5000)),
    { digest, maxFileBytes: 2000 },
    "remote-too-large",
    /is larger than 2000 bytes/,
  ],
  [
    "a response that never ends",
    (_, response) => void response.write("<"),
    { digest, timeoutMs: 200 },
    "document-too-slow",
    /took longer than 200 ms/,
  ],
  ["no network", (request) => void request.socket.destroy(), { digest }, "fetch-failed", /cannot be fetched/],
];

test.each(refused)(
  "%s is refused with the reason, and nothing is left behind",
  async (_what, respondWith, options, reason, message) => {
    respond = respondWith;
    const { exitCode, stdout, stderr } = await add(options);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^error: .* Nothing was written\.\n$/);
    expect(await reasonOf(options)).toBe(reason);
    expect(existsSync(join(folder, "got"))).toBe(false);
  },
);

test("what would be written outside of the folder is refused", async () => {
  mkdirSync(join(folder, "got"));
  writeFileSync(join(folder, "own.txt"), "own");
  symlinkSync(join(folder, "own.txt"), join(folder, "got/wsn-t-1.xsd"));
  const { exitCode, stderr } = await add({ digest });
  expect(exitCode).toBe(1);
  expect(stderr).toContain("is not a regular file");
  expect(await reasonOf({ digest })).toBe("catalog-file-irregular");
  expect(readFileSync(join(folder, "own.txt"), "utf8")).toBe("own");
  expect(readdirSync(join(folder, "got"))).toEqual(["wsn-t-1.xsd"]);
});

test("a file in place of the folder is refused, and stays as it is", async () => {
  writeFileSync(join(folder, "got"), "own");
  const { exitCode, stderr } = await add({ digest });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/got cannot be written: .* Nothing was written\.\n$/);
  expect(await reasonOf({ digest })).toBe("catalog-folder-unwritable");
  expect(readFileSync(join(folder, "got"), "utf8")).toBe("own");
});

test("a catalog that is none stays as it is", async () => {
  mkdirSync(join(folder, "got"));
  writeFileSync(join(folder, "got/catalog.xml"), "urn:a\ta.xsd\n");
  expect(await add({ digest })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("is not an OASIS catalog"),
  });
  expect(await reasonOf({ digest })).toBe("catalog-not-extensible");
  expect(readdirSync(join(folder, "got"))).toEqual(["catalog.xml"]);
});

test("names that nothing has, and documents that are not published alone, say what to do", async () => {
  expect(await add({}, "wsn-t1")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("Did you mean wsn-t-1?"),
  });
  const { from, ...without } = { from: undefined };
  void from;
  let printed = "";
  const alone = await addDocument(
    "hl7-v3",
    { out: folder, ...without, json: true },
    {
      out: () => {},
      err(text) {
        printed += text;
      },
      isTerminal: false,
    },
  );
  expect([alone, JSON.parse(printed)]).toEqual([
    1,
    expect.objectContaining({ reason: "catalog-document-unpublished" }),
  ]);
});

test("names and addresses of the list are single, and files have names of their own", () => {
  const names = officialDocuments.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, address, licence } of officialDocuments) {
    expect(name).toMatch(/^[a-z0-9-]+$/);
    expect(address ?? "https://none").toMatch(/^https?:\/\//);
    expect(licence).not.toBe("");
  }
});
