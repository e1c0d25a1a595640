/** The sandbox as a service with requirements: UsernameTokens, signatures in both directions, replays. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServiceSecurity, type ServiceSecurityOptions } from "soapwright-features/security";
import { startRecorder, startServiceSandbox } from "soapwright-sandbox";
import { shelf } from "soapwright-testing/client/shelf";
import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach, open, rejection } from "soapwright-testing/stage/stage";

endAfterEach();

async function service(options: ServiceSecurityOptions) {
  const handlers = { getBooks: ({ ShelfId }: { ShelfId: number }) => [{ Id: ShelfId, Price: "1.00" }] };
  const security = createServiceSecurity(options);
  const sandbox = await startServiceSandbox({
    services: [{ path: "/shelf", service: shelf, handlers, security }],
  } as unknown as Parameters<typeof startServiceSandbox>[0]);
  atEnd(() => sandbox.close());
  return { sandbox, url: `${sandbox.url}/shelf` };
}

const token = (more: object = {}) => ({ username: "ada", password: "p<&>\u00e9", ...more });
const users = { ada: "p<&>\u00e9" };

test.each(["text", "digest"])("takes a UsernameToken with a %s, and no wrong one", async (passwordType) => {
  const { url } = await service({ users });
  const client = open({ endpoint: url, retries: 0, features: [createSecurity({ usernameToken: token() })] });
  const call = (usernameToken: object) =>
    client.with({ features: [createSecurity({ usernameToken } as never)] } as object).getBooks({ ShelfId: 3 });
  expect(await call(token({ passwordType }))).toMatchObject([{ Id: 3 }]);
  for (const wrong of [
    token({ passwordType, password: "no" }),
    token({ passwordType, username: "eve" }),
    token({ username: "__proto__" }),
  ]) {
    const error = await rejection(call(wrong));
    expect(error).toMatchObject({ code: "FAULT" });
    expect(error.message).toMatch(/could not be authenticated/);
  }
  expect(await rejection(client.with({ security: false } as object).getBooks({ ShelfId: 3 }))).toMatchObject({
    code: "FAULT",
  });
});

test("refuses a request that is sent again, and one that is not fresh", async () => {
  const { url, sandbox } = await service({ users });
  const client = open({
    endpoint: url,
    retries: 0,
    features: [createSecurity({ usernameToken: token({ passwordType: "digest" }) as never })],
  });
  await client.getBooks({ ShelfId: 1 });
  const [first] = sandbox.requests;
  const send = (body: string) =>
    fetch(url, {
      method: "POST",
      body,
      headers: { "content-type": "text/xml", soapaction: String(first!.headers.soapaction) },
    });
  for (const body of [first!.body, first!.body, first!.body.replace("<soap:Body>", "<soap:Body >")]) {
    expect(await (await send(body)).text()).toMatch(/nonce was used before/);
  }
  const old = first!.body.replace(/Created>[^<]*/, "Created>2020-01-01T00:00:00Z");
  expect(await (await send(old)).text()).toMatch(/wrong|fresh/);
  const twice = first!.body.replace(/<wsse:UsernameToken [\s\S]*<\/wsse:UsernameToken>/, (one) => one + one);
  expect(await (await send(twice)).text()).toMatch(/there is no UsernameToken/);
});

