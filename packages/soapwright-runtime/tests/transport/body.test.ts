import { createHook } from "node:async_hooks";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { ConnectionError } from "../../src/errors/connection-error";
import { contentCoding, Decompressed, type ReadBytes } from "../../src/transport/content-coding";

/** Memory of zlib: all of it must be released by the end of a test. */
const handles = new Set<number>();
const hook = createHook({
  init(id, type, _trigger, handle: { close?(): void }) {
    if (type !== "ZLIB") return;
    handles.add(id);
    const { close } = handle;
    handle.close = function (this: object) {
      handles.delete(id);
      close?.call(this);
    };
  },
});

/** Excludes the test's own compression. */
function uncounted(compress: (bytes: Buffer) => Buffer): (bytes: Buffer) => Buffer {
  return (bytes) => {
    hook.disable();
    try {
      return compress(bytes);
    } finally {
      hook.enable();
    }
  };
}

const gzip = uncounted(gzipSync);
const codings = [
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["deflate", uncounted(deflateSync)],
  ["deflate", uncounted(deflateRawSync)],
  ["br", uncounted(brotliCompressSync)],
] as const;

/** Yields `chunks` and then ends, fails, or stalls. */
function source(
  chunks: readonly Uint8Array[],
  end: "end" | "silence" | Error = "end",
): ReadBytes & { asked(): number } {
  let at = 0;
  const read = async (): Promise<Uint8Array | undefined> => {
    const chunk = chunks[at++];
    if (chunk !== undefined || end === "end") return chunk;
    if (end === "silence") return new Promise(() => {});
    throw end;
  };
  return Object.assign(read, { asked: () => at });
}

async function all(body: Decompressed): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let bytes = await body.read(); bytes !== undefined; bytes = await body.read()) chunks.push(bytes);
  body.close();
  return Buffer.concat(chunks);
}

const inPieces = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
const text = Buffer.from("some text, and more of it. ".repeat(20_000));

beforeEach(() => {
  handles.clear();
  hook.enable();
});
afterEach(async () => {
  for (let i = 0; i < 100 && handles.size > 0; i++) await new Promise((resolve) => setTimeout(resolve, 5));
  hook.disable();
  expect(handles.size).toBe(0);
});

describe.each(codings)("%s", (coding, compress) => {
  test.each([1, 7, 1000, 1 << 20])("is read in pieces of %d bytes", async (size) => {
    const original = size === 1 ? text.subarray(0, 2_000) : text;
    expect((await all(new Decompressed(source(inPieces(compress(original), size)), coding))).equals(original)).toBe(
      true,
    );
  });

  test("cut off at any place is an error", async () => {
    const whole = compress(text.subarray(0, 300));
    for (let length = 1; length < whole.length; length++) {
      const body = new Decompressed(source([whole.subarray(0, length)]), coding);
      await expect(all(body)).rejects.toMatchObject({ code: "RESPONSE", reason: "content-encoding" });
    }
  });

  test.each([
    ["in the same piece", (whole: Buffer, garbage: Buffer) => [Buffer.concat([whole, garbage])]],
    ["in a piece of its own", (whole: Buffer, garbage: Buffer) => [whole, garbage]],
    ["in many pieces", (whole: Buffer, garbage: Buffer) => [whole, ...inPieces(garbage, 3)]],
    ["long", (whole: Buffer, garbage: Buffer) => [whole, ...Array<Buffer>(500).fill(Buffer.concat([garbage, text]))]],
  ])("with garbage behind its end, %s, is the text or an error, and ends", async (_how, pieces) => {
    const read = source(pieces(compress(Buffer.from("text")), Buffer.from("garbage")));
    const body = new Decompressed(read, coding);
    const outcome = await all(body).catch((error: unknown) => error);
    if (Buffer.isBuffer(outcome)) expect(outcome.toString()).toBe("text");
    else expect(outcome).toMatchObject({ code: "RESPONSE", reason: "content-encoding" });
    body.close();
  });

  test("passes on what its source fails with, after the bytes that came before", async () => {
    const lost = new ConnectionError("lost", { sent: "maybe" });
    const whole = compress(text);
    for (const length of [1, 20, whole.length >> 1, whole.length]) {
      const body = new Decompressed(source([whole.subarray(0, length)], lost), coding);
      await expect(all(body)).rejects.toBe(lost);
    }
  });

  test("closed early reads no more, although a reader still waits", async () => {
    const pieces = inPieces(compress(Buffer.from(Array.from({ length: 400_000 }, () => Math.random() * 256))), 1_000);
    const read = source(pieces);
    const body = new Decompressed(read, coding);
    await body.read();
    const waiting = body.read().catch(() => {});
    body.close();
    await waiting;
    const asked = read.asked();
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
    expect(read.asked()).toBe(asked);
    expect(asked).toBeLessThan(pieces.length);
  });

  test("closed while its source is silent leaves nothing behind", async () => {
    const whole = compress(text);
    const body = new Decompressed(source([whole.subarray(0, whole.length - 8)], "silence"), coding);
    const outcomes: unknown[] = [];
    const reading = all(body).then(
      () => outcomes.push("read"),
      (error: unknown) => outcomes.push(error),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    body.close();
    await reading;
    expect(outcomes).toEqual([expect.objectContaining({ code: "RESPONSE" })]);
  });

  test("closed before its first byte opens nothing", async () => {
    let give: (bytes: Uint8Array | undefined) => void = () => {};
    const body = new Decompressed(() => new Promise((resolve) => (give = resolve)), coding);
    const first = body.read();
    body.close();
    give(compress(text));
    expect(await first).toBeUndefined();
    expect(handles.size).toBe(0);
  });

  test("an empty body is empty", async () => {
    expect(await all(new Decompressed(source([]), coding))).toHaveLength(0);
  });
});

test("what is not compressed is an error that names the coding", async () => {
  const body = new Decompressed(source([Buffer.from("plain text")]), "gzip");
  await expect(all(body)).rejects.toMatchObject({
    reason: "content-encoding",
    message: expect.stringContaining("compressed with gzip") as string,
  });
});

test("several members of gzip are one text", async () => {
  const members = [gzip(Buffer.from("one, ")), gzip(Buffer.from("two"))];
  expect((await all(new Decompressed(source(members), "gzip"))).toString()).toBe("one, two");
});

test("a bomb is decompressed no further than it is read", async () => {
  const bomb = gzip(Buffer.alloc(100_000_000));
  const pieces = inPieces(bomb, 1_000);
  const read = source(pieces);
  const body = new Decompressed(read, "gzip");
  await body.read();
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  // Decompressed data is not visible, but its source is: each piece decompresses to a megabyte.
  expect(pieces.length).toBeGreaterThan(80);
  expect(read.asked()).toBeLessThan(pieces.length / 4);
  body.close();
});

test.each([
  ["", undefined],
  ["identity", undefined],
  [" GZIP ", "gzip"],
  ["identity, br", "br"],
])("content-encoding %p means %p", (value, coding) => {
  expect(contentCoding(value)).toBe(coding);
});

test.each(["gzip, gzip", "zstd", "compress", "gzip, br", "__proto__"])("content-encoding %p is refused", (value) => {
  expect(() => contentCoding(value)).toThrow(expect.objectContaining({ reason: "content-encoding" }) as Error);
});
