import { createHash } from "node:crypto";
import { elementsOf, Referee, type RefereeElement, textOf } from "soapwright-testing/referee/referee";
import { contentTypeOf, contract } from "soapwright-testing/wire/contract-facts";
import {
  createEmployeeServiceV3,
  createEmployeeServiceV21,
  type EmployeeServiceOptions,
  FaultError,
  ResponseError,
  type ServiceError,
} from "../../src/index";
import { absence, capture, captured, captureNames, hasCaptures, outcomes } from "./captures";
import { wireFile, wireFiles, wsdlOf, wsdls } from "./files";
import { headerOf, type RawRequest, ReplayServer } from "./replay-server";
import { recordsOf } from "./values";

/**
 * Every captured response of a real `.asmx` stack has the outcome in `captures.tsv`, with values as libxml2 reads them.
 */
describe("captures", () => {
  let referee: Referee;
  let server: ReplayServer;
  beforeAll(async () => {
    referee = new Referee();
    server = await new ReplayServer().listen();
  });
  afterAll(async () => {
    await referee.close();
    await server.close();
  });

  async function resultOf(name: string, options: Partial<EmployeeServiceOptions> = {}): Promise<unknown> {
    const { bytes, headers } = capture(name, "response");
    server.answer = bytes;
    const soapVersion = headers.get("content-type")?.includes("soap+xml") ? "1.2" : "1.1";
    const { baseUrl, username, token, domain } = captured;
    const shared = { baseUrl, endpoint: `${server.url}/x`, soapVersion, retries: 0, ...options } as const;
    if (/(^|-)v3-/.test(name)) {
      const service = createEmployeeServiceV3({ ...shared, domain });
      return service.addressGetList({ EmployeeId: 1, Period: 5, Year: 2024 }).finally(() => service.close());
    }
    const service = createEmployeeServiceV21({ ...shared, username, token });
    return service.costCenterGetCurrent({ EmployeeId: 1 }).finally(() => service.close());
  }

  async function errorOf(name: string, options?: Partial<EmployeeServiceOptions>): Promise<ServiceError> {
    const error: unknown = await resultOf(name, options).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    return error as ServiceError;
  }

  const named = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind);

  if (!hasCaptures) {
    console.info(absence);
    test(absence, () => undefined);
  } else {
    test("the table names every capture", () => {
      expect(outcomes.map(({ name }) => name).sort()).toEqual(captureNames());
    });

    test.each(named("list"))("$name is a list of $detail", async ({ name, detail }) => {
      const records = recordsOf(await referee.parse(capture(name, "response").body));
      expect(records).toHaveLength(Number(detail));
      await expect(resultOf(name)).resolves.toStrictEqual(records);
    });

    test.each(named("nil-item"))("$name has a nil item among $detail", async ({ name, detail }) => {
      const records = recordsOf(await referee.parse(capture(name, "response").body));
      expect(records.filter((record) => record === null)).toHaveLength(1);
      if (!contract.nilItems) await expect(errorOf(name)).resolves.toMatchObject({ code: "RESPONSE", reason: "value" });
      const lenient = (await resultOf(name, { validation: "lenient" })) as unknown[];
      expect(lenient).toHaveLength(Number(detail));
      expect(lenient.indexOf(null)).toBe(records.indexOf(null));
    });

    test.each(named("fault"))("$name is the fault $detail", async ({ name, detail }) => {
      const response = capture(name, "response");
      const fault = everyElement(await referee.parse(response.body)).find(({ local }) => local === "Fault")!;
      const error = await errorOf(name);
      expect(error).toBeInstanceOf(FaultError);
      const { fault: read, httpStatus } = error as FaultError;
      expect({ code: read.code.local, reason: read.reason, httpStatus }).toEqual({
        code: detail,
        reason: reasonOf(fault),
        httpStatus: 500,
      });
    });

    test.each(named("http"))("$name is HTTP $detail", async ({ name, detail }) => {
      await expect(errorOf(name)).resolves.toMatchObject({ code: "HTTP", status: Number(detail) });
    });

    test.each(named("response"))("$name is not an answer: $detail", async ({ name, detail }) => {
      await expect(errorOf(name)).resolves.toMatchObject({ code: "RESPONSE", reason: detail });
    });

    test("a control character is read when it is allowed", async () => {
      const [first] = (await resultOf("v21-11-control-char", { quirks: { allowControlCharacters: true } })) as [object];
      expect(JSON.stringify(first)).toContain("\\u0001");
    });

    test("what is cut is left out, and nothing else", () => {
      const cut = named("cut").map(({ name }) => name);
      for (const name of captureNames()) {
        const { headers, body } = capture(name, "response");
        const isShort = Number(headers.get("content-length") ?? body.length) > body.length;
        expect([name, isShort]).toEqual([name, cut.includes(name)]);
      }
    });
  }

  function everyElement(element: RefereeElement): RefereeElement[] {
    return [element, ...elementsOf(element).flatMap(everyElement)];
  }

  function reasonOf(fault: RefereeElement): string {
    const text = everyElement(fault).find(({ local }) => local === "faultstring" || local === "Text");
    return textOf(text!);
  }
});

