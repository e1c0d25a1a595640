/**
 * Each way in which a call fails: the class, its fields, the remedy in the message, what the server received, and no
 * secret.
 */

import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { inspect } from "node:util";
import { until } from "soapwright-testing/stage/gate";
import {
  ArgumentError,
  ConnectionError,
  createEmployeeServiceV3,
  createEmployeeServiceV21,
  type EmployeeServiceV21Options,
  FaultError,
  HttpError,
  ResponseError,
  type ServiceError,
  TimeoutError,
} from "../../src/index";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";

const token = "s3cret-M4RKER-token";
const username = "marker-user-7f3a";
const e11 = "http://schemas.xmlsoap.org/soap/envelope/";
const operation = "CostCenter_GetCurrent";
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ username, token });
});
afterEach(() => sandbox.close());

async function failure(
  options: Partial<EmployeeServiceV21Options> = {},
  args: { EmployeeId: number } = { EmployeeId: 1003 },
): Promise<ServiceError> {
  const service = createEmployeeServiceV21({ baseUrl: sandbox.url, username, token, retries: 0, ...options });
  try {
    await service.costCenterGetCurrent(args);
  } catch (error) {
    expectNoSecret(error);
    expectNoSecret(service);
    return error as ServiceError;
  } finally {
    await service.close({ force: true });
  }
  throw new Error("the call did not fail");
}

function expectNoSecret(value: unknown): void {
  const texts = [inspect(value, { depth: 20, showHidden: true, getters: true }), JSON.stringify(value), String(value)];
  let cause: unknown = value;
  while (cause instanceof Error) {
    texts.push(cause.message, cause.stack ?? "");
    cause = cause.cause;
  }
  for (const text of texts) expect(text).not.toContain(token);
}

function endpoint(): string {
  return `${sandbox.url}/soap/v2.1/EmployeeService.asmx`;
}

const client = { namespace: e11, local: "Client" };
const noMore = { actor: undefined, node: undefined, role: undefined, subcodes: [] };

test("wrong credentials: a fault with the service's text", async () => {
  const error = await failure({ token: "another-token" });
  expect(error).toBeInstanceOf(FaultError);
  expect(error).toMatchObject({
    name: "FaultError",
    code: "FAULT",
    operation,
    endpoint: endpoint(),
    soapVersion: "1.1",
    attempts: 1,
    httpStatus: 500,
    fault: { ...noMore, code: client, reason: "1001: Not authorized" },
  });
  expect(error.message).toContain("1001: Not authorized");
  expect(sandbox.requestCount).toBe(1);
});

test("an employee that is not there: a fault, also in SOAP 1.2", async () => {
  const error = await failure({ soapVersion: "1.2" }, { EmployeeId: 77 });
  expect(error).toMatchObject({
    code: "FAULT",
    soapVersion: "1.2",
    httpStatus: 500,
    fault: { code: { local: "Sender" }, reason: "Employee not found: 77" },
  });
  expect(sandbox.requestCount).toBe(1);
});

test("an unknown operation: the fault, with a hint at the namespace", async () => {
  const error = await failure({ namespace: `${sandbox.url}/soap/v9/EmployeeService` });
  expect(error).toMatchObject({ code: "FAULT", httpStatus: 500, fault: { code: client } });
  expect(error.message).toContain("SOAPAction");
  expect(error.message).toContain("namespace");
  expect(sandbox.requestCount).toBe(1);
});

test("a wrong namespace in the answer: an error that names both and the option", async () => {
  const own = `${sandbox.url}/soap/v2.1/EmployeeService`;
  sandbox.inject({ kind: "body", xml: `<${operation}Response xmlns="https://other.example/ns" />` });
  const error = await failure();
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({ code: "RESPONSE", reason: "envelope", operation, attempts: 1 });
  expect(error.message).toContain(own);
  expect(error.message).toContain("https://other.example/ns");
  expect(error.message).toMatch(/namespace/);
  expect(sandbox.requestCount).toBe(1);
});

