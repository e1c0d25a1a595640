/** Tokens that are bound to a key, and tokens on behalf of a user. Tests `computeKey` by itself: no entry point shows keys. */
import { createHmac } from "node:crypto";
import { type SecurityOptions, security } from "soapwright-features/security";
import { book } from "soapwright-testing/client/shelf";
import { assertionOf, isGoodForXmlCrypto } from "soapwright-testing/security/assertions";
import { type IssuerSetting, PASSWORD, startIssuer } from "soapwright-testing/security/issuer";
import { pem } from "soapwright-testing/security/keys";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { SignedXml } from "xml-crypto";
import { computeKey } from "../../../src/security/issuer/proof";

endAfterEach();

type Options = NonNullable<SecurityOptions["issuer"]>;

const ADA = { usernameToken: { username: "ada", password: PASSWORD } };

async function stage(options: Partial<Options>, setting: IssuerSetting = {}, more: SecurityOptions = {}) {
  const issuer = await startIssuer(setting);
  const service = await serve((socket) => socket.write(bookList(book(1))));
  const feature = security({ ...more, issuer: { endpoint: issuer.url, security: ADA, ...options } });
  const client = open({ endpoint: service.url, retries: 0, features: [feature] });
  const call = () => client.getBooks({ ShelfId: 1 });
  return { issuer, service, client, call, sent: () => service.requests.at(-1)!.body };
}

/** Whether xml-crypto finds the last signature of a message good, by a symmetric key or a certificate. */
function isProven(message: string, key: Buffer | string): boolean {
  const judge = new SignedXml({ publicCert: key, idMode: "wssecurity", getCertFromKeyInfo: () => null });
  for (const [uri, hash] of [
    ["http://www.w3.org/2001/04/xmldsig-more#hmac-sha256", "sha256"],
    ["http://www.w3.org/2000/09/xmldsig#hmac-sha1", "sha1"],
  ] as const) {
    judge.SignatureAlgorithms[uri] = class {
      getSignature = (): never => {
        throw new Error("verifies only");
      };
      verifySignature = (content: string, secret: unknown, value: string): boolean =>
        createHmac(hash, secret as Buffer)
          .update(content)
          .digest("base64") === value;
      getAlgorithmName = (): string => uri;
    };
  }
  judge.loadSignature(message.slice(message.lastIndexOf("<ds:Signature ")).replace(/(<\/ds:Signature>)[\s\S]*/, "$1"));
  try {
    return judge.checkSignature(message);
  } catch {
    return false;
  }
}

const idIn = (message: string) => /<s:Assertion [^>]*(?:AssertionID| ID)="([^"]*)"/.exec(message)![1]!;

test("a key is computed as OpenSSL computes it", () => {
  const secret = Buffer.from("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "hex");
  const seed = Buffer.from("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeffe0e1e2e3e4e5e6e7e8e9eaebecedeeef", "hex");
  // openssl kdf -keylen 48 -kdfopt digest:SHA1 -kdfopt hexsecret:… -kdfopt hexseed:… TLS1-PRF
  const expected = "b4ec4d5fb382d77ea940f8a23b071ec695676f6116d38c6cacc5920dc859f762368439720056d478276999e9846bbc57";
  for (const length of [16, 20, 32, 48])
    expect(computeKey(secret, seed, length).toString("hex")).toBe(expected.slice(0, 2 * length));
});

const symmetric = (["1.3", "1.4", "2005/02"] as const).flatMap((version) =>
  (["both", "issuer", "client"] as const).flatMap((keyBy) =>
    (["SAML 1.1", "SAML 2.0"] as const).map((tokenType) => ({ version, keyBy, tokenType })),
  ),
);

test.each(symmetric)("a message is signed by a symmetric key: %j", async ({ version, keyBy, tokenType }) => {
  const { issuer, call, sent } = await stage({ version, tokenType, keyType: "symmetric" }, { keyBy });
  await call();
  const message = sent();
  const [{ key, entropy, envelope } = { key: Buffer.alloc(0), entropy: Buffer.alloc(0), envelope: "" }] =
    issuer.requests;
  expect([entropy.length, key.length]).toEqual([32, 32]);
  expect(envelope).toMatch(/KeySize>256</);
  expect(envelope).toMatch(/ComputedKeyAlgorithm>[^<]*\/CK\/PSHA1</);
  expect(isGoodForXmlCrypto(message)).toBe(true);
  expect(isProven(message, key)).toBe(true);
  expect(isProven(message, Buffer.alloc(32))).toBe(false);
  expect(isProven(message.replace(/ShelfId>1</, "ShelfId>2<"), key)).toBe(false);
  const type = tokenType === "SAML 1.1" ? "1.0#SAMLAssertionID" : "1.1#SAMLID";
  expect(message).toMatch(new RegExp(`KeyIdentifier ValueType="[^"]*saml-token-profile-${type}">${idIn(message)}<`));
  expect(message).toMatch(/Timestamp/);
  await call();
  expect(issuer.requests).toHaveLength(1);
});

test("the size of the key and the algorithm are chosen", async () => {
  const options = { keyType: "symmetric", keySize: 128, signatureAlgorithm: "HMAC-SHA1", parts: ["Body"] } as const;
  const { issuer, call, sent } = await stage(options, { keyBy: "client" });
  await call();
  expect(issuer.requests[0]!.key).toHaveLength(16);
  expect(isProven(sent(), issuer.requests[0]!.key)).toBe(true);
  expect(sent()).not.toContain("Timestamp");
  expect(sent()).toContain("#hmac-sha1");
});

test.each(["SAML 1.1", "SAML 2.0"] as const)(
  "a message is signed by the key of a certificate: %s",
  async (tokenType) => {
    const useKey = { certificate: pem("client.crt"), key: pem("client.key") };
    const { issuer, call, sent } = await stage({ tokenType, keyType: "public", useKey });
    await call();
    expect(issuer.requests[0]!.envelope).toMatch(/UseKey><ds:KeyInfo [^>]*><ds:X509Data><ds:X509Certificate>/);
    expect(sent()).toContain("holder-of-key");
    expect(isGoodForXmlCrypto(sent())).toBe(true);
    expect(isProven(sent(), pem("client.crt"))).toBe(true);
    expect(isProven(sent(), pem("other.crt"))).toBe(false);
  },
);

test("the key of a token endorses the signature of a message", async () => {
  const signature = { certificate: pem("client.crt"), key: pem("client.key") };
  const { issuer, call, sent } = await stage({ keyType: "symmetric" }, {}, { signature });
  await call();
  const [, first, second] = sent().match(/<ds:Signature [\s\S]*?<\/ds:Signature>/g)!;
  const id = /^<ds:Signature [^>]*Id="([^"]*)"/.exec(first!)![1];
  expect(second!.match(/<ds:Reference URI="[^"]*"/g)).toEqual([`<ds:Reference URI="#${id}"`]);
  expect(isProven(sent(), issuer.requests[0]!.key)).toBe(true);
});

