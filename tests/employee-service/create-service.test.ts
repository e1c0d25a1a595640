/** The code that all factories share, tested with versions that no WSDL of ours has. */

import { type CallOptions, type ClientOptions, ServiceClient } from "soapwright-runtime";
import type { ElementNode, OperationNode } from "soapwright-runtime/internal";
import { complexType, contractOf, namespace, xs } from "soapwright-runtime/tables";
import { type ServiceSandbox, startServiceSandbox } from "../../src/sandbox/index";
import {
  createService,
  type EmployeeServiceOptions,
  readEnvironment,
  rulesOf,
  type ServiceVersion,
} from "../../src/service/employee-service";

const declaredBaseUrl = "https://declared.example/base";
const tns = namespace(`${declaredBaseUrl}/ws/Things`);
const Key = complexType(tns("Key"), [tns.optional("ApiKey", xs.string), tns.optional("Tenant", xs.string)]);
const Empty = complexType(undefined, []);

function operation(name: string, headers: readonly ElementNode[]): OperationNode {
  const element = (local: string): ElementNode => ({
    kind: "element",
    key: local,
    name: tns(local),
    type: Empty,
    min: 1,
    max: 1,
    array: false,
  });
  return {
    name,
    method: name,
    style: "document",
    use: "literal",
    soapAction: { "1.1": `${declaredBaseUrl}/ws/Things/${name}` },
    safe: true,
    input: { body: [element(name)], unwrap: [name], list: false, headers },
    output: { body: [element(`${name}Response`)], unwrap: [`${name}Response`], list: false, headers: [] },
    faults: [],
  };
}

const keyHeader: ElementNode = { ...tns.optional("Key", Key as never) };
const version: ServiceVersion = {
  name: "v9",
  wsdl: "things.wsdl",
  service: {
    name: "Things",
    targetNamespace: `${declaredBaseUrl}/ws/Things`,
    ports: [{ name: "P", soapVersion: "1.1", address: `${declaredBaseUrl}/ws/Things.asmx` }],
    operations: [operation("get", [keyHeader]), operation("ping", [])],
  },
  declaredBaseUrl,
  path: "/ws/Things.asmx",
  header: {
    element: "Key",
    children: [
      { name: "ApiKey", option: "apiKey", required: true, secret: true, sandbox: "k" },
      { name: "Tenant", option: "tenant", required: false, secret: false, sandbox: "t" },
    ],
  },
  variables: { baseUrl: "T_BASE_URL", soapVersion: "T_SOAP", apiKey: "T_KEY", tenant: "T_TENANT" },
};

class Things extends ServiceClient<object> {
  constructor(options: ClientOptions<object>) {
    super(version.service, options);
  }
  run(name: "get" | "ping", options?: CallOptions<object>) {
    const called = version.service.operations.find((one) => one.name === name);
    return this.call(called as never, {} as never, options);
  }
}

interface ThingsOptions extends EmployeeServiceOptions {
  readonly apiKey?: unknown;
  readonly tenant?: unknown;
}
const things = (options: ThingsOptions, of = version) => createService(of, Things, options);

let sandbox: ServiceSandbox;
beforeAll(async () => {
  const service = version.service;
  const operations = { get: () => ({}), ping: () => ({}) };
  sandbox = await startServiceSandbox({
    services: [{ path: "/ws/Things.asmx", service, operations, declaredBaseUrl }],
  });
});
afterAll(() => sandbox.close());

test("children go out in the order of the WSDL, and only with operations that declare the header", async () => {
  const client = things({ baseUrl: sandbox.url, tenant: "acme", apiKey: async () => "secret" });
  await client.run("get");
  const [get] = sandbox.requests.slice(-1);
  expect(get?.body).toContain("<ApiKey>secret</ApiKey><Tenant>acme</Tenant>");
  expect(get?.path).toBe("/ws/Things.asmx");
  expect(get?.headers.soapaction).toBe(`"${sandbox.url}/ws/Things/get"`);
  await client.run("ping");
  expect(sandbox.requests.at(-1)?.body).not.toContain("secret");
  await client.run("get", { auth: { apiKey: "other" } });
  expect(sandbox.requests.at(-1)?.body).toContain("<ApiKey>other</ApiKey><Tenant>acme</Tenant></Key>");
  await client.close();
});

test("a namespace that does not move with the base URL stays where it is", async () => {
  const { declaredBaseUrl: _, ...still } = version;
  const client = things({ baseUrl: sandbox.url, apiKey: "k" }, still);
  await client.run("ping").catch(() => undefined);
  expect(sandbox.requests.at(-1)?.body).toContain(`xmlns="${declaredBaseUrl}/ws/Things"`);
  await client.close();
});

test("a version without a header takes no credentials", () => {
  const { header: _, ...open } = version;
  expect(() => things({ baseUrl: sandbox.url }, open)).not.toThrow();
  expect(() => things({ baseUrl: sandbox.url, apiKey: "k" }, open)).toThrow(
    expect.objectContaining({ code: "CONFIGURATION", option: "apiKey" }),
  );
});

test("a required child that is missing is named by its option, to calls that send the header", async () => {
  const client = things({ baseUrl: sandbox.url, tenant: "acme" });
  await expect(client.run("get")).rejects.toMatchObject({ code: "CONFIGURATION", option: "apiKey", attempts: 0 });
  await expect(client.run("ping")).resolves.toBeDefined();
  await client.close();
});

test("the rules of credentials mark the children that are not secret", () => {
  expect(rulesOf(version).map(({ plain }) => plain)).toEqual([undefined, "Tenant"]);
});

test("the environment is read by the variables of the version", () => {
  const read = (name: string, environment: Record<string, string>) => readEnvironment([version], name, environment);
  expect(read("v9", { T_BASE_URL: "https://a.example", T_KEY: "k", T_TENANT: "" })).toEqual({
    baseUrl: "https://a.example",
    apiKey: "k",
  });
  expect(() => read("v9", { T_BASE_URL: "https://a.example" })).toThrow(/apiKey.*T_KEY/);
  expect(() => read("v9", { T_BASE_URL: "x", T_KEY: "k", T_SOAP: "2" })).toThrow(/soapVersion.*T_SOAP/);
  expect(() => read("v8", {})).toThrow(/version must be "v9"/);
});

test("the contract of a client made by hand has operations alone", () => {
  expect(contractOf(version.service)).toEqual({ sha256: "", operations: ["get", "ping"] });
});
