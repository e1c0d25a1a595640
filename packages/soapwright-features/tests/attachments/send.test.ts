/** Requests as MTOM: their bytes on the wire, and sources that break their promises. */
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { Readable } from "node:stream";
import { attachmentOf } from "soapwright-features";
import type { AttachmentSource } from "soapwright-runtime";
import { customTransport } from "soapwright-runtime/extend";
import {
  ArchiveClient,
  folder,
  type Handler,
  listen,
  type Posted,
  partsOf,
} from "soapwright-testing/attachments/archive";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import { readMimeType } from "../../src/attachments/media-type";

endAfterEach();

async function archiveAt(
  options: object = {},
  handler?: Handler,
): Promise<{ client: ArchiveClient; posted: Posted[] }> {
  const posted: Posted[] = [];
  const server = await listen((request, response, body) => {
    posted.push({ headers: request.headers, body });
    if (handler !== undefined) return handler(request, response, body);
    response.writeHead(200, { "Content-Type": "text/xml" });
    response.end(folder("").replaceAll("GetFolder", "PutFolder"));
  });
  const client = new ArchiveClient({ endpoint: server.url, retries: 0, mtom: true, ...options });
  atEnd(server.stop);
  atEnd(() => client.close({ force: true }));
  return { client, posted };
}

/** Arguments with any cover, typed as a generated method takes them. */
function withCover(cover: unknown): Parameters<ArchiveClient["putFolder"]>[0] {
  return { Folder: { Cover: cover as Uint8Array } };
}

const big = new Uint8Array(5_000).fill(7);

async function* chunksOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

