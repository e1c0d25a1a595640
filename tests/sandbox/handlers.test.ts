/** Typed handlers, faults that a service defines, and the errors that prevent the start of a sandbox. */

import type { Operation } from "soapwright-runtime/tables";
import { weatherService } from "soapwright-testing/sandbox/weather-service";
import * as schemas from "../../generated/v3/schemas";
import { version } from "../../generated/v3/version";
import { createEmployeeServiceV3, createEmployeeServiceV21, isFaultError } from "../../src/index";
import {
  type HandlersOf,
  SandboxFault,
  type SandboxOptions,
  sandboxService,
  startSandbox,
  startServiceSandbox,
} from "../../src/sandbox/index";

const address = { Id: 1, Default: true, Type: "HomeAddress" } as const;
const args = { EmployeeId: 5, Period: 1, Year: 2026 };

async function faultOf(call: PromiseLike<unknown>) {
  const error: unknown = await Promise.resolve(call).catch((caught: unknown) => caught);
  if (!isFaultError(error)) throw error;
  return error.fault;
}

test("a handler gets typed arguments and credentials, and its result goes out", async () => {
  const sandbox = await startSandbox({
    handlers: {
      addressGetList: async ({ EmployeeId, Period }, { auth, operation, soapVersion }) => [
        {
          Id: EmployeeId + Period,
          Default: true,
          Type: "HomeAddress",
          Street: `${auth.Domain} ${operation} ${soapVersion}`,
        },
      ],
    },
  });
  const service = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "acme", soapVersion: "1.2" });
  await expect(service.addressGetList(args)).resolves.toEqual([
    { Id: 6, Default: true, Type: "HomeAddress", Street: "acme Address_GetList 1.2" },
  ]);
  const other = createEmployeeServiceV21({ baseUrl: sandbox.url, username: "sandbox-user", token: "sandbox-token" });
  await expect(other.costCenterGetCurrent({ EmployeeId: 1002 })).resolves.toHaveLength(1);
  await service.close();
  await other.close();
  await sandbox.close();
});

test("a fault of a service's own arrives with all its parts", async () => {
  const namespace = "https://errors.example";
  const sandbox = await startSandbox({
    handlers: {
      addressGetList() {
        throw new SandboxFault({
          code: { namespace, local: "NotAuthorized" },
          subcodes: [{ namespace, local: "Expired" }, "E7"],
          reason: [
            { lang: "en", text: "Refused" },
            { lang: "nl", text: "Geweigerd" },
          ],
          actor: "urn:actor",
          role: "urn:role",
          detail: "<e:Info xmlns:e='urn:e'>7</e:Info>",
        });
      },
    },
  });
  for (const soapVersion of ["1.1", "1.2"] as const) {
    const service = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "acme", soapVersion });
    const fault = await faultOf(service.addressGetList(args));
    expect(fault).toMatchObject({ code: { namespace, local: "NotAuthorized" }, reason: "Refused" });
    if (soapVersion === "1.1") expect(fault.actor).toBe("urn:actor");
    else {
      expect(fault).toMatchObject({ node: "urn:actor", role: "urn:role" });
      expect(fault.subcodes.map(({ local }) => local)).toEqual(["Expired", "E7"]);
    }
    await service.close();
  }
  await sandbox.close();
});

test("a result that does not fit is a fault that says where", async () => {
  const sandbox = await startServiceSandbox({
    services: [
      sandboxService(schemas, {
        path: "/soap/v3/EmployeeService.asmx",
        declaredBaseUrl: version.declaredBaseUrl!,
        handlers: { addressGetList: () => [{ Id: 1, Default: true }] as never },
      }),
    ],
  });
  const service = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "acme" });
  const { reason } = await faultOf(service.addressGetList(args));
  expect(reason).toMatch(/There was an error generating the XML document\. ---> .*EmployeeAddress\[0\]\.Type/);
  await service.close();
  await sandbox.close();
});

