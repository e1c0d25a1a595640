/** Options of the two clients: addresses, credentials, environment. */

import { contentTypeOf } from "soapwright-testing/wire/contract-facts";
import {
  createEmployeeServiceV3,
  createEmployeeServiceV21,
  type EmployeeServiceV3Options,
  type EmployeeServiceV21Options,
  optionsFromEnvironment,
} from "../../src/index";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";
import { withV3, withV21 } from "./target";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ namespaceBaseUrl: "https://live.example/Gate:443" });
});
afterAll(() => sandbox.close());

const everything = () => ({
  EMPLOYEE_SERVICE_BASE_URL: sandbox.url,
  EMPLOYEE_SERVICE_NAMESPACE_BASE_URL: "https://live.example/Gate:443",
  EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
  EMPLOYEE_SERVICE_TOKEN: "sandbox-token",
  EMPLOYEE_SERVICE_DOMAIN: "sandbox",
  EMPLOYEE_SERVICE_SOAP_VERSION: "1.2",
});

function lastBody(): string {
  return sandbox.requests.at(-1)!.body;
}

describe("the environment", () => {
  test("with every variable set, v3 sends only Domain", async () => {
    const options = optionsFromEnvironment("v3", everything());
    await withV3(options, (service) => service.addressGetList({ EmployeeId: 1003, Period: 1, Year: 2026 }));
    expect(lastBody()).toMatch(/<AuthHeaderWithDomain xmlns="[^"]+"><Domain>sandbox<\/Domain><\/AuthHeaderWithDomain>/);
    expect(lastBody()).not.toMatch(/Username|Token|sandbox-user|sandbox-token/);
    expect(sandbox.requests.at(-1)?.headers["content-type"]).toBe(
      contentTypeOf("1.2", "https://live.example/Gate:443/soap/v3/EmployeeService/Address_GetList"),
    );
  });

  test("with every variable set, v2.1 sends only Username and Token", async () => {
    const options = optionsFromEnvironment("v2.1", everything());
    await withV21(options, (service) => service.costCenterGetCurrent({ EmployeeId: 1003 }));
    expect(lastBody()).toMatch(
      /<AuthHeader xmlns="[^"]+"><Username>sandbox-user<\/Username><Token>sandbox-token<\/Token><\/AuthHeader>/,
    );
    expect(lastBody()).not.toContain("Domain");
  });

  test("namespace and endpoint of one version", async () => {
    const options = optionsFromEnvironment("v3", {
      ...everything(),
      EMPLOYEE_SERVICE_BASE_URL: "https://unused.example",
      EMPLOYEE_SERVICE_V3_ENDPOINT: `${sandbox.url}/soap/v3/EmployeeService.asmx`,
      EMPLOYEE_SERVICE_V3_NAMESPACE: "https://live.example/Gate:443/soap/v3/EmployeeService",
      EMPLOYEE_SERVICE_V21_NAMESPACE: "urn:not-read",
    });
    const list = await withV3(options, (service) =>
      service.addressGetList({ EmployeeId: 1003, Period: 1, Year: 2026 }),
    );
    expect(list).toHaveLength(2);
  });

  test.each([
    ["v2.1", "EMPLOYEE_SERVICE_BASE_URL", "baseUrl"],
    ["v2.1", "EMPLOYEE_SERVICE_USERNAME", "username"],
    ["v2.1", "EMPLOYEE_SERVICE_TOKEN", "token"],
    ["v3", "EMPLOYEE_SERVICE_DOMAIN", "domain"],
  ] as const)("%s without %s is an error that names it", (version, variable, option) => {
    const environment = { ...everything(), [variable]: "" };
    const read = () =>
      version === "v3" ? optionsFromEnvironment("v3", environment) : optionsFromEnvironment("v2.1", environment);
    expect(read).toThrow(expect.objectContaining({ code: "CONFIGURATION", option }));
    expect(read).toThrow(variable);
  });

  test("an interface version that does not exist", () => {
    expect(() => optionsFromEnvironment("v0" as "v3", everything())).toThrow(
      expect.objectContaining({ code: "CONFIGURATION", option: "version" }),
    );
  });

  test("a SOAP version that does not exist", () => {
    const environment = { ...everything(), EMPLOYEE_SERVICE_SOAP_VERSION: "2" };
    expect(() => optionsFromEnvironment("v3", environment)).toThrow("EMPLOYEE_SERVICE_SOAP_VERSION");
  });
});

test.each([
  ["no options", undefined, "options"],
  ["options that are text", "https://service.example", "options"],
  ["headers, which the client makes itself", { headers: {} }, "headers"],
  ["namespaces, which follow from the addresses", { namespaces: (name: string) => name }, "namespaces"],
  ["an endpoint of null", { endpoint: null }, "endpoint"],
])("%s", (_what, given, option) => {
  const whole = typeof given === "object" ? { baseUrl: "https://service.example", domain: "d", ...given } : given;
  const make = () => createEmployeeServiceV3(whole as unknown as EmployeeServiceV3Options);
  expect(make).toThrow(expect.objectContaining({ code: "CONFIGURATION", option }));
});