describe("a request as MTOM", () => {
  test.each([
    ["1.1", "text/xml", undefined],
    ["1.2", "application/soap+xml", undefined],
  ])("has the Content-Types of SOAP %s", async (soapVersion, type) => {
    const { client, posted } = await archiveAt({ soapVersion }, (_request, response) => {
      response.writeHead(200, { "Content-Type": type });
      response.end(folder("", soapVersion as "1.1").replaceAll("GetFolder", "PutFolder"));
    });
    await client.putFolder(withCover(big));
    const { type: outer, parameters, parts } = partsOf(posted[0]!);
    expect(outer).toBe("multipart/related");
    expect(Object.fromEntries(parameters)).toMatchObject({ type: "application/xop+xml", "start-info": type });
    expect(readMimeType(parts[0]!.headers.get("content-type") ?? "")).toEqual({
      type: "application/xop+xml",
      parameters: new Map([
        ["charset", "UTF-8"],
        ["type", type],
      ]),
    });
    expect(parts[0]!.headers.get("content-id")).toBe(parameters.get("start"));
    expect(posted[0]!.headers.soapaction).toBe(soapVersion === "1.1" ? '"urn:example:archive/PutFolder"' : undefined);
    expect(Number(posted[0]!.headers["content-length"])).toBe(posted[0]!.body.length);
    expect(posted[0]!.headers["transfer-encoding"]).toBeUndefined();
  });

  test("has values over the threshold as parts, and the others as base64", async () => {
    const { client, posted } = await archiveAt({ mtomThresholdBytes: 100 });
    const scans = [
      { Name: "a", Image: new Uint8Array(99).fill(1) },
      { Name: "b", Image: new Uint8Array(100).fill(2) },
    ];
    await client.putFolder({ Folder: { Hash: big.subarray(0, 200), Cover: big, Scan: scans } });
    const { parts } = partsOf(posted[0]!);
    const envelope = parts[0]!.content.toString();
    expect(parts.slice(1).map(({ content }) => content.length)).toEqual([5_000, 100]);
    expect(envelope).toContain(Buffer.alloc(99, 1).toString("base64"));
    expect(envelope).toContain("07".repeat(200));
    for (const { headers } of parts.slice(1)) {
      const id = /^<(.*)>$/.exec(headers.get("content-id") ?? "")?.[1] ?? "";
      expect(envelope.split(`href="cid:${id}"`)).toHaveLength(2);
      expect(headers.get("content-type")).toBe("application/octet-stream");
    }
    expect(Buffer.from(big).equals(parts[1]!.content)).toBe(true);
  });

  test("is multipart without parts, too, and plain without the option", async () => {
    const { client, posted } = await archiveAt();
    await client.putFolder({ Folder: {} });
    await client.putFolder(withCover(big), { mtom: false });
    expect(partsOf(posted[0]!).parts).toHaveLength(1);
    expect(posted[1]!.headers["content-type"]).toMatch(/^text\/xml/);
    expect(posted[1]!.body.toString()).toContain(Buffer.from(big).toString("base64"));
  });

  test.each([
    ["a Blob", () => new Blob([big], { type: "image/png" }), "image/png"],
    ["a File", () => new File([big], "a.bin"), "application/octet-stream"],
    [
      "a stream",
      () =>
        attachmentOf(Readable.from([big.subarray(0, 999), big.subarray(999)]), {
          length: 5_000,
          contentType: "text/plain; charset=utf-8",
        }),
      "text/plain; charset=utf-8",
    ],
    ["a function", () => attachmentOf(() => chunksOf(big), { length: 5_000 }), "application/octet-stream"],
    ["an object", () => ({ length: 5_000, [Symbol.asyncIterator]: () => chunksOf(big) }), "application/octet-stream"],
    ["no bytes", () => attachmentOf(() => chunksOf(), { length: 0 }), "application/octet-stream"],
  ])("takes %s", async (what, make, type) => {
    const { client, posted } = await archiveAt();
    await client.putFolder(withCover(make()));
    const part = partsOf(posted[0]!).parts[1]!;
    expect(part.headers.get("content-type")).toBe(type);
    expect(part.content.equals(what === "no bytes" ? Buffer.alloc(0) : Buffer.from(big))).toBe(true);
  });

  test("may be longer than limits.requestBytes, which is for the envelope", async () => {
    const { client, posted } = await archiveAt({ limits: { requestBytes: 1_000 } });
    await client.putFolder(withCover(big));
    expect(posted[0]!.body.length).toBeGreaterThan(5_000);
    const { client: other } = await archiveAt({ limits: { requestBytes: 1_000 }, mtomThresholdBytes: 6_000 });
    expect(await rejection(other.putFolder(withCover(big)))).toMatchObject({
      code: "ARGUMENT",
      message: expect.stringContaining("limits.requestBytes"),
    });
  });

  test("is given to a transport as a whole", async () => {
    const sent: { body: Uint8Array; headers: { readonly [name: string]: string } }[] = [];
    const transport = customTransport({
      async send(request: { body: Uint8Array; headers: { readonly [name: string]: string } }) {
        sent.push(request);
        return {
          status: 200,
          headers: { "content-type": "text/xml" },
          body: Readable.from([Buffer.from(folder("").replaceAll("GetFolder", "PutFolder"))]),
        };
      },
    });
    const own = new ArchiveClient({
      endpoint: "http://127.0.0.1:1/",
      transport,
      mtom: true,
      limits: { requestBytes: 20_000 },
    } as never);
    atEnd(() => own.close({ force: true }));
    await own.putFolder(withCover(new Blob([big])));
    const headers = Object.fromEntries(
      Object.entries(sent[0]!.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    expect(headers["content-length"]).toBeUndefined();
    expect(partsOf({ headers, body: Buffer.from(sent[0]!.body) }).parts[1]!.content.length).toBe(5_000);
    expect(await rejection(own.putFolder(withCover(new Blob([new Uint8Array(30_000)]))))).toMatchObject({
      code: "CONFIGURATION",
      reason: "request-over-transport",
      option: "transport",
    });
  });
});

describe("a value that cannot be sent", () => {
  test.each([
    ["a Blob without mtom", () => new Blob([big]), { mtom: false }, /mtom/],
    ["a stream without mtom", () => attachmentOf(() => chunksOf(big), { length: 5_000 }), { mtom: false }, /mtom/],
    ["a stream without length", () => Readable.from([big]), {}, /length in bytes/],
    [
      "a stream of a length that is none",
      () => ({ length: -1, [Symbol.asyncIterator]: () => chunksOf() }),
      {},
      /length in bytes/,
    ],
    ["a text", () => "text", {}, /Uint8Array, a Blob or an async iterable/],
    [
      "a contentType with a line end",
      () => attachmentOf(() => chunksOf(big), { length: 5_000, contentType: "a/b\r\nX: 1" }),
      {},
      /contentType/,
    ],
    ...[null, 0, false].map((contentType): [string, () => unknown, object, RegExp] => [
      `the contentType ${contentType}`,
      () => ({ length: 5_000, contentType, [Symbol.asyncIterator]: () => chunksOf(big) }),
      {},
      /contentType/,
    ]),
  ])("%s", async (_what, make, options, message) => {
    const { client, posted } = await archiveAt(options);
    const error = await rejection(client.putFolder(withCover(make())));
    expect(error).toMatchObject({
      code: "ARGUMENT",
      path: "PutFolder.Folder.Cover",
      attempts: 0,
      message: expect.stringMatching(message),
    });
    expect(posted).toEqual([]);
  });

  test("a Blob for hexBinary", async () => {
    const { client } = await archiveAt();
    const args = { Folder: { Hash: new Blob([big]) as unknown as Uint8Array } };
    expect(await rejection(client.putFolder(args))).toMatchObject({ code: "ARGUMENT", path: "PutFolder.Folder.Hash" });
  });

  test.each([
    [
      "fails half-way",
      async function* () {
        yield big;
        throw new Error("disk");
      },
      /failed \(5000 of 10000 bytes/,
    ],
    [
      "fails before its first byte",
      () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("disk")) }) }),
      /failed \(0 of/,
    ],
    [
      "is shorter than its length",
      async function* () {
        yield big;
      },
      /ended before its length \(5000 of 10000/,
    ],
    [
      "is longer than its length",
      async function* () {
        yield big;
        yield big;
        yield big;
      },
      /more bytes than its length/,
    ],
    [
      "gives a text",
      async function* () {
        yield "text" as unknown as Uint8Array;
      },
      /something other than a Uint8Array/,
    ],
  ])("a stream that %s breaks the request off, once", async (_what, make: () => AsyncIterable<Uint8Array>, message) => {
    const { client, posted } = await archiveAt({ retries: { max: 3, delayMs: 1 } });
    const error = await rejection(client.putFolder(withCover(attachmentOf(make, { length: 10_000 })), { safe: true }));
    expect(error).toMatchObject({
      code: "ARGUMENT",
      reason: "stream-failed",
      path: "PutFolder.Folder.Cover",
      attempts: 1,
      message: expect.stringMatching(message),
    });
    expect(posted).toEqual([]);
    // The connection was dropped, and the client goes on.
    await client.putFolder(withCover(big));
    expect(posted).toHaveLength(1);
  });
});