describe("a UsernameToken", () => {
  /** Sends a changed request with a digest token after another with the same token was accepted. */
  async function sentAgain(change: (body: string) => string, security: object = {}): Promise<string> {
    const { url, sandbox } = await service({ users });
    const usernameToken = token({ passwordType: "digest" });
    const client = open({
      endpoint: url,
      retries: 0,
      features: [createSecurity({ usernameToken, ...security } as never)],
    });
    await client.getBooks({ ShelfId: 1 });
    const [{ body, headers }] = sandbox.requests as unknown as [{ body: string; headers: { soapaction: string } }];
    const changed = change(body);
    expect(changed).not.toBe(body);
    const sent = { "content-type": "text/xml", soapaction: headers.soapaction };
    return (await fetch(url, { method: "POST", body: changed, headers: sent })).text();
  }
  const nonce = (change: (text: string) => string) => (body: string) =>
    body.replace(/(Nonce[^>]*>)([^<]*)/, (_all, before: string, text: string) => before + change(text));
  test.each([
    ["a blank in it", nonce((text) => `${text.slice(0, 4)} ${text.slice(4)}`)],
    ["a line break", nonce((text) => `${text.slice(0, 8)}\r\n${text.slice(8)}`)],
    ["a blank around it", nonce((text) => ` ${text}\t`)],
    ["no padding", nonce((text) => text.replace(/=+$/, ""))],
    ["more padding", nonce((text) => `${text}=`)],
    ["a comment", nonce((text) => `${text.slice(0, 3)}<!-- -->${text.slice(3)}`)],
    ["the last bits changed", nonce((text) => text.replace(/(.)==$/, (_all, last: string) => `${next(last)}==`))],
    [
      "base64url",
      (body: string) =>
        nonce((text) => text.replaceAll("+", "-").replaceAll("/", "_"))(body).replace("<soap:Body>", "<soap:Body >"),
    ],
  ])("is used once, also with a nonce that is written with %s", async (_what, change) => {
    expect(await sentAgain(change)).toMatch(/nonce was used before/);
  });
  /** The next letter of base64, which has the same first bits: padding leaves the last four unused. */
  function next(letter: string): string {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return letters[letters.indexOf(letter) + 1]!;
  }

  test.each([
    ["another actor", 'soapenv:mustUnderstand="1"', 'soapenv:actor="urn:other"', /no header block wsse:Security/],
    [
      "another namespace of the block",
      /(<\/?)wsse:Security\b/g,
      '$1x:Security xmlns:x="urn:x"',
      /no header block wsse:Security/,
    ],
    ["another namespace of its own", /(<\/?)wsse:UsernameToken\b/g, "$1wsu:UsernameToken", /no UsernameToken/],
  ])("of %s is not taken", async (_what, from, to, says) => {
    const { url } = await service({ users });
    const { secure } = createSecurity({ usernameToken: token() as never });
    const plain = envelope('<Get_Books xmlns="urn:example:shelf"/>');
    const { envelope: secured } = await secure!({ envelope: plain, request });
    const changed = secured.replace(from, to).replace(/<\/x:Security [^>]*>/, "</x:Security>");
    expect(changed).not.toBe(secured);
    const send = async (body: string) =>
      (await fetch(url, { method: "POST", body, headers: { "content-type": "text/xml", soapaction: '""' } })).text();
    expect(await send(changed)).toMatch(says);
    expect(await send(secured)).not.toMatch(says);
    // The other block is for this service, and has no token.
    const own = /<wsse:Security [\s\S]*<\/wsse:Security>/.exec(secured)![0];
    const empty = own.replace(/<wsse:UsernameToken [\s\S]*<\/wsse:UsernameToken>/, "");
    expect(await send(changed.replace("<soap:Header>", `<soap:Header>${empty}`))).toMatch(
      /no UsernameToken|more than one/,
    );
  });
});

test.each([
  [
    "a Type in the namespace of WS-Security",
    (token: string) => token.replace(/(<wsse:Password) Type=/, "$1 wsse:Type="),
  ],
  [
    "a Username after a child element",
    (token: string) => token.replace(/(<wsse:Username>)(.*?<)/, "$1<wsse:x>no</wsse:x>$2"),
  ],
  ["a comment in its Username", (token: string) => token.replace(/(<wsse:Username>.)/, "$1<!-- -->")],
])("takes a UsernameToken with %s", async (_what, change) => {
  const client = createSecurity({ usernameToken: token({ passwordType: "digest" }) as never });
  const { envelope: secured } = await client.secure!({ envelope: envelope("<Get/>"), request });
  expect(change(secured)).not.toBe(secured);
  const security = createServiceSecurity({ users, passwordType: "digest" });
  expect(await security.receive(change(secured))).toContain("<Get/>");
});

