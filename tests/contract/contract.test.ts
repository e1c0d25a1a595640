import { elementsOf, Referee, type RefereeElement, textOf } from "soapwright-testing/referee/referee";
import { contentTypeOf, contract as facts } from "soapwright-testing/wire/contract-facts";
import {
  createEmployeeServiceV3,
  createEmployeeServiceV21,
  type EmployeeServiceV3Options,
  type EmployeeServiceV21Options,
  optionsFromEnvironment,
} from "../../src/index";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";
import { wsdls } from "../wire/files";
import { addressTypes } from "./address-types";
import { openTarget, present, type Target, withV3, withV21 } from "./target";

/** The contract, against the embedded sandbox or a service at an address: `make contract`. */
describe("contract", () => {
  const versions = ["1.1", "1.2"] as const;
  const int = expect.any(Number) as number;
  let target: Target;

  beforeAll(async () => {
    target = await openTarget();
    if (process.env.CONTRACT) process.stdout.write(`${describeTarget(target)}\n`);
  });
  afterAll(() => target.close());

  /** Describes the namespaces and SOAPActions in use, about which the contract's page says nothing. */
  function describeTarget({ name, v21, v3 }: Target): string {
    const line = (version: string, operation: string, options: Target["v21"] | Target["v3"]) => {
      if (!options) return `${version}: left out, its credentials are not set`;
      const base = (options.namespaceBaseUrl ?? options.baseUrl).replace(/\/+$/, "");
      const namespace = options.namespace ?? `${base}/soap/${version}/EmployeeService`;
      return `${version}: namespace ${namespace}\n      SOAPAction "${namespace}/${operation}"`;
    };
    return [
      `Contract suite against ${name}`,
      line("v2.1", "CostCenter_GetCurrent", v21),
      line("v3", "Address_GetList", v3),
    ].join("\n");
  }

  describe.each(versions)("over SOAP %s", (soapVersion) => {
    test("CostCenter_GetCurrent answers a list of cost centers", async () => {
      if (!target.v21) return;
      const list = await withV21({ ...target.v21, soapVersion }, (service) =>
        service.costCenterGetCurrent({ EmployeeId: target.employeeId }),
      );
      expect(Array.isArray(list)).toBe(true);
      for (const entry of present(list)) {
        expect(entry).toMatchObject({ Id: int, Percentage: expect.stringMatching(/^[+-]?\d*\.?\d*$/) });
        expect(typeof entry.Default).toBe("boolean");
      }
    });

    test("Address_GetList answers a list of addresses", async () => {
      if (!target.v3) return;
      const list = await withV3({ ...target.v3, soapVersion }, (service) =>
        service.addressGetList({ EmployeeId: target.employeeId, Period: target.period, Year: target.year }),
      );
      expect(Array.isArray(list)).toBe(true);
      for (const entry of present(list)) {
        expect(entry).toMatchObject({ Id: int, Type: expect.any(String) });
        expect(typeof entry.Default).toBe("boolean");
        if (target.isSandbox) expect(addressTypes).toContain(entry.Type);
      }
    });

    test("withResponse shows status 200 and one attempt", async () => {
      if (!target.v3) return;
      const args = { EmployeeId: target.employeeId, Period: target.period, Year: target.year };
      const { http } = await withV3({ ...target.v3, soapVersion }, (service) =>
        service.addressGetList(args).withResponse(),
      );
      expect(http).toMatchObject({ status: 200, attempts: 1 });
      expect(http.headers["content-type"]).toMatch(soapVersion === "1.1" ? /^text\/xml/ : /^application\/soap\+xml/);
    });

    test("wrong credentials are refused with a fault or a status", async () => {
      const options = { soapVersion, retries: 0 };
      if (target.v21) {
        const wrong = { ...target.v21, ...options, token: "wrong-token" };
        await expect(
          withV21(wrong, (s) => s.costCenterGetCurrent({ EmployeeId: target.employeeId })),
        ).rejects.toMatchObject({ code: expect.stringMatching(/^(FAULT|HTTP)$/) });
      }
      if (target.v3 && target.isSandbox) {
        const args = { EmployeeId: target.employeeId, Period: target.period, Year: target.year };
        await expect(
          withV3({ ...target.v3, ...options, domain: "wrong-domain" }, (s) => s.addressGetList(args)),
        ).rejects.toMatchObject({ code: "FAULT" });
      }
    });
  });

  describe("the employees of the sandbox", () => {
    const costCenters = (EmployeeId: number) =>
      withV21(target.v21!, (service) => service.costCenterGetCurrent({ EmployeeId }));
    const addresses = (EmployeeId: number, Period = 11, Year = 2026) =>
      withV3(target.v3!, (service) => service.addressGetList({ EmployeeId, Period, Year }));
    const onlySandbox = (body: () => Promise<void>) => async () => {
      if (target.isSandbox) await body();
    };

    test.each([
      [1001, 0, 0],
      [1002, 1, 1],
      [1003, 2, 2],
      [1004, 50, 50],
      [1005, 3, 2],
      [1006, 2, 6],
    ])("%i has %i cost centers and %i addresses", (employeeId, costCenterCount, addressCount) =>
      onlySandbox(async () => {
        await expect(costCenters(employeeId)).resolves.toHaveLength(costCenterCount);
        await expect(addresses(employeeId)).resolves.toHaveLength(addressCount);
      })(),
    );

    test(
      "decimals keep their text",
      onlySandbox(async () => {
        const list = [...(await costCenters(1003)), ...(await costCenters(1004))];
        const percentages = present(list).map(({ Percentage }) => Percentage);
        expect(percentages).toEqual(expect.arrayContaining(["33.3333", "66.6667", "12.50"]));
      }),
    );

    test(
      "absent, empty and nil are three things",
      onlySandbox(async () => {
        await expect(costCenters(1005)).resolves.toStrictEqual([
          {
            Id: 2201,
            CostCenter: { Code: "", Description: "", Id: null },
            Kostensoort: {},
            Percentage: "0",
            Default: false,
          },
          { Id: 2202, Percentage: "12.50", Default: true },
          {
            Id: 2203,
            CostCenter: { Code: "ALLEEN-CODE", Id: null },
            Kostensoort: { Code: "4000", Description: "" },
            Percentage: "0.0000001",
            Default: false,
          },
        ]);
        const [absent, empty] = await addresses(1005);
        expect(absent).toStrictEqual({ Id: 3201, Default: true, Type: "HomeAddress" });
        expect(empty).toMatchObject({ Street: "", City: "", CountryISOCode: "" });
      }),
    );

    test(
      "letters, markup, quotes and line breaks arrive",
      onlySandbox(async () => {
        const [first, second] = await costCenters(1006);
        expect(first?.CostCenter).toMatchObject({ Code: "R&D", Description: "Onderzoek & ontwikkeling <lab>" });
        expect(second?.CostCenter?.Description).toBe("Coöperatie Zuid, IJmuiden\nten name van 'José'");
        const list = await addresses(1006);
        expect(list[0]?.Street).toBe('’t Zand "hoek" & <achter>');
        expect(list[4]?.Street).toBe("IJsselkade  ");
        expect(new Set(present(list).map(({ Type }) => Type))).toEqual(new Set(addressTypes));
      }),
    );

    test(
      "only addresses that are active in the period come back",
      onlySandbox(async () => {
        await expect(addresses(1003, 13, 2026)).resolves.toHaveLength(2);
        await expect(addresses(1003, 1, 2027)).resolves.toHaveLength(3);
      }),
    );

    test(
      "a stream yields the same items",
      onlySandbox(async () => {
        const streamed: unknown[] = [];
        await withV3(target.v3!, async (service) => {
          const args = { EmployeeId: 1004, Period: 11, Year: 2026 };
          for await (const address of service.addressGetListStream(args)) streamed.push(address);
        });
        expect(streamed).toEqual(await addresses(1004));
      }),
    );
  });
});