describe("a request that is made again", () => {
  /** Refuses the first request after its whole body. */
  const busyOnce = (): Handler => {
    let first = true;
    return (_request, response) => {
      response.writeHead(first ? 503 : 200, { "Content-Type": "text/xml" });
      response.end(first ? "" : folder("").replaceAll("GetFolder", "PutFolder"));
      first = false;
    };
  };
  const options = { retries: { max: 2, delayMs: 1 } };

  test.each([
    ["an array", () => big],
    ["a Blob", () => new Blob([big])],
    ["a function", () => attachmentOf(() => chunksOf(big), { length: 5_000 })],
  ])("has %s from its first byte", async (_what, make) => {
    const { client, posted } = await archiveAt(options, busyOnce());
    await client.putFolder(withCover(make()), { safe: true });
    expect(posted).toHaveLength(2);
    for (const each of posted) expect(partsOf(each).parts[1]!.content.equals(Buffer.from(big))).toBe(true);
  });

  test("is not, with a stream that was begun", async () => {
    const { client, posted } = await archiveAt(options, busyOnce());
    const source = attachmentOf(chunksOf(big), { length: 5_000 });
    expect(await rejection(client.putFolder(withCover(source), { safe: true }))).toMatchObject({
      code: "HTTP",
      status: 503,
      attempts: 1,
    });
    expect(posted).toHaveLength(1);
  });

  test("is, with a stream that was not", async () => {
    const { client, posted } = await archiveAt(options);
    await client.putFolder(withCover(big));
    const source = attachmentOf(chunksOf(big), { length: 5_000 });
    const gone = new ArchiveClient({ endpoint: "http://127.0.0.1:9/", mtom: true, ...options });
    atEnd(() => gone.close({ force: true }));
    expect(await rejection(gone.putFolder(withCover(source)))).toMatchObject({ code: "CONNECTION", attempts: 3 });
    await client.putFolder(withCover(source));
    expect(posted).toHaveLength(2);
  });
});