test.each([
  ["onBehalfOf", "1.3", "1.1"],
  ["onBehalfOf", "1.4", "2.0"],
  ["onBehalfOf", "2005/02", "2.0"],
  ["actAs", "1.4", "2.0"],
] as const)(
  "a token is issued by %s with WS-Trust %s and SAML %s, for its subject alone",
  async (option, version, saml) => {
    let subject = "eve";
    const tokens = new Map(
      ["eve", "dan"].map((name) => [name, assertionOf({ version: saml, subject: name, expires: Date.now() + 60_000 })]),
    );
    const { issuer, call, sent } = await stage({ version, [option]: () => tokens.get(subject)! });
    await call();
    expect(sent()).toContain(">eve<");
    expect(issuer.requests[0]!.envelope).toContain(tokens.get("eve"));
    expect(isGoodForXmlCrypto(issuer.requests[0]!.envelope)).toBe(true);
    subject = "dan";
    await call();
    expect(sent()).toContain(">dan<");
    expect(sent()).not.toContain(">eve<");
    subject = "eve";
    await call();
    expect(sent()).toContain(">eve<");
    expect(issuer.requests).toHaveLength(2);
  },
);

test("the client signs in at the issuer by a certificate", async () => {
  const signature = { certificate: pem("client.crt"), key: pem("client.key") };
  const setting = { security: { verify: { certificates: pem("client.crt") } } };
  const { call, sent } = await stage({ security: { signature } }, setting);
  await call();
  expect(sent()).toContain(">by certificate<");
  const other = { certificate: pem("other.crt"), key: pem("other.key") };
  const refused = await stage({ security: { signature: other } }, setting);
  expect(await rejection(refused.call())).toMatchObject({ reason: "issuer-refused", attempts: 0 });
});

test("an encrypted assertion goes out as it came, with the reference of the issuer", async () => {
  const token =
    '<e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#" Id="E"><e:CipherData><e:CipherValue>AAAA\n</e:CipherValue></e:CipherData></e:EncryptedData>';
  const reference =
    '<w:SecurityTokenReference xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><w:KeyIdentifier ValueType="urn:x">_7</w:KeyIdentifier></w:SecurityTokenReference>';
  const { issuer, call, sent } = await stage(
    { keyType: "symmetric" },
    {
      parts: ({ more }) => ({
        token,
        more: `${more}<t:RequestedAttachedReference>${reference}</t:RequestedAttachedReference>`,
      }),
    },
  );
  await call();
  expect(sent()).toContain(token);
  expect(sent()).toContain(`<ds:KeyInfo>${reference}</ds:KeyInfo>`);
  expect(isProven(sent(), issuer.requests[0]!.key)).toBe(true);
});

test.each([
  [{ keySize: 100 }, "security.issuer.keySize"],
  [{ keySize: 1024 }, "security.issuer.keySize"],
  [{ keySize: 129 }, "security.issuer.keySize"],
  [{ keyType: "public" }, "security.issuer.useKey"],
  [
    { keyType: "public", useKey: { certificate: pem("client.crt"), key: pem("other.key") } },
    "security.issuer.useKey.key",
  ],
  [{ actAs: "<a/>" }, "security.issuer.actAs"],
  [{ parts: ["Nothing"] }, "security.issuer.parts[0]"],
])("refuses %j", (options, option) => {
  let thrown: unknown;
  try {
    security({ issuer: { endpoint: "https://issuer.example", ...options } as Options });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ code: "CONFIGURATION", option });
});
