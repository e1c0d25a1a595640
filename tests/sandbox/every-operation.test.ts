/**
 * The sandbox responds to every operation of every version, over both SOAP versions, with messages that libxml2 finds
 * valid.
 */

import { Referee } from "soapwright-testing/referee/referee";
import { clients } from "../../generated/clients";
import { versions } from "../../generated/versions";
import { isFaultError } from "../../src/index";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";
import { createService, type VersionClient } from "../../src/service/employee-service";
import { everyOperation, madeArguments } from "./every-operation";

let sandbox: Sandbox;
let referee: Referee;
beforeAll(async () => {
  sandbox = await startSandbox();
  referee = new Referee();
});
afterAll(async () => {
  await sandbox.close();
  await referee.close();
});

type Method = (args: unknown) => Promise<unknown>;
/** The operations that look up an employee, whom generated arguments do not name. */
const looking = new Set(["CostCenter_GetCurrent", "Address_GetList"]);
/** libxml2 is slow for large WSDLs, so only every n-th operation is validated. */
const judgedOf = Math.ceil(everyOperation.length / 40);

function clientOf({ version, Client }: VersionClient, soapVersion: "1.1" | "1.2") {
  const credentials = (version.header?.children ?? []).filter(({ required }) => required);
  return createService(version, Client, {
    baseUrl: sandbox.url,
    soapVersion,
    exposeEnvelopes: true,
    validation: "strict",
    ...Object.fromEntries(credentials.map(({ option, sandbox: value }) => [option, value])),
  });
}

describe.each(["1.1", "1.2"] as const)("over SOAP %s", (soapVersion) => {
  test.each(clients.map((client) => [client.version.name, client] as const))(
    "of %s every operation is answered, and equally twice",
    async (_name, client) => {
      const { version } = client;
      const service = clientOf(client, soapVersion);
      const seen: string[] = [];
      service.soap.on("response", (envelope) => seen.push(envelope ?? ""));
      const wsdl = await (await fetch(`${sandbox.url}${version.path}?wsdl`)).text();
      for (const [index, operation] of version.service.operations.entries()) {
        const args = looking.has(operation.name)
          ? { EmployeeId: 1003, Period: 11, Year: 2026 }
          : madeArguments(operation, "1");
        const own = operation.name === "CostCenter_GetCurrent" ? { EmployeeId: 1003 } : args;
        const call = Reflect.get(service, operation.method) as Method;
        const result = await call.call(service, own);
        expect(await call.call(service, own)).toEqual(result);
        if (index % judgedOf === 0) expect(await referee.envelopeProblems(wsdl, seen.at(-1)!)).toEqual([]);
      }
      await service.close();
    },
    300_000,
  );
});

test.each(versions.map((version) => [version.name, version] as const))(
  "%s refuses other credentials, also where results are made",
  async (name, version) => {
    const client = clients.find((one) => one.version === version)!;
    const [secret] = (version.header?.children ?? []).filter(({ required }) => required);
    const operation = version.service.operations.at(-1)!;
    if (secret === undefined) throw new Error(`${name} has no required credential`);
    const service = clientOf(client, "1.1");
    const call = Reflect.get(service, operation.method) as (args: unknown, options: object) => Promise<unknown>;
    const required = (version.header?.children ?? []).filter((child) => child.required);
    const auth = Object.fromEntries(required.map(({ option, sandbox: value }) => [option, value]));
    const args = looking.has(operation.name)
      ? { EmployeeId: 1003, Period: 1, Year: 2026 }
      : madeArguments(operation, "1");
    const own = operation.name === "CostCenter_GetCurrent" ? { EmployeeId: 1003 } : args;
    const error = await call
      .call(service, own, { auth: { ...auth, [secret.option]: "another" } })
      .catch((e: unknown) => e);
    expect(isFaultError(error) && error.fault.reason).toBe("1001: Not authorized");
    await service.close();
  },
);
