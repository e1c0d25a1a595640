import { type Sandbox, startSandbox } from "employee-service-client/sandbox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler } from "./handler";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  vi.stubEnv("EMPLOYEE_SERVICE_BASE_URL", sandbox.url);
  vi.stubEnv("EMPLOYEE_SERVICE_DOMAIN", "sandbox");
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => sandbox.close());

const left = (ms: number) => ({ getRemainingTimeInMillis: () => ms });
const ask = (id: string) => ({ pathParameters: { id }, queryStringParameters: { year: "2026", period: "11" } });

test("an invocation returns addresses, and the next one uses the same connection", async () => {
  expect(JSON.parse((await handler(ask("1003"), left(10_000))).body ?? "")).toHaveLength(2);
  expect(await handler(ask("1002"), left(10_000))).toMatchObject({ statusCode: 200 });
  expect(sandbox.connectionCount).toBe(1);
});

test("an argument that is none is 400, and an employee who is missing is 404", async () => {
  expect(await handler(ask("soon"), left(10_000))).toMatchObject({ statusCode: 400 });
  expect(await handler(ask("77"), left(10_000))).toMatchObject({ statusCode: 404, body: '{"error":"FAULT"}' });
});

test("a slow service is told before the time of the function is over", async () => {
  sandbox.inject({ kind: "delay", delayMs: 5_000 });
  const { statusCode, body } = await handler(ask("1003"), left(800));
  expect([statusCode, body]).toEqual([502, '{"error":"TIMEOUT"}']);
});
