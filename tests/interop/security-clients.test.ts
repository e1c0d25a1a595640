import { join } from "node:path";
import { buildTables, loadModel } from "soapwright-contract";
import {
  security as createSecurity,
  type SecurityOptions,
  type ServiceSecurityOptions,
  signIn,
} from "soapwright-features/security";
import { ServiceClient } from "soapwright-runtime";
import type { ServiceNode } from "soapwright-runtime/tables";
import { mockService } from "soapwright-sandbox";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import { removeFolders } from "./folders";
import { gsoapProgram, hasGsoap } from "./gsoap";
import { apache, lighttpd, type Sign, user } from "./security/http-servers";
import { issueAssertion } from "./security/saml";
import { callMock, KEYS, SMALL_WSDL, smallFile, users } from "./security/small";
import { type ForeignServer, outputOf, program, python, runs, startServer } from "./stack";

afterAll(removeFolders);

/** Foreign clients of a mock that requires security: zeep with its own UsernameToken and signature. */
describe("security clients", () => {
  const hasZeep = runs(python, ["-c", "import zeep, xmlsec"]);

  function zeep(mode: string, security: ServiceSecurityOptions): Promise<string> {
    const client = program("../security/zeep-client.py");
    return callMock(security, (address) => outputOf(python, [client, address, mode, KEYS]));
  }

  function describeWith(installed: boolean, name: string, suite: () => void): void {
    if (installed && process.env.INTEROP === "1") describe(name, suite);
    else test(`${name}: skipped`, () => expect(true).toBe(true));
  }

  describeWith(hasZeep, "zeep", () => {
    test.each(["text", "digest"] as const)("signs in with a %s, and is refused with another password", async (type) => {
      expect(await zeep(type, { users, passwordType: type })).toBe("49");
      expect(await zeep("wrong", { users })).toMatch(/^fault: .*user name or password is wrong/);
    });
    test("is refused where the service asks for another kind of password", async () => {
      expect(await zeep("text", { users, passwordType: "digest" })).toMatch(/^fault: .*has to be a digest/);
    });
    test("signs its request, and verifies the signed response", async () => {
      const verify = { certificates: pem("client.crt"), parts: ["Body"] } as const;
      const algorithms = { signatureAlgorithms: ["RSA-SHA1"], digestAlgorithms: ["SHA-1"] } as const;
      const signature = { certificate: pem("service.crt"), key: pem("service.key") };
      expect(await zeep("sign", { verify: { ...verify, ...algorithms }, signature })).toBe("49");
      expect(await zeep("sign", { verify, signature })).toMatch(/^fault: .*sha1/);
      const other = { certificate: pem("other.crt"), key: pem("other.key") };
      await expect(zeep("sign", { verify: { ...verify, ...algorithms }, signature: other })).rejects.toThrow(
        /SignatureVerificationFailed/,
      );
    });
  });
});

/** UsernameTokens, Timestamps and signatures with gSOAP's wsseapi, in both directions. `make interop` runs it where it is installed. */
describe("security gsoap", () => {
  endAfterEach();

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
      service = (await buildTables((await loadModel(smallFile(), {})).model!))[0]!;
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
});

/** HTTP Basic and Digest with Apache httpd and lighttpd in front of a service. `make interop` runs those that are installed. */
describe("http sign in", () => {
  endAfterEach();

  class SmallClient extends ServiceClient {
    constructor(
      private readonly node: ServiceNode,
      endpoint: string,
      { scheme }: Sign,
      password = user.password,
    ) {
      const own = signIn({ scheme, username: user.username, password });
      super(node, { endpoint, retries: 0, features: [own] } as never);
      atEnd(() => this.close({ force: true }));
    }

    get(id: number) {
      return this.call(this.node.operations[0] as never, { Id: id } as never);
    }
  }

  for (const server of [apache, lighttpd]) {
    describe(server.name, () => {
      if (process.env.INTEROP === undefined || !server.isInstalled()) {
        test(`skipped: ${server.name} is not installed, or this is not make interop`, () => undefined);
        return;
      }
      describe.each(server.signs)("%s", (_what, sign) => {
        let service: ServiceNode;
        let mock: Awaited<ReturnType<typeof mockService>>;
        let running: ForeignServer;
        let endpoint: string;
        beforeAll(async () => {
          service = (await buildTables((await loadModel(smallFile(), {})).model!))[0]!;
          mock = await mockService(smallFile(), { results: { Get: 49 } });
          running = await server.start(sign, mock.url);
          endpoint = `${running.url}${mock.places[0]!.path}?a=1&b=%22`;
        }, 60_000);
        afterAll(async () => {
          await running?.stop();
          await mock?.close();
        });

        test("lets our client through, one call after another and many at a time", async () => {
          const client = new SmallClient(service, endpoint, sign);
          expect(await client.get(7)).toBe(49);
          expect(await client.get(8)).toBe(49);
          // An expired nonce is replaced, which does not count as a retry.
          if (sign.nonceSeconds !== undefined) await new Promise((settle) => setTimeout(settle, 2_500));
          expect(await Promise.all(Array.from({ length: 10 }, (_, id) => client.get(id)))).toEqual(Array(10).fill(49));
        });

        test("refuses our client with another password, or without one, and the service sees nothing", async () => {
          const before = mock.requestCount;
          for (const password of ["other", ""]) {
            const error = await rejection(new SmallClient(service, endpoint, sign, password).get(7));
            expect(error).toMatchObject({ code: "HTTP", status: 401, kind: "refused" });
            expect(String(error)).not.toContain("other");
          }
          expect(mock.requestCount).toBe(before);
        });
      });
    });
  }
});
