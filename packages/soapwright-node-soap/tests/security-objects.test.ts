/** node-soap's security objects, each against a server that demands it, and beside what bare node-soap sends. */
import { readFileSync } from "node:fs";
import { Agent } from "node:https";
import { join } from "node:path";
import type { TlsOptions } from "node:tls";
import {
  BasicAuthSecurity,
  BearerSecurity,
  ClientSSLSecurity,
  ClientSSLSecurityPFX,
  createClientAsync,
  type ISecurity,
  NTLMSecurity,
  WSSecurity,
  WSSecurityCert,
} from "soap";
import { books, envelope } from "soapwright-testing/client/shelf";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawRequest, RawServer } from "soapwright-testing/transport/raw-server";
import { SignedXml } from "xml-crypto";
import { nodeSoap } from "../src/index";

endAfterEach();

const file = (name: string): Buffer => readFileSync(join(__dirname, "../../soapwright-testing/src/certificates", name));
const [key, cert, ca] = [file("client.key"), file("client.crt"), file("ca.crt")];
const ask = { ShelfId: 1 };

/** A server that serves only requests that `isGood` takes. */
async function demanding(isGood: (request: RawRequest) => boolean, tls?: TlsOptions): Promise<RawServer> {
  const good = answer(envelope(books()));
  const server = await RawServer.start((socket, request) => {
    socket.write(isGood(request) ? good : answer("", "401 Unauthorized", ["WWW-Authenticate: NTLM"]));
  }, tls);
  atEnd(() => server.stop());
  return server;
}

const headerOf = ({ head }: RawRequest, name: string): string | undefined =>
  new RegExp(`^${name}: (.*?)\r?$`, "im").exec(head)?.[1];
const authorized = (value: string) => (request: RawRequest) => headerOf(request, "authorization") === value;

function isSigned({ body }: RawRequest): boolean {
  const signature = /<Signature [\s\S]*<\/Signature>/.exec(body)?.[0];
  if (signature === undefined) return false;
  const judge = new SignedXml({ publicCert: cert, getCertFromKeyInfo: () => null });
  judge.loadSignature(signature);
  return judge.checkSignature(body);
}

const basic = `Basic ${Buffer.from("me:pass").toString("base64")}`;
const demands: readonly [string, () => ISecurity, (request: RawRequest) => boolean][] = [
  ["BasicAuthSecurity", () => new BasicAuthSecurity("me", "pass"), authorized(basic)],
  ["BearerSecurity", () => new BearerSecurity("token"), authorized("Bearer token")],
  [
    "WSSecurity",
    () => new WSSecurity("me", "p&ss"),
    ({ body }) => /<wsse:Username>me<.*#PasswordText">p&amp;ss</.test(body),
  ],
  ["WSSecurityCert", () => new WSSecurityCert(key, cert, ""), isSigned],
];

test.each(demands)("%s signs in at a server that demands it", async (_name, security, isGood) => {
  const server = await demanding(isGood);
  const client = open({ endpoint: server.url, retries: 0, features: [nodeSoap()] });
  expect(await rejection(client.getBooks(ask))).toMatchObject({ code: "HTTP", status: 401 });
  client.soap.setSecurity(security());
  expect(await client.getBooks(ask)).toEqual([]);
});

/** What a security object adds, without what differs each time. */
function addedBy({ head, body }: RawRequest): object {
  const block = /<wsse:Security[ >].*<\/wsse:Security>/s.exec(body)?.[0] ?? "";
  const fixed = block
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "TIME")
    .replace(/x509-[0-9a-f]{32}/g, "x509-ID")
    .replace(/(<(?:DigestValue|SignatureValue|wsse:Nonce[^>]*)>)[^<]*/g, "$1VALUE");
  return { authorization: /^authorization: .*$/im.exec(head)?.[0].toLowerCase(), fixed };
}

test.each(demands)("%s adds what it adds to requests of bare node-soap", async (_name, security) => {
  const server = await serve((socket) => socket.write(answer(envelope(""))));
  const wsdl = join(__dirname, "../../../wsdl/employee-service.v3.wsdl");
  const bare = await createClientAsync(wsdl, { endpoint: server.url });
  bare.setSecurity(security());
  const ours = open({ endpoint: server.url, retries: 0, features: [nodeSoap()] });
  ours.soap.setSecurity(security());
  await bare.Address_GetListAsync({ EmployeeId: 1 }).catch(() => {});
  await rejection(ours.getBooks(ask));
  const [first, second] = server.requests;
  expect(addedBy(second!)).toEqual(addedBy(first!));
});

