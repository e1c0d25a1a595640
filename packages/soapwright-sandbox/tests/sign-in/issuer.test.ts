/** The issuer of the sandbox, asked by our client for services that insist on its tokens; xml-crypto judges its signatures. */
import {
  createServiceSecurity,
  type SecurityOptions,
  type ServiceSecurityOptions,
  security,
} from "soapwright-features/security";
import { startIssuer, startServiceSandbox } from "soapwright-sandbox";
import { shelf } from "soapwright-testing/client/shelf";
import { assertionOf, isGoodForXmlCrypto } from "soapwright-testing/security/assertions";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach, open, rejection } from "soapwright-testing/stage/stage";

endAfterEach();

const PASSWORD = "s3cret-<&>";
const pair = (name: string) => ({ certificate: pem(`${name}.crt`), key: pem(`${name}.key`) });
/** The issuer has the pair "service", the client "client", the service "other". */
const known = { ...pair("service"), users: { ada: PASSWORD }, serviceCertificate: pem("other.crt") };
const ada: SecurityOptions = { usernameToken: { username: "ada", password: PASSWORD } };
const saml = { certificates: pem("service.crt"), key: pem("other.key") };
type Options = Partial<NonNullable<SecurityOptions["issuer"]>>;
type IssuerOptions = Parameters<typeof startIssuer>[0];

async function stage(options: Options, ofIssuer: object = {}, ofService: ServiceSecurityOptions = { saml }) {
  const issuer = await startIssuer({ ...known, ...ofIssuer } as IssuerOptions);
  atEnd(() => issuer.close());
  const users: unknown[] = [];
  const handlers = {
    getBooks: (_args: unknown, { user }: { user?: string }) => {
      users.push(user);
      return [{ Id: 3, Price: "1.00" }];
    },
  };
  const sandbox = await startServiceSandbox({
    services: [{ path: "/shelf", service: shelf, handlers, security: createServiceSecurity(ofService) }],
  } as unknown as Parameters<typeof startServiceSandbox>[0]);
  atEnd(() => sandbox.close());
  const feature = security({ issuer: { endpoint: issuer.url, security: ada, ...options } });
  const client = open({ endpoint: `${sandbox.url}/shelf`, retries: 0, features: [feature] });
  return { issuer, sandbox, users, call: () => client.getBooks({ ShelfId: 1 }) };
}

const matrix = (["1.3", "1.4", "2005/02"] as const).flatMap((version) =>
  (["SAML 2.0", "SAML 1.1"] as const).flatMap((tokenType) =>
    (["bearer", "public", "symmetric"] as const).map((keyType) => ({ version, tokenType, keyType })),
  ),
);

test.each(matrix)("a service accepts its token: %j", async (terms) => {
  const useKey = terms.keyType === "public" ? { useKey: pair("client") } : {};
  const { call, sandbox, users } = await stage({ ...terms, ...useKey });
  expect(await call()).toMatchObject([{ Id: 3 }]);
  expect(users).toEqual(["ada"]);
  expect(isGoodForXmlCrypto(sandbox.requests[0]!.body)).toBe(true);
});

test.each([
  { soapVersion: "1.1", addressing: false },
  { soapVersion: "1.1", addressing: "1.0" },
  { soapVersion: "1.2", addressing: "2004/08", version: "2005/02" },
] as const)("it is asked by %j", async (terms) => {
  expect(await (await stage(terms)).call()).toMatchObject([{ Id: 3 }]);
});

test("it knows clients by their certificates beside users by their passwords", async () => {
  const clients = [pem("other.crt"), pem("client.crt")];
  const signed = { signature: pair("client") };
  for (const ofIssuer of [{ clients }, { clients, users: undefined }]) {
    const { call, users } = await stage({ security: signed }, ofIssuer);
    await call();
    expect(users).toEqual([expect.stringMatching(/^\w/)]);
    expect(users).not.toEqual(["ada"]);
  }
  const { call } = await stage({}, { clients });
  await call();
  const stranger = await stage({ security: signed }, { clients: pem("other.crt") });
  expect(await rejection(stranger.call())).toMatchObject({ reason: "issuer-refused" });
});

test("it issues on behalf of users whom it has named itself, and of no others", async () => {
  const named = (key: string) =>
    assertionOf({ version: "2.0", subject: "eve", key, expires: Date.now() + 60_000, created: Date.now() });
  const { call, users } = await stage({ onBehalfOf: named("service") });
  await call();
  expect(users).toEqual(["eve"]);
  const acting = await stage({ version: "1.4", actAs: named("service") });
  await acting.call();
  expect(acting.users).toEqual(["eve"]);
  for (const key of ["client", "none"]) {
    const forged = await stage({ onBehalfOf: named(key) });
    expect(await rejection(forged.call())).toMatchObject({ code: "CONFIGURATION", reason: "issuer-refused" });
    expect(forged.users).toEqual([]);
  }
});

