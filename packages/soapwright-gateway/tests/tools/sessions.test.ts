/** Sessions of tools over HTTP: none with a running call is ended for a new one, and each call has its end. */
import type { ServerResponse } from "node:http";
import { type RunningTools, toolServer } from "soapwright-gateway/tools";
import { envelopeOf, startBackend, until } from "../backend";

const MOST_SESSIONS = 200;
const waiting: ServerResponse[] = [];
let backend: Awaited<ReturnType<typeof startBackend>>;
let tools: RunningTools;
beforeEach(async () => {
  waiting.length = 0;
  backend = await startBackend((_request, response) => void waiting.push(response), {}, { connections: 500 });
  tools = await toolServer({ client: backend.client, safe: ["*"] }).serveHttp({ port: 0 });
});
afterEach(async () => {
  await tools.close();
  await backend.close();
});

const rpc = (message: object, session?: string): Promise<Response> =>
  fetch(tools.url!, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(session === undefined ? {} : { "mcp-session-id": session }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });
const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "client", version: "1" } };
const opened = async (): Promise<Response> => {
  const response = await rpc({ id: 0, method: "initialize", params });
  await response.text();
  return response;
};
const idOf = (response: Response): string => response.headers.get("mcp-session-id")!;
const call = (session: string, id = 1): Promise<string> =>
  rpc({ id, method: "tools/call", params: { name: "CountParcels", arguments: {} } }, session).then((response) =>
    response.text(),
  );
const respond = (): void => {
  waiting.shift()!.end(envelopeOf("CountParcels", "<Count>3</Count>"));
};

test("a session with a running call outlives 201 new ones, and gets its result", async () => {
  const mine = idOf(await opened());
  const running = call(mine);
  await until(() => waiting.length === 1);
  for (let number = 0; number <= MOST_SESSIONS; number++) expect((await opened()).status).toBe(200);
  respond();
  expect(await running).toContain('"result"');
  const again = call(mine, 2);
  await until(() => waiting.length === 1);
  respond();
  expect(await again).toContain('"result"');
});

test("a new session is refused while all have running calls", async () => {
  const sessions = await Promise.all(Array.from({ length: MOST_SESSIONS }, async () => idOf(await opened())));
  const running = sessions.map((session) => call(session));
  await until(() => waiting.length === MOST_SESSIONS);
  expect((await opened()).status).toBe(503);
  while (waiting.length > 0) respond();
  for (const text of await Promise.all(running)) expect(text).toContain('"result"');
  expect((await opened()).status).toBe(200);
});

test("the response of a cancelled call ends", async () => {
  const mine = idOf(await opened());
  const running = call(mine);
  await until(() => waiting.length === 1);
  const cancelled = { method: "notifications/cancelled", params: { requestId: 1 } };
  expect((await rpc(cancelled, mine)).status).toBe(202);
  expect(await running).toContain("The client has cancelled the call.");
  await rpc({ ...cancelled, params: { requestId: 99 } }, mine);
  await rpc({ ...cancelled, params: {} }, mine);
  expect((await rpc({ id: 2, method: "tools/list" }, mine)).status).toBe(200);
});

test("a call whose session its client ends has an error of the protocol", async () => {
  const mine = idOf(await opened());
  const running = call(mine);
  await until(() => waiting.length === 1);
  const ended = await fetch(tools.url!, { method: "DELETE", headers: { "mcp-session-id": mine } });
  expect(ended.status).toBe(200);
  expect(await running).toMatch(/"id":1,.*"error"|"error".*"id":1/);
  expect((await rpc({ id: 2, method: "tools/list" }, mine)).status).toBe(404);
});
