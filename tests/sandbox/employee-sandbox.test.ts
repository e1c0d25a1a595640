import { createService, type ServiceVersion, type VersionClient } from "soapwright-runtime";
import type { ElementNode, RecordType } from "soapwright-runtime/codecs";
import { complexType, namespace, nillable, type Operation, type OperationNode, xs } from "soapwright-runtime/tables";
import { type HandlersOf, sandboxService } from "soapwright-sandbox";
import { Referee } from "soapwright-testing/referee/referee";
import { weatherService } from "soapwright-testing/sandbox/weather-service";
import { clients } from "../../generated/clients";
import * as schemas from "../../generated/v3/schemas";
import { version } from "../../generated/v3/version";
import { versions } from "../../generated/versions";
import { TableCopy } from "../../packages/soapwright-sandbox/src/service/table-copy";
import { createEmployeeServiceV3, createEmployeeServiceV21, isFaultError } from "../../src/index";
import { checkData } from "../../src/sandbox/check-data";
import { checkedEmployeeData, type EmployeeData } from "../../src/sandbox/employee-records";
import employees from "../../src/sandbox/employees.json";
import { fittingData } from "../../src/sandbox/fit-data";
import {
  type Sandbox,
  SandboxFault,
  type SandboxOptions,
  startSandbox,
  startServiceSandbox,
} from "../../src/sandbox/index";
import { operationsOf } from "../../src/sandbox/sandbox-operations";
import { everyOperation, madeArguments } from "./every-operation";

/** Typed handlers, faults that a service defines, and the errors that prevent the start of a sandbox. */
describe("handlers", () => {
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
    [
      "a handler of no operation",
      { handlers: { addresGetList: () => [] } },
      "handlers.addresGetList",
      /addressGetList/,
      "handler-unknown",
    ],
    [
      "a handler that is no function",
      { handlers: { addressGetList: 5 } },
      "handlers.addressGetList",
      /takes a function/,
      "option-value",
    ],
    [
      "trouble that there is not",
      { troubleRules: [{ trouble: { kind: "rain" } }] },
      "troubleRules.trouble.kind",
      /kind/,
      "option-value",
    ],
    ["a wrong way of HTTP", { http: { version: "2" } }, "http.version", /1\.0/, "option-value"],
    ["an unknown option", { strickt: true }, "strickt", /not an option/, "option-unknown"],
  ])("%s stops it", async (_what, options, option, message, reason) => {
    await expect(startSandbox(options as unknown as SandboxOptions)).rejects.toMatchObject({
      code: "CONFIGURATION",
      reason,
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
    const auth: HandlersOf<typeof schemas | OtherSchemas> = {
      // @ts-expect-error Neither header has such a child.
      addressGetList: (_, { auth: { Password } }) => [Password],
    };
    expect([both, wrong, auth]).toHaveLength(3);
  });
});

type PartNode = RecordType["parts"][number];

