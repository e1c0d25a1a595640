/** `attachments: "stream"`: parts that are read while they arrive. */

import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { streamsAttachments } from "soapwright-features";
import type { AttachmentStream, Interceptor, WithAttachmentStreams } from "soapwright-runtime";
import {
  ArchiveClient,
  BOUNDARY,
  type Folder,
  folder,
  include,
  multipart,
  part,
  RELATED,
  rootPart,
} from "soapwright-testing/attachments/archive";
import { collectGarbage } from "soapwright-testing/collect-garbage";
import { until } from "soapwright-testing/stage/gate";
import { SocketCount } from "soapwright-testing/stage/sockets";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";

endAfterEach();

type Streamed = WithAttachmentStreams<Folder>;

interface Opened {
  readonly get: (options?: object) => Promise<Streamed>;
  readonly client: ArchiveClient;
  readonly server: Server;
  readonly connections: () => number;
}

/** A server that writes a test's response, and a client of it. */
async function open(write: (response: ServerResponse) => void, options: object = {}): Promise<Opened> {
  let connections = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.on("error", () => {});
    response.setHeader("Content-Type", RELATED);
    write(response);
  });
  server.on("connection", () => connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = new ArchiveClient({
    endpoint: `http://127.0.0.1:${port}/`,
    retries: 0,
    ...options,
  } as never);
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  atEnd(() => client.close({ force: true }));
  const get = async (callOptions: object = {}) =>
    (await client.getFolder({ Id: 1 }, { attachments: "stream", ...callOptions })) as Streamed;
  return { get, client, server, connections: () => connections };
}

const octets = new Uint8Array(300_000).map((_, index) => index % 251);
const scan = (id: string): string => `<Scan><Name>${id}</Name><Image>${include(id)}</Image></Scan>`;
const three = multipart([
  rootPart(folder(`<Cover>${Buffer.from("inline").toString("base64")}</Cover>${scan("a")}${scan("b")}${scan("c")}`)),
  part("a", octets, "Content-Type: image/png"),
  part("b", "B"),
  part("c", octets.subarray(0, 70_000)),
]);

/** Replaces `toEqual`, which is slow for so many. */
const isOctets = (bytes: Uint8Array | undefined): boolean => Buffer.from(bytes ?? []).equals(octets);

async function sizeOf(stream: AttachmentStream | undefined): Promise<number> {
  let size = 0;
  for await (const chunk of stream!) size += chunk.length;
  return size;
}

test("gives each attachment as its bytes come, and base64 in the same way", async () => {
  const { get, connections } = await open((response) => void response.end(three), { connections: 1 });
  for (let round = 0; round < 2; round++) {
    const { Cover, Scan } = await get();
    expect(await Cover?.bytes()).toEqual(new Uint8Array(Buffer.from("inline")));
    expect(Scan?.map(({ Name }) => Name)).toEqual(["a", "b", "c"]);
    expect(isOctets(await Scan?.[0]?.Image.bytes())).toBe(true);
    expect(Scan?.[0]?.Image.contentType).toBe("image/png");
    expect(await sizeOf(Scan?.[1]?.Image)).toBe(1);
    expect(await sizeOf(Scan?.[2]?.Image)).toBe(70_000);
    // The parts were read to the end.
    expect(await Scan?.[2]?.Image.next()).toEqual({ done: true, value: undefined });
  }
  // The connection was kept for the second call.
  expect(connections()).toBe(1);
});

test("gives the result before an attachment has come", async () => {
  let finish = (): void => {};
  const whole = multipart([rootPart(folder(`<Cover>${include("a")}</Cover>`)), part("a", octets)]);
  const cut = whole.indexOf("Content-ID: <a>") + 30;
  const { get } = await open((response) => {
    response.write(whole.subarray(0, cut));
    finish = () => void response.end(whole.subarray(cut));
  });
  const { Cover } = await get();
  finish();
  expect(await sizeOf(Cover)).toBe(octets.length);
});