test("verifies signed requests and signs its responses, faults too", async () => {
  const { url } = await service({
    users,
    verify: { certificates: pem("client.crt") },
    signature: { certificate: pem("service.crt"), key: pem("service.key") },
  });
  const security = (name: string) =>
    createSecurity({
      usernameToken: token({ passwordType: "digest" }) as never,
      signature: { certificate: pem(`${name}.crt`), key: pem(`${name}.key`) },
      verify: { certificates: pem("service.crt") },
    });
  for (const soapVersion of ["1.1", "1.2"]) {
    const client = open({ endpoint: url, retries: 0, soapVersion, features: [security("client")] });
    expect(await client.getBooks({ ShelfId: 5 })).toMatchObject([{ Id: 5 }]);
    const refused = await rejection(client.with({ features: [security("other")] } as object).getBooks({ ShelfId: 5 }));
    expect(refused).toMatchObject({ code: "FAULT" });
    expect(refused.message).toMatch(/The request was not accepted: its signature/);
  }
});

describe("a fault says by its code what was wrong (WS-Security 1.1, 12)", () => {
  const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
  const WSU = WSSE.replace("secext", "utility");
  const signature = { certificate: pem("client.crt"), key: pem("client.key") };
  const verify = { certificates: pem("client.crt") };
  const digest = { usernameToken: token({ passwordType: "digest" }) };
  test.each<[string, ServiceSecurityOptions, object | undefined, string, RegExp]>([
    [
      "no block",
      { users, timestamp: true },
      undefined,
      "InvalidSecurity",
      /asks for a UsernameToken and a Timestamp\.$/,
    ],
    ["no token", { users }, { timestamp: true }, "InvalidSecurity", /no UsernameToken/],
    ["a wrong password", { users }, { usernameToken: token({ password: "no" }) }, "FailedAuthentication", /wrong/],
    [
      "a text",
      { users, passwordType: "digest" },
      { usernameToken: token() },
      "UnsupportedSecurityToken",
      /be a digest/,
    ],
    ["a digest", { users, passwordType: "text" }, digest, "UnsupportedSecurityToken", /be a text/],
    ["no Timestamp", { users, timestamp: true }, digest, "InvalidSecurity", /no Timestamp/],
    [
      "an expired Timestamp",
      { timestamp: { clockSkewMs: 0 } },
      { timestamp: { lifetimeMs: 1000, clockSkewMs: 3_600_000 } },
      "MessageExpired",
      /: its Timestamp has expired \([^)]*\)\. Compare the clocks of both machines\.$/,
    ],
    [
      "an old Timestamp",
      { timestamp: { maxAgeMs: 1000, clockSkewMs: 0 } },
      { timestamp: { lifetimeMs: 7_200_000, clockSkewMs: 3_600_000 } },
      "MessageExpired",
      /maxAgeMs/,
    ],
    ["no signature", { verify }, { timestamp: true }, "InvalidSecurity", /: it is not signed\.$/],
    ["a part not signed", { verify }, { signature: { ...signature, parts: ["Body"] } }, "InvalidSecurity", /Timestamp/],
    [
      "another key",
      { verify },
      { signature: { certificate: pem("other.crt"), key: pem("other.key") } },
      "FailedCheck",
      /: its signature is not that of a configured certificate over what it came with\.$/,
    ],
  ])("%s", async (_what, options, given, local, says) => {
    const { url } = await service(options);
    for (const soapVersion of ["1.1", "1.2"]) {
      const security = given === undefined ? {} : { features: [createSecurity(given as never)] };
      const client = open({ endpoint: url, retries: 0, soapVersion, ...security });
      const error = (await rejection(client.getBooks({ ShelfId: 3 }))) as unknown as {
        fault: { code: object; subcodes: object[]; reason: string };
      };
      const code = soapVersion === "1.1" ? error.fault.code : error.fault.subcodes[0];
      expect(code).toEqual({ namespace: local === "MessageExpired" ? WSU : WSSE, local });
      expect(error.fault.reason).toMatch(says);
    }
  });

  test("a Timestamp that is missing, by a reason too", async () => {
    const { envelope: text } = await createSecurity(digest as never).secure!({ envelope: envelope("<a/>"), request });
    await expect(createServiceSecurity({ users, timestamp: true }).receive(text)).rejects.toMatchObject({
      faultCode: { local: "InvalidSecurity" },
      cause: { reason: "timestamp-missing" },
    });
  });

  test("nothing of it where all is there", async () => {
    const all = { users, passwordType: "digest", timestamp: true, verify } as const;
    const { url } = await service(all);
    const security = createSecurity({ ...digest, signature } as never);
    expect(await open({ endpoint: url, retries: 0, features: [security] }).getBooks({ ShelfId: 3 })).toMatchObject([
      { Id: 3 },
    ]);
    const stamped = await service({ timestamp: true });
    const client = open({ endpoint: stamped.url, retries: 0, features: [createSecurity({ timestamp: true })] });
    expect(await client.getBooks({ ShelfId: 4 })).toMatchObject([{ Id: 4 }]);
  });
});

