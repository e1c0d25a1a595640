/** UsernameTokens, Timestamps and signatures with gSOAP's wsseapi, in both directions. `make interop` runs it where it is installed. */
import { join } from "node:path";
import { loadModel } from "soapwright/internal";
import { buildTables } from "soapwright-contract";
import { ServiceClient } from "soapwright-runtime";
import type { ServiceNode } from "soapwright-runtime/tables";
import { security as createSecurity, type SecurityOptions, type ServiceSecurityOptions } from "soapwright-security";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import { removeFolders } from "./folders";
import { gsoapProgram, hasGsoap } from "./gsoap";
import { issueAssertion } from "./security/saml";
import { callMock, KEYS, SMALL_WSDL, smallFile, users } from "./security/small";
import { outputOf, runs, startServer } from "./stack";

endAfterEach();
afterAll(removeFolders);

const gsoap = () =>
  gsoapProgram({
    wsdl: SMALL_WSDL,
    source: join(__dirname, "security/gsoap-small.cpp"),
    imports: ["wsse.h"],
    plugins: [
      "plugin/wsseapi.cpp",
      "plugin/smdevp.c",
      "plugin/mecevp.c",
      "plugin/threads.c",
      "custom/struct_timeval.c",
    ],
  });

class SmallClient extends ServiceClient {
  constructor(
    private readonly node: ServiceNode,
    endpoint: string,
    security: SecurityOptions,
  ) {
    super(node, { endpoint, retries: 0, features: [createSecurity(security)] } as never);
    atEnd(() => this.close({ force: true }));
  }

  get(id: number) {
    return this.call(this.node.operations[0] as never, { Id: id } as never);
  }
}

const username = "ada";
const password = users.ada;
const verify = { certificates: pem("service.crt") };

if (process.env.INTEROP === undefined || !hasGsoap()) {
  test("skipped: gSOAP is not installed, or this is not make interop", () => undefined);
} else {
  let service: ServiceNode;
  beforeAll(async () => {
    service = buildTables((await loadModel(smallFile(), {})).model!)[0]!;
    await gsoap();
  }, 180_000);

  /** Opens our client of gSOAP's server in a mode. */
  async function open(mode: string, security: SecurityOptions): Promise<SmallClient> {
    const program = await gsoap();
    const server = await startServer(program, (port) => ["server", String(port), mode, KEYS], {});
    atEnd(() => server.stop());
    return new SmallClient(service, server.url, security);
  }

  describe("its server", () => {
    test.each(["text", "digest"] as const)("takes our UsernameToken with a %s, and no wrong one", async (type) => {
      const timestamp = { lifetimeMs: 60_000 };
      const token = { username, password, passwordType: type };
      expect(await (await open(type, { usernameToken: token, timestamp })).get(7)).toBe(49);
      const wrong = await open(type, { usernameToken: { ...token, password: "other" }, timestamp });
      expect(await rejection(wrong.get(7))).toMatchObject({
        code: "FAULT",
        fault: { code: { local: "FailedAuthentication" } },
      });
    });

    (runs("xmlsec1", ["--version"]) ? test : test.skip)(
      "reads the bearer assertion that xmlsec1 has issued, and takes none about another user",
      async () => {
        const served = (subject: string) =>
          open("saml", { samlAssertion: issueAssertion(subject, "service"), timestamp: {} });
        expect(await (await served(username)).get(7)).toBe(49);
        expect(await rejection((await served("eve")).get(7))).toMatchObject({
          code: "FAULT",
          fault: { code: { local: "FailedAuthentication" } },
        });
      },
      60_000,
    );

    test.each(["BinarySecurityToken", "SubjectKeyIdentifier", "IssuerSerial"] as const)(
      "verifies our signature by %s, and signs what we verify",
      async (keyReference) => {
        const client = { certificate: pem("client.crt"), key: pem("client.key"), keyReference };
        expect(await (await open("sign", { signature: client, verify })).get(7)).toBe(49);
        const lenient = { ...verify, faults: "allow-unsigned" } as const;
        const other = { ...client, certificate: pem("other.crt"), key: pem("other.key") };
        const error = await rejection((await open("sign", { signature: other, verify: lenient })).get(7));
        expect(error).toMatchObject({ code: "FAULT", fault: { code: { local: "FailedCheck" } } });
      },
    );

    test("refuses what is not signed; we refuse its signature by another key", async () => {
      const client = { certificate: pem("client.crt"), key: pem("client.key") };
      const timestamp = { lifetimeMs: 60_000 };
      expect(await rejection((await open("sign", { timestamp })).get(7))).toMatchObject({ code: "FAULT" });
      const strict = await open("sign", { signature: client, verify: { certificates: pem("other.crt") } });
      expect(await rejection(strict.get(7))).toMatchObject({ code: "RESPONSE", reason: "security" });
    });
  });

  describe("its client", () => {
    const call = (mode: string, security: ServiceSecurityOptions) =>
      callMock(security, async (address) => outputOf(await gsoap(), ["client", address, mode, KEYS]));

    test.each(["text", "digest"] as const)("signs in to our mock with a %s, and not with another", async (type) => {
      expect(await call(type, { users, passwordType: type, timestamp: true })).toBe("49");
      expect(await call("wrong", { users })).toMatch(/wsse:FailedAuthentication/);
    });

    test("signs its request, and verifies the signed response of the mock", async () => {
      const demand = { verify: { certificates: pem("client.crt") } };
      const signature = { certificate: pem("service.crt"), key: pem("service.key") };
      expect(await call("sign", { ...demand, signature })).toBe("49");
      expect(await call("digest", { ...demand, signature })).toMatch(/wsse:InvalidSecurity/);
      const other = { certificate: pem("other.crt"), key: pem("other.key") };
      expect(await call("sign", { ...demand, signature: other })).not.toMatch(/49/);
    });
  });
}