describe("files", () => {
  const envelopes = {
    soap11: "http://schemas.xmlsoap.org/soap/envelope/",
    soap12: "http://www.w3.org/2003/05/soap-envelope",
  };
  const invalid = [
    "odd-responses/new-address-type.xml",
    "odd-responses/nil-strings.xml",
    ...(contract.nilItems ? [] : ["odd-responses/nil-list-item.xml"]),
  ];
  const unreadable = ["odd-responses/control-character.xml"];
  const extended = ["odd-responses/extra-elements.xml"];
  const contractFiles = [...wireFiles("requests"), ...wireFiles("responses")];

  let referee: Referee;
  beforeAll(() => {
    referee = new Referee();
  });
  afterAll(() => referee.close());

  test("there is a request and a response for each operation in each SOAP version", () => {
    const names = ["address-get-list", "cost-center-get-current"].flatMap((name) => [
      `${name}.soap11.xml`,
      `${name}.soap12.xml`,
    ]);
    expect(wireFiles("requests")).toEqual(names.map((name) => `requests/${name}`));
    expect(wireFiles("responses")).toEqual(names.map((name) => `responses/${name}`));
  });

  test.each(contractFiles)("%s is valid against the schema of its WSDL", async (path) => {
    const message = wireFile(path);
    await expect(referee.envelopeProblems(wsdlOf(message), message)).resolves.toEqual([]);
  });

  test.each(wireFiles("requests"))("%s has the envelope that the contract shows", async (path) => {
    const message = wireFile(path);
    const version = path.includes("soap12") ? "soap12" : "soap11";
    const envelope = await referee.parse(message);
    const prefix = version === "soap12" ? "soap12" : "soap";
    expect(envelope).toMatchObject({ namespace: envelopes[version], local: "Envelope", prefix });
    expect(envelope.declarations).toEqual({
      [prefix]: envelopes[version],
      xsi: "http://www.w3.org/2001/XMLSchema-instance",
      xsd: "http://www.w3.org/2001/XMLSchema",
    });
    expect(elementsOf(envelope).map(({ local }) => local)).toEqual(["Header", "Body"]);
    expect(everyElement(envelope).filter(({ namespace }) => namespace === "")).toEqual([]);
  });

  test.each(wireFiles("odd-responses").filter((path) => ![...invalid, ...unreadable, ...extended].includes(path)))(
    "%s is well-formed and valid",
    async (path) => {
      const message = wireFile(path);
      const hasPayload = !path.includes("fault");
      if (hasPayload) await expect(referee.envelopeProblems(wsdlOf(message), message)).resolves.toEqual([]);
      else await expect(referee.parse(message)).resolves.toMatchObject({ local: "Envelope" });
    },
  );

  test.each([...invalid, ...extended])("%s is well-formed and not valid, on purpose", async (path) => {
    const message = wireFile(path);
    await expect(referee.envelopeProblems(wsdlOf(message), message)).resolves.not.toEqual([]);
  });

  test.each(unreadable)("%s is not XML, on purpose", async (path) => {
    await expect(referee.parse(wireFile(path))).rejects.toThrow(/xmlParseCharRef: invalid xmlChar value 1/);
  });

  describe("a changed byte is noticed", () => {
    test.each(contractFiles)("in the markup of %s", async (path) => {
      const message = wireFile(path);
      const verdicts = await Promise.all(tagLetters(message).map((index) => verdict(changed(message, index))));
      expect(verdicts.length).toBeGreaterThanOrEqual(20);
      expect(verdicts.filter((problems) => problems.length === 0)).toEqual([]);
    });

    test("anywhere, by its checksum in SHA256SUMS", () => {
      const written = wireFile("SHA256SUMS").toString("utf8").trim().split("\n");
      const found = [...contractFiles, ...wireFiles("odd-responses")].map((path) => {
        return `${createHash("sha256").update(wireFile(path)).digest("hex")}  ${path}`;
      });
      expect(found.sort()).toEqual(written.sort());
    });

    async function verdict(message: Buffer): Promise<string[]> {
      try {
        return await referee.envelopeProblems(wsdlOf(message), message);
      } catch (error) {
        return [String(error)];
      }
    }
  });

  /** Returns the positions of the letters of the element names below Header and Body. */
  function tagLetters(message: Buffer): number[] {
    const text = message.toString("latin1");
    const body = text.indexOf("Header>") > 0 ? text.indexOf("Header>") : text.indexOf("Body>");
    return [...text.matchAll(/(?<=<\/?)[A-Za-z_]+(?=[ >])/g)]
      .filter(({ index }) => index > body)
      .flatMap(({ index, 0: name }) => [index, index + name.length - 1]);
  }

  function changed(message: Buffer, index: number): Buffer {
    const copy = Buffer.from(message);
    copy[index] = copy[index] === 0x78 ? 0x79 : 0x78;
    return copy;
  }

  function everyElement(element: RefereeElement): RefereeElement[] {
    return [element, ...elementsOf(element).flatMap(everyElement)];
  }
});