test("a missing header: the service's fault", async () => {
  const service = createEmployeeServiceV21({ baseUrl: sandbox.url, username, token });
  const error: unknown = await service
    .costCenterGetCurrent({ EmployeeId: 1003 }, { headers: {} })
    .catch((caught: unknown) => caught);
  await service.close();
  expect(error).toMatchObject({ code: "FAULT", fault: { code: client, reason: "AuthHeader is missing" } });
  expect(sandbox.requestCount).toBe(1);
});

test("a malformed request never leaves: an argument error with the path", async () => {
  const error = await failure({}, { EmployeeId: 2 ** 31 });
  expect(error).toBeInstanceOf(ArgumentError);
  expect(error).toMatchObject({ code: "ARGUMENT", operation, attempts: 0, path: `${operation}.EmployeeId` });
  expect((error as ArgumentError).expected).toContain("xs:int");
  expect(error.message).toContain("EmployeeId");
  expect(sandbox.requestCount).toBe(0);
});

test.each([
  ["missing", {}, "absent"],
  ["a text", { EmployeeId: "1" }, "string"],
  ["NaN", { EmployeeId: Number.NaN }, "NaN"],
  ["a fraction", { EmployeeId: 1.5 }, "number"],
  ["null", { EmployeeId: null }, "null"],
  ["an unknown property", { EmployeeId: 1, Extra: 2 }, undefined],
])("an argument that is %s", async (_what, args, received) => {
  const error = await failure({}, args as { EmployeeId: number });
  expect(error).toMatchObject({
    code: "ARGUMENT",
    path: expect.stringMatching(/^CostCenter_GetCurrent(\.EmployeeId)?$/),
    message: expect.stringMatching(/EmployeeId|Extra/),
  });
  if (received !== undefined) expect((error as ArgumentError).received).toContain(received);
  expect(sandbox.requestCount).toBe(0);
});

test("a request that the service cannot read: an empty 400 with a hint", async () => {
  sandbox.inject({ kind: "answer", status: 400, contentType: "text/xml; charset=utf-8" });
  const error = await failure();
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ code: "HTTP", status: 400, operation, endpoint: endpoint(), attempts: 1 });
  expect((error as HttpError).location).toBeUndefined();
  expect((error as HttpError).retryAfterMs).toBeUndefined();
  expect(error.message).toMatch(/400/);
  expect(error.message.length).toBeGreaterThan(40);
  expect(sandbox.requestCount).toBe(1);
});

test("an empty 415 with a hint", async () => {
  sandbox.inject({ kind: "answer", status: 415, contentType: "application/soap+xml; charset=utf-8" });
  const error = await failure({ soapVersion: "1.2" });
  expect(error).toMatchObject({ code: "HTTP", status: 415, soapVersion: "1.2", attempts: 1 });
  expect(error.message).toMatch(/soapVersion/);
  expect(sandbox.requestCount).toBe(1);
});

test("a redirect is shown and not followed", async () => {
  const headers = { Location: "https://login.example/start?user=x" };
  sandbox.inject({ kind: "answer", status: 302, headers });
  const error = await failure();
  expect(error).toMatchObject({ code: "HTTP", status: 302, location: "https://login.example/start" });
  expect(error.message).toMatch(/baseUrl|endpoint/);
  expect(sandbox.requestCount).toBe(1);
});

test("a page that is not XML", async () => {
  const body = "<!DOCTYPE html><html><body>Please log in</body></html>";
  sandbox.inject({ kind: "answer", status: 200, contentType: "text/html", body });
  const error = await failure();
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({ code: "RESPONSE", reason: "content-type", operation, attempts: 1 });
  expect(error.message).toContain("text/html");
  expect(sandbox.requestCount).toBe(1);
});

test("XML that breaks off", async () => {
  const body = `<?xml version="1.0"?><e:Envelope xmlns:e="${e11}"><e:Body>`;
  sandbox.inject({ kind: "answer", status: 200, contentType: "text/xml; charset=utf-8", body });
  const error = await failure();
  expect(error).toMatchObject({ code: "RESPONSE", reason: "xml", line: 1, column: expect.any(Number) });
  expect(sandbox.requestCount).toBe(1);
});

