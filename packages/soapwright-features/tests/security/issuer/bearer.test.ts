/** A bearer's token from an issuer over real sockets: asked for, sent, kept, renewed, and never another's. */
import { inspect } from "node:util";
import { type SecurityOptions, security } from "soapwright-features/security";
import { book, envelope, fault11 } from "soapwright-testing/client/shelf";
import { isGoodForXmlCrypto } from "soapwright-testing/security/assertions";
import { type Issuer, type IssuerSetting, PASSWORD, startIssuer } from "soapwright-testing/security/issuer";
import { Gate, until } from "soapwright-testing/stage/gate";
import { bookList } from "soapwright-testing/stage/responses";
import { callOptions, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawServer } from "soapwright-testing/transport/raw-server";

endAfterEach();
afterEach(() => jest.restoreAllMocks());

type Options = NonNullable<SecurityOptions["issuer"]>;

const ADA = { usernameToken: { username: "ada", password: PASSWORD } };

function issuedBy(issuer: Issuer, options: Partial<Options> = {}) {
  return security({ issuer: { endpoint: issuer.url, security: ADA, ...options } });
}

async function stage(setting: IssuerSetting = {}, options: Partial<Options> = {}) {
  const issuer = await startIssuer(setting);
  const service = await serve((socket) => socket.write(bookList(book(1))));
  const client = open({ endpoint: service.url, retries: 0, features: [issuedBy(issuer, options)] });
  return { issuer, service, client, call: (more = {}) => client.getBooks({ ShelfId: 1 }, callOptions(more)) };
}

const assertionIn = ({ requests }: RawServer, index = -1) =>
  /<s:Assertion [\s\S]*<\/s:Assertion>/.exec(requests.at(index)!.body)?.[0];

/** Sets the clock of this process back or ahead. */
function passTime(ms: number): void {
  const now = Date.now();
  jest.spyOn(Date, "now").mockImplementation(() => now + ms);
}

