/**
 * NTLM and Negotiate with Apache httpd (mod_auth_gssapi, gss-ntlmssp) and a realm of Kerberos (krb5-kdc) in front of a
 * service. `make interop` runs what is installed. The package `kerberos` is looked for in NODE_PATH.
 */
import { buildTables, loadModel } from "soapwright-contract";
import { signIn } from "soapwright-features/security";
import { ServiceClient } from "soapwright-runtime";
import type { ServiceNode } from "soapwright-runtime/tables";
import { mockService } from "soapwright-sandbox";
import { atEnd, endAfterEach, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import { removeFolders } from "./folders";
import {
  hasGssapi,
  hasKdc,
  hasNtlm,
  NTLM_ACCOUNT,
  type Realm,
  startGssapi,
  startRealm,
} from "./security/gssapi-servers";
import { smallFile } from "./security/small";
import { type ForeignServer, outputOf, runs } from "./stack";

const isInterop = process.env.INTEROP !== undefined && hasGssapi();
const hasKerberos = (): boolean => runs(process.execPath, ["-e", 'require("kerberos")']);

endAfterEach();
afterAll(removeFolders);

let mock: Awaited<ReturnType<typeof mockService>>;
let service: ServiceNode;
const running: ForeignServer[] = [];
beforeAll(async () => {
  if (!isInterop) return;
  service = (await buildTables((await loadModel(smallFile(), {})).model!))[0]!;
  mock = await mockService(smallFile(), { results: { Get: 49 } });
});
afterAll(async () => {
  for (const server of running) await server.stop();
  await mock?.close();
});

async function start(...terms: Parameters<typeof startGssapi>): Promise<string> {
  const server = await startGssapi(...terms);
  running.push(server);
  return `${server.url}${mock.places[0]!.path}`;
}

describe("NTLM with gss-ntlmssp", () => {
  if (!isInterop || !hasNtlm()) {
    test("skipped: Apache with mod_auth_gssapi and gss-ntlmssp is not installed, or this is not make interop", () => {});
    return;
  }

  class SmallClient extends ServiceClient {
    constructor(endpoint: string, account: object = {}) {
      const features = [signIn({ scheme: "ntlm", ...NTLM_ACCOUNT, ...account })];
      super(service, { endpoint, retries: 0, features } as never);
      atEnd(() => this.close({ force: true }));
    }

    get(id: number) {
      return this.call(service.operations[0] as never, { Id: id } as never);
    }
  }

  let endpoint: string;
  beforeAll(async () => {
    endpoint = await start({ mechanism: "ntlmssp", isConnectionBound: true }, mock.url);
  }, 60_000);

  test("lets our client through, one call after another and many at a time", async () => {
    const client = new SmallClient(endpoint);
    expect(await client.get(7)).toBe(49);
    expect(await client.get(8)).toBe(49);
    expect(await Promise.all(Array.from({ length: 10 }, (_, id) => client.get(id)))).toEqual(Array(10).fill(49));
  });

  test("refuses another password, another user and another domain, and the service sees nothing", async () => {
    const before = mock.requestCount;
    for (const account of [{ password: "other" }, { username: "Other" }, { domain: "Other" }]) {
      const error = await rejection(new SmallClient(endpoint, account).get(7));
      expect(error).toMatchObject({ code: "HTTP", status: 401, kind: "refused" });
      expect(error.message).not.toContain("other");
    }
    expect(mock.requestCount).toBe(before);
  });
});

describe("Negotiate with Kerberos", () => {
  if (!isInterop || !hasKdc() || !hasKerberos()) {
    test("skipped: Apache with mod_auth_gssapi, krb5-kdc or the package kerberos is not installed, or this is not make interop", () => {});
    return;
  }

  let realm: Realm;
  beforeAll(async () => {
    realm = await startRealm();
  }, 60_000);
  afterAll(() => realm?.stop());

  const call = async (endpoint: string, options: object = {}, environment: object = {}): Promise<unknown> => {
    const variables = Object.entries({ ...realm.environment, ...environment }).map(
      ([name, value]) => `${name}=${value}`,
    );
    const program = ["-C", "soapwright-source", "-r", "ts-node/register", `${__dirname}/security/kerberos-client.ts`];
    const terms = JSON.stringify({ scheme: "negotiate", serviceHost: "localhost", ...options });
    return JSON.parse(await outputOf("env", [...variables, process.execPath, ...program, endpoint, terms]));
  };

  test.each([true, false])(
    "lets our client through (the server keeps callers by connection: %s)",
    async (isConnectionBound) => {
      const endpoint = await start({ mechanism: "krb5", isConnectionBound, keytab: realm.keytab }, mock.url);
      expect(await call(endpoint)).toEqual([49, 49, 49]);
      expect(await call(endpoint, { principal: "ada@EXAMPLE.TEST" })).toEqual([49, 49, 49]);
      // Nobody has a ticket of this name, and the realm does not know this service.
      expect(await call(endpoint, { principal: "bob@EXAMPLE.TEST" })).toEqual(Array(3).fill("sign-in-ticket"));
      expect(await call(endpoint, { serviceHost: "other.example" })).toEqual(Array(3).fill("sign-in-ticket"));
      expect(await call(endpoint, {}, { KRB5CCNAME: "FILE:/nonexistent" })).toEqual(Array(3).fill("sign-in-ticket"));
    },
    120_000,
  );

  test("the sandbox reads tickets by a keytab, and refuses them without one", async () => {
    const ada = "ada@EXAMPLE.TEST";
    expect(await call("sandbox", {}, { KRB5_KTNAME: realm.keytab })).toEqual([ada, 49, ada, 49, ada, 49]);
    expect(await call("sandbox", {}, { KRB5_KTNAME: "/nonexistent" })).toEqual(Array(3).fill("status"));
  }, 120_000);

  test("a service that cannot prove that it has read the ticket is refused", async () => {
    const seen: boolean[] = [];
    const server = await serve((socket, { head }) => {
      const hasTicket = /^authorization: negotiate \S{100}/im.test(head);
      seen.push(hasTicket);
      const proof = hasTicket ? `Negotiate ${Buffer.from("no proof").toString("base64")}` : "Negotiate";
      socket.write(answer("", hasTicket ? "200 OK" : "401 Unauthorized", [`WWW-Authenticate: ${proof}`]));
    });
    expect(await call(server.url)).toEqual(Array(3).fill("sign-in-unproven"));
    expect(seen).toEqual([false, true, false, true, false, true]);
  }, 60_000);

  test("a service that asks for ever gets one ticket, and one that answers with NTLM nothing more", async () => {
    const tickets: string[] = [];
    const ntlm = Buffer.from("NTLMSSP\0\u0002\0\0\0").toString("base64");
    const server = await serve((socket, { head }) => {
      const [, ticket] = /^authorization: negotiate (\S+)/im.exec(head) ?? [];
      if (ticket !== undefined) tickets.push(ticket);
      socket.write(
        answer("", "401 Unauthorized", [`WWW-Authenticate: Negotiate${ticket === undefined ? "" : ` ${ntlm}`}`]),
      );
    });
    expect(await call(server.url)).toEqual(["status", "status", "status"]);
    expect(tickets).toHaveLength(3);
    expect(tickets.filter((each) => Buffer.from(each, "base64").includes("NTLMSSP"))).toEqual([]);
  }, 60_000);
});
