/** Hostile issuers, and responses of others in their place: no token is accepted or sent, and no secret is shown. */
import { inspect } from "node:util";
import { type SecurityOptions, security } from "soapwright-features/security";
import { book } from "soapwright-testing/client/shelf";
import { assertionOf } from "soapwright-testing/security/assertions";
import { SOAP } from "soapwright-testing/security/envelopes";
import {
  answer as answerOf,
  faultOf,
  type IssuerSetting,
  PASSWORD,
  startIssuer,
} from "soapwright-testing/security/issuer";
import { pem } from "soapwright-testing/security/keys";
import { signed } from "soapwright-testing/security/signed-responses";
import { bookList } from "soapwright-testing/stage/responses";
import { callOptions, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { shelfWith } from "soapwright-testing/tenants/stage";
import { answer } from "soapwright-testing/transport/raw-server";

endAfterEach();
afterEach(() => jest.restoreAllMocks());

type Options = Partial<NonNullable<SecurityOptions["issuer"]>>;

const ADA = { usernameToken: { username: "ada", password: PASSWORD } };
const SUBJECT = "subject-of-the-token";
const DAY = 86_400_000;
const time = (ms: number) => new Date(Date.now() + ms).toISOString();
const lifetime = (created: string, expires: string) =>
  `<t:Lifetime xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"><u:Created>${created}</u:Created><u:Expires>${expires}</u:Expires></t:Lifetime>`;
const bearer = (more: object = {}) =>
  assertionOf({ version: "2.0", subject: SUBJECT, expires: Date.now() + 60_000, ...more });

async function stage(setting: IssuerSetting, options: Options = {}, client: object = {}) {
  const issuer = await startIssuer({
    ...setting,
    facts: (request) => ({ subject: SUBJECT, ...setting.facts?.(request) }),
  });
  return called(issuer.url, options, client);
}

async function called(endpoint: string, options: Options, more: object) {
  const service = await serve((socket) => socket.write(bookList(book(1))));
  const lines: string[] = [];
  const log = (...words: unknown[]): void => void lines.push(inspect(words, { depth: 9 }));
  const feature = security({ issuer: { endpoint, security: ADA, client: { retries: 0 }, ...options } });
  const logger = { info: log, warn: log, error: log };
  const client = open({ endpoint: service.url, retries: 0, logger, features: [feature], ...more });
  return { service, lines, call: () => client.getBooks({ ShelfId: 1 }) };
}

/** Whatever is shown of the failure holds neither the password nor a text of the token or of its key. */
async function expectRefused({ service, lines, call }: Awaited<ReturnType<typeof called>>, expected: object) {
  const error = await rejection(call());
  expect(error).toMatchObject({ attempts: 0, ...expected });
  expect(service.requests).toHaveLength(0);
  for (const shown of [inspect(error, { depth: 9 }), JSON.stringify(error), error.message, ...lines]) {
    expect(shown).not.toMatch(/s3cret|subject-of-the-token|SignatureValue|c2VjcmV0/);
  }
  return error;
}

const REFUSED = {
  code: "CONFIGURATION",
  reason: "issuer-failed",
  option: "security.issuer",
  cause: { reason: "issued-token" },
};
const UNREAD = { code: "CONFIGURATION", reason: "issuer-failed", option: "security.issuer" };

/** Responses that are read, and are not those of the request. */
const wrong: readonly (readonly [name: string, setting: IssuerSetting, options?: Options])[] = [
  ["a lifetime that is over", { parts: () => ({ lifetime: lifetime(time(-DAY), time(-1)) }) }],
  ["an assertion that is over", { facts: () => ({ created: Date.now() - DAY, expires: Date.now() - 1 }) }],
  ["a lifetime in the future", { parts: () => ({ lifetime: lifetime(time(DAY), time(2 * DAY)) }) }],
  ["an assertion in the future", { facts: () => ({ created: Date.now() + DAY, expires: Date.now() + 2 * DAY }) }],
  ["a lifetime that ends before it begins", { parts: () => ({ lifetime: lifetime(time(30_000), time(20_000)) }) }],
  ["a lifetime of no time", { parts: () => ({ lifetime: lifetime("now", "later") }) }],
  ["the Context of another request", { parts: () => ({ context: "urn:uuid:1" }) }],
  ["another AppliesTo", { parts: ({ appliesTo }) => ({ appliesTo: appliesTo.replace("127.0.0.1", "127.0.0.2") }) }],
  ["another audience", { facts: () => ({ audience: "https://other.example/service" }) }],
  ["an audience that begins alike", { facts: ({ appliesTo }) => ({ audience: appliesTo.slice(0, -1) }) }],
  ["no token", { parts: () => ({ token: "" }) }],
  ["two tokens in one element", { parts: ({ token }) => ({ token: token + bearer() }) }],
  [
    "two elements with a token",
    { parts: () => ({ more: `<t:RequestedSecurityToken>${bearer()}</t:RequestedSecurityToken>` }) },
  ],
  [
    "two responses in the collection",
    {
      envelope: (text) =>
        text.replace(/<t:RequestSecurityTokenResponse>?[ >][\s\S]*<\/t:RequestSecurityTokenResponse>/, "$&$&"),
    },
  ],
  ["two lifetimes", { parts: ({ lifetime: one }) => ({ lifetime: one + one }) }],
  [
    "another TokenType",
    { parts: () => ({ tokenType: "urn:oasis:names:tc:SAML:1.0:assertion" }) },
    { tokenType: "SAML 2.0" },
  ],
  [
    "an assertion of another version",
    { parts: () => ({ token: bearer({ version: "1.1" }) }) },
    { tokenType: "SAML 2.0" },
  ],
  ["another KeyType", { parts: () => ({ more: "<t:KeyType>urn:other</t:KeyType>" }) }],
  ["no assertion behind its name", { parts: () => ({ token: '<Assertion xmlns="urn:other">1</Assertion>' }) }],
  ...(
    [
      ["a key of gigabits", "<t:KeySize>4294967288</t:KeySize>"],
      ["a key of eight bits", "<t:KeySize>8</t:KeySize>"],
      ["a key of an odd size", "<t:KeySize>257</t:KeySize>"],
      ["a short secret", "<t:RequestedProofToken><t:BinarySecret>c2VjcmV0</t:BinarySecret></t:RequestedProofToken>"],
      [
        "a long secret",
        `<t:RequestedProofToken><t:BinarySecret>${"c2VjcmV0".repeat(1000)}</t:BinarySecret></t:RequestedProofToken>`,
      ],
      [
        "a secret of another size",
        `<t:RequestedProofToken><t:BinarySecret>${"c2VjcmV0".repeat(4)}</t:BinarySecret></t:RequestedProofToken>`,
      ],
      [
        "a secret that is no base64",
        `<t:RequestedProofToken><t:BinarySecret>${"c2VjcmV0".repeat(4)}!!</t:BinarySecret></t:RequestedProofToken>`,
      ],
      ["another computation", "<t:RequestedProofToken><t:ComputedKey>urn:md5</t:ComputedKey></t:RequestedProofToken>"],
      [
        "no entropy of the issuer",
        "<t:RequestedProofToken><t:ComputedKey>urn:x/CK/PSHA1</t:ComputedKey></t:RequestedProofToken>",
      ],
      [
        "entropy without a computation",
        `<t:Entropy><t:BinarySecret>${"c2VjcmV0".repeat(4)}</t:BinarySecret></t:Entropy>`,
      ],
      [
        "an encrypted key",
        '<t:RequestedProofToken><e:EncryptedKey xmlns:e="urn:e">c2VjcmV0</e:EncryptedKey></t:RequestedProofToken>',
      ],
    ] as const
  ).map(([name, more]) => [name, { parts: () => ({ more }) }, { keyType: "symmetric" }] as const),
  [
    "a bound token without a reference",
    {
      parts: ({ more }) => ({
        token: '<e:EncryptedData xmlns:e="urn:e"><e:V>secret-text</e:V></e:EncryptedData>',
        more,
      }),
    },
    { keyType: "symmetric" },
  ],
];

const named = wrong.map(([name, setting, options = {}]) => [name, setting, options] as const);

test.each(named)("refuses %s", async (_name, setting, options) => {
  await expectRefused(await stage(setting, options), REFUSED);
});

const DTD = '<!DOCTYPE a [<!ENTITY a "s3cret"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';

/** Responses that are no responses of an issuer. */
const unread: readonly (readonly [name: string, envelope: (text: string) => string])[] = [
  ["a DOCTYPE", (text) => `<!DOCTYPE a>${text}`],
  ["entities", (text) => DTD + text.replace(SUBJECT, "&b;&b;")],
  ["a processing instruction in the token", (text) => text.replace("<s:Subject>", "<?x y?><s:Subject>")],
  ["a prefix that is not declared", (text) => text.replace("<s:Subject>", "<s:Subject q:a='1'>")],
  ["an envelope of another version", (text) => text.replaceAll(SOAP["1.2"], SOAP["1.1"])],
  ["another element in the Body", (text) => text.replaceAll("RequestSecurityTokenResponse", "Other")],
  [
    "an empty collection",
    (text) => text.replace(/(ResponseCollection [^>]*>)[\s\S]*(<\/t:RequestSecurityTokenResponseC)/, "$1$2"),
  ],
  ["a text in place of a token", (text) => text.replace(/<s:Assertion [\s\S]*<\/s:Assertion>/, "PHNlY3JldD4=")],
  ["an empty Body", (text) => text.replace(/<soap:Body>[\s\S]*<\/soap:Body>/, "<soap:Body/>")],
  ["an element that is not closed", (text) => text.replace("</s:Subject>", "")],
  ["a page of its own", (text) => `<html><body>Welcome ada s3cret-&lt;&amp;&gt;-pass ${text}</body></html>`],
  ["nothing", () => ""],
  [
    "a header block that must be understood",
    (text) =>
      text.replace(
        "<soap:Body>",
        '<soap:Header><h:H xmlns:h="urn:h" soap:mustUnderstand="1"/></soap:Header><soap:Body>',
      ),
  ],
  ["megabytes", (text) => text.replace("<s:Subject>", `<s:Subject>${" ".repeat(2_000_000)}`)],
  ["a deep tree", (text) => text.replace("<s:Subject>", `<s:Subject>${"<d>".repeat(1000)}${"</d>".repeat(1000)}`)],
];

test.each(unread)("refuses %s", async (_name, envelope) => {
  await expectRefused(await stage({ envelope }), UNREAD);
});

describe("an issuer whose responses are verified", () => {
  const verified = { security: { ...ADA, verify: { certificates: pem("service.crt") } } };
  const signedEnvelope = (text: string) => signed(text);

  test("gives a token by a signed response", async () => {
    const { service, call } = await stage({ envelope: signedEnvelope }, verified);
    await call();
    expect(service.requests[0]!.body).toContain(SUBJECT);
  });

  test.each<[string, (text: string) => string | Promise<string>]>([
    ["is not signed", (text) => text],
    ["is signed by another", (text) => signed(text, { certificate: pem("other.crt"), key: pem("other.key") })],
    [
      "has another token than was signed",
      async (text) => (await signed(text)).replace(/<s:Assertion [\s\S]*<\/s:Assertion>/, bearer()),
    ],
    [
      "has its signed Body wrapped behind another",
      async (text) => {
        const good = await signed(text);
        const [body = ""] = /<soap:Body [\s\S]*<\/soap:Body>/.exec(good) ?? [];
        return good
          .replace(body, body.replace(/wsu:Id="[^"]*"/, ""))
          .replace("</soap:Header>", `<w>${body}</w></soap:Header>`);
      },
    ],
  ])("refuses a response that %s", async (_name, envelope) => {
    await expectRefused(await stage({ envelope }, verified), UNREAD);
  });

  test("refuses a signed response to an earlier request", async () => {
    let first: string | undefined;
    const envelope = async (text: string) => {
      first ??= await signed(text);
      return first;
    };
    const issuer = await startIssuer({ envelope, facts: () => ({ subject: SUBJECT }) });
    await (await called(issuer.url, verified, {})).call();
    await expectRefused(await called(issuer.url, verified, {}), REFUSED);
  });
});

describe("an address in place of an issuer", () => {
  const at = async (respond: () => Buffer | undefined, client: object = {}) => {
    const server = await serve((socket) => {
      const bytes = respond();
      if (bytes !== undefined) socket.write(bytes);
      else if (client === NONE) socket.destroy();
    });
    return { server, ...(await called(server.url, {}, client)) };
  };
  const NONE = {};

  test.each([301, 302, 307, 308])("is not followed by %i to another", async (status) => {
    const other = await serve((socket) => socket.write(answer("")));
    const stage = await at(() => answer("", `${status} Moved`, [`Location: ${other.url}`]));
    await expectRefused(stage, { ...UNREAD, kind: "configuration" });
    expect(other.requests).toHaveLength(0);
  });

  test.each([
    ["with a token", 500],
    ["with a token", 401],
    ["with a token", 503],
  ])("shows nothing of a response %s and the status %i", async (_what, status) => {
    const body = `<a>${bearer()} ${PASSWORD.replace(/[<&>]/g, "_")} c2VjcmV0</a>`;
    await expectRefused(await at(() => answer(body, `${status} Error`)), UNREAD);
  });

  test("closes the connection", async () => {
    await expectRefused(await at(() => undefined, NONE), { ...UNREAD, kind: "unreachable" });
  });

  test("never responds, and the deadline of the call ends the wait", async () => {
    const stage = await at(() => undefined, { deadlineMs: 100 });
    await expectRefused(stage, { code: "TIMEOUT" });
    await stage.server.allClosed();
  });

  test("never responds, and the time limit for the issuer ends the wait", async () => {
    const server = await serve(() => {});
    const stage = await called(server.url, { client: { retries: 0, timeoutMs: 100 } }, {});
    await expectRefused(stage, { ...UNREAD, kind: "timeout", cause: { code: "TIMEOUT" } });
  });

  test.each([
    ["FailedAuthentication", "refused"],
    ["RequestFailed", "rejected"],
    ["InvalidRequest", "rejected"],
    ["BadRequest", "rejected"],
    ["ExpiredData", "rejected"],
    ["InvalidScope", "rejected"],
  ])("says why: %s", async (local, kind) => {
    const code = { namespace: "http://docs.oasis-open.org/ws-sx/ws-trust/200512", local };
    const fault = faultOf(SOAP["1.2"], code, `Nothing for you: ${PASSWORD}.`);
    const error = await expectRefused(await at(() => answerOf(SOAP["1.2"], fault, "500 Error")), {
      code: "CONFIGURATION",
      reason: "issuer-refused",
      kind,
      cause: { fault: { subcodes: [code] } },
    });
    expect(error.message).toContain("Nothing for you: ***");
    expect(JSON.stringify(error)).not.toContain("Nothing for you");
  });
});

describe("a token without an end", () => {
  test("serves the calls that wait for it, and is not kept", async () => {
    const issuer = await startIssuer({ facts: () => ({ expires: undefined }), parts: () => ({ lifetime: "" }) });
    const { call, service } = await called(issuer.url, {}, {});
    await Promise.all([call(), call()]);
    expect(issuer.requests).toHaveLength(1);
    await call();
    expect(issuer.requests).toHaveLength(2);
    expect(service.requests).toHaveLength(3);
  });

  test("is kept for a day at most when it has one in a thousand years", async () => {
    const end = "3000-01-01T00:00:00Z";
    const issuer = await startIssuer({
      facts: () => ({ expires: Date.parse(end) }),
      parts: () => ({ lifetime: lifetime(time(0), end) }),
    });
    const { call } = await called(issuer.url, {}, {});
    await call();
    const now = Date.now();
    jest.spyOn(Date, "now").mockImplementation(() => now + DAY);
    await call();
    expect(issuer.requests).toHaveLength(2);
  });
});

test("what looks like a token in a comment or in character data is none", async () => {
  const issuer = await startIssuer({
    parts: ({ token }) => ({
      token: `<!-- ${bearer()} -->${token.replace("urn:example:issuer", "<![CDATA[<s:Assertion>]]>")}`,
    }),
    facts: () => ({ subject: "dan", key: "none" }),
  });
  const { call, service } = await called(issuer.url, {}, {});
  await call();
  expect(service.requests[0]!.body).toContain(">dan<");
  expect(service.requests[0]!.body).not.toContain(SUBJECT);
});

test("no tenant gets the token of another, and functions are told the caller", async () => {
  const issuer = await startIssuer({ facts: ({ number }) => ({ subject: `token-${number}` }) });
  const service = await serve((socket) => socket.write(bookList(book(1))));
  const asked: unknown[] = [];
  const password = ({ credentials }: { readonly credentials: object }): string => {
    asked.push({ ...credentials });
    return PASSWORD;
  };
  const feature = security({
    issuer: { endpoint: issuer.url, security: { usernameToken: { username: "ada", password } } },
  });
  const tenants = ["one", "two"].map((user) => shelfWith({ user }, { endpoint: service.url, features: [feature] }));
  for (const tenant of [...tenants, ...tenants]) await tenant.getBooks({ ShelfId: 1 });
  const subjects = service.requests.map(
    ({ body }) => /<User>(.*)<\/User>/.exec(body)?.[1] + />(token-\d)</.exec(body)![1]!,
  );
  expect(subjects).toEqual(["onetoken-1", "twotoken-2", "onetoken-1", "twotoken-2"]);
  expect(asked).toEqual([{ user: "one" }, { user: "two" }]);
});

test("a token is not sent to another origin", async () => {
  const issuer = await startIssuer();
  const other = await serve((socket) => socket.write(bookList(book(1))));
  const service = await serve((socket) => socket.write(bookList(book(1))));
  const feature = security({ issuer: { endpoint: issuer.url, security: ADA } });
  const client = open({ endpoint: service.url, allowedOrigins: [new URL(other.url).origin], features: [feature] });
  await client.getBooks({ ShelfId: 1 });
  await client.getBooks({ ShelfId: 1 }, callOptions({ endpoint: other.url }));
  expect(other.requests[0]!.body).not.toContain("Assertion");
  expect(issuer.requests).toHaveLength(1);
});