test("a recorder passes secured messages on as they are, and keeps nothing of their secrets", async () => {
  const insisting = {
    users,
    verify: { certificates: pem("client.crt") },
    signature: { certificate: pem("service.crt"), key: pem("service.key") },
  };
  const { sandbox } = await service(insisting);
  const folder = mkdtempSync(join(tmpdir(), "record-"));
  const services = [{ path: "/shelf", service: shelf }] as never;
  const recorder = await startRecorder({ upstream: sandbox.url, folder, services });
  atEnd(async () => {
    await recorder.close();
    rmSync(folder, { recursive: true });
  });
  for (const passwordType of ["text", "digest"] as const) {
    const security = createSecurity({
      usernameToken: token({ passwordType }) as never,
      signature: { certificate: pem("client.crt"), key: pem("client.key") },
      verify: { certificates: pem("service.crt") },
    });
    const client = open({ endpoint: `${recorder.url}/shelf`, retries: 0, features: [security] });
    expect(await client.getBooks({ ShelfId: 5 })).toMatchObject([{ Id: 5 }]);
  }
  const files = readdirSync(folder);
  expect([files.length, recorder.recordingCount]).toEqual([2, 2]);
  const kept = files.map((file) => readFileSync(join(folder, file), "utf8")).join();
  expect(kept).toContain("Get_Books");
  expect(kept).not.toMatch(/ada|p<|p&|Nonce|Password|Security|Signature|MII|wsu:|Timestamp/);
});

test.each([false, null])("verify and signature are off where they are %s", async (off) => {
  const plain = envelope("<Get/>");
  for (const options of [{ verify: off }, { signature: off }, { timestamp: true, verify: off, signature: off }]) {
    const security = createServiceSecurity(options as never);
    const client = createSecurity({ timestamp: true });
    const { envelope: stamped } = await client.secure!({ envelope: plain, request });
    expect(await security.receive(stamped)).not.toContain("Timestamp");
    expect(await security.respond(plain)).toBe(plain);
  }
});

test.each([
  {},
  { users: 1 },
  { users: { ada: 1 } },
  { user: {} },
  { passwordType: "digest" },
  { users: {}, passwordType: "hash" },
  { timestamp: 1 },
  { timestamp: { maxAgeMs: 0 } },
  { verify: {} },
  { signature: {} },
])("%j is a ConfigurationError", (given) => {
  expect(() => createServiceSecurity(given as never)).toThrow(expect.objectContaining({ code: "CONFIGURATION" }));
});