describe("addresses", () => {
  test("the namespace takes the base URL character by character, without slashes at its end", async () => {
    const { port } = new URL(sandbox.url);
    await withV21(
      {
        baseUrl: "https://LIVE.example:443/Pre/fix//",
        endpoint: `http://localhost:${port}/soap/v2.1/EmployeeService.asmx`,
        username: "sandbox-user",
        token: "sandbox-token",
      },
      (service) => service.costCenterGetCurrent({ EmployeeId: 1003 }),
    ).catch(() => undefined);
    const request = sandbox.requests.at(-1)!;
    const namespace = "https://LIVE.example:443/Pre/fix/soap/v2.1/EmployeeService";
    expect(request.body).toContain(`<CostCenter_GetCurrent xmlns="${namespace}">`);
    expect(request.headers.soapaction).toBe(`"${namespace}/CostCenter_GetCurrent"`);
    expect(request.headers.host).toBe(`localhost:${port}`);
  });

  test.each([
    ["relative", "/soap", /absolute/],
    ["another scheme", "ftp://service.example", /ftp:/],
    ["with credentials", "https://user:secret@service.example", /user or a password/],
    ["with a query", "https://service.example?x=1", /query/],
    ["with a line break", "https://service.example/\r\nX: y", /control characters/],
    ["a number", 42, /is a number/],
    ["absent", undefined, /absent/],
  ])("a base URL that is %s", (_what, baseUrl, message) => {
    const make = () => createEmployeeServiceV3({ baseUrl: baseUrl as string, domain: "d" });
    expect(make).toThrow(expect.objectContaining({ code: "CONFIGURATION", option: "baseUrl" }));
    expect(make).toThrow(message);
    expect(make).not.toThrow(/secret/);
  });

  test("plain http to a host that is not loopback", () => {
    const make = (allowInsecure?: true) =>
      createEmployeeServiceV3({
        baseUrl: "http://service.example",
        domain: "d",
        ...(allowInsecure && { allowInsecure }),
      });
    expect(() => make()).toThrow("allowInsecure");
    expect(() => make(true)).not.toThrow();
  });
});

describe("credentials", () => {
  const base = () => ({ baseUrl: sandbox.url, namespaceBaseUrl: "https://live.example/Gate:443" });
  const ask = { EmployeeId: 1003 };

  test("functions are asked anew for each call", async () => {
    let calls = 0;
    const token = async () => (++calls > 1 ? "sandbox-token" : "old-token");
    await withV21({ ...base(), username: () => "sandbox-user", token }, async (service) => {
      await expect(service.costCenterGetCurrent(ask)).rejects.toMatchObject({ code: "FAULT" });
      await expect(service.costCenterGetCurrent(ask)).resolves.toHaveLength(2);
    });
    expect(calls).toBe(2);
  });

  test("auth on one call replaces them, for that call", async () => {
    await withV21({ ...base(), username: "nobody", token: "none" }, async (service) => {
      const auth = { username: "sandbox-user", token: () => "sandbox-token" };
      await expect(service.costCenterGetCurrent(ask, { auth })).resolves.toHaveLength(2);
      await expect(service.costCenterGetCurrent(ask)).rejects.toMatchObject({ code: "FAULT" });
      await expect(
        service.costCenterGetCurrent(ask, { auth: { ...auth, domain: "x" } as never }),
      ).rejects.toMatchObject({
        code: "CONFIGURATION",
        option: "auth.domain",
      });
    });
  });

  test("auth on one call may give a part of them: the rest is the client's", async () => {
    await withV21({ ...base(), username: "nobody", token: "sandbox-token" }, async (service) => {
      await expect(service.costCenterGetCurrent(ask, { auth: { username: "sandbox-user" } })).resolves.toHaveLength(2);
      await expect(service.costCenterGetCurrent(ask)).rejects.toMatchObject({ code: "FAULT" });
    });
    await withV21(base(), async (service) => {
      await expect(service.costCenterGetCurrent(ask, { auth: { username: "sandbox-user" } })).rejects.toMatchObject({
        code: "CONFIGURATION",
        option: "token",
        attempts: 0,
      });
    });
  });

  test("concurrent calls of two callers keep to their own", async () => {
    await withV3({ ...base(), domain: "nobody" }, async (service) => {
      const args = { EmployeeId: 1003, Period: 1, Year: 2026 };
      const calls = Array.from({ length: 20 }, (_, index) =>
        service.addressGetList(args, index % 2 ? { auth: { domain: "sandbox" } } : {}).then(
          () => "ok",
          () => "refused",
        ),
      );
      const results = await Promise.all(calls);
      expect(results).toEqual(results.map((_, index) => (index % 2 ? "ok" : "refused")));
    });
  });

  test("v3 sends Username and Token ahead of Domain when they are set", async () => {
    const options = { ...base(), domain: "sandbox", username: "u", token: "t" };
    await withV3(options, (service) => service.addressGetList({ EmployeeId: 1003, Period: 1, Year: 2026 }));
    expect(lastBody()).toContain("<Username>u</Username><Token>t</Token><Domain>sandbox</Domain>");
  });

  test.each([
    ["username", { username: "", token: "t" }],
    ["token", { username: "u", token: "a\nb" }],
    ["token", { username: "u", token: null }],
    ["username", { username: 3, token: "t" }],
  ])("a wrong %s is refused when the client is made", (option, credentials) => {
    const options = { ...base(), ...credentials } as unknown as EmployeeServiceV21Options;
    expect(() => createEmployeeServiceV21(options)).toThrow(expect.objectContaining({ code: "CONFIGURATION", option }));
  });

  test("an unknown option is refused", () => {
    const options = { ...base(), domain: "d", domian: "x" } as EmployeeServiceV3Options;
    expect(() => createEmployeeServiceV3(options)).toThrow(
      expect.objectContaining({ code: "CONFIGURATION", option: "domian" }),
    );
  });
});
