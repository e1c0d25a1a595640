import "reflect-metadata";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { INestApplication } from "@nestjs/common";
import { Test } from "@nestjs/testing";
import { createEmployeeServiceV3, EmployeeServiceV3 } from "employee-service-client";
import { type Sandbox, startSandbox } from "employee-service-client/sandbox";
import { AddressBook, EmployeesModule } from "./employees.module";

let sandbox: Sandbox;
let app: INestApplication;

beforeAll(async () => {
  sandbox = await startSandbox();
  const module = await Test.createTestingModule({ imports: [EmployeesModule] })
    .overrideProvider(EmployeeServiceV3)
    .useValue(createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox" }))
    .compile();
  app = module.createNestApplication({ logger: false });
  await app.listen(0, "127.0.0.1");
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

test("the class of the client is the injection token", () => {
  expect(app.get(EmployeeServiceV3)).toBeInstanceOf(EmployeeServiceV3);
});

test("a service of the application calls the employee service", async () => {
  expect(await app.get(AddressBook).addressesOf(1003, 2026, 11)).toHaveLength(2);
});

test("a controller returns addresses", async () => {
  const response = await fetch(`${await app.getUrl()}/employees/1002/addresses?year=2026&period=11`);
  expect([response.status, await response.json()]).toEqual([
    200,
    [expect.objectContaining({ City: expect.any(String) })],
  ]);
});
