/** The values that the client reads from hand-written responses. */

import { contract } from "soapwright-testing/wire/contract-facts";
import {
  createEmployeeServiceV3,
  createEmployeeServiceV21,
  type EmployeeServiceOptions,
  FaultError,
  ResponseError,
} from "../../src/index";
import { wireFile, wireFiles } from "./files";
import { ReplayServer } from "./replay-server";

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
  expect(error).toMatchObject({ reason: "xml", message: expect.stringContaining("allowControlCharacters") });
  await expect(resultOf(path, { allowControlCharacters: true })).resolves.toStrictEqual([
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