/** Options of the two clients: addresses, credentials, environment. */
describe("options", () => {
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
      expect(lastBody()).toMatch(
        /<AuthHeaderWithDomain xmlns="[^"]+"><Domain>sandbox<\/Domain><\/AuthHeaderWithDomain>/,
      );
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
        expect.objectContaining({ code: "CONFIGURATION", reason: "version-unknown", option: "version" }),
      );
    });

    test("a SOAP version that does not exist", () => {
      const environment = { ...everything(), EMPLOYEE_SERVICE_SOAP_VERSION: "2" };
      expect(() => optionsFromEnvironment("v3", environment)).toThrow(
        expect.objectContaining({
          reason: "variable-soap-version",
          message: expect.stringContaining("EMPLOYEE_SERVICE_SOAP_VERSION"),
        }),
      );
    });
  });

  test.each([
    ["no options", undefined, "options", "base-url"],
    ["options that are text", "https://service.example", "options", "base-url"],
    ["headers, which the client makes itself", { headers: {} }, "headers", "option-of-client"],
    [
      "namespaces, which follow from the addresses",
      { quirks: { namespaces: (name: string) => name } },
      "quirks.namespaces",
      "option-of-client",
    ],
    ["an endpoint of null", { endpoint: null }, "endpoint", "address"],
  ])("%s", (_what, given, option, reason) => {
    const whole = typeof given === "object" ? { baseUrl: "https://service.example", domain: "d", ...given } : given;
    const make = () => createEmployeeServiceV3(whole as unknown as EmployeeServiceV3Options);
    expect(make).toThrow(expect.objectContaining({ code: "CONFIGURATION", reason, option }));
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
          reason: "credential-unknown",
          option: "auth.domain",
        });
      });
    });

    test("auth on one call may give a part of them: the rest is the client's", async () => {
      await withV21({ ...base(), username: "nobody", token: "sandbox-token" }, async (service) => {
        await expect(service.costCenterGetCurrent(ask, { auth: { username: "sandbox-user" } })).resolves.toHaveLength(
          2,
        );
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
      expect(() => createEmployeeServiceV21(options)).toThrow(
        expect.objectContaining({ code: "CONFIGURATION", option }),
      );
    });

    test("an unknown option is refused", () => {
      const options = { ...base(), domain: "d", domian: "x" } as EmployeeServiceV3Options;
      expect(() => createEmployeeServiceV3(options)).toThrow(
        expect.objectContaining({ code: "CONFIGURATION", option: "domian" }),
      );
    });
  });
});

