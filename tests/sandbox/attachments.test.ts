/** MTOM with the sandbox, by our client: requests and responses, what is recorded, and what it refuses. */
import { startServiceSandbox } from "../../src/sandbox/index";
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
} from "../attachments/archive";
import { ENVELOPE } from "../client/shelf";
import { atEnd, endAfterEach } from "../stage/stage";

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
  // A plain request has a plain response.
  const plain = await client.putFolder({ Folder: folder }).withResponse();
  expect(plain.http.headers["content-type"]).not.toMatch(/multipart/);
  expect(plain.result).toEqual({ ...result });
  // Recordings hold the parts, as text that is a multipart body still.
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
    // The sandbox goes on.
    expect((await fetch(`${sandbox.url}/archive?wsdl`)).status).toBe(200);
  });
});
