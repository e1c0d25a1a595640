import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  type CallOptions,
  type ClientOptions,
  createService,
  readEnvironment,
  ServiceClient,
  type ServiceVersion,
  type VersionClient,
  type VersionOptions,
} from "soapwright-runtime";
import type { ElementNode } from "soapwright-runtime/codecs";
import { FaultError, HttpError, isAuthenticationError } from "soapwright-runtime/errors";
import { type Contract, complexType, contractOf, namespace, type OperationNode, xs } from "soapwright-runtime/tables";
import type { ServiceSandbox } from "soapwright-sandbox";
import { clients } from "../../generated/clients";
import { createEmployeeServiceV3 as v3, createEmployeeServiceV21 as v21 } from "../../generated/main";
import { version as v21Version } from "../../generated/v2.1/version";
import { version as v3Version } from "../../generated/v3/version";
import { faultKinds } from "../../packages/soapwright/src/versions/read-table";
import type { FaultDetail } from "../../packages/soapwright-runtime/src/errors/fault-error";
import { ERROR_KINDS } from "../../packages/soapwright-runtime/src/errors/kind";
import { rulesOf } from "../../packages/soapwright-runtime/src/service/create-service";
import { kindsBy } from "../../packages/soapwright-runtime/src/service/fault-kinds";
import { startServiceSandbox } from "../../src/sandbox/index";
import { startSandbox } from "../../src/sandbox/start-sandbox";