const identity = { key: file("server.key"), cert: file("server.crt"), ca };
const mutual: TlsOptions = { ...identity, requestCert: true, rejectUnauthorized: true };
const localhost = ({ port }: RawServer): string => `https://localhost:${port}/`;

test.each<[string, () => ISecurity, object]>([
  ["ClientSSLSecurity", () => new ClientSSLSecurity(key, cert, ca, {}), {}],
  ["ClientSSLSecurity that keeps its agent", () => new ClientSSLSecurity(key, cert, ca, { forever: true }), {}],
  ["ClientSSLSecurityPFX", () => new ClientSSLSecurityPFX(file("client.p12"), "opensesame"), { tls: { ca } }],
  ["an agent of Node.js", () => new BasicAuthSecurity("me", "pass", { httpsAgent: new Agent({ key, cert, ca }) }), {}],
])("%s shows its certificate to a server that demands one", async (_name, security, options) => {
  const server = await demanding(() => true, mutual);
  const client = open({ endpoint: localhost(server), retries: 0, features: [nodeSoap()], ...options });
  expect(await rejection(client.getBooks(ask))).toMatchObject({ code: "CONNECTION" });
  client.soap.setSecurity(security());
  for (let n = 0; n < 3; n++) expect(await client.getBooks(ask)).toEqual([]);
  // One connection was refused, and the calls share another.
  expect(server.requests).toHaveLength(3);
  expect(server.connections).toBe(1);
});

test("NTLMSecurity is refused by name with what to use, and the server that demands it gets no request", async () => {
  const server = await demanding(() => false);
  const client = open({ endpoint: server.url, retries: 0, features: [nodeSoap()] });
  expect(() =>
    client.soap.setSecurity(new NTLMSecurity({ username: "me", password: "hunter22", domain: "acme" })),
  ).toThrow(
    expect.objectContaining({
      reason: "security-object-option",
      option: "setSecurity",
      message: expect.stringMatching(/NTLM.+signIn\(\{ scheme: "ntlm"/),
    }),
  );
  expect(server.requests).toHaveLength(0);
  expect(await rejection(client.getBooks(ask))).toMatchObject({ status: 401 });
});

class ProxyAgent extends Agent {}

test.each<[string, object]>([
  ["rejectUnauthorized", { rejectUnauthorized: false }],
  ["strictSSL", { strictSSL: false }],
  ["httpsAgent.rejectUnauthorized", { httpsAgent: new Agent({ rejectUnauthorized: false }) }],
  ["httpsAgent", { httpsAgent: new ProxyAgent() }],
  ["timeout", { timeout: 1 }],
  ["somethingNew", { somethingNew: true }],
])("an option of node-soap's HTTP client that no request would obey is refused by name: %s", (name, defaults) => {
  const client = open({ endpoint: "http://127.0.0.1:9/", features: [nodeSoap()] });
  expect(() => client.soap.setSecurity(new BasicAuthSecurity("me", "hunter22", defaults))).toThrow(
    expect.objectContaining({ option: "setSecurity", message: expect.stringContaining(`the option ${name} of`) }),
  );
});

test("a text is no security object", () => {
  const client = open({ endpoint: "http://127.0.0.1:9/", features: [nodeSoap()] });
  expect(() => client.soap.setSecurity("Bearer hunter22" as never)).toThrow(
    expect.objectContaining({
      reason: "security-object",
      message: "setSecurity takes a security object or null, but got string.",
    }),
  );
});

test.each<[string, string, string, string]>([
  ["a name that is none", "X Key", "1", "security-header-name"],
  ["a header of the connection", "Content-Length", "1", "security-header-reserved"],
  ["a value with a line break", "X-Key", "hunter22\r\nX-Forged: 1", "http-header-value"],
])("a security object that sets %s is an error of the call", async (_what, name, value, reason) => {
  const server = await demanding(() => true);
  const client = open({ endpoint: server.url, features: [nodeSoap()] });
  client.soap.setSecurity({
    addHeaders(headers) {
      headers[name] = value;
    },
  });
  const error = await rejection(client.getBooks(ask));
  expect(error).toMatchObject({ code: "CONFIGURATION", reason });
  expect(error.message).not.toContain("hunter22");
  expect(server.requests).toHaveLength(0);
});

test("headers among the options are sent", async () => {
  const server = await demanding((request) => headerOf(request, "x-key") === "1");
  const client = open({ endpoint: server.url, features: [nodeSoap()] });
  client.soap.setSecurity(new BearerSecurity("token", { headers: { "X-Key": "1" }, forever: true }));
  expect(await client.getBooks(ask)).toEqual([]);
});
