import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createEmployeeServiceV3, type EmployeeServiceV3 } from "employee-service-client";
import { type Sandbox, startSandbox } from "employee-service-client/sandbox";
import type { FastifyInstance } from "fastify";
import type { RunningTools } from "soapwright-gateway/tools";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildRest, buildTools } from "./app";

let sandbox: Sandbox;
let service: EmployeeServiceV3;
let app: FastifyInstance;
let tools: RunningTools;
const lines: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
  service = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox" });
  app = buildRest(service);
  tools = await buildTools(service, (line) => lines.push(line)).serveHttp({ port: 0 });
});
afterAll(async () => {
  await Promise.all([app.close(), tools.close()]);
  await service.close();
  await sandbox.close();
});

const path = "/api/v3/addressGetList";
const query = "?EmployeeId=1003&Period=11&Year=2026";
const headers = { "x-domain": "sandbox" };
const payload = { EmployeeId: 1003, Period: 11, Year: 2026 };

test("programs and assistants get the same addresses", async () => {
  const posted = await app.inject({ method: "POST", url: path, headers, payload });
  expect([posted.statusCode, posted.json()]).toEqual([200, [expect.anything(), expect.anything()]]);
  const read = await app.inject({ url: path + query, headers });
  expect(read.json()).toEqual(posted.json());

  const client = new Client({ name: "example", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(tools.url ?? "")));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["Address_GetList"]);
  const called = await client.callTool({ name: "Address_GetList", arguments: payload });
  expect(called.structuredContent).toEqual({ items: posted.json(), total: 2 });
  await client.close();
  expect(lines.join("\n")).toMatch(/Address_GetList/);
  expect(lines.join("\n")).not.toContain("1003");
});

test("an unchanged list is not sent again", async () => {
  const { headers: first } = await app.inject({ url: path + query, headers });
  const again = await app.inject({ url: path + query, headers: { ...headers, "if-none-match": first.etag ?? "" } });
  expect([again.statusCode, again.body, again.headers["cache-control"]]).toEqual([304, "", "private, max-age=60"]);
});

test.each([
  ["an employee who is missing", { payload: { ...payload, EmployeeId: 77 }, headers }, 502, "not-found"],
  ["a domain that the service refuses", { payload, headers: { "x-domain": "another" } }, 401, "refused"],
  ["an argument of another type", { payload: { ...payload, Year: "soon" }, headers }, 400, "argument"],
  ["a caller without a domain", { payload, headers: {} }, 401, undefined],
])("%s is a problem", async (_what, request, status, kind) => {
  const response = await app.inject({ method: "POST", url: path, ...request });
  expect(response.headers["content-type"]).toContain("application/problem+json");
  expect(response.json()).toMatchObject({ status, ...(kind === undefined ? {} : { kind }) });
});
