import { createEmployeeServiceV3 } from "employee-service-client";
import { type Sandbox, startSandbox } from "employee-service-client/sandbox";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "./app";

let sandbox: Sandbox;
let app: FastifyInstance;

beforeAll(async () => {
  sandbox = await startSandbox();
  app = buildApp(createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox" }));
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

test("a route returns addresses", async () => {
  const response = await app.inject("/employees/1003/addresses?year=2026&period=11");
  expect(response.statusCode).toBe(200);
  expect(response.json()).toHaveLength(2);
});

test.each([
  ["/employees/77/addresses?year=2026&period=11", 404, "FAULT"],
  ["/employees/1003/addresses?year=soon&period=11", 400, "ARGUMENT"],
])("%s is %i", async (url, status, code) => {
  const response = await app.inject(url);
  expect([response.statusCode, response.json()]).toEqual([status, { error: code }]);
});

test("credentials of ours that are refused are no mistake of the caller, and not an employee who is missing", async () => {
  const own = buildApp(createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "another" }));
  const response = await own.inject("/employees/1003/addresses?year=2026&period=11");
  await own.close();
  expect([response.statusCode, response.json()]).toEqual([502, { error: "FAULT" }]);
});