/** The WSDLs compared with the contract: every element in its order and type, both bindings, and the documentation. */
describe("wsdl", () => {
  /** Name, type, and `optional`, `nillable` or `list` if it is. */
  type Field = readonly string[];

  const xs = "http://www.w3.org/2001/XMLSchema";
  const soapNamespaces = {
    "1.1": "http://schemas.xmlsoap.org/wsdl/soap/",
    "1.2": "http://schemas.xmlsoap.org/wsdl/soap12/",
  };
  const text = (name: string): Field => [name, "xs:string", "optional"];

  const contract = {
    "v2.1": {
      operation: "CostCenter_GetCurrent",
      header: "AuthHeader",
      types: {
        AuthHeader: [text("Username"), text("Token")],
        CostCenter_GetCurrent: [["EmployeeId", "xs:int"]],
        CostCenter_GetCurrentResponse: [["CostCenter_GetCurrentResult", "tns:ArrayOfEmployeeCostCenter", "optional"]],
        ArrayOfEmployeeCostCenter: [["EmployeeCostCenter", "tns:EmployeeCostCenter", "optional", "list"]],
        EmployeeCostCenter: [
          ["Id", "xs:int"],
          ["CostCenter", "tns:CostCenter", "optional"],
          ["Kostensoort", "tns:Kostensoort", "optional"],
          ["Percentage", "xs:decimal"],
          ["Default", "xs:boolean"],
        ],
        CostCenter: [text("Code"), text("Description"), ["Id", "xs:int", "nillable"]],
        Kostensoort: [text("Code"), text("Description")],
      },
      words: ["kostenplaatsen", "Marks the default entry.", "Share assigned to this cost center."],
    },
    v3: {
      operation: "Address_GetList",
      header: "AuthHeaderWithDomain",
      types: {
        AuthHeaderWithDomain: [text("Username"), text("Token"), text("Domain")],
        Address_GetList: [
          ["EmployeeId", "xs:int"],
          ["Period", "xs:int"],
          ["Year", "xs:int"],
        ],
        Address_GetListResponse: [["Address_GetListResult", "tns:ArrayOfEmployeeAddress", "optional"]],
        ArrayOfEmployeeAddress: [["EmployeeAddress", "tns:EmployeeAddress", "optional", "list"]],
        EmployeeAddress: [
          ["Id", "xs:int"],
          ["Default", "xs:boolean"],
          text("Street"),
          text("HouseNumber"),
          text("HouseNumberAddition"),
          text("PostalCode"),
          text("City"),
          text("StateProvince"),
          text("CountryISOCode"),
          ["Type", "tns:AddressType"],
        ],
      },
      words: ["Identifier of the address record.", "the exact ISO list (2 or 3 letters) is not stated", "not shown"],
    },
  } as const satisfies Record<string, { types: Record<string, readonly Field[]>; [more: string]: unknown }>;

  let referee: Referee;
  beforeAll(() => {
    referee = new Referee();
  });
  afterAll(() => referee.close());

  describe.each(["v2.1", "v3"] as const)("the WSDL of %s", (version) => {
    const namespace = `https://service.example/soap/${version}/EmployeeService`;
    const { operation, header, types, words } = contract[version];
    let all: readonly RefereeElement[];
    let root: RefereeElement;
    beforeAll(async () => {
      root = await referee.parse(wsdls[version]);
      all = everyElement(root);
    });
    const named = (local: string, name?: string) =>
      all.filter((element) => element.local === local && (name === undefined || attributeOf(element, "name") === name));

    test("declares exactly the elements of the contract, in its order", () => {
      const declared = all
        .filter(
          (element) =>
            element.namespace === xs && fieldsOf(element, all).length > 0 && attributeOf(element, "name") !== undefined,
        )
        .map((element): [string, readonly Field[]] => [attributeOf(element, "name")!, fieldsOf(element, all)]);
      // Operations and optional elements may have been added: this test is about those that the contract shows.
      const shown = withNilItems(types);
      const known = declared
        .filter(([name]) => Object.hasOwn(shown, name))
        .map(([name, fields]) => {
          const own = new Set(shown[name]?.map(([field]) => field));
          return [name, fields.filter((field) => own.has(field[0]) || !field.includes("optional"))];
        });
      expect(Object.fromEntries(known)).toEqual(shown);
    });

    test("is qualified, in the namespace of its path segment", () => {
      expect(attributeOf(root, "targetNamespace")).toBe(namespace);
      const [schema] = named("schema");
      expect(attributeOf(schema!, "targetNamespace")).toBe(namespace);
      expect(attributeOf(schema!, "elementFormDefault")).toBe("qualified");
    });

    test.each(["1.1", "1.2"] as const)("has a binding and a port of SOAP %s with the header", (soapVersion) => {
      const isSoap = (element: RefereeElement): boolean => element.namespace === soapNamespaces[soapVersion];
      const bindings = named("binding").filter((binding) => elementsOf(binding).some(isSoap));
      const bound = bindings
        .flatMap(elementsOf)
        .filter((element) => element.local === "operation" && attributeOf(element, "name") === operation);
      const soap = [
        ...bindings.flatMap(elementsOf),
        ...bound.flatMap(everyElement),
        ...named("port").flatMap(elementsOf),
      ].filter(isSoap);
      const values = (local: string, name: string) =>
        soap.filter((element) => element.local === local).map((element) => attributeOf(element, name));
      expect(values("binding", "transport")).toEqual(["http://schemas.xmlsoap.org/soap/http"]);
      expect(values("operation", "soapAction")).toEqual([`${namespace}/${operation}`]);
      expect(values("operation", "style")).toEqual(["document"]);
      expect(values("body", "use")).toEqual(["literal", "literal"]);
      expect(values("header", "part")).toEqual([header]);
      expect(values("address", "location")).toEqual([`${namespace}.asmx`]);
    });

    test("marks its operation safe, and carries the contract's words", () => {
      const [portType] = named("portType");
      const [own] = elementsOf(portType!).filter(
        (element) => element.local === "operation" && attributeOf(element, "name") === operation,
      );
      const safe = own?.attributes.find(({ local }) => local === "safe");
      expect(safe).toEqual({ namespace: "http://www.w3.org/ns/wsdl-extensions", local: "safe", value: "true" });
      if (!facts.documented) return;
      const documentation = all.filter(({ local }) => local === "documentation").map(textOf);
      for (const word of words) expect(documentation.join("\n")).toContain(word);
    });
  });

  test("an address is of one of the six types that the contract lists", async () => {
    const all = everyElement(await referee.parse(wsdls.v3));
    const type = all.find(
      (element) => element.local === "simpleType" && attributeOf(element, "name") === "AddressType",
    );
    const values = everyElement(type!).flatMap((element) => attributeOf(element, "value") ?? []);
    // The service may have added values. They are at the end, so that programs can count on the order.
    expect(values.slice(0, addressTypes.length)).toEqual(addressTypes);
  });

  /** Returns the elements of a type, or of an element's anonymous type, after those of the base type. */
  function fieldsOf(element: RefereeElement, all: readonly RefereeElement[]): Field[] {
    const childOf = (parent: RefereeElement | undefined, local: string): RefereeElement | undefined =>
      parent && elementsOf(parent).find((child) => child.local === local);
    const type = element.local === "element" ? childOf(element, "complexType") : element;
    const extension = childOf(childOf(type, "complexContent"), "extension");
    const base = extension && attributeOf(extension, "base")?.replace(/^tns:/, "");
    const inherited = all.find((one) => one.local === "complexType" && attributeOf(one, "name") === base);
    const sequence = childOf(extension ?? type, "sequence");
    return [
      ...(base === undefined || inherited === undefined ? [] : fieldsOf(inherited, all)),
      ...(sequence ? elementsOf(sequence).map(fieldOf) : []),
    ];
  }

  function fieldOf(element: RefereeElement): Field {
    const marks: string[] = [];
    if (attributeOf(element, "minOccurs") === "0") marks.push("optional");
    if (attributeOf(element, "nillable") === "true") marks.push("nillable");
    if (attributeOf(element, "maxOccurs") === "unbounded") marks.push("list");
    // The prefix of XML Schema differs between writers.
    const type = (attributeOf(element, "type") ?? "").replace(/^(?!tns:)\w+:/, "xs:");
    return [attributeOf(element, "name") ?? "", type, ...marks];
  }

  /** Returns the types of the contract, with nil list items if the WSDLs allow them. */
  function withNilItems(types: Readonly<Record<string, readonly Field[]>>): Record<string, readonly Field[]> {
    const marked = (field: Field): Field =>
      facts.nilItems && field.includes("list") ? [...field.slice(0, -1), "nillable", "list"] : field;
    return Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, fields.map(marked)]));
  }

  function attributeOf(element: RefereeElement, name: string): string | undefined {
    return element.attributes.find(({ namespace, local }) => namespace === "" && local === name)?.value;
  }

  function everyElement(element: RefereeElement): RefereeElement[] {
    return [element, ...elementsOf(element).flatMap(everyElement)];
  }
});
