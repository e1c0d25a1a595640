/** MTOM with the sandbox and our client: requests and responses, recorded exchanges, and refused requests. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressing } from "soapwright-runtime/addressing";
import {
  ArchiveClient,
  archive,
  type Folder,
  include,
  listen,
  multipart,
  part,
  RELATED,
  rootPart,
} from "soapwright-testing/attachments/archive";
import { ENVELOPE } from "soapwright-testing/client/shelf";
import { atEnd, endAfterEach } from "soapwright-testing/stage/stage";
import { startRecorder, startServiceSandbox } from "../src/index";
import { replayOperations } from "../src/sandbox-internal";

endAfterEach();

const big = Uint8Array.from({ length: 50_000 }, (_, index) => index % 251);

async function start(soapVersion: "1.1" | "1.2" = "1.1") {
  const operations = { PutFolder: ({ args }: { readonly args: unknown }) => (args as { Folder: Folder }).Folder };
  const sandbox = await startServiceSandbox({ services: [{ path: "/archive", service: archive, operations }] });
  const client = new ArchiveClient({ endpoint: `${sandbox.url}/archive`, soapVersion, retries: 0 });
  atEnd(() => sandbox.close());
  atEnd(() => client.close({ force: true }));
  return { sandbox, client };
}

test.each(["1.1", "1.2"] as const)("MTOM goes there and back over SOAP %s", async (soapVersion) => {
  const { sandbox, client } = await start(soapVersion);
  const folder = { Note: "n", Cover: big, Scan: [{ Name: "a", Image: new Uint8Array([1, 2]) }] };
  const { result, http } = await client.putFolder({ Folder: folder }, { mtom: true }).withResponse();
  expect(http.headers["content-type"]).toMatch(/^multipart\/related/);
  expect(Buffer.from(result.Cover ?? []).equals(Buffer.from(big))).toBe(true);
  expect(result.Scan).toEqual(folder.Scan);
  // A request without MTOM gets a response without MTOM.
  const plain = await client.putFolder({ Folder: folder }).withResponse();
  expect(plain.http.headers["content-type"]).not.toMatch(/multipart/);
  expect(plain.result).toEqual({ ...result });
  // A recorded multipart body is text, and still a multipart body.
  const [exchange] = sandbox.exchanges;
  for (const text of [exchange?.requestBody ?? "", exchange?.responseBody ?? ""]) {
    expect(text).toContain(Buffer.from(big).toString("base64"));
    expect(text).toContain("content-transfer-encoding: base64");
    expect(text).toMatch(/xop:Include[^>]*href="cid:/);
  }
  expect(sandbox.requests[0]?.operation).toBe("PutFolder");
});

test("what was recorded can be read again", async () => {
  const { sandbox, client } = await start();
  await client.putFolder({ Folder: { Cover: big } }, { mtom: true });
  const [exchange] = sandbox.exchanges;
  const replay = await listen((_request, response) => {
    response.writeHead(200, { "Content-Type": exchange?.responseHeaders["Content-Type"] ?? "" });
    response.end(exchange?.responseBody);
  });
  atEnd(replay.stop);
  const again = new ArchiveClient({ endpoint: replay.url });
  atEnd(() => again.close({ force: true }));
  const { Cover } = await again.putFolder({ Folder: {} });
  expect(Buffer.from(Cover ?? []).equals(Buffer.from(big))).toBe(true);
});

describe("the recorder", () => {
  const secret = Buffer.from("the-secret-of-the-scan".repeat(100));

  async function record(soapVersion: "1.1" | "1.2", options: object = {}) {
    const { sandbox } = await start(soapVersion);
    const folder = mkdtempSync(join(tmpdir(), "recordings-"));
    atEnd(async () => rmSync(folder, { recursive: true }));
    const services = [{ path: "/archive", service: archive }];
    const lines: string[] = [];
    const recorder = await startRecorder({
      upstream: sandbox.url,
      folder,
      services,
      log: (line) => void lines.push(line),
    });
    atEnd(() => recorder.close());
    const client = new ArchiveClient({ endpoint: `${recorder.url}/archive`, soapVersion, retries: 0, ...options });
    atEnd(() => client.close({ force: true }));
    const result = await client.putFolder(
      { Folder: { Note: "a-secret-note", Hash: new Uint8Array([255, 10, 171]), Cover: secret } },
      { mtom: true },
    );
    return { sandbox, folder, lines, result };
  }

  test.each(["1.1", "1.2"] as const)("masks both sides of MTOM over SOAP %s", async (soapVersion) => {
    const { folder, lines, result } = await record(soapVersion);
    expect(secret.equals(result.Cover ?? new Uint8Array())).toBe(true);
    expect(lines).toEqual([]);
    const [name = "none"] = readdirSync(folder);
    const text = readFileSync(join(folder, name), "utf8");
    for (const real of ["a-secret-note", "the-secret-of-the-scan", secret.toString("base64").slice(0, 60), "cid:"]) {
      expect(text).not.toContain(real);
    }
    expect(JSON.parse(text)).toMatchObject({ operation: "PutFolder", status: 200 });
    // A client that sends the invented attachments gets the invented response.
    const { request } = JSON.parse(text) as { request: string };
    const cover = Buffer.from(/<Cover>([^<]*)/.exec(request)?.[1] ?? "", "base64");
    const note = /<Note>([^<]*)/.exec(request)?.[1] ?? "";
    const hash = Buffer.from(/<Hash>([^<]*)/.exec(request)?.[1] ?? "", "hex");
    expect(hash).toHaveLength(3);
    expect(cover).toHaveLength(secret.length);
    const operations = replayOperations(folder, { path: "/archive", service: archive });
    const replay = await startServiceSandbox({ services: [{ path: "/archive", service: archive, operations }] });
    atEnd(() => replay.close());
    const again = new ArchiveClient({ endpoint: `${replay.url}/archive`, soapVersion, retries: 0 });
    atEnd(() => again.close({ force: true }));
    for (const mtom of [true, false]) {
      const { Cover, Note } = await again.putFolder({ Folder: { Note: note, Hash: hash, Cover: cover } }, { mtom });
      expect(Note).toBe(note);
      expect(cover.equals(Cover ?? new Uint8Array())).toBe(true);
    }
  });

  test("hands addressed attachments on as they are", async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80, ...secret]);
    const { sandbox, folder } = await record("1.1");
    const recorder = await startRecorder({
      upstream: sandbox.url,
      folder,
      services: [{ path: "/archive", service: archive }],
    });
    atEnd(() => recorder.close());
    const client = new ArchiveClient({
      endpoint: `${recorder.url}/archive`,
      features: [addressing({ addressing: "1.0" })],
      retries: 0,
    });
    atEnd(() => client.close({ force: true }));
    const { Cover } = await client.putFolder({ Folder: { Cover: bytes } }, { mtom: true });
    expect(bytes.equals(Cover ?? new Uint8Array())).toBe(true);
  });
});

test("streams go both ways", async () => {
  const { client } = await start();
  const { Cover } = await client.putFolder(
    { Folder: { Cover: new Blob([big]) } },
    { mtom: true, attachments: "stream" },
  );
  expect(Buffer.from((await Cover?.bytes()) ?? []).equals(Buffer.from(big))).toBe(true);
});

describe("a request that is wrong", () => {
  const envelope = (content: string): string =>
    `<s:Envelope xmlns:s="${ENVELOPE["1.1"]}"><s:Body><PutFolder xmlns="urn:example:archive"><Folder><Cover>${content}</Cover></Folder></PutFolder></s:Body></s:Envelope>`;

  test.each([
    ["refers to no part", multipart([rootPart(envelope(include("a")))])],
    ["refers to one part twice", multipart([rootPart(envelope(include("a") + include("a"))), part("a", "x")])],
    ["has no end", multipart([rootPart(envelope(include("a"))), part("a", "x")]).subarray(0, -8)],
  ])("is refused: it %s", async (_what, body) => {
    const { sandbox } = await start();
    const response = await fetch(`${sandbox.url}/archive`, {
      method: "POST",
      headers: { "Content-Type": RELATED, SOAPAction: '"urn:example:archive/PutFolder"' },
      body: new Uint8Array(body),
    });
    expect([400, 415, 500]).toContain(response.status);
    await response.text();
    // The sandbox continues after the error.
    expect((await fetch(`${sandbox.url}/archive`)).status).toBe(200);
  });
});