/** The sandbox's example employees with contracts that are newer than they are. */
describe("own data", () => {
  const own = checkedEmployeeData(employees);

  /** Returns the versions with the parts of one type changed. */
  function changed(name: string, change: (parts: readonly PartNode[]) => readonly PartNode[]): ServiceVersion[] {
    const copy = new TableCopy({
      type: (node) =>
        node.kind === "complex" && node.name?.local === name ? { ...node, parts: change(node.parts) } : node,
      element: (node) => node,
    });
    const body = (elements: readonly ElementNode[]) => elements.map((element) => copy.element(element));
    return versions.map((version) => ({
      ...version,
      service: {
        ...version.service,
        operations: version.service.operations.map((operation) => ({
          ...operation,
          ...(operation.output && { output: { ...operation.output, body: body(operation.output.body) } }),
        })),
      },
    }));
  }

  const tns = namespace("https://service.example/soap/v2.1/EmployeeService");
  const withId = (id: PartNode) => (parts: readonly PartNode[]) =>
    parts.map((part) => (part.kind === "element" && part.name.local === "Id" ? id : part));

  /** Returns the adapted data, which the contract can encode, and the messages about it. */
  function fitted(contract: readonly ServiceVersion[]): { data: EmployeeData; notes: string[] } {
    const notes: string[] = [];
    const data = fittingData(contract, own, (line) => notes.push(line));
    checkData(contract, data, undefined);
    expect(JSON.parse(JSON.stringify(data))).toEqual(data);
    return { data, notes };
  }

  const costCenters = ({ employees: all }: EmployeeData) =>
    all.flatMap(({ costCenters: some }) => some ?? []) as { CostCenter?: { [name: string]: unknown } }[];
  const centers = (data: EmployeeData): { [name: string]: unknown }[] =>
    costCenters(data).flatMap(({ CostCenter }) => (CostCenter === undefined ? [] : [CostCenter]));
  const count = costCenters(own).length;

  test("as they are where the contract is as it was", () => {
    expect(fitted(versions)).toEqual({ data: own, notes: [] });
  });

  test.each<readonly [string, PartNode, unknown]>([
    ["is no longer nillable", tns.element("Id", xs.int), { was: null, is: 0, noteCount: 1 }],
    ["is optional and not nillable", tns.optional("Id", xs.int), { was: null, is: undefined, noteCount: 1 }],
    ["is a text", tns.element("Id", xs.string), { was: 11, is: "11", noteCount: 2 }],
    ["is a nillable text", tns.element("Id", nillable(xs.string)), { was: null, is: null, noteCount: 1 }],
    ["is a long", tns.element("Id", nillable(xs.long)), { was: 11, is: 11, noteCount: 0 }],
  ])("when the Id of a cost center %s", (_, id, expected) => {
    const { was, is, noteCount } = expected as { was: unknown; is: unknown; noteCount: number };
    const { data, notes } = fitted(changed("CostCenter", withId(id)));
    expect(costCenters(data)).toHaveLength(count);
    const places = centers(own).flatMap((center, index) => (center.Id === was ? [index] : []));
    expect(places).not.toEqual([]);
    for (const place of places) expect(centers(data)[place]?.Id).toEqual(is);
    expect(notes).toHaveLength(noteCount);
    for (const note of notes)
      expect(note).toMatch(
        /^The sandbox's own data (write otherwise|leave out|write as none) CostCenter\.Id of CostCenter_GetCurrent, which takes .+, but is .+\.$/,
      );
  });

  test("a property that records must have now is made up, one that is gone is left out", () => {
    const required = fitted(changed("CostCenter", (parts) => [...parts, tns.element("Name", xs.string)]));
    for (const center of centers(required.data)) expect(typeof center.Name).toBe("string");
    expect(required.notes).toEqual([
      expect.stringMatching(/^The sandbox's own data make up CostCenter\.Name of CostCenter_GetCurrent, which /),
    ]);
    const gone = fitted(changed("CostCenter", (parts) => parts.slice(1)));
    for (const center of centers(gone.data)) expect(center).not.toHaveProperty("Code");
    expect(gone.notes).toHaveLength(1);
  });

  test("records that nothing helps are left out, and said to be", () => {
    const { data, notes } = fitted(
      changed("EmployeeCostCenter", (parts) => [...parts, tns.element("Never", xs.base64Binary)]),
    );
    expect(costCenters(data)).toEqual([]);
    expect(data.employees).toHaveLength(own.employees.length);
    expect(notes).toEqual([
      expect.stringMatching(/^The sandbox's own data leave out records of CostCenter_GetCurrent: Never /),
    ]);
  });
});

/** Results of operations without records: from the data, else generated. */
describe("further results", () => {
  const tns = namespace("urn:example");
  const Salary = complexType(tns("Salary"), [tns.element("Amount", xs.decimal), tns.element("Cents", xs.long)]);
  const Ask = complexType(undefined, [tns.element("EmployeeId", xs.int)]);
  const Answer = complexType(undefined, [tns.optional("Salary_GetResult", Salary as never)]);

  const element = (local: string, type: ElementNode["type"]): ElementNode => ({
    kind: "element",
    key: local,
    name: tns(local),
    type,
    min: 1,
    max: 1,
    array: false,
  });
  const operation: OperationNode = {
    name: "Salary_Get",
    method: "salaryGet",
    style: "document",
    use: "literal",
    soapAction: {},
    safe: true,
    input: { body: [element("Salary_Get", Ask)], unwrap: ["Salary_Get"], list: false, headers: [] },
    output: {
      body: [element("Salary_GetResponse", Answer)],
      unwrap: ["Salary_GetResponse", "Salary_GetResult"],
      list: false,
      headers: [],
    },
    faults: [],
  };
  const version: ServiceVersion = {
    name: "v1",
    className: "ServiceV1",
    wsdl: "none.wsdl",
    service: { name: "S", targetNamespace: "urn:example", ports: [], operations: [operation] },
    path: "/s.asmx",
    variables: {},
  };

  function result(data: object, EmployeeId: number, seed = 1): unknown {
    const employees = { employees: [{ id: 7, costCenters: [], addresses: [], ...data }], ...data };
    const { otherOperations } = operationsOf(version, { data: checkedEmployeeData(employees), credentials: {}, seed });
    const request = { operation: "Salary_Get", args: { EmployeeId }, headers: {}, soapVersion: "1.1" } as const;
    return otherOperations?.({ operation, request, rename: (name) => name });
  }

  test("the employee's own result comes first, then that of all, then a made one", () => {
    const own = { results: { Salary_Get: { Amount: "1.50", Cents: 150 } } };
    const employees = {
      employees: [{ id: 7, costCenters: [], addresses: [], ...own }],
      results: { Salary_Get: { Amount: 2, Cents: "9007199254740993" } },
    };
    const { otherOperations } = operationsOf(version, {
      data: checkedEmployeeData(employees),
      credentials: {},
      seed: 1,
    });
    const call = (EmployeeId: number) =>
      otherOperations?.({
        operation,
        request: { operation: "Salary_Get", args: { EmployeeId }, headers: {}, soapVersion: "1.1" },
        rename: (name) => name,
      });
    expect(call(7)).toEqual({ Amount: "1.50", Cents: 150n });
    expect(call(8)).toEqual({ Amount: "2", Cents: 9007199254740993n });
    expect(result({}, 7)).toEqual({
      Amount: expect.stringMatching(/^-?\d/) as string,
      Cents: expect.any(BigInt) as bigint,
    });
  });

  test("made results are the same for the same arguments and seed, and differ otherwise", () => {
    expect(result({}, 7)).toEqual(result({}, 7));
    const others = [result({}, 8), result({}, 7, 2), result({}, 9), result({}, 7, 3)];
    expect(others.some((other) => JSON.stringify(other, text) !== JSON.stringify(result({}, 7), text))).toBe(true);
  });

  function text(_key: string, value: unknown): unknown {
    return typeof value === "bigint" ? String(value) : value;
  }

  test("results that are no object are refused with their place", () => {
    expect(() => checkedEmployeeData({ employees: [], results: 3 })).toThrow(
      "The option data is wrong: results is not an object.",
    );
    const employees = [{ id: 1, costCenters: [], addresses: [], results: [] }];
    expect(() => checkedEmployeeData({ employees })).toThrow("wrong: employees[0].results is not an object");
  });
});

/**
 * The sandbox responds to every operation of every version, over both SOAP versions, with messages that libxml2 finds
 * valid.
 */
describe("every operation", () => {
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
      expose: { envelopes: true },
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
});