test("reads attachments in any order, and several at a time", async () => {
  const { get } = await open((response) => void response.end(three));
  const backwards = await get();
  expect(await sizeOf(backwards.Scan?.[2]?.Image)).toBe(70_000);
  expect(await sizeOf(backwards.Scan?.[1]?.Image)).toBe(1);
  expect(await sizeOf(backwards.Scan?.[0]?.Image)).toBe(300_000);
  const { Scan } = await get();
  expect(await Promise.all(Scan!.map(({ Image }) => sizeOf(Image)))).toEqual([300_000, 1, 70_000]);
});

test("is for one call, too, and for plain responses", async () => {
  const { get, client } = await open((response) => void response.end(three));
  expect(isOctets((await client.getFolder({ Id: 1 })).Scan?.[0]?.Image)).toBe(true);
  expect(await sizeOf((await get()).Scan?.[0]?.Image)).toBe(300_000);
  const plain = await open((response) => void response.setHeader);
  plain.server.removeAllListeners("request");
  plain.server.on("request", (_request, response) => {
    response.writeHead(200, { "Content-Type": "text/xml" });
    response.end(folder("<Hash>00FF</Hash><Cover>QUJD</Cover>"));
  });
  const { Hash, Cover } = await plain.get();
  expect(await Hash?.bytes()).toEqual(new Uint8Array([0, 255]));
  expect(await sizeOf(Cover)).toBe(3);
});

test("is for all calls of a client of with(), whose types say so", async () => {
  const { client } = await open((response) => void response.end(three));
  const streaming = streamsAttachments(client);
  const { Scan } = await streaming.getFolder({ Id: 1 });
  expect(await sizeOf(Scan?.[0]?.Image)).toBe(300_000);
  expect(streaming).toBeInstanceOf(ArchiveClient);
  // @ts-expect-error It is a stream, and has no length.
  expect(Scan?.[0]?.Image.length).toBeUndefined();
  for (const image of Scan ?? []) await image.Image.return();
  expect((await client.getFolder({ Id: 1 })).Scan?.[0]?.Image).toBeInstanceOf(Uint8Array);
});

test("has an envelope behind its attachments", async () => {
  const root = rootPart(folder(`<Cover>${include("a")}</Cover>`));
  const { get } = await open((response) => void response.end(multipart([part("a", octets), root])));
  expect(isOctets(await (await get()).Cover?.bytes())).toBe(true);
});

describe("what is wrong", () => {
  const cover = rootPart(folder(`<Cover>${include("a")}</Cover>`));

  test.each([
    ["a part that never comes", multipart([cover, part("b", "x")]), {}, { code: "RESPONSE", reason: "attachment" }],
    ["no end", multipart([cover, part("a", octets)]).subarray(0, -200), {}, { code: "RESPONSE", reason: "attachment" }],
    [
      "too many bytes",
      multipart([cover, part("a", octets)]),
      { maxAttachmentBytes: 100_000 },
      { code: "RESPONSE", reason: "limit" },
    ],
    [
      "a transfer encoding that is broken",
      multipart([cover, part("a", "???", "Content-Transfer-Encoding: base64")]),
      {},
      { code: "RESPONSE", reason: "attachment" },
    ],
  ])("in an attachment is reported to its reader: %s", async (_what, body, options, want) => {
    const { get } = await open((response) => void response.end(body), options);
    // If all of it arrives at once, the call itself may reject.
    const size = get().then(({ Cover }) => sizeOf(Cover));
    expect(await rejection(size)).toMatchObject(want);
  });

  test.each([
    [
      "a reference to the envelope",
      multipart([rootPart(folder(`<Cover>${include("root@archive")}</Cover>`))]),
      "attachment",
    ],
    [
      "two references to one part",
      multipart([rootPart(folder(`<Cover>${include("a")}</Cover>${scan("a")}`)), part("a", "x")]),
      "attachment",
    ],
    [
      "a reference where text is read",
      multipart([rootPart(folder(`<Note>${include("a")}</Note>`)), part("a", "x")]),
      "attachment",
    ],
    ["a start that no part has", multipart([part("a", "x"), part("b", "y")]), "attachment"],
  ])("in the envelope rejects the call: %s", async (_what, body, reason) => {
    const { get } = await open((response) => void response.end(body));
    expect(await rejection(get())).toMatchObject({ code: "RESPONSE", reason, operation: "GetFolder" });
  });

  test("a connection that breaks half-way", async () => {
    const body = multipart([cover, part("a", octets)]);
    let breakOff = (): void => {};
    const { get } = await open((response) => {
      response.write(body.subarray(0, 150_000));
      breakOff = () => response.destroy();
    });
    const { Cover } = await get();
    breakOff();
    expect(await rejection(sizeOf(Cover))).toMatchObject({ code: "CONNECTION" });
  });

  test("a service that stalls, or sends a byte at a time", async () => {
    const body = multipart([cover, part("a", octets)]);
    let timer: NodeJS.Timeout | undefined;
    const { get } = await open((response) => {
      response.write(body.subarray(0, 1_000));
      timer = setInterval(() => response.write("x"), 10);
      response.on("close", () => clearInterval(timer));
    });
    // On a busy machine, the deadline may pass before the call has its result.
    const size = get({ deadlineMs: 500 }).then(({ Cover }) => sizeOf(Cover));
    expect(await rejection(size)).toMatchObject({ code: "TIMEOUT" });
  });
});

