/**
 * The bytes of every operation's request, with its HTTP head, in both versions and both SOAP versions, from one process:
 * files of `sent/`, which `WRITE_SENT=1` writes. A change in how envelopes are written must leave them as they are.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answer, RawServer } from "soapwright-testing/transport/raw-server";
import { contentTypeOf, wireBaseUrl } from "soapwright-testing/wire/contract-facts";
import {
  createEmployeeServiceV3,
  createEmployeeServiceV21,
  type EmployeeServiceV3,
  type EmployeeServiceV21,
} from "../../src/index";
import { wireFile } from "./files";

const soapVersions = ["1.1", "1.2"] as const;
type SoapVersion = (typeof soapVersions)[number];

const address = { EmployeeId: 1003, Period: 11, Year: 2026 };
const costCenter = { EmployeeId: 7 };
const shared = { baseUrl: wireBaseUrl, retries: 0 } as const;

type Open = (endpoint: string, soapVersion: SoapVersion) => readonly Promise<unknown>[];

const openV3 = (endpoint: string, soapVersion: SoapVersion, more: object = {}): EmployeeServiceV3 =>
  createEmployeeServiceV3({ ...shared, endpoint, soapVersion, domain: 'acme & "co"', ...more });
const openV21 = (endpoint: string, soapVersion: SoapVersion, more: object = {}): EmployeeServiceV21 =>
  createEmployeeServiceV21({ ...shared, endpoint, soapVersion, username: "me é", token: "t<k>", ...more });

const httpHeaders = { "X-Trace": "1", "Accept-Encoding": "gzip" };
const extraHeaders = `<t:Trace xmlns:t="urn:t">5 &amp; 6</t:Trace>`;

/** Calls by the name of their file. Each sends one request. */
const calls: { readonly [name: string]: Open } = {
  "address-get-list": (url, version) => [openV3(url, version).addressGetList(address)],
  "address-get-list-user": (url, version) => [
    openV3(url, version, { username: "me", token: "t" }).addressGetList(address),
  ],
  "address-get-list-http-headers": (url, version) => [openV3(url, version, { httpHeaders }).addressGetList(address)],
  "address-get-list-extra-headers": (url, version) => [openV3(url, version, { extraHeaders }).addressGetList(address)],
  "address-get-list-stream": (url, version) => [openV3(url, version).addressGetListStream(address).next()],
  "address-get-list-tenant": (url, version) => [
    openV3(url, version)
      .with({ domain: "other" })
      .addressGetList(address, { httpHeaders: { "X-Call": "2" } }),
  ],
  "cost-center-get-current": (url, version) => [openV21(url, version).costCenterGetCurrent(costCenter)],
  "cost-center-get-current-auth": (url, version) => [
    openV21(url, version).costCenterGetCurrent(costCenter, { auth: { username: "you", token: "other" } }),
  ],
};

const cases = Object.keys(calls).flatMap((name) =>
  soapVersions.map((version) => [`${name}.soap${version.replace(".", "")}`, calls[name]!, version] as const),
);

/** What `sent/` says of a case, where the contract may demand `action` in the content type. */
function expectedOf(name: string): string {
  const sent = readFileSync(join(__dirname, `sent/${name}.txt`), "utf8");
  const path = name.startsWith("address")
    ? "v3/EmployeeService/Address_GetList"
    : "v2.1/EmployeeService/CostCenter_GetCurrent";
  return sent.replace("application/soap+xml; charset=utf-8", contentTypeOf("1.2", `${wireBaseUrl}/soap/${path}`));
}

describe("sent bytes", () => {
  let server: RawServer;
  beforeAll(async () => {
    server = await RawServer.start((socket, { body }) => {
      const operation = body.includes("Address_GetList") ? "address-get-list" : "cost-center-get-current";
      const soap = body.includes("soap12:Envelope") ? "soap12" : "soap11";
      const response = wireFile(`responses/${operation}.${soap}.xml`).toString("utf8");
      const head = soap === "soap12" ? "application/soap+xml; charset=utf-8" : "text/xml; charset=utf-8";
      socket.write(
        answer(response)
          .toString("utf8")
          .replace(/content-type: [^\r]*/i, `Content-Type: ${head}`),
      );
    });
  });
  afterAll(() => server.stop());

  async function sentBy(open: Open, version: SoapVersion): Promise<string> {
    const before = server.requests.length;
    await Promise.all(open(server.url, version));
    expect(server.requests).toHaveLength(before + 1);
    const { head, body } = server.requests[before]!;
    return `${head.replace(`127.0.0.1:${server.port}`, "127.0.0.1").replaceAll("\r\n", "\n")}\n\n${body}\n`;
  }

  test.each(cases)("%s", async (name, open, version) => {
    const sent = await sentBy(open, version);
    if (process.env.WRITE_SENT) writeFileSync(join(__dirname, `sent/${name}.txt`), sent);
    expect(sent).toBe(expectedOf(name));
  });

  test("what another package puts on Object.prototype changes none of them", async () => {
    const names = ["httpHeaders", "soapHeaders", "security", "bodyAttributes", "X-Polluted", "postProcess", "Trace"];
    const prototype = Object.prototype as unknown as { [name: string]: unknown };
    for (const name of names)
      Object.defineProperty(prototype, name, {
        value: "polluted",
        enumerable: true,
        configurable: true,
        writable: true,
      });
    const sent: string[] = [];
    try {
      for (const [, open, version] of cases) sent.push(await sentBy(open, version));
    } finally {
      for (const name of names) delete prototype[name];
    }
    expect(sent).toEqual(cases.map(([name]) => expectedOf(name)));
  });

  test("every file is a case", () => {
    expect(readdirSync(join(__dirname, "sent")).sort()).toEqual(cases.map(([name]) => `${name}.txt`).sort());
  });
});
