/** The plugin in a server of HTTP/2, whose requests have their name in `:authority`. */
import { once } from "node:events";
import { connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http2";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { gateway } from "soapwright-gateway";
import { type Stage, startStage } from "./parcels";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({}, { handlers: { countParcels: () => 3 } });
});
afterAll(() => stage.close());

test("is served under its own names, and refuses others and two that differ", async () => {
  const app = fastify({ http2: true });
  await app.register(gateway({ client: stage.client }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const session = connect(`http://127.0.0.1:${port}`);
  const ask = async (headers: OutgoingHttpHeaders): Promise<unknown> => {
    const stream = session.request({
      ":method": "POST",
      ":path": "/parcels/countParcels",
      "content-type": "application/json",
      ...headers,
    });
    stream.end("{}");
    const [response] = (await once(stream, "response")) as [IncomingHttpHeaders];
    stream.resume();
    await once(stream, "close");
    return response[":status"];
  };
  const own = `127.0.0.1:${port}`;
  expect(await ask({})).toBe(200);
  expect(await ask({ ":authority": "localhost" })).toBe(200);
  expect(await ask({ host: own })).toBe(200);
  expect(await ask({ origin: `http://${own}` })).toBe(200);
  expect(await ask({ ":authority": "evil.example" })).toBe(421);
  expect(await ask({ ":authority": "evil.example", host: "localhost" })).toBe(400);
  expect(await ask({ ":authority": own, host: "evil.example" })).toBe(400);
  expect(await ask({ origin: "https://evil.example" })).toBe(403);
  session.close();
  await app.close();
});