/** The code that all factories share, tested with versions that no WSDL of ours has. */
describe("create service", () => {
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
    className: "ServiceV9",
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

  interface ThingsOptions extends VersionOptions {
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

  test.each([
    ["baseURL", { baseURL: "https://service.example", domain: "d" }, "baseUrl"],
    ["namespaceBaseURL", { baseUrl: "https://s.example", namespaceBaseURL: "https://n.example" }, "namespaceBaseUrl"],
    ["domian", { baseUrl: "https://s.example", domian: "d" }, "domain"],
    ["retry", { baseUrl: "https://s.example", retry: 5 }, "retries: a number or { max, timeouts, delayMs, budget }"],
  ])("a misspelt option is refused with the one that is meant: %s", (option, options, meant) => {
    expect(() => v3(options as never)).toThrow(
      expect.objectContaining({
        code: "CONFIGURATION",
        option,
        message: expect.stringContaining(`Did you mean ${meant}?`),
      }),
    );
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
});

/** Rows of the table of versions classify the service's own codes and reasons. */
describe("fault kinds", () => {
  const fault = (code: string, reason: string, subcodes: readonly string[] = []) =>
    new FaultError<FaultDetail>("m", {
      fault: {
        code: { namespace: "", local: code },
        subcodes: subcodes.map((local) => ({ namespace: "", local })),
        reason,
        actor: undefined,
        node: undefined,
        role: undefined,
        detail: undefined,
      },
      httpStatus: 500,
    });

  const rules = [
    { code: "E404", kind: "not-found" },
    { code: "Server", reason: "no such employee", kind: "not-found" },
    { reason: "slow down", kind: "busy" },
  ] as const;

  test.each([
    ["a code", fault("E404", "x"), "not-found"],
    ["a subcode", fault("Sender", "x", ["E404"]), "not-found"],
    ["a code and words in another letter case", fault("Server", "No such Employee: 7"), "not-found"],
    ["the words without the code", fault("Client", "No such employee"), undefined],
    ["words alone", fault("Client", "Please slow down"), "busy"],
    ["another code", fault("E405", "x"), undefined],
    ["no fault", new HttpError("slow down", { status: 500 }), undefined],
  ])("%s", (_what, error, kind) => {
    expect(kindsBy(rules, undefined)?.(error)).toBe(kind);
  });

  test("the user's own rule comes first, and where there is nothing to say there is no rule", () => {
    const own = (error: unknown) => (error instanceof HttpError ? ("busy" as const) : undefined);
    const rule = kindsBy(rules, own);
    expect(rule?.(new HttpError("m", { status: 500 }))).toBe("busy");
    expect(rule?.(fault("E404", "x"))).toBe("not-found");
    expect(kindsBy([], own)).toBe(own);
    expect(kindsBy(undefined, undefined)).toBeUndefined();
  });

  test("a table's kinds are kinds of errors", () => {
    expect(ERROR_KINDS).toEqual(expect.arrayContaining([...faultKinds]));
  });

  describe.each(["1.1", "1.2"] as const)("the sandbox's faults, over SOAP %s", (soapVersion) => {
    let sandbox: Awaited<ReturnType<typeof startSandbox>>;
    const credentials = { username: "sandbox-user", token: "sandbox-token" };
    const asked = { EmployeeId: 1003, Period: 11, Year: 2026 };
    const calls = {
      "an unknown employee, v2.1": () =>
        use(v21(of(credentials)), (client) => client.costCenterGetCurrent({ EmployeeId: 77 })),
      "an unknown employee, v3": () =>
        use(v3(of({ domain: "sandbox" })), (client) => client.addressGetList({ ...asked, EmployeeId: 77 })),
      "a wrong token": () =>
        use(v21(of({ ...credentials, token: "old" })), (client) => client.costCenterGetCurrent({ EmployeeId: 1003 })),
      "another domain": () => use(v3(of({ domain: "another" })), (client) => client.addressGetList(asked)),
    };
    const of = <C extends object>(given: C) => ({ ...given, baseUrl: sandbox.url, soapVersion });

    async function use<C extends { close(): Promise<void> }>(client: C, call: (client: C) => Promise<unknown>) {
      const error: unknown = await call(client).catch((reason: unknown) => reason);
      await client.close();
      return error;
    }

    beforeAll(async () => {
      sandbox = await startSandbox();
    });
    afterAll(() => sandbox.close());

    test.each([
      ["an unknown employee, v2.1", "not-found", false],
      ["an unknown employee, v3", "not-found", false],
      ["a wrong token", "refused", true],
      ["another domain", "refused", true],
    ] as const)("%s is %s", async (which, kind, isAuthentication) => {
      const error = await calls[which]();
      expect(error).toMatchObject({ code: "FAULT", kind });
      expect(isAuthenticationError(error)).toBe(isAuthentication);
    });
  });

  test.each([
    ["v2.1", v21Version, "AuthHeader"],
    ["v3", v3Version, "AuthHeaderWithDomain"],
  ])("%s takes a header that is missing, or has no credential, for refused credentials", (_name, version, header) => {
    const rule = kindsBy(version.faults, undefined);
    expect(rule?.(fault("Client", `${header} is missing`))).toBe("refused");
    expect(rule?.(fault("Client", `${header} has no Username or Token`))).toBe("refused");
    expect(rule?.(fault("Client", "Anything else"))).toBeUndefined();
  });
});

/** Each client's description of its contract agrees with `wsdl/`. */
describe("service contract", () => {
  interface Row {
    readonly wsdl: string;
    readonly folder: string;
    readonly date?: string;
  }
  const { versions: rows } = JSON.parse(readFileSync("wsdl/versions.json", "utf8")) as { versions: readonly Row[] };

  function contractOf({ version, Client }: VersionClient): Contract {
    const required = (version.header?.children ?? []).filter((child) => child.required);
    const credentials = Object.fromEntries(required.map(({ option }) => [option, "x"]));
    const client = createService(version, Client, { baseUrl: "https://service.example", ...credentials });
    return Reflect.get(client, "contract") as Contract;
  }

  test("there is a client for each row", () => {
    expect(clients.map(({ version }) => version.name)).toEqual(rows.map(({ folder }) => folder));
  });

  test.each(rows)("the contract of $folder", ({ wsdl, folder, date }) => {
    const bytes = readFileSync(`wsdl/${wsdl}`);
    const client = clients.find(({ version }) => version.name === folder)!;
    const contract = contractOf(client);
    const portType = /<wsdl:portType [\s\S]*?<\/wsdl:portType>/.exec(bytes.toString("utf8"))?.[0] ?? "";
    const names = [...portType.matchAll(/<wsdl:operation name="([^"]+)"/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(contract).toEqual({
      sha256: createHash("sha256").update(bytes).digest("hex"),
      version: folder,
      ...(date === undefined ? {} : { date }),
      operations: names,
    });
  });
});