/** The bytes of the client's requests, compared with hand-written ones. */
describe("requests", () => {
  const baseUrl = "https://service.example";
  const contentTypes = { "1.1": "text/xml; charset=utf-8", "1.2": "application/soap+xml; charset=utf-8" };
  const cases = [
    ["CostCenter_GetCurrent", "v2.1", "1.1", "cost-center-get-current.soap11"],
    ["CostCenter_GetCurrent", "v2.1", "1.2", "cost-center-get-current.soap12"],
    ["Address_GetList", "v3", "1.1", "address-get-list.soap11"],
    ["Address_GetList", "v3", "1.2", "address-get-list.soap12"],
  ] as const;

  let referee: Referee;
  let server: ReplayServer;
  beforeAll(async () => {
    referee = new Referee();
    server = await new ReplayServer().listen();
  });
  afterAll(async () => {
    await referee.close();
    await server.close();
  });

  describe.each(cases)("%s of %s over SOAP %s", (operation, version, soapVersion, file) => {
    let sent: RawRequest;
    beforeAll(async () => {
      sent = await send(version, soapVersion, file);
    });

    test("has the body that was written by hand, byte for byte", () => {
      expect(sent.body.toString("utf8")).toBe(wireFile(`requests/${file}.xml`).toString("utf8"));
    });

    test("is a POST to the path of the contract with its length", () => {
      expect(sent.startLine).toBe(`POST /soap/${version}/EmployeeService.asmx HTTP/1.1`);
      expect(headerOf(sent, "Content-Length")).toBe(String(sent.body.length));
      expect(headerOf(sent, "Transfer-Encoding")).toBeUndefined();
      expect(headerOf(sent, "Host")).toBe(new URL(server.url).host);
    });

    test("has the content type and the SOAPAction of the contract", () => {
      const action = `"${baseUrl}/soap/${version}/EmployeeService/${operation}"`;
      expect(headerOf(sent, "Content-Type")).toBe(contentTypeOf(soapVersion, action.slice(1, -1)));
      expect(headerOf(sent, "SOAPAction")).toBe(soapVersion === "1.1" ? action : undefined);
    });

    test("names each header once", () => {
      const names = sent.headers.map(([name]) => name.toLowerCase());
      expect(names).toEqual([...new Set(names)]);
    });

    test("is what libxml2 reads as the contract's message, and valid", async () => {
      const envelope = await referee.parse(sent.body);
      const [header, body] = elementsOf(envelope);
      expect([header?.local, body?.local]).toEqual(["Header", "Body"]);
      const blocks = elementsOf(header!);
      expect(blocks.map(({ local }) => local)).toEqual([version === "v3" ? "AuthHeaderWithDomain" : "AuthHeader"]);
      const credentials = elementsOf(blocks[0]!).map((child) => [child.local, textOf(child)]);
      const expected =
        version === "v3"
          ? [["Domain", "acme"]]
          : [
              ["Username", "me@service.example"],
              ["Token", "t0ken&<4711"],
            ];
      expect(credentials).toEqual(expected);
      expect(elementsOf(body!).map(({ local, namespace }) => ({ local, namespace }))).toEqual([
        { local: operation, namespace: `${baseUrl}/soap/${version}/EmployeeService` },
      ]);
      await expect(referee.envelopeProblems(wsdls[version], sent.body)).resolves.toEqual([]);
    });
  });

  test("arguments go out in schema order, whatever order they are given in", async () => {
    const soap = createEmployeeServiceV3({
      baseUrl,
      endpoint: `${server.url}/soap/v3/EmployeeService.asmx`,
      domain: "acme",
    });
    server.answerWith(200, contentTypes["1.1"], wireFile("responses/address-get-list.soap11.xml"));
    await soap.addressGetList({ Year: 2026, Period: 11, EmployeeId: 1234 });
    await soap.close();
    expect(server.requests.at(-1)?.body).toEqual(wireFile("requests/address-get-list.soap11.xml"));
  });

  async function send(version: "v2.1" | "v3", soapVersion: "1.1" | "1.2", file: string): Promise<RawRequest> {
    server.answerWith(200, contentTypes[soapVersion], wireFile(`responses/${file}.xml`));
    const endpoint = `${server.url}/soap/${version}/EmployeeService.asmx`;
    if (version === "v2.1") {
      const options = { baseUrl, endpoint, soapVersion, username: "me@service.example", token: "t0ken&<4711" };
      const service = createEmployeeServiceV21(options);
      await service.costCenterGetCurrent({ EmployeeId: 1234 });
      await service.close();
    } else {
      const service = createEmployeeServiceV3({ baseUrl, endpoint, soapVersion, domain: "acme" });
      await service.addressGetList({ EmployeeId: 1234, Period: 11, Year: 2026 });
      await service.close();
    }
    return server.requests.at(-1)!;
  }
});