test.each<[string, Options, object, RegExp]>([
  [
    "another password",
    { security: { usernameToken: { username: "ada", password: "wr0ng" } } },
    {},
    /password is wrong/,
  ],
  ["nobody's name", { security: { usernameToken: { username: "eve", password: PASSWORD } } }, {}, /password is wrong/],
  ["no sign-in", { security: undefined }, {}, /no header block wsse:Security/],
  [
    "a symmetric key that nobody could read",
    { keyType: "symmetric" },
    { serviceCertificate: undefined },
    /serviceCertificate/,
  ],
  ["a token of another type", { tokenType: "urn:example:other" }, {}, /neither SAML 2.0 nor SAML 1.1/],
])("it refuses %s", async (_what, options, ofIssuer, why) => {
  const { call, users } = await stage(options, ofIssuer);
  const error = await rejection(call());
  expect(error).toMatchObject({ code: "CONFIGURATION", reason: "issuer-refused" });
  expect(error.message).toMatch(why);
  expect(error.message).not.toMatch(/s3cret|wr0ng/);
  expect(users).toEqual([]);
});

test.each<[string, Options, ServiceSecurityOptions]>([
  ["of another issuer", {}, { saml: { certificates: pem("client.crt") } }],
  ["for another service", {}, { saml: { ...saml, audience: "https://other.example" } }],
  ["with a key that it cannot read", { keyType: "symmetric" }, { saml: { certificates: saml.certificates } }],
  ["with a key for another service", { keyType: "symmetric" }, { saml: { ...saml, key: pem("client.key") } }],
])("a service refuses a token %s", async (_what, options, ofService) => {
  const { call, users } = await stage(options, {}, ofService);
  expect(await rejection(call())).toMatchObject({ code: "FAULT" });
  expect(users).toEqual([]);
});

test("a message that was changed after a symmetric key has signed it is refused", async () => {
  const { call, sandbox, users } = await stage({ keyType: "symmetric" });
  await call();
  const { body, headers } = sandbox.requests[0]!;
  const send = (text: string) =>
    fetch(`${sandbox.url}/shelf`, {
      method: "POST",
      body: text,
      headers: { "content-type": String(headers["content-type"]), soapaction: String(headers.soapaction) },
    });
  expect((await send(body)).status).toBe(200);
  expect((await send(body.replace("ShelfId>1<", "ShelfId>2<"))).status).toBe(500);
  const lastSignature = /<ds:Signature (?![\s\S]*<ds:Signature )[\s\S]*?<\/ds:Signature>/;
  expect((await send(body.replace(lastSignature, ""))).status).toBe(500);
  expect(users).toHaveLength(2);
});

test("a token lives as long as it is asked for, and no longer than the issuer allows", async () => {
  const lifetimeOf = async (options: Options, ofIssuer: object) => {
    const { call, sandbox } = await stage(options, ofIssuer);
    await call();
    const [, from = "", until = ""] =
      /NotBefore="([^"]*)" NotOnOrAfter="([^"]*)"/.exec(sandbox.requests[0]!.body) ?? [];
    return Date.parse(until) - Date.parse(from);
  };
  expect(await lifetimeOf({}, {})).toBe(300_000);
  expect(await lifetimeOf({ lifetimeMs: 90_000 }, {})).toBe(90_000);
  expect(await lifetimeOf({ lifetimeMs: 900_000 }, { lifetimeMs: 120_000 })).toBe(120_000);
});

test("nothing of it shows a password or a token", async () => {
  const { issuer, call } = await stage({ keyType: "symmetric" });
  await call();
  const { origin } = new URL(issuer.url);
  for (const path of ["/", "/control/exchanges", "/page/contract"]) {
    const text = await (await fetch(origin + path)).text();
    expect(text).not.toMatch(/s3cret|Assertion ID|BinarySecret>[^<]/);
  }
  expect(await (await fetch(`${origin}/control/exchanges`)).json()).toEqual([]);
});

test.each<[string, object | undefined, string]>([
  ["no options", undefined, "issuer"],
  ["no certificate", { certificate: undefined }, "issuer.certificate"],
  ["no key", { key: undefined }, "issuer.key"],
  ["the key of another certificate", { key: pem("client.key") }, "issuer.key"],
  ["nobody whom it knows", { users: undefined }, "issuer"],
  ["a password that is no text", { users: { ada: 7 } }, "security.users.ada"],
  ["clients that are no certificates", { clients: "client.crt" }, "security.verify.certificates"],
  ["a lifetime of nothing", { lifetimeMs: 0 }, "issuer.lifetimeMs"],
  ["an unknown option", { lifetime: 7 }, "lifetime"],
  ["an unknown option of the sandbox", { sandbox: { prot: 7 } }, "prot"],
])("%s is a ConfigurationError that names it", async (_what, more, option) => {
  const options = (more === undefined ? undefined : { ...known, ...more }) as IssuerOptions;
  const error = await rejection(startIssuer(options));
  expect(error).toMatchObject({ code: "CONFIGURATION", option });
  expect(error.message).not.toMatch(/s3cret|PRIVATE/);
});