test("an unreachable host: a connection error that says nothing was sent", async () => {
  const port = await freePort();
  const error = await failure({ baseUrl: `http://127.0.0.1:${port}`, retries: { max: 1, delayMs: 1 } });
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ code: "CONNECTION", sent: "no", attempts: 2, operation });
  expect(error.message).toContain(String(port));
  expect(sandbox.requestCount).toBe(0);
});

test("a name that does not resolve", async () => {
  const error = await failure({ baseUrl: "https://no-such-host.invalid" });
  expect(error).toMatchObject({ code: "CONNECTION", sent: "no" });
  expect(error.message).toContain("no-such-host.invalid");
});

test("a connection that is reset after the request", async () => {
  sandbox.inject({ kind: "reset", when: "before" });
  const error = await failure();
  expect(error).toMatchObject({ code: "CONNECTION", sent: "maybe", attempts: 1 });
  expect(sandbox.requestCount).toBe(1);
});

test("a time-out says which and how long", async () => {
  sandbox.inject({ kind: "silence" });
  const error = await failure({ timeoutMs: 120 });
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ code: "TIMEOUT", phase: "attempt", timeoutMs: 120, attempts: 1, operation });
  expect(error.message).toContain("timeoutMs");
  expect(sandbox.requestCount).toBe(1);
});

test("a service that stays busy: as many attempts as reached it", async () => {
  sandbox.inject({ kind: "answer", status: 503, headers: { "Retry-After": "0" } }, 4);
  const error = await failure({ retries: { max: 3, delayMs: 1 } });
  expect(error).toMatchObject({ code: "HTTP", status: 503, attempts: 4, retryAfterMs: 0 });
  expect(sandbox.requestCount).toBe(4);
});

test("a deadline over several attempts", async () => {
  sandbox.inject({ kind: "answer", status: 503 }, 1_000);
  const error = await failure({ retries: { max: 100, delayMs: 20, budget: 1_000 }, deadlineMs: 1_000 });
  expect(error.code).toMatch(/^(TIMEOUT|HTTP)$/);
  expect(error.attempts).toBeGreaterThan(1);
});

test("the token does not show in a fault that repeats it", async () => {
  sandbox.inject({
    kind: "answer",
    status: 500,
    contentType: "text/xml; charset=utf-8",
    body: `<e:Envelope xmlns:e="${e11}"><e:Body><e:Fault><faultcode>e:Client</faultcode><faultstring>bad token ${token} of ${username}</faultstring><detail><t>${token}</t></detail></e:Fault></e:Body></e:Envelope>`,
  });
  const error = await failure();
  expect(error).toMatchObject({ code: "FAULT", fault: { reason: expect.stringContaining("***") } });
});

test("a credential function that fails rejects the call, and nothing is sent", async () => {
  const cause = new Error("vault is sealed");
  const error = await failure({ token: () => Promise.reject(cause) });
  expect(error).toMatchObject({ code: "CONFIGURATION", option: "token", operation, attempts: 0 });
  expect(error.message).toContain("token");
  expect(sandbox.requestCount).toBe(0);
});

test.each([
  ["", "empty"],
  ["a\r\nb", "line breaks"],
  [42, "number"],
  [undefined, "absent"],
])("a credential function that yields %j", async (value, complaint) => {
  const error = await failure({ token: () => value as string });
  expect(error).toMatchObject({ code: "CONFIGURATION", option: "token" });
  expect(error.message).toContain(complaint);
  expect(sandbox.requestCount).toBe(0);
});

test("an aborted call", async () => {
  sandbox.inject({ kind: "silence" });
  const service = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox" });
  const controller = new AbortController();
  const call = service.addressGetList({ EmployeeId: 1003, Period: 1, Year: 2026 }, { signal: controller.signal });
  await until(() => sandbox.requestCount === 1);
  controller.abort(new Error("enough"));
  await expect(call).rejects.toMatchObject({ code: "ABORTED", attempts: 1 });
  await service.close({ force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