/** The values that the client reads from hand-written responses. */
describe("responses", () => {
  const baseUrl = "https://service.example";
  const costCenters = [
    {
      Id: 71,
      CostCenter: { Code: "K-100", Description: "Beheer & onderhoud", Id: 9 },
      Kostensoort: { Code: "4010", Description: "Salarissen" },
      Percentage: "12.50",
      Default: true,
    },
    { Id: 72, CostCenter: { Code: "K-200", Description: "", Id: null }, Percentage: "87.5000", Default: false },
  ];
  const addresses = [
    {
      Id: 81,
      Default: true,
      Street: "Fazantenweg",
      HouseNumber: "14",
      HouseNumberAddition: "bis",
      PostalCode: "3813 KK",
      City: "Amersfoort",
      StateProvince: "Utrecht",
      CountryISOCode: "NL",
      Type: "HomeAddress",
    },
    {
      Id: 82,
      Default: false,
      Street: "Rue de l'Église",
      HouseNumber: "3",
      HouseNumberAddition: "",
      City: "Liège",
      CountryISOCode: "BE",
      Type: "HolidaysAddress",
    },
  ];

  const values: Readonly<Record<string, readonly object[]>> = {
    "responses/cost-center-get-current.soap11.xml": costCenters,
    "responses/cost-center-get-current.soap12.xml": costCenters,
    "responses/address-get-list.soap11.xml": addresses,
    "responses/address-get-list.soap12.xml": addresses,
    "odd-responses/empty-list.xml": [],
    "odd-responses/no-result-element.xml": [],
    "odd-responses/absent-and-empty.xml": [
      { Id: 1, CostCenter: { Code: "", Id: 0 }, Kostensoort: {}, Percentage: "0.00", Default: false },
      { Id: 2, Percentage: "0.0000001", Default: true },
    ],
    "odd-responses/nil-strings.xml": [{ Id: 1, Default: true, City: "Breda", Type: "WorkAddress" }],
    "odd-responses/text.xml": [
      {
        Id: 1,
        Default: true,
        Street: "  ĳzeren \"brug\" & 'kade' <oost>\ntweede regel  ",
        HouseNumber: "½",
        City: "’s-Gravenhage 🏡 €",
        Type: "HomeAddress",
      },
    ],
    "odd-responses/new-address-type.xml": [{ Id: 1, Default: true, Type: "InvoiceAddress" }],
    "odd-responses/extra-elements.xml": [{ Id: 1, Default: true, Street: "Kade", Type: "HomeAddress" }],
  };

  const e11 = "http://schemas.xmlsoap.org/soap/envelope/";
  const e12 = "http://www.w3.org/2003/05/soap-envelope";
  const nothing = { subcodes: [], actor: undefined, node: undefined, role: undefined, detail: undefined };
  const faults: Readonly<Record<string, object>> = {
    "odd-responses/fault-client.soap11.xml": {
      ...nothing,
      code: { namespace: e11, local: "Client" },
      reason: "Medewerker 1 is onbekend",
      detail: undefined,
    },
    "odd-responses/fault-sender.soap12.xml": {
      code: { namespace: e12, local: "Sender" },
      subcodes: [{ namespace: "urn:codes", local: "Unknown" }],
      reason: "Medewerker 1 is onbekend",
      reasons: [{ lang: "nl", text: "Medewerker 1 is onbekend" }],
      actor: undefined,
      node: "urn:node",
      role: "urn:role",
      detail: undefined,
    },
    "odd-responses/fault-own-code.soap11.xml": {
      ...nothing,
      code: { namespace: "urn:codes", local: "Blocked" },
      reason: "Geblokkeerd",
      actor: "urn:actor",
      detail: {
        elements: [
          expect.objectContaining({
            name: { namespace: "urn:errors", local: "Why" },
            attributes: [{ name: { namespace: "urn:errors", local: "level" }, value: "2" }],
            children: [expect.objectContaining({ name: { namespace: "urn:errors", local: "Code" }, children: ["17"] })],
          }),
        ],
      },
    },
    "odd-responses/fault-detail-without-namespace.soap12.xml": {
      ...nothing,
      code: { namespace: e12, local: "Receiver" },
      reason: "No access",
      reasons: [{ lang: "en", text: "No access" }],
      detail: {
        elements: [expect.objectContaining({ name: { namespace: "", local: "Code" }, children: ["17"] })],
      },
    },
    "odd-responses/fault-without-detail.soap11.xml": {
      ...nothing,
      code: { namespace: e11, local: "MustUnderstand" },
      reason: "SOAP header Trace was not understood.",
    },
    "odd-responses/fault-stack-trace.soap11.xml": {
      ...nothing,
      code: { namespace: e11, local: "Server" },
      reason:
        "Example.Failure: The request failed. ---> Example.Inner: no database\n   at Example.Service.Run (System.Int32 id) [0x00000] in <unknown>:0\n   --- End of inner exception stack trace ---",
      detail: undefined,
    },
    "odd-responses/fault-version-mismatch.soap11.xml": {
      ...nothing,
      code: { namespace: e11, local: "VersionMismatch" },
      reason: "Possible SOAP version mismatch",
      upgrade: [
        { namespace: e11, local: "Envelope" },
        { namespace: e12, local: "Envelope" },
      ],
    },
  };

  let server: ReplayServer;
  beforeAll(async () => {
    server = await new ReplayServer().listen();
  });
  afterAll(() => server.close());

  async function resultOf(path: string, options: Partial<EmployeeServiceOptions> = {}, status = 200): Promise<unknown> {
    const message = wireFile(path);
    const soapVersion = message.includes(e12) && !message.includes(e11) ? "1.2" : "1.1";
    const type = soapVersion === "1.1" ? "text/xml" : "application/soap+xml";
    server.answerWith(status, `${type}; charset=utf-8`, message);
    const shared = { baseUrl, endpoint: `${server.url}/x`, soapVersion, retries: 0, ...options } as const;
    if (message.includes("/soap/v2.1/")) {
      const service = createEmployeeServiceV21({ ...shared, username: "u", token: "t" });
      return service.costCenterGetCurrent({ EmployeeId: 1 }).finally(() => service.close());
    }
    const service = createEmployeeServiceV3({ ...shared, domain: "d" });
    return service.addressGetList({ EmployeeId: 1, Period: 1, Year: 2026 }).finally(() => service.close());
  }

  const failing = ["odd-responses/nil-list-item.xml", "odd-responses/control-character.xml"];

  test("every answer has its expectation", () => {
    const all = [...wireFiles("responses"), ...wireFiles("odd-responses")];
    expect([...Object.keys(values), ...Object.keys(faults), ...failing].sort()).toEqual(all.sort());
  });

  test.each(Object.entries(values))("%s", async (path, value) => {
    await expect(resultOf(path)).resolves.toStrictEqual(value);
  });

  test.each(Object.entries(faults))("%s", async (path, fault) => {
    const error = await resultOf(path, {}, 500).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(FaultError);
    expect((error as FaultError).fault).toEqual(fault);
    expect((error as FaultError).httpStatus).toBe(500);
    expect((error as FaultError).message).toContain((error as FaultError).fault.reason.split("\n")[0]);
  });

  test("a nil list item is an error where the WSDL has none, and null when answers are read leniently", async () => {
    const path = "odd-responses/nil-list-item.xml";
    const items = [{ Id: 1, Percentage: "100", Default: true }, null];
    if (contract.nilItems) await expect(resultOf(path)).resolves.toStrictEqual(items);
    else await expect(resultOf(path)).rejects.toMatchObject({ code: "RESPONSE", reason: "value" });
    await expect(resultOf(path, { validation: "lenient" })).resolves.toStrictEqual(items);
  });

  test("a control character is an error that names the option, which reads it", async () => {
    const path = "odd-responses/control-character.xml";
    const error = await resultOf(path).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ reason: "xml", message: expect.stringContaining("quirks.allowControlCharacters") });
    await expect(resultOf(path, { quirks: { allowControlCharacters: true } })).resolves.toStrictEqual([
      { Id: 1, CostCenter: { Code: "A\u0001B", Id: 1 }, Percentage: "1", Default: true },
    ]);
  });

  test("strict validation refuses what the schema does not know", async () => {
    await expect(resultOf("odd-responses/new-address-type.xml", { validation: "strict" })).rejects.toMatchObject({
      reason: "value",
    });
    await expect(resultOf("odd-responses/extra-elements.xml", { validation: "strict" })).rejects.toMatchObject({
      reason: "value",
    });
  });
});
