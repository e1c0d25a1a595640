import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEmployeeServiceV3, type EmployeeServiceV3, isFaultError } from "employee-service-client";
import { type Sandbox, startSandbox } from "employee-service-client/sandbox";

const args = { EmployeeId: 1003, Year: 2026, Period: 11 };
let sandbox: Sandbox;
let service: EmployeeServiceV3;

beforeAll(async () => {
  sandbox = await startSandbox();
  service = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox", retries: { delayMs: 1 } });
});
afterAll(async () => {
  await service.close();
  await sandbox.close();
});

test("an employee has addresses", async () => {
  const addresses = await service.addressGetList(args);
  expect(addresses.map(({ CountryISOCode }) => CountryISOCode)).toEqual(["NL", "NL"]);
});

test("an unknown employee is a fault", async () => {
  const error: unknown = await service.addressGetList({ ...args, EmployeeId: 77 }).catch((reason: unknown) => reason);
  expect(isFaultError(error) && error.fault.reason).toContain("Employee not found: 77");
});

test("a lost connection is tried again", async () => {
  sandbox.inject({ kind: "reset", when: "before" });
  const { result, http } = await service.addressGetList(args).withResponse();
  expect([result.length, http.attempts]).toEqual([2, 2]);
});

test("the sandbox tells what was sent", async () => {
  await service.addressGetList(args);
  expect(sandbox.requests.at(-1)).toMatchObject({ operation: "Address_GetList" });
});
