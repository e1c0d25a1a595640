/** The option `breaker`, against a service that fails and recovers. */

import { isConnectionError } from "soapwright-runtime/errors";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler } from "soapwright-testing/transport/raw-server";
import { breaker } from "../../src/admissions/admissions";

endAfterEach();

const busy: RawHandler = (socket) => socket.write(answer("", "503 Busy"));
const fine: RawHandler = (socket) => socket.write(bookList());
/** It opens without a wait of the window's length. */
const quick = { failureRate: 0.5, minimumRequests: 5, windowMs: 60_000, openMs: 60_000 };

async function failing(options: object, handler: RawHandler = busy) {
  let current = handler;
  const server = await serve((socket, request) => current(socket, request));
  const client = open({ endpoint: server.url, retries: 0, ...options });
  return { server, client, recover: () => (current = fine) };
}

test("calls end at once while it is open, and the service sees none of them", async () => {
  const { server, client } = await failing({ admission: [breaker(quick)] });
  for (let i = 0; i < 5; i++) expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "HTTP" });
  const error = await rejection(client.getBooks({ ShelfId: 1 }));
  if (!isConnectionError(error)) throw error;
  expect(error).toMatchObject({ sent: "no", attempts: 0, operation: "Get_Books" });
  expect(error.breaker?.nextTrial.getTime()).toBeGreaterThan(Date.now());
  expect(server.requests).toHaveLength(5);
});

test("credentials are not asked for while it is open", async () => {
  let asked = 0;
  const headers = () => {
    asked++;
    return {};
  };
  const { client } = await failing({ admission: [breaker(quick)], headers });
  for (let i = 0; i < 5; i++) await rejection(client.getBooks({ ShelfId: 1 }));
  const before = asked;
  await rejection(client.getBooks({ ShelfId: 1 }));
  expect(asked).toBe(before);
});

test("the refusal is not repeated; a retry that meets it has the failure as its cause", async () => {
  const { server, client } = await failing({
    admission: [breaker({ ...quick, minimumRequests: 2 })],
    retries: { max: 9, delayMs: 1 },
  });
  const error = await rejection(client.getBooks({ ShelfId: 1 }, { safe: true } as object));
  expect(error).toMatchObject({ code: "CONNECTION", attempts: 2, cause: expect.objectContaining({ code: "HTTP" }) });
  expect(server.requests).toHaveLength(2);
});

test("a trial closes it when the service is well again", async () => {
  const { server, client, recover } = await failing({ admission: [breaker(quick)] });
  for (let i = 0; i < 5; i++) await rejection(client.getBooks({ ShelfId: 1 }));
  recover();
  const now = performance.now.bind(performance);
  jest.spyOn(performance, "now").mockImplementation(() => now() + 2 * quick.openMs);
  const calls = await Promise.allSettled(Array.from({ length: 10 }, () => client.getBooks({ ShelfId: 1 })));
  // One trial; the others came during it.
  expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(server.requests).toHaveLength(6);
  expect(await client.getBooks({ ShelfId: 1 })).toBeDefined();
  jest.restoreAllMocks();
});

test("calls in the queue are notified when it opens", async () => {
  const { server, client } = await failing({ admission: [breaker({ ...quick, minimumRequests: 1 })], connections: 1 });
  const errors = await Promise.all(Array.from({ length: 20 }, () => rejection(client.getBooks({ ShelfId: 1 }))));
  expect(errors.filter(isConnectionError)).toHaveLength(19);
  expect(new Set(errors).size).toBe(20);
  expect(server.requests).toHaveLength(1);
});

test("what the caller did, and a limit of requests, open nothing", async () => {
  const { client } = await failing({ admission: [breaker({ ...quick, minimumRequests: 2 })] }, (socket) =>
    socket.write(answer("", "429 Slow down")),
  );
  for (let i = 0; i < 5; i++) expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ status: 429 });
  const aborted = AbortSignal.abort();
  for (let i = 0; i < 5; i++) {
    expect(await rejection(client.getBooks({ ShelfId: 1 }, { signal: aborted }))).toMatchObject({ code: "ABORTED" });
  }
  expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "HTTP" });
});

describe("calls that a signal ends while the service is silent", () => {
  async function ended(reason: unknown) {
    let controller = new AbortController();
    const { client } = await failing({ admission: [breaker({ ...quick, minimumRequests: 2 })] }, () =>
      controller.abort(reason),
    );
    const codes: string[] = [];
    for (let i = 0; i < 3; i++) {
      controller = new AbortController();
      const error = await rejection(client.getBooks({ ShelfId: 1 }, { signal: controller.signal }));
      codes.push((error as Error & { code: string }).code);
    }
    return codes;
  }

  test("count as failures if the reason is a time-out, as a deadline does", async () => {
    expect(await ended(new DOMException("late", "TimeoutError"))).toEqual(["TIMEOUT", "TIMEOUT", "CONNECTION"]);
  });

  test("count as nothing for another reason", async () => {
    expect(await ended(new Error("left"))).toEqual(["ABORTED", "ABORTED", "ABORTED"]);
  });
});

test("one of `with()` shares it, another origin does not", async () => {
  const other = await serve(fine);
  const { client } = await failing({ admission: [breaker(quick)], allowedOrigins: [new URL(other.url).origin] });
  for (let i = 0; i < 5; i++) await rejection(client.getBooks({ ShelfId: 1 }));
  expect(await rejection(client.with({}).getBooks({ ShelfId: 1 }))).toMatchObject({ code: "CONNECTION" });
  expect(await client.with({ endpoint: other.url }).getBooks({ ShelfId: 1 })).toBeDefined();
});

test.each([
  [{ failureRate: 0 }, "breaker.failureRate takes a number from 0.01 to 1 (share of requests), but is 0."],
  [{ openMs: "5" }, "breaker.openMs takes a whole number from 1 to 3600000 (milliseconds), but is a string."],
  [{ openMS: 5 }, '"openMS" is not an option of breaker. Did you mean openMs?'],
  [3, "breaker takes an object, but is a number."],
])("%j is no breaker", (options, message) => {
  expect(() => breaker(options as never)).toThrow(expect.objectContaining({ code: "CONFIGURATION", message }));
});
