/** What the operator of a gateway sees: refused credentials, their replacement, and a line for each call. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { openService } from "soapwright";
import { type CredentialState, type GatewayCall, startGateway } from "soapwright-gateway";
import { parcelsFile } from "./parcels";

const ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";
const COUNT = `<e:Envelope xmlns:e="${ENVELOPE}"><e:Body><CountParcelsResponse xmlns="urn:parcels"><Count>3</Count></CountParcelsResponse></e:Body></e:Envelope>`;

/** A service that accepts one key, in a header of HTTP. */
async function startService(key: { accepted: string; asked: string[] }) {
  const listener: RequestListener = (request, response) => {
    const sent = String(request.headers["x-key"]);
    key.asked.push(sent);
    request.resume().on("end", () => {
      if (sent !== key.accepted) return response.writeHead(401).end();
      return response.writeHead(200, { "content-type": "text/xml" }).end(COUNT);
    });
  };
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

async function startStage() {
  const key = { accepted: "one", asked: [] as string[] };
  const states: CredentialState[] = [];
  const calls: GatewayCall[] = [];
  const service = await startService(key);
  const { path: wsdl, remove } = parcelsFile();
  const clientOf = (value: string) =>
    openService(wsdl, { endpoint: service.url, retries: 0, httpHeaders: { "x-key": value } });
  const client = await clientOf("one");
  const gateway = await startGateway({
    client,
    port: 0,
    safe: ["Count*"],
    callerOf: ({ headers }) => String(headers["x-caller"] ?? "nobody"),
    onCall: (call) => calls.push(call),
    onCredentials: (state) => states.push(state),
  });
  const clients = [client];
  const path = "/parcels/countParcels";
  return {
    ...{ key, states, calls, gateway },
    count: async (headers: Record<string, string> = {}) => (await fetch(gateway.url + path, { headers })).status,
    change: () =>
      fetch(`${gateway.url}/parcels/noteParcel`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"Id":1}',
      }),
    ready: async () => {
      const response = await fetch(`${gateway.url}/ready`);
      return { code: response.status, ...((await response.json()) as { status: string; notes?: string[] }) };
    },
    clientOf: async (value: string) => {
      const made = await clientOf(value);
      clients.push(made);
      return made;
    },
    async close() {
      await gateway.close();
      for (const each of clients) await each.close({ force: true });
      await service.close();
      remove();
    },
  };
}

let stage: Awaited<ReturnType<typeof startStage>>;
beforeEach(async () => {
  stage = await startStage();
});
afterEach(() => stage.close());

describe("the credentials of the gateway", () => {
  test("refused ones are a warning of /ready, told once for each change", async () => {
    expect(await stage.count()).toBe(200);
    expect(await stage.ready()).toMatchObject({ code: 200, status: "pass" });
    stage.key.accepted = "two";
    for (let n = 0; n < 3; n++) expect(await stage.count()).toBe(502);
    expect(await stage.ready()).toMatchObject({
      code: 200,
      status: "warn",
      notes: ["The service refuses the credentials of the gateway."],
    });
    expect(stage.states).toEqual(["refused"]);
    stage.key.accepted = "one";
    expect(await stage.count()).toBe(200);
    expect(await stage.ready()).toMatchObject({ code: 200, status: "pass" });
    expect(stage.states).toEqual(["refused", "accepted"]);
  });

  test("new ones are tried once, and taken without a restart", async () => {
    stage.key.accepted = "two";
    await stage.count();
    stage.key.asked.length = 0;
    const [old] = await stage.gateway.replace([await stage.clientOf("two")]);
    expect(stage.key.asked).toEqual(["two"]);
    await old?.close();
    expect(await stage.count()).toBe(200);
    expect(await stage.ready()).toMatchObject({ code: 200, status: "pass" });
    expect(stage.states).toEqual(["refused", "accepted"]);
  });

  test("/ready fails when new ones were refused too, until others are accepted", async () => {
    stage.key.accepted = "three";
    await stage.count();
    const wrong = await stage.clientOf("two");
    expect(await stage.gateway.replace([wrong])).toEqual([wrong]);
    expect(await stage.ready()).toMatchObject({ code: 503, status: "fail" });
    expect(stage.states).toEqual(["refused", "unusable"]);
    await stage.gateway.replace([await stage.clientOf("three")]);
    expect(await stage.count()).toBe(200);
    expect(await stage.ready()).toMatchObject({ code: 200, status: "pass" });
  });

  test("new ones are taken without a call while none is refused", async () => {
    stage.key.accepted = "two";
    await stage.gateway.replace([await stage.clientOf("two")]);
    expect(stage.key.asked).toEqual([]);
    expect(await stage.count()).toBe(200);
    expect(stage.states).toEqual([]);
  });
});

test("each call is one entry, without a value", async () => {
  const trace = "0af7651916cd43dd8448eb211c80319c";
  await stage.count({ "x-caller": "ann", traceparent: `00-${trace}-b7ad6b7169203331-01` });
  await stage.count({ "x-caller": "bob" });
  stage.key.accepted = "two";
  await stage.count({ "x-caller": "ann" });
  await fetch(`${stage.gateway.url}/health`);
  const [first, second, third, ...more] = stage.calls;
  expect(more).toEqual([]);
  expect(first).toEqual({
    service: "Parcels",
    operation: "CountParcels",
    status: 200,
    ms: expect.any(Number),
    attempts: 1,
    caller: expect.stringMatching(/^[\da-f]{16}$/),
    traceId: trace,
  });
  expect(second).toMatchObject({ status: 200 });
  expect(second?.caller).not.toBe(first?.caller);
  expect(third).toMatchObject({ status: 502, attempts: 1, caller: first?.caller });
  expect(JSON.stringify(stage.calls)).not.toContain("ann");
});

test("the refusal of one change may be about the change, and two in a row are about the credentials", async () => {
  stage.key.accepted = "two";
  await stage.change();
  expect(stage.states).toEqual([]);
  await stage.change();
  expect(stage.states).toEqual(["refused"]);
});