describe("a client with an issuer", () => {
  test("asks it for a token, and sends that as it was signed", async () => {
    const { issuer, service, call } = await stage();
    expect(await call()).toHaveLength(1);
    const [request] = issuer.requests;
    expect(request).toMatchObject({ appliesTo: service.url, tokenType: "", subject: "ada" });
    expect(request!.keyType).toBe("http://docs.oasis-open.org/ws-sx/ws-trust/200512/Bearer");
    expect(request!.envelope).toContain("RequestType>http://docs.oasis-open.org/ws-sx/ws-trust/200512/Issue<");
    expect(request!.envelope).toMatch(
      /:Action[^>]*>http:\/\/docs.oasis-open.org\/ws-sx\/ws-trust\/200512\/RST\/Issue</,
    );
    expect(isGoodForXmlCrypto(service.requests[0]!.body)).toBe(true);
    expect(assertionIn(service)).toContain(">ada<");
    expect(service.requests[0]!.body).toMatch(/<wsse:Security [^>]*><s:Assertion /);
  });

  test("asks once for calls one after another, and for a hundred at once", async () => {
    const gate = new Gate();
    const { issuer, service, call } = await stage({ wait: () => gate.pass() });
    const calls = Array.from({ length: 100 }, () => call());
    await until(() => gate.arrived === 1);
    gate.open();
    await Promise.all(calls);
    await call();
    expect(issuer.server.requests).toHaveLength(1);
    expect(new Set(service.requests.map((_, index) => assertionIn(service, index))).size).toBe(1);
  });

  test("renews a token before its expiry without a wait, and asks again after it", async () => {
    const gate = new Gate();
    const { issuer, service, call } = await stage({
      lifetimeMs: 300_000,
      wait: ({ number }) => (number === 2 ? gate.pass() : Promise.resolve()),
    });
    await call();
    const first = assertionIn(service);
    passTime(239_000);
    await call();
    expect(issuer.server.requests).toHaveLength(1);
    passTime(2_000);
    await call();
    expect(assertionIn(service)).toBe(first);
    await until(() => gate.arrived === 1);
    gate.open();
    await until(() => issuer.requests.length === 2);
    // The response is read when the next calls begin.
    while (assertionIn(service) === first) await call();
    expect(issuer.server.requests).toHaveLength(2);
    passTime(600_000);
    await call();
    expect(issuer.server.requests).toHaveLength(3);
  });

  test("ends the wait of a call that is aborted, and the request when no call waits for it", async () => {
    const gate = new Gate();
    const { issuer, call } = await stage({ wait: () => gate.pass() });
    const [one, two] = [new AbortController(), new AbortController()];
    const first = rejection(call({ signal: one.signal }));
    const second = call({ signal: two.signal });
    await until(() => gate.arrived === 1);
    one.abort();
    expect(await first).toMatchObject({ code: "ABORTED" });
    gate.open();
    expect(await second).toHaveLength(1);
    expect(issuer.server.requests).toHaveLength(1);
  });

  test("closes the connection to the issuer when every call has left", async () => {
    const gate = new Gate();
    const { issuer, call } = await stage({ wait: () => gate.pass() });
    const controller = new AbortController();
    const calls = [1, 2].map(() => rejection(call({ signal: controller.signal })));
    await until(() => gate.arrived === 1);
    controller.abort();
    for (const each of calls) expect(await each).toMatchObject({ code: "ABORTED" });
    await issuer.server.allClosed();
    gate.open();
    expect(await call()).toHaveLength(1);
    expect(issuer.server.requests).toHaveLength(2);
  });

  test("does not keep a failure, and says what the issuer said", async () => {
    const { issuer, service, client } = await stage(
      {},
      { security: { usernameToken: { username: "ada", password: "wrong-pass" } } },
    );
    const errors = await Promise.all([1, 2].map(() => rejection(client.getBooks({ ShelfId: 1 }))));
    expect(errors[0]).not.toBe(errors[1]);
    for (const error of errors) {
      expect(error).toMatchObject({
        code: "CONFIGURATION",
        reason: "issuer-refused",
        option: "security.issuer",
        kind: "refused",
        operation: "Get_Books",
        attempts: 0,
        cause: { code: "FAULT", fault: { subcodes: [{ local: "FailedAuthentication" }] } },
      });
      expect(error.message).toContain("user name or password is wrong");
      expect(JSON.stringify(error)).not.toContain("user name or password is wrong");
      expect(inspect(error)).not.toContain("wrong-pass");
    }
    expect(service.requests).toHaveLength(0);
    expect(issuer.server.requests).toHaveLength(1);
    await rejection(client.getBooks({ ShelfId: 1 }));
    expect(issuer.server.requests).toHaveLength(2);
  });

  test("drops a token that the service refuses, and repeats a call that changes nothing once", async () => {
    const issuer = await startIssuer();
    const code = "wsse:FailedAuthentication";
    const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    const refusal = answer(
      envelope(fault11(code, "Who?").replace("Fault>", `Fault xmlns:wsse="${WSSE}">`)),
      "500 Error",
    );
    const service = await serve((socket, { number }) => socket.write(number === 2 ? bookList(book(1)) : refusal));
    const client = open({ endpoint: service.url, retries: 0, features: [issuedBy(issuer)] });
    expect(await client.getBooks({ ShelfId: 1 }, callOptions({ safe: true }))).toHaveLength(1);
    expect(issuer.server.requests).toHaveLength(2);
    expect(await rejection(client.getBooks({ ShelfId: 1 }, callOptions({ safe: true })))).toMatchObject({
      code: "FAULT",
    });
    expect(service.requests).toHaveLength(4);
    // A call that may have changed something is not repeated. The next one has a new token.
    const before = issuer.server.requests.length;
    expect(await rejection(client.getBooks({ ShelfId: 1 }, callOptions({ safe: false })))).toMatchObject({
      code: "FAULT",
    });
    expect(service.requests).toHaveLength(5);
    await rejection(client.getBooks({ ShelfId: 1 }, callOptions({ safe: false })));
    expect(issuer.server.requests).toHaveLength(before + 2);
  });

  test("has a token for each service, and none of another feature", async () => {
    const { issuer, client, service } = await stage();
    await client.getBooks({ ShelfId: 1 });
    await client.getBooks({ ShelfId: 1 }, callOptions({ endpoint: `${service.url}/other?key=1` }));
    expect(issuer.requests.map(({ appliesTo }) => appliesTo)).toEqual([service.url, `${service.url}/other`]);
    const bob = security({
      issuer: { endpoint: issuer.url, security: { usernameToken: { username: "bob", password: PASSWORD } } },
    });
    await client.with({ features: [bob] } as object).getBooks({ ShelfId: 1 });
    expect(assertionIn(service)).toContain(">bob<");
    await client.getBooks({ ShelfId: 1 });
    expect(assertionIn(service)).toContain(">ada<");
    expect(issuer.server.requests).toHaveLength(3);
  });

  test.each([
    ["1.3", "1.1"],
    ["1.4", "1.2"],
    ["2005/02", "1.1"],
    ["2005/02", "1.2"],
  ] as const)("speaks WS-Trust %s over SOAP %s", async (version, soapVersion) => {
    for (const tokenType of ["SAML 1.1", "SAML 2.0"] as const) {
      const { issuer, service, call } = await stage({}, { version, soapVersion, tokenType });
      await call();
      const ns =
        version === "2005/02"
          ? "http://schemas.xmlsoap.org/ws/2005/02/trust"
          : "http://docs.oasis-open.org/ws-sx/ws-trust/200512";
      expect(issuer.requests[0]!.envelope).toMatch(new RegExp(`Action[^>]*>${ns}/RST/Issue<`));
      expect(issuer.requests[0]!.namespace).toBe(ns);
      expect(assertionIn(service)).toContain(tokenType === "SAML 1.1" ? "SAML:1.0" : "SAML:2.0");
      expect(isGoodForXmlCrypto(service.requests[0]!.body)).toBe(true);
    }
  });

  test("shows no secret", async () => {
    const { issuer, client } = await stage();
    const feature = issuedBy(issuer);
    await client.getBooks({ ShelfId: 1 });
    for (const shown of [
      inspect(feature, { depth: 9, showHidden: true }),
      JSON.stringify(feature),
      inspect(client, { depth: 9 }),
    ]) {
      expect(shown).not.toContain("s3cret");
      expect(shown).not.toContain("SignatureValue");
    }
  });

  test.each([
    [{ endpoint: "" }, "security.issuer.endpoint"],
    [{ endpoint: "http://issuer.example/trust" }, "security.issuer"],
    [{ endpoint: "https://issuer.example", version: "1.5" }, "security.issuer.version"],
    [{ endpoint: "https://issuer.example", security: { usernameToken: {} } }, "security.issuer.security"],
    [{ endpoint: "https://issuer.example", client: { endpoint: "x" } }, "endpoint"],
    [{ endpoint: "https://issuer.example", other: 2 }, "other"],
    ["https://issuer.example", "security.issuer"],
  ])("refuses %j by the name of its option", (issuer, option) => {
    let thrown: unknown;
    try {
      security({ issuer } as unknown as SecurityOptions);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: "CONFIGURATION", option });
  });
});