describe("a source that is left", () => {
  /** A source that returns one piece and then blocks until it is closed. */
  function standing(): { source: AttachmentSource; begun: Promise<void>; closed: Promise<void> } {
    let [begin, close] = [(): void => {}, (): void => {}];
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const iterator = {
      given: false,
      next(): Promise<IteratorResult<Uint8Array>> {
        if (this.given) return new Promise(() => {});
        this.given = true;
        begin();
        return Promise.resolve({ done: false, value: big });
      },
      return(): Promise<IteratorResult<Uint8Array>> {
        close();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
    return { source: { length: 10_000, [Symbol.asyncIterator]: () => iterator }, begun, closed };
  }

  test.each([
    ["timeoutMs", { timeoutMs: 1_000 }, "TIMEOUT"],
    ["a signal", {}, "ABORTED"],
  ])("is closed when %s ends the call", async (_what, callOptions, code) => {
    const { client } = await archiveAt();
    const { source, begun, closed } = standing();
    const abort = new AbortController();
    const call = rejection(client.putFolder(withCover(source), { signal: abort.signal, ...callOptions }));
    await begun;
    if (code === "ABORTED") abort.abort();
    expect(await call).toMatchObject({ code });
    await closed;
  });

  test("is closed when the client is closed by force, and when the service breaks off", async () => {
    const { client } = await archiveAt();
    const one = standing();
    const call = rejection(client.putFolder(withCover(one.source)));
    await one.begun;
    void client.close({ force: true });
    expect(await call).toMatchObject({ code: "ABORTED" });
    await one.closed;
    const server = createServer((socket: Socket) => socket.once("data", () => socket.destroy()));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    atEnd(async () => void server.close());
    const { port } = server.address() as { port: number };
    const other = new ArchiveClient({ endpoint: `http://127.0.0.1:${port}/`, mtom: true });
    atEnd(() => other.close({ force: true }));
    const two = standing();
    expect(await rejection(other.putFolder(withCover(two.source)))).toMatchObject({
      code: "CONNECTION",
      sent: "maybe",
      attempts: 1,
    });
    await two.closed;
  });

  test("is closed when the response comes before its end", async () => {
    const { source, closed } = standing();
    const server = createServer((socket: Socket) => {
      socket.once("data", () => socket.write("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n"));
      socket.on("error", () => {});
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    atEnd(async () => void server.close());
    const { port } = server.address() as { port: number };
    const client = new ArchiveClient({ endpoint: `http://127.0.0.1:${port}/`, mtom: true, retries: 0 });
    atEnd(() => client.close({ force: true }));
    expect(await rejection(client.putFolder(withCover(source)))).toMatchObject({ code: "HTTP", status: 413 });
    await closed;
  });
});

test("an upload that goes on takes longer than timeoutMs and deadlineMs", async () => {
  const limitMs = 2_000;
  const began = performance.now();
  const { client, posted } = await archiveAt({ timeoutMs: limitMs, deadlineMs: limitMs });
  const slowly = attachmentOf(
    async function* () {
      // A busy machine would have to hold back one piece for twenty times its time.
      for (let index = 0; index < 25; index++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        yield big.subarray(0, 500);
      }
    },
    { length: 12_500 },
  );
  await client.putFolder(withCover(slowly));
  expect(performance.now() - began).toBeGreaterThan(limitMs);
  expect(partsOf(posted[0]!).parts[1]!.content).toHaveLength(12_500);
});
