/** Connections of a feature's own: who shares them, and features that do not keep to the interface. */
import type { Feature } from "soapwright-runtime";
import type { HeldRequest, OwnConnections } from "soapwright-runtime/extend";
import { book } from "soapwright-testing/client/shelf";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";

endAfterEach();

/** A feature with these connections. */
function owning(connections: unknown): Feature {
  const call = () => ({ connections: connections as OwnConnections });
  return { name: "owning", version: 1, kind: "sign-in", open: () => ({ call }) };
}

/** Serves lists of books, and records by connection what each request has in the header X-Step. */
async function shelf() {
  const steps: (readonly [connection: number, step: string])[] = [];
  const sockets: object[] = [];
  const server = await serve((socket, { head, body }) => {
    if (!sockets.includes(socket)) sockets.push(socket);
    const step = /^x-step: (.*)$/im.exec(head)?.[1] ?? "none";
    steps.push([sockets.indexOf(socket), `${step}${body === "" ? ", empty" : ""}`]);
    socket.write(bookList(book(1)));
  });
  return { url: server.url, steps };
}

test("a feature makes requests of its own before the call's, over the same connection, and keeps a value with it", async () => {
  const { url, steps } = await shelf();
  const own = owning({
    key: {},
    async carry(request: HeldRequest) {
      if (request.state === undefined) await request.ask({ "X-Step": "first" });
      request.state = "known";
      const head = await request.send({ "X-Step": "call" });
      expect([head.status, head.header("content-type")]).toEqual([200, "text/xml; charset=utf-8"]);
      expect([request.certificate, request.proxy, request.isStreamed]).toEqual([undefined, undefined, false]);
    },
  });
  const client = open({ endpoint: url, retries: 0, features: [own] });
  for (let call = 0; call < 2; call++) expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
  expect(steps).toEqual([
    [0, "first, empty"],
    [0, "call"],
    [0, "call"],
  ]);
});

test("tenants, keys and calls without the feature have connections apart", async () => {
  const { url, steps } = await shelf();
  const carry = async (request: HeldRequest): Promise<void> => void (await request.send({ "X-Step": "own" }));
  const client = open({ endpoint: url, retries: 0, features: [owning({ key: {}, carry })] });
  const clients = [
    ...["acme", "globex"].map((User) => client.with({ headers: { Credentials: { User } } })),
    client.with({ features: [owning({ key: {}, carry })] }),
    open({ endpoint: url, retries: 0 }),
  ];
  for (let round = 0; round < 2; round++) for (const each of clients) await each.getBooks({ ShelfId: 1 });
  expect(steps.map(([connection]) => connection)).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
});

test.each<[string, unknown, string, string]>([
  ["without a key", { carry: async () => {} }, "given-method-result", "connections"],
  ["with a key that is a text", { key: "tenant", carry: async () => {} }, "given-method-result", "connections"],
  ["without carry", { key: {} }, "given-method-result", "connections"],
  [
    "that throws",
    { key: {}, carry: () => Promise.reject(new Error("no")) },
    "given-method-failed",
    "connections.carry()",
  ],
])(
  "connections %s are an error that names the feature, and nothing is sent",
  async (_what, connections, reason, names) => {
    const { url, steps } = await shelf();
    const client = open({ endpoint: url, retries: 0, features: [owning(connections)] });
    const error = await rejection(client.getBooks({ ShelfId: 1 }));
    expect(error).toMatchObject({ code: "CONFIGURATION", reason, option: "features" });
    expect(error.message).toContain(`"owning"`);
    expect(error.message).toContain(names);
    expect(steps).toEqual([]);
  },
);

test("a request that is not sent, and one that is sent twice, end the call", async () => {
  const { url, steps } = await shelf();
  const none = owning({ key: {}, carry: async () => {} });
  expect(await rejection(open({ endpoint: url, retries: 0, features: [none] }).getBooks({ ShelfId: 1 }))).toMatchObject(
    {
      code: "CONNECTION",
      sent: "no",
    },
  );
  expect(steps).toEqual([]);
  const carry = async (request: HeldRequest): Promise<void> => {
    await request.send({});
    await request.send({});
  };
  const twice = open({ endpoint: url, retries: 0, features: [owning({ key: {}, carry })] });
  expect(await rejection(twice.getBooks({ ShelfId: 1 }))).toMatchObject({ code: "CONFIGURATION" });
  expect(steps).toHaveLength(1);
});

test("after the call has ended, nothing of it is sent", async () => {
  const { url, steps } = await shelf();
  let proceed: (() => void) | undefined;
  const outcomes: unknown[] = [];
  const own = owning({
    key: {},
    async carry(request: HeldRequest) {
      await request.ask({ "X-Step": "first" });
      await new Promise<void>((resolve) => {
        proceed = resolve;
        controller.abort();
      });
      outcomes.push(...(await Promise.allSettled([request.ask({}), request.send({})])).map(({ status }) => status));
    },
  });
  const controller = new AbortController();
  const client = open({ endpoint: url, retries: 0, features: [own] });
  const call = client.getBooks({ ShelfId: 1 }, { signal: controller.signal });
  expect(await rejection(call)).toMatchObject({ code: "ABORTED" });
  proceed?.();
  // The next call is sent after everything that the first one could have sent.
  await open({ endpoint: url, retries: 0 }).getBooks({ ShelfId: 1 });
  expect(outcomes).toEqual(["rejected", "rejected"]);
  expect(steps).toEqual([
    [0, "first, empty"],
    [1, "none"],
  ]);
});
