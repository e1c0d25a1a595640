/** The bytes of the client's requests, compared with hand-written ones. */

import { elementsOf, Referee, textOf } from "soapwright-testing/referee/referee";
import { contentTypeOf } from "soapwright-testing/wire/contract-facts";
import { createEmployeeServiceV3, createEmployeeServiceV21 } from "../../src/index";
import { wireFile, wsdls } from "./files";
import { headerOf, type RawRequest, ReplayServer } from "./replay-server";

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