describe("a stream that is left", () => {
  test("ends the call when the others are not read", async () => {
    let closed = (): void => {};
    const whenClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    let signal: AbortSignal | undefined;
    const watching: Interceptor = (next) => (call) => {
      signal = call.signal as AbortSignal;
      return next(call);
    };
    const { get } = await open(
      (response) => {
        response.on("close", closed);
        response.write(
          multipart([rootPart(folder(`<Cover>${include("a")}</Cover>`)), part("a", octets)]).subarray(0, -100),
        );
      },
      { interceptors: [watching] },
    );
    for await (const _chunk of (await get()).Cover!) break;
    await whenClosed;
    expect(signal?.reason).toMatchObject({ code: "ABORTED", reason: "attachments-left" });
  });

  test("lets the others be read, and the connection be used again", async () => {
    const { get, connections } = await open((response) => void response.end(three), { connections: 1 });
    for (let round = 0; round < 3; round++) {
      const { Scan } = await get();
      await Scan?.[0]?.Image.return();
      expect(await sizeOf(Scan?.[2]?.Image)).toBe(70_000);
      await Scan?.[1]?.Image.return();
    }
    expect(connections()).toBe(1);
  });

  test("is ended by limits.streamIdleMs, a signal and close", async () => {
    const body = multipart([rootPart(folder(`<Cover>${include("a")}</Cover>`)), part("a", new Uint8Array(8_000_000))]);
    // The end of the response never comes, so that only what is tested can end a stream.
    const closed: Promise<unknown>[] = [];
    const { get, client } = await open((response) => {
      closed.push(once(response, "close"));
      response.write(body.subarray(0, -100));
    });
    const idle = await get({ limits: { streamIdleMs: 1_000 } });
    // Whoever reads before the limit has ended the call would wait for the service instead.
    await closed[0];
    expect(await rejection(sizeOf(idle.Cover))).toMatchObject({ code: "TIMEOUT", phase: "consumer" });
    const controller = new AbortController();
    const aborted = await get({ signal: controller.signal });
    controller.abort();
    expect(await rejection(sizeOf(aborted.Cover))).toMatchObject({ code: "ABORTED" });
    const left = await get();
    await client.close({ force: true });
    expect(await rejection(sizeOf(left.Cover))).toMatchObject({ code: "ABORTED" });
  });

  test.each([
    ["read", (stream: AttachmentStream) => stream.bytes()],
    ["left", (stream: AttachmentStream) => stream.return()],
    ["dropped", async () => {}],
  ])("is collected, with its response, when it was %s", async (_how, take) => {
    const inline = `<Cover>${Buffer.from("inline").toString("base64")}</Cover>`;
    const long = part("a", new Uint8Array(400_000));
    const bodies = [
      multipart([rootPart(folder(inline))]),
      multipart([rootPart(folder(`<Cover>${include("a")}</Cover>`)), long]),
    ];
    const refs: WeakRef<object>[] = [];
    for (const body of bodies) {
      const { get } = await open((response) => void response.end(body));
      await (async () => {
        const result = await get();
        refs.push(new WeakRef(result), new WeakRef(result.Cover!));
        await take(result.Cover!);
      })();
    }
    for (let round = 0; round < 50 && refs.some((ref) => ref.deref() !== undefined); round++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      collectGarbage();
    }
    expect(refs.map((ref) => ref.deref() !== undefined)).toEqual([false, false, false, false]);
  });

  test("whose octets are in an envelope without parts is collected, with its response", async () => {
    const xml = folder(`<Cover>${Buffer.from("inline").toString("base64")}</Cover>`);
    const { get } = await open((response) => void response.setHeader("Content-Type", "text/xml").end(xml));
    const refs: WeakRef<object>[] = [];
    await (async () => {
      const result = await get();
      refs.push(new WeakRef(result), new WeakRef(result.Cover!));
    })();
    for (let round = 0; round < 50 && refs.some((ref) => ref.deref() !== undefined); round++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      collectGarbage();
    }
    expect(refs.map((ref) => ref.deref() !== undefined)).toEqual([false, false]);
  });

  test("is ended when it is no longer referenced", async () => {
    let closed = false;
    const body = multipart([rootPart(folder(`<Cover>${include("a")}</Cover>`)), part("a", new Uint8Array(8_000_000))]);
    const { get } = await open((response) => {
      response.on("close", () => {
        closed = true;
      });
      response.write(body);
    });
    // This function leaves no reference on the stack.
    await (async () => void (await get()))();
    for (let round = 0; round < 100 && !closed; round++) {
      await collectGarbage();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(closed).toBe(true);
  });
});

test("holds one connection of its client until it is left, however many tenants wait", async () => {
  // Longer than what the client reads ahead.
  const long = multipart([rootPart(folder(scan("a"))), part("a", Buffer.alloc(16 * 2 ** 20))]);
  let requests = 0;
  const { client, get, connections } = await open((response) => void response.end(requests++ === 0 ? long : three), {
    connections: 1,
  });
  const first = await get();
  const tenants = ["a", "b", "c"].map((tenant) => client.with({ httpHeaders: { "X-Tenant": tenant } }));
  const ended: number[] = [];
  const waiting = tenants.map(async (tenant, index) => {
    const { Scan } = await tenant.getFolder({ Id: 1 });
    ended.push(index);
    return Scan?.[0]?.Image;
  });
  await first.Scan?.[0]?.Image.next();
  await until(() => client.stats().origins[0]?.waiting === 3);
  expect(ended).toEqual([]);
  expect(requests).toBe(1);
  for (const { Image } of first.Scan!) expect(await sizeOf(Image)).toBeGreaterThan(15 * 2 ** 20);
  expect((await Promise.all(waiting)).every(isOctets)).toBe(true);
  expect([...ended].sort()).toEqual([0, 1, 2]);
  expect(connections()).toBe(1);
});

test("slows the service down instead of filling the memory", async () => {
  const chunk = Buffer.alloc(65_536, "x");
  const most = 800;
  const sockets = new SocketCount();
  let written = 0;
  const { get } = await open((response) => {
    const [before, after] = [
      multipart([rootPart(folder(`<Cover>${include("a")}</Cover>`)), part("a", "")]).subarray(
        0,
        -`\r\n--${BOUNDARY}--\r\n`.length,
      ),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ];
    response.write(before);
    const more = (): void => {
      while (written < most) {
        written++;
        if (!response.write(chunk)) return void response.once("drain", more);
      }
      response.end(after);
    };
    more();
  });
  const { Cover } = await get();
  await Cover?.next();
  // The whole response is 52 megabytes.
  await sockets.heldBack(4_000_000);
  expect(await sizeOf(Cover)).toBeGreaterThan((most - 10) * chunk.length);
});