test("an operation without data and handler responds with generated values, the same each time", async () => {
  const services = [{ path: "/ws.asmx", service: weatherService, declaredBaseUrl: "https://weather.example" }];
  const sandbox = await startServiceSandbox({ services });
  const ask = async () => {
    const response = await fetch(`${sandbox.url}/ws.asmx`, {
      method: "POST",
      headers: { "Content-Type": "text/xml; charset=utf-8" },
      body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Get_Forecast xmlns="${sandbox.url}/ws"><Days>2</Days></Get_Forecast></s:Body></s:Envelope>`,
    });
    return `${response.status} ${await response.text()}`;
  };
  const first = await ask();
  expect(first).toMatch(/^200 .*<Get_ForecastResponse.*<Day>-?\d+<\/Day>/);
  await expect(ask()).resolves.toBe(first);
  await sandbox.close();
});

test.each([
  ["a handler of no operation", { handlers: { addresGetList: () => [] } }, "handlers.addresGetList", /addressGetList/],
  ["a handler that is no function", { handlers: { addressGetList: 5 } }, "handlers.addressGetList", /takes a function/],
  ["trouble that there is not", { troubleRules: [{ trouble: { kind: "rain" } }] }, "troubleRules.trouble.kind", /kind/],
  ["a wrong way of HTTP", { http: { version: "2" } }, "http.version", /1\.0/],
  ["an unknown option", { strickt: true }, "strickt", /not an option/],
])("%s stops it", async (_what, options, option, message) => {
  await expect(startSandbox(options as unknown as SandboxOptions)).rejects.toMatchObject({
    code: "CONFIGURATION",
    option,
    message: expect.stringMatching(message),
  });
});

test("handlers of the wrong shape do not compile", () => {
  const known: HandlersOf<typeof schemas> = {
    addressGetList: async ({ EmployeeId }) => [{ ...address, Id: EmployeeId }],
  };
  // @ts-expect-error The operation has no argument of this name.
  const args: HandlersOf<typeof schemas> = { addressGetList: ({ EmployeeID }) => [EmployeeID].slice(9) };
  // @ts-expect-error An address has to have a Type.
  const result: HandlersOf<typeof schemas> = { addressGetList: () => [{ Id: 1, Default: true }] };
  // @ts-expect-error The header has no such child.
  const auth: HandlersOf<typeof schemas> = { addressGetList: (_, { auth: { Password } }) => [Password].slice(9) };
  // @ts-expect-error There is no such operation.
  const name: HandlersOf<typeof schemas> = { addressesGetList: () => [] };
  expect([known, args, result, auth, name]).toHaveLength(5);
});

/** The tables of another version, in which the operation has another header and one more argument. */
type OtherSchemas = {
  readonly addressGetList: Operation<
    { EmployeeId: number; Region?: string },
    { Id: number; Floor?: string }[],
    { KeyHeader?: { ApiKey: string } }
  >;
  readonly salaryGet: Operation<{ EmployeeId: number }, string>;
};

test("a handler of a method that two versions have gets the arguments and credentials of either", () => {
  const both: HandlersOf<typeof schemas | OtherSchemas> = {
    addressGetList: (args, { auth, headers }) => {
      const asked: number = args.EmployeeId;
      const named: (string | null | undefined)[] = [auth.Domain, auth.ApiKey, headers.KeyHeader?.ApiKey];
      if ("Region" in args) return [{ Id: asked, Floor: String(named) }];
      return [{ ...address, Id: asked }];
    },
    salaryGet: ({ EmployeeId }) => String(EmployeeId),
  };
  const wrong: HandlersOf<typeof schemas | OtherSchemas> = {
    // @ts-expect-error Only one of them has the argument: it has to be looked for.
    addressGetList: ({ Region }) => [{ Id: 1, Floor: Region }],
  };
  // @ts-expect-error Neither header has such a child.
  const auth: HandlersOf<typeof schemas | OtherSchemas> = { addressGetList: (_, { auth: { Password } }) => [Password] };
  expect([both, wrong, auth]).toHaveLength(3);
});
