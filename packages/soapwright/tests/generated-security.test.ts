/**
 * Security that the policies of a WSDL choose: what is generated, its types, and calls of a service that insists. Tests
 * `pipeline` by itself: no entry point shows it whole.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTables, loadModel } from "soapwright-contract";
import { openService } from "soapwright-contract/open";
import {
  type CredentialName,
  type createServiceSecurity,
  type PolicySecurity,
  policySecurity,
  security,
} from "soapwright-features/security";
import { type ClientOptions, ServiceClient } from "soapwright-runtime";
import type { ServiceNode } from "soapwright-runtime/tables";
import { mockService } from "soapwright-sandbox";
import { listen } from "soapwright-testing/attachments/archive";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import { generate } from "../src/pipeline";

endAfterEach();

const folder = mkdtempSync(join(tmpdir(), "policies-"));
afterAll(() => rmSync(folder, { recursive: true }));

const policy = (inside: string): string => `<wsp:Policy>${inside}</wsp:Policy>`;
const nested = (name: string, inside = ""): string => `<sp:${name}>${policy(inside)}</sp:${name}>`;
const supporting = (kind: string, token: string): string => nested(kind, token);
const suite = (name: string): string => nested("AlgorithmSuite", `<sp:${name}/>`);
const body = "<sp:SignedParts><sp:Body/></sp:SignedParts>";
const own = (...inside: string[]): string => nested("InitiatorToken", nested("X509Token", inside.join("")));
const theirs = nested("RecipientToken", nested("X509Token"));

const POLICIES = {
  name: supporting("SupportingTokens", nested("UsernameToken")),
  digest: `${supporting("SupportingTokens", nested("UsernameToken", "<sp:HashPassword/>"))}<sp:IncludeTimestamp/>`,
  signature: `${nested("AsymmetricBinding", `${own()}${theirs}${suite("Basic256Sha256")}<sp:IncludeTimestamp/>`)}${body}`,
  sealed: `${nested("AsymmetricBinding", `${own()}${theirs}${suite("Basic128Sha256")}<sp:IncludeTimestamp/><sp:EncryptSignature/>`)}${body}<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>${supporting("SignedEncryptedSupportingTokens", nested("UsernameToken"))}`,
  shared: `${nested("SymmetricBinding", `${nested("ProtectionToken", nested("X509Token", "<sp:RequireDerivedKeys/><sp:RequireThumbprintReference/>"))}${suite("Basic128Sha256")}<sp:IncludeTimestamp/><sp:EncryptSignature/>`)}${body}<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>${supporting("SignedSupportingTokens", nested("UsernameToken"))}`,
  either: `<wsp:ExactlyOne>${supporting("SupportingTokens", nested("SamlToken"))}${supporting("SupportingTokens", nested("UsernameToken"))}</wsp:ExactlyOne>`,
  basic: nested("HttpBasicAuthentication"),
  conversation: nested("SymmetricBinding", nested("ProtectionToken", nested("SecureConversationToken"))),
};

function fileOf(name: keyof typeof POLICIES): string {
  const declared =
    'xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"';
  const file = join(folder, `${name}.wsdl`);
  const text = smallWsdl({ response: '<xs:element name="Text" type="xs:string"/>' })
    .replace("<wsdl:definitions ", `<wsdl:definitions ${declared} `)
    .replace(/<wsdl:binding [^>]*>/, (start) => `${start}\n${policy(POLICIES[name])}`);
  writeFileSync(file, text);
  return file;
}

async function tablesOf(name: keyof typeof POLICIES): Promise<ServiceNode> {
  const { model } = await loadModel(fileOf(name), {});
  return (await buildTables(model!))[0]!;
}

function clientOf(service: ServiceNode, options: object) {
  const client = new (class extends ServiceClient {
    constructor() {
      super(service, { retries: 0, allowInsecure: true, ...options }, [policySecurity()]);
    }
    get(more?: object): PromiseLike<unknown> {
      return this.call(service.operations[0] as never, {} as never, more as never);
    }
  })();
  atEnd(() => client.close({ force: true }));
  return client;
}

async function generated(name: keyof typeof POLICIES): Promise<string> {
  const { files } = await generate(fileOf(name), { source: "service.wsdl", runtime: "r", extension: "" });
  return [...files!].find(([file]) => file.endsWith("client.ts"))![1];
}

describe("what is generated", () => {
  test.each([
    ["name", '["password"]'],
    ["signature", '["certificate", "serviceCertificate"]'],
    ["sealed", '["certificate", "password", "serviceCertificate"]'],
    ["shared", '["password", "serviceCertificate"]'],
    ["either", '["samlAssertion"] | ["password"]'],
    ["basic", '["password"]'],
  ] as const)("asks for the credentials of the policy: %s", async (name, lists) => {
    const text = (await generated(name)).replace(/\s+/g, " ");
    expect(text).toContain(
      'import { type PolicyOptions, type PolicySecurity, policySecurity } from "soapwright-features/security";',
    );
    expect(text).toContain(`PolicySecurity<${lists}> & ClientOptions<`);
    expect(text).toContain("[policySecurity()]");
  });

  test("names the assertion that cannot be met, with its line", async () => {
    const file = fileOf("conversation");
    const { diagnostics } = await generate(file, { source: "service.wsdl", runtime: "r", extension: "" });
    const lines = diagnostics.map(({ position, message }) => `${position.line}: ${message}`);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^\d+: the policy asks by sp:SecureConversationToken for WS-SecureConversation, which is not/,
        ),
      ]),
    );
    expect(await generated("conversation")).not.toContain("policySecurity");
  });

  test("is nothing for a service without policies", async () => {
    const file = join(folder, "plain.wsdl");
    writeFileSync(file, smallWsdl());
    const { files } = await generate(file, { source: "service.wsdl", runtime: "r", extension: "" });
    expect([...files!.values()].join()).not.toMatch(/policySecurity|soapwright-features/);
  });
});

test("types ask for exactly what the policy needs", () => {
  const accepted: object[] = [];
  function accept<L extends readonly CredentialName[]>(options: PolicySecurity<L> & ClientOptions<never>): void {
    accepted.push(options);
  }
  const both = { username: "ada", password: () => "secret" };
  const certificate = { certificate: "PEM", key: "PEM" };
  accept<["password"]>({ security: both });
  accept<["password"]>({ features: [security({ usernameToken: both })] });
  accept<["certificate", "serviceCertificate"]>({ security: { ...certificate, serviceCertificate: ["PEM"] } });
  accept<["certificate"]>({ security: { certificate: "PEM", signer: async () => new Uint8Array() } });
  accept<["password"] | ["samlAssertion"]>({ security: { samlAssertion: "<a/>" } });
  accept<[]>({});
  // @ts-expect-error: nothing is given.
  accept<["password"]>({});
  // @ts-expect-error: the password is missing.
  accept<["password"]>({ security: { username: "ada" } });
  // @ts-expect-error: false gives no password.
  accept<["password"]>({ security: false });
  // @ts-expect-error: the certificate of the service is missing.
  accept<["certificate", "serviceCertificate"]>({ security: certificate });
  // @ts-expect-error: a key or a signer is missing.
  accept<["certificate"]>({ security: { certificate: "PEM" } });
  // @ts-expect-error: neither of two ways.
  accept<["password"] | ["samlAssertion"]>({ security: { username: "ada" } });
  expect(accepted).toHaveLength(12);
});

const users = { ada: "secret" };
const mine = { certificate: pem("client.crt"), key: pem("client.key") };
const service = { certificate: pem("service.crt"), key: pem("service.key") };
const given = { username: "ada", password: "secret", ...mine, serviceCertificate: pem("service.crt") };

async function opened(name: keyof typeof POLICIES, options: Parameters<typeof openService>[1]) {
  const client = await openService(fileOf(name), { retries: 0, allowInsecure: true, ...options });
  atEnd(() => client.close({ force: true }));
  return client;
}

describe("a client that is opened from the WSDL", () => {
  const endpoint = "http://127.0.0.1:9/";

  test("asks for the credentials of the policy", async () => {
    await expect(opened("name", { endpoint, security: { username: "ada" } })).rejects.toMatchObject({
      code: "CONFIGURATION",
      option: "security.password",
    });
    const without = await opened("name", { endpoint });
    expect(await rejection(without.get!())).toMatchObject({ code: "CONFIGURATION", reason: "policy-unmet" });
  });

  test("names the assertion that cannot be met, with its line", async () => {
    const lines = readFileSync(fileOf("conversation"), "utf8").split("\n");
    const line = lines.findIndex((each) => each.includes("SecureConversationToken")) + 1;
    const place = `sp:SecureConversationToken (line ${line} of conversation.wsdl)`;
    const security = { username: "ada", password: "secret" };
    await expect(opened("conversation", { endpoint, security })).rejects.toMatchObject({
      code: "CONFIGURATION",
      option: "security",
      message: expect.stringContaining(place) as string,
    });
    const without = await opened("conversation", { endpoint });
    expect(await rejection(without.get!())).toMatchObject({
      code: "CONFIGURATION",
      reason: "policy-unsupported",
      message: expect.stringContaining(place) as string,
    });
  });

  test("takes no credentials that no policy asks for", async () => {
    const file = join(folder, "unasked.wsdl");
    writeFileSync(file, smallWsdl());
    await expect(openService(file, { security: { username: "ada", password: "secret" } })).rejects.toMatchObject({
      code: "CONFIGURATION",
      option: "security",
      message: expect.stringContaining("features: [security({ … })]") as string,
    });
  });
});

describe("a call", () => {
  async function started(name: keyof typeof POLICIES, options: Parameters<typeof createServiceSecurity>[0]) {
    const mock = await mockService(fileOf(name), { results: { Get: "moved" }, security: options });
    atEnd(() => mock.close());
    return { endpoint: mock.url + mock.places[0]!.path, service: await tablesOf(name) };
  }

  test.each([
    ["name", { users, passwordType: "text" }, ["username", "password"]],
    ["digest", { users, passwordType: "digest", timestamp: true }, ["username", "password"]],
    [
      "signature",
      { verify: { certificates: mine.certificate }, signature: service, timestamp: true },
      ["certificate", "key", "serviceCertificate"],
    ],
    [
      "sealed",
      {
        users,
        verify: { certificates: mine.certificate, parts: ["Body", "Timestamp"] },
        signature: service,
        decryption: { key: service.key },
        encryption: { certificate: mine.certificate },
      },
      ["username", "password", "certificate", "key", "serviceCertificate"],
    ],
    [
      "shared",
      {
        users,
        symmetricBinding: { derivedKeys: "1.3" },
        decryption: { key: service.key },
        encryption: { parts: ["Body", "Signature"], dataAlgorithm: "AES-128-CBC" },
      },
      ["username", "password", "serviceCertificate"],
    ],
    ["either", { users }, ["username", "password"]],
  ] as const)("of a service that insists is accepted as its policy says: %s", async (name, options, names) => {
    const { endpoint, service: tables } = await started(name, options);
    const credentials = Object.fromEntries(names.map((each) => [each, given[each]]));
    await expect(clientOf(tables, { endpoint, security: credentials }).get()).resolves.toBe("moved");
    await expect((await opened(name, { endpoint, security: credentials })).get!()).resolves.toBe("moved");
    for (const missing of names) {
      const { [missing]: _left, ...others } = credentials;
      expect(() => clientOf(tables, { endpoint, security: others })).toThrow(
        expect.objectContaining({ code: "CONFIGURATION", option: expect.stringMatching(/^security\./) as string }),
      );
    }
    expect(await rejection(clientOf(tables, { endpoint }).get())).toMatchObject({ code: "CONFIGURATION", attempts: 0 });
  });

  test("with() and a call have credentials of their own, or none; a feature of the user decides", async () => {
    const { endpoint, service: tables } = await started("name", { users });
    const client = clientOf(tables, { endpoint, security: { username: "eve", password: "wrong" } });
    await expect(client.get()).rejects.toMatchObject({ code: "FAULT" });
    const ada = { username: "ada", password: "secret" };
    await expect(client.with({ security: ada } as never).get()).resolves.toBe("moved");
    await expect(client.get({ security: ada })).resolves.toBe("moved");
    await expect(client.get({ security: false })).rejects.toMatchObject({ code: "CONFIGURATION" });
    const features = [security({ usernameToken: ada })];
    await expect(clientOf(tables, { endpoint, features }).get()).resolves.toBe("moved");
  });

  test("other options, and other values than credentials, are refused", async () => {
    const tables = await tablesOf("name");
    for (const [wrong, option] of [
      [{ username: "ada", password: "p", token: "x" }, "security.token"],
      [{ username: "ada", password: "p", certificate: mine.certificate }, "security.certificate"],
      ["ada", "security"],
      [{ username: "", password: "p" }, "security.usernameToken.username"],
    ] as const) {
      expect(() => clientOf(tables, { endpoint: "http://127.0.0.1:9/", security: wrong })).toThrow(
        expect.objectContaining({ code: "CONFIGURATION", option }),
      );
    }
  });

  test("signs in by HTTP where the policy asks for that", async () => {
    const tables = await tablesOf("basic");
    const sent: (string | undefined)[] = [];
    const { url, stop } = await listen((request, response) => {
      sent.push(request.headers.authorization);
      response.writeHead(200, { "Content-Type": "text/xml" });
      response.end(
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetResponse xmlns="urn:example:small"><Text>moved</Text></GetResponse></s:Body></s:Envelope>',
      );
    });
    atEnd(stop);
    const client = clientOf(tables, { endpoint: url, security: { username: "ada", password: "p" } });
    await expect(client.get()).resolves.toBe("moved");
    expect(sent).toEqual([`Basic ${Buffer.from("ada:p").toString("base64")}`]);
  });
});
