import { getEventListeners } from "node:events";
import { type ErrorCode, isServiceError } from "soapwright-runtime/errors";
import { book, books, envelope, fault11, ShelfClient } from "soapwright-testing/client/shelf";
import { collectGarbage } from "soapwright-testing/collect-garbage";
import { isSlow } from "soapwright-testing/stage/slow";
import { answer, type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";

/** A generator with the same numbers every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const CALLS = isSlow ? 10_000 : 300;
const shelfOf = (body: string): number => Number(/<ShelfId>(\d+)</.exec(body)?.[1]);

const right: RawHandler = (socket, { body }) => {
  const id = shelfOf(body);
  socket.write(answer(envelope(books(book(id)))));
};

/** Failures of the server, and the code of a call whose last request met it. */
const TROUBLE: readonly (readonly [ErrorCode, RawHandler])[] = [
  ["CONNECTION", (socket) => socket.destroy()],
  ["CONNECTION", (socket) => socket.resetAndDestroy()],
  [
    "CONNECTION",
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 5000\r\n\r\n<s:Envelope");
      setTimeout(() => socket.destroy(), 2);
    },
  ],
  [
    "CONNECTION",
    (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
  ],
  ["CONNECTION", (socket) => socket.end("garbage\r\n\r\n")],
  ["HTTP", (socket) => socket.write(answer("", "503 Busy"))],
  ["HTTP", (socket) => socket.write(answer("<html>", "502 Bad Gateway", []))],
  ["HTTP", (socket) => socket.write(answer("", "429 Slow down", ["Retry-After: 0"]))],
  ["HTTP", (socket) => socket.end(answer("", "413 Too long", ["Connection: close"]))],
  ["FAULT", (socket) => socket.write(answer(envelope(fault11("s:Server", "No")), "500 Error"))],
  ["RESPONSE", (socket) => socket.write(answer(envelope(books("<Book><Id>x</Id></Book>"))))],
  ["RESPONSE", (socket) => socket.write(answer("not XML"))],
];
const NONE = [undefined, right] as const;
/** The only calls that meet silence: only they have a time limit that a slow machine could reach. */
const isSilent = (id: number): boolean => id % 130 === 7;

const listeners = () => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
const resources = () => process.getActiveResourcesInfo().filter((kind) => kind.startsWith("TCP")).length;

function heapMiB(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

test("thousands of calls of which one in ten fails: right results or the right errors, and nothing is left", async () => {
  const next = random(7);
  /** The failure that each call's last request met. */
  const met = new Map<number, ErrorCode | undefined>();
  /** Calls that lost a connection: none loses a second, so that retries are enough. */
  const lost = new Set<number>();
  const before = { listeners: listeners(), resources: resources() };
  const server = await RawServer.start((socket, request) => {
    if (isSilent(shelfOf(request.body))) return;
    const id = shelfOf(request.body);
    const trouble = next() < 0.1 ? TROUBLE[Math.floor(next() * TROUBLE.length)]! : undefined;
    const [code, act] = trouble === undefined || (trouble[0] === "CONNECTION" && lost.has(id)) ? NONE : trouble;
    if (code === "CONNECTION") lost.add(id);
    met.set(id, code);
    act(socket, request);
  });
  const client = new ShelfClient({
    endpoint: server.url,
    timeoutMs: 600_000,
    deadlineMs: 600_000,
    retries: { delayMs: 1 },
    connections: 16,
  });
  const { signal } = new AbortController();
  const failed = new Map<ErrorCode, number>();
  const heaps: number[] = [];
  let started = 0;
  const lane = async (): Promise<void> => {
    while (started < CALLS) {
      const id = started++;
      try {
        const options = isSilent(id) ? { signal, timeoutMs: 250 } : { signal };
        expect(await client.getBooks({ ShelfId: id }, options)).toEqual([
          { Id: id, Title: `Title ${id}`, Price: `${id}.50` },
        ]);
        expect(met.get(id)).toBeUndefined();
      } catch (error) {
        if (!isServiceError(error)) throw error;
        expect(error.code).toBe(isSilent(id) ? "TIMEOUT" : met.get(id));
        failed.set(error.code, (failed.get(error.code) ?? 0) + 1);
      }
      met.delete(id);
      if (id % (CALLS / 10) === 0) {
        server.requests.length = 0;
        // The garbage of a worker is collected in half a second, so only the run that judges heaps measures them.
        if (isSlow) heaps.push(heapMiB());
      }
    }
  };
  await Promise.all(Array.from({ length: 32 }, lane));
  const failures = [...failed.values()].reduce((sum, count) => sum + count, 0);
  // A read whose connection was lost is retried, so that no ConnectionError remains.
  expect([...failed.keys()].sort()).toEqual(["FAULT", "HTTP", "RESPONSE", "TIMEOUT"]);
  // One in ten fails at first; retries repair a part, within their budget.
  expect(failures).toBeLessThan(CALLS / 4);
  expect(failed.get("TIMEOUT")).toBe(Math.ceil((CALLS - 7) / 130));
  expect(getEventListeners(signal, "abort")).toEqual([]);
  await client.close();
  await server.allClosed();
  await server.stop();
  // A handle disappears a turn after its socket has closed. One of an earlier test may be among the initial ones.
  for (let n = 0; n < 200 && resources() > before.resources; n++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(resources()).toBeLessThanOrEqual(before.resources);
  expect(listeners()).toBe(before.listeners);
  // The first tenth fills caches and pools.
  if (isSlow) expect(heaps.at(-1)! - heaps[1]!).toBeLessThan(4);
}, 600_000);

test.each([
  ["before it starts"],
  ["while it waits for its turn"],
  ["before the head"],
  ["in the body"],
  ["after its end"],
])("a signal that fires %s ends the call once, and leaves no listener", async (when) => {
  const server = await RawServer.start((socket, request) => {
    if (when === "in the body")
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 50\r\n\r\n<a");
    else if (when === "after its end") right(socket, request);
  });
  const client = new ShelfClient({ endpoint: server.url, connections: 1, timeoutMs: 60_000, retries: 0 });
  const abort = new AbortController();
  if (when === "before it starts") abort.abort(new Error("why"));
  const blocker =
    when === "while it waits for its turn"
      ? client.getBooks({ ShelfId: 1 }, { timeoutMs: 400 }).catch(() => {})
      : undefined;
  const call = client.getBooks({ ShelfId: 2 }, { signal: abort.signal });
  if (when === "after its end") {
    expect(await call).toHaveLength(1);
    abort.abort();
  } else {
    setTimeout(() => abort.abort(new Error("why")), 40);
    await expect(call).rejects.toMatchObject({ code: "ABORTED", cause: { message: "why" } });
  }
  await blocker;
  await client.close();
  expect(getEventListeners(abort.signal, "abort")).toEqual([]);
  await server.allClosed();
  await server.stop();
});
