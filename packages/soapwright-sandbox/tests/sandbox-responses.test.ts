/** The sandbox's responses are valid for libxml2, against the WSDL that the sandbox serves. */

import { createEmployeeServiceV3, createEmployeeServiceV21 } from "employee-service-client";
import { type Sandbox, startSandbox } from "employee-service-client/sandbox";
import { Referee } from "soapwright-testing/referee/referee";

let referee: Referee;
let sandbox: Sandbox;
beforeAll(async () => {
  referee = new Referee();
  sandbox = await startSandbox();
});
afterAll(async () => {
  await referee.close();
  await sandbox.close();
});

const employees = [1001, 1002, 1003, 1004, 1005, 1006];

async function wsdlOf(version: "v2.1" | "v3"): Promise<string> {
  const response = await fetch(`${sandbox.url}/soap/${version}/EmployeeService.asmx?WSDL`);
  return response.text();
}

describe.each(["1.1", "1.2"] as const)("over SOAP %s", (soapVersion) => {
  test.each(employees)("requests and cost centers of employee %i", async (EmployeeId) => {
    const options = { baseUrl: sandbox.url, username: "sandbox-user", token: "sandbox-token", soapVersion };
    const service = createEmployeeServiceV21({ ...options, exposeEnvelopes: true });
    const seen: string[] = [];
    service.soap.on("request", (envelope) => seen.push(envelope));
    service.soap.on("response", (envelope) => seen.push(envelope ?? ""));
    await service.costCenterGetCurrent({ EmployeeId });
    await service.close();
    const wsdl = await wsdlOf("v2.1");
    expect(seen).toHaveLength(2);
    for (const envelope of seen) await expect(referee.envelopeProblems(wsdl, envelope)).resolves.toEqual([]);
  });

  test.each(employees)("requests and addresses of employee %i", async (EmployeeId) => {
    const options = { baseUrl: sandbox.url, domain: "sandbox", soapVersion, exposeEnvelopes: true };
    const service = createEmployeeServiceV3(options);
    const seen: string[] = [];
    service.soap.on("request", (envelope) => seen.push(envelope));
    service.soap.on("response", (envelope) => seen.push(envelope ?? ""));
    await service.addressGetList({ EmployeeId, Period: 11, Year: 2026 });
    await service.close();
    const wsdl = await wsdlOf("v3");
    expect(seen).toHaveLength(2);
    for (const envelope of seen) await expect(referee.envelopeProblems(wsdl, envelope)).resolves.toEqual([]);
  });
});

test("wrong data is refused with the place in the file", async () => {
  const wrong = [{ id: 1, costCenters: [], addresses: [{ from: { Year: 2026 } }] }] as never;
  await expect(startSandbox({ data: { employees: wrong } })).rejects.toMatchObject({
    code: "CONFIGURATION",
    option: "data",
    message: expect.stringContaining("employees[0].addresses[0]"),
  });
  await expect(startSandbox({ data: "no-such-file.json" })).rejects.toMatchObject({ option: "data" });
});

test("own data and credentials", async () => {
  const address = { Id: 1, Default: true, Street: "Kade", Type: "WorkAddress" };
  const from = { Year: 2026, Period: 3 };
  const until = { Year: 2026, Period: 5 };
  const data = { employees: [{ id: 7, costCenters: [], addresses: [{ address, from, until }] }] };
  const own = await startSandbox({ data, domain: "acme" });
  const service = createEmployeeServiceV3({ baseUrl: own.url, domain: "acme" });
  const counts = [];
  for (const Period of [2, 3, 5, 6]) {
    counts.push((await service.addressGetList({ EmployeeId: 7, Period, Year: 2026 })).length);
  }
  expect(counts).toEqual([0, 1, 1, 0]);
  await service.close();
  await own.close();
});
