/** With `nodeSoap()`, node-soap writes every envelope: in the same bytes as the run time, and each call's own. */
import { Client } from "soap/lib/client";
import { books, envelope, type Headers } from "soapwright-testing/client/shelf";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import { nodeSoap } from "../src/index";

endAfterEach();

const headers = (User: string): Headers => ({ Credentials: { User, Secret: `secret-${User}` } });

test.each(["1.1", "1.2"] as const)("sends what the run time sends by itself in SOAP %s", async (soapVersion) => {
  const server = await serve((socket) => socket.write(answer(envelope(books(), soapVersion))));
  for (const features of [[], [nodeSoap()]]) {
    const client = open({ endpoint: server.url, soapVersion, features });
    await client.getBooks({ ShelfId: 1 });
    await client.getBooks({ ShelfId: 2 }, { headers: headers("me") });
    await client.getBooks({ ShelfId: 3 }, { headers: headers("me"), httpHeaders: { "X-Trace": "1" } });
  }
  const sent = server.requests.map(({ head, body }) => `${head}\n${body}`);
  expect(sent).toHaveLength(6);
  expect(sent.slice(3)).toEqual(sent.slice(0, 3));
});

test("node-soap is asked for every envelope", async () => {
  const server = await serve((socket) => socket.write(answer(envelope(books()))));
  const invoke = jest.spyOn(Client.prototype as never, "_invoke");
  try {
    const client = open({ endpoint: server.url, features: [nodeSoap()] });
    for (let n = 1; n <= 5; n++) await client.getBooks({ ShelfId: n }, { headers: headers("me") });
    expect(invoke).toHaveBeenCalledTimes(5);
  } finally {
    invoke.mockRestore();
  }
});

test("a hundred tenants at once send their own header blocks", async () => {
  const server = await serve((socket) => socket.write(answer(envelope(books()))));
  const client = open({ endpoint: server.url, features: [nodeSoap()], connections: 20 });
  client.soap.addSoapHeader(
    (...[, , , args]: readonly unknown[]) => `<Asked xmlns="urn:a">${JSON.stringify(args)}</Asked>`,
  );
  const tenants = Array.from({ length: 100 }, (_, n) => client.with({ headers: headers(`tenant${n}`) }));
  await Promise.all(tenants.map((tenant, ShelfId) => tenant.getBooks({ ShelfId })));
  const owners = server.requests.map(({ body }) => {
    const id = /<ShelfId>(\d+)</.exec(body)?.[1];
    expect(body.match(/<User>/g)).toHaveLength(1);
    expect(body).toContain(`<User>tenant${id}</User><Secret>secret-tenant${id}</Secret>`);
    expect(body).toContain(`{"ShelfId":${id}}`);
    return id;
  });
  expect(new Set(owners).size).toBe(100);
});

test("header functions get the operation, the address, the action and the arguments", async () => {
  const server = await serve((socket) => socket.write(answer(envelope(books()))));
  const client = open({ endpoint: server.url, features: [nodeSoap()] });
  const seen: unknown[] = [];
  client.soap.addSoapHeader((...[method, ...more]: readonly unknown[]) => {
    seen.push(Reflect.get(Object(method), "$name"), ...more);
    return "<a xmlns='urn:a'/>";
  });
  const args = { ShelfId: 7 };
  await client.getBooks(args);
  expect(seen).toEqual(["Get_Books", server.url, expect.stringMatching(/Get_Books$/), args]);
});

test("a client without it says how to get client.soap", () => {
  const client = open({ endpoint: "http://127.0.0.1:9/" });
  expect(() => client.soap).toThrow(
    expect.objectContaining({
      code: "CONFIGURATION",
      reason: "no-node-soap",
      message: expect.stringContaining("features: [nodeSoap()]"),
    }),
  );
});

test("a security object of one tenant that fails leaves nothing behind for the next call", async () => {
  const server = await serve((socket) => socket.write(answer(envelope(books()))));
  const client = open({ endpoint: server.url, features: [nodeSoap()], retries: 0 });
  client.soap.setSecurity({
    addHeaders() {
      throw new Error("no token");
    },
  });
  const error = await rejection(client.getBooks({ ShelfId: 1 }, { headers: headers("first") }));
  expect(error).toMatchObject({ code: "CONFIGURATION", cause: { message: "no token" } });
  client.soap.setSecurity(null);
  await client.getBooks({ ShelfId: 2 }, { headers: headers("second") });
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.body).not.toContain("first");
});
