/** Wrong options: each is a typed error that names the option, without a secret. */
import { createPrivateKey, generateKeyPairSync, sign as nodeSign, X509Certificate } from "node:crypto";
import { inspect } from "node:util";
import { createServiceSecurity, type SecurityOptions } from "soapwright-features/security";
import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { asPair } from "../../src/security/certificate";

const certificate = pem("client.crt");
const key = pem("client.key");
const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

test.each([
  ["security", undefined],
  ["security", {}],
  ["usernameTokens", { usernameTokens: {} }],
  ["security.usernameToken.username", { usernameToken: { password: "p" } }],
  ["security.usernameToken.password", { usernameToken: { username: "u", passwordType: "digest" } }],
  ["security.usernameToken.password", { usernameToken: { username: "u", password: "\u0001hidden" } }],
  [
    "security.usernameToken.nonce",
    { usernameToken: { username: "u", password: "p", passwordType: "digest", nonce: false } },
  ],
  ["security.timestamp.lifetimeMs", { timestamp: { lifetimeMs: 0 } }],
  ["security.signature.certificate", { signature: { key } }],
  ["security.signature.certificate", { signature: { certificate: key, key } }],
  ["security.signature.certificate", { signature: { certificate: pem("expired.crt"), key: pem("expired.key") } }],
  ["security.signature.certificate", { signature: { certificate: pem("edwards.crt"), key: pem("edwards.key") } }],
  ["security.signature.key", { signature: { certificate } }],
  ["security.signature.key", { signature: { certificate, key: certificate } }],
  ["security.signature.key", { signature: { certificate, key: pem("other.key") } }],
  ["security.signature.key", { signature: { certificate, key: pem("curve.key") } }],
  ["security.signature.key", { signature: { certificate, key: pem("encrypted.key") } }],
  ["security.signature.key", { signature: { certificate, key: pem("encrypted.key"), passphrase: "wrong" } }],
  ["security.signature.key", { signature: { certificate, key: publicKey } }],
  ["security.signature.key", { signature: { certificate, key, signer: () => new Uint8Array(1) } }],
  ["security.signature.signatureAlgorithm", { signature: { certificate, key, signatureAlgorithm: "ECDSA-SHA256" } }],
  ["security.signature.signatureAlgorithm", { signature: { certificate, key, signatureAlgorithm: "HMAC" } }],
  [
    "security.signature.keyReference",
    { signature: { certificate: pem("plain.crt"), key, keyReference: "SubjectKeyIdentifier" } },
  ],
  ["security.signature.parts[0]", { signature: { certificate, key, parts: ["UsernameToken"] } }],
  ["security.signature.parts[0]", { signature: { certificate, key, timestamp: false, parts: ["Head"] } }],
  ["security.signature.parts[0]", { timestamp: false, signature: { certificate, key, parts: ["Timestamp"] } }],
  ["security.verify.certificates", { verify: {} }],
  ["security.verify.certificates", { verify: { certificates: [] } }],
  ["security.verify.certificates", { verify: { certificates: [pem("expired.crt")] } }],
  ["security.verify.certificates[1]", { verify: { certificates: [certificate, "no"] } }],
  ["security.verify.faults", { verify: { certificates: certificate, faults: true } }],
  ["security.verify.signatureAlgorithms[0]", { verify: { certificates: certificate, signatureAlgorithms: ["SHA"] } }],
])("%s is named", (option, given) => {
  let error: unknown;
  try {
    createSecurity(given as never);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ code: "CONFIGURATION" });
  const shown = error as { option: string; message: string };
  // An unknown property is named.
  if (!("signature" in (given ?? {}) && "timestamp" in ((given as { signature: object }).signature ?? {})))
    expect(shown.option).toBe(option);
  expect(shown.message).toMatch(/[.?]$/);
  expect(inspect(error)).not.toMatch(/PRIVATE KEY|hidden|MII/);
});

describe("an option that another one makes meaningless is refused by its name", () => {
  const keyed = { certificate, key };
  const signer = async () => new Uint8Array(1);
  const shared = { encryption: { certificate: pem("service.crt") }, symmetricBinding: {} };
  const issuer = { endpoint: "https://issuer.example/" };
  const bound = { ...issuer, keyType: "public", useKey: keyed };
  const open = createPrivateKey(key);
  const user = { username: "ada", password: "secret" };

  function made(options: object, isService: boolean): unknown {
    try {
      return void (isService ? createServiceSecurity(options) : createSecurity(options));
    } catch (error) {
      return error;
    }
  }
  function leftOut([name = "", ...inside]: readonly string[], options: object): object {
    const { [name]: value, ...others } = options as { readonly [name: string]: object };
    return inside.length === 0 ? others : { ...others, [name]: leftOut(inside, value!) };
  }

  test.each<[string, string, object, boolean?]>([
    ["verify.certificates", "symmetricBinding", { ...shared, verify: { certificates: certificate } }],
    ["verify.signatureAlgorithms", "symmetricBinding", { ...shared, verify: { signatureAlgorithms: ["RSA-SHA256"] } }],
    ["signature.parts", "symmetricBinding", { ...shared, signature: { ...keyed, parts: ["Body"] } }],
    ["encryption.order", "signature", { encryption: { ...shared.encryption, order: "encrypt-before-sign" } }],
    ["mustUnderstand", "usernameToken", { verify: { certificates: certificate }, mustUnderstand: false }],
    ["actor", "usernameToken", { verify: { certificates: certificate }, actor: "urn:one" }],
    [
      "usernameToken.passwordType",
      "usernameToken.password",
      { usernameToken: { username: "u", passwordType: "text" } },
    ],
    ["issuer.keySize", "issuer.keyType", { issuer: { ...issuer, keySize: 256 } }],
    ["issuer.signatureAlgorithm", "issuer.keyType", { issuer: { ...bound, signatureAlgorithm: "HMAC-SHA256" } }],
    ["issuer.useKey", "issuer.keyType", { issuer: { ...issuer, useKey: keyed } }],
    ["issuer.parts", "issuer.keyType", { issuer: { ...issuer, parts: ["Body"] } }],
    ["issuer.parts", "signature", { signature: keyed, issuer: { ...bound, parts: ["Body"] } }],
    ["issuer.parts", "symmetricBinding", { ...shared, issuer: { ...bound, parts: ["Body"] } }],
    [
      "issuer.keyType",
      "symmetricBinding",
      { ...shared, signature: keyed, issuer: { ...issuer, keyType: "symmetric" } },
    ],
    ["issuer.useKey.parts", "issuer.parts", { issuer: { ...bound, useKey: { ...keyed, parts: ["Body"] } } }],
    [
      "issuer.useKey.keyReference",
      "issuer.useKey",
      { issuer: { ...bound, useKey: { ...keyed, keyReference: "IssuerSerial" } } },
    ],
    [
      "issuer.useKey.signerTimeoutMs",
      "issuer.useKey.signer",
      { issuer: { ...bound, useKey: { ...keyed, signerTimeoutMs: 9 } } },
    ],
    ["signature.signerTimeoutMs", "signature.signer", { signature: { ...keyed, signerTimeoutMs: 9 } }],
    ["signature.passphrase", "signature.signer", { signature: { certificate, signer, passphrase: "hidden" } }],
    ["signature.passphrase", "signature.key", { signature: { certificate, key: open, passphrase: "hidden" } }],
    ["decryption.passphrase", "decryption.key", { decryption: { key: open, passphrase: "hidden" } }],
    ...["certificate", "keyTransport", "oaepDigest", "oaepMask", "keyReference"].map(
      (name): [string, string, object, boolean] => {
        const values = {
          certificate,
          keyTransport: "RSA-OAEP",
          oaepDigest: "SHA-1",
          oaepMask: "SHA-1",
          keyReference: "IssuerSerial",
        };
        const encryption = { [name]: values[name as "certificate"] };
        return [
          `encryption.${name}`,
          "symmetricBinding",
          { symmetricBinding: {}, decryption: { key }, encryption },
          true,
        ];
      },
    ),
    ["signatureConfirmation", "signature", { users: { ada: "secret" }, signatureConfirmation: true }, true],
  ])("%s, because of %s", (option, other, options, isService = false) => {
    const error = made(options, isService);
    expect(error).toMatchObject({
      code: "CONFIGURATION",
      reason: expect.stringMatching(/^(?:security-option|option-value)$/) as string,
      option: `security.${option}`,
      message: expect.stringContaining(other) as string,
    });
    expect(inspect(error)).not.toMatch(/PRIVATE KEY|hidden|MII/);
    expect(made(leftOut(option.split("."), options), isService)).toBeUndefined();
  });

  test("and none that has a meaning", () => {
    for (const options of [
      { ...shared, verify: { parts: ["Body"], digestAlgorithms: ["SHA-256"], faults: "signed" }, signature: keyed },
      { usernameToken: { ...user, passwordType: "text" }, mustUnderstand: false, actor: "urn:one" },
      { issuer: { ...issuer, keyType: "symmetric", keySize: 128, signatureAlgorithm: "HMAC-SHA1", parts: ["Body"] } },
      {
        signature: { ...keyed, passphrase: "hidden" },
        encryption: { ...shared.encryption, order: "sign-before-encrypt" },
      },
    ]) {
      expect(made(options, false)).toBeUndefined();
    }
  });
});

test("an encrypted key opens with its passphrase, and a KeyObject is taken", async () => {
  const security = createSecurity({ signature: { certificate, key: pem("encrypted.key"), passphrase: "opensesame" } });
  expect((await security.secure!({ envelope: envelope("<a/>"), request })).envelope).toContain("SignatureValue");
});

test("one of several certificates may have expired", () => {
  expect(() => createSecurity({ verify: { certificates: [pem("expired.crt"), certificate] } })).not.toThrow();
});

describe("a signer", () => {
  const failing = (signer: unknown, more = {}) =>
    createSecurity({ signature: { certificate, signer: signer as never, ...more } }).secure!({
      envelope: envelope("<a/>"),
      request,
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
  test("that fails, returns no bytes, or never ends is an error with its option", async () => {
    const cause = new Error("the HSM is away");
    expect(await failing(() => Promise.reject(cause))).toMatchObject({
      code: "CONFIGURATION",
      reason: "security-option",
      option: "security.signature.signer",
      cause,
    });
    expect(await failing(() => "text")).toMatchObject({ option: "security.signature.signer" });
    expect(await failing(() => new Uint8Array())).toMatchObject({ option: "security.signature.signer" });
    let signal: AbortSignal | undefined;
    const never = (asked: { signal: AbortSignal }) => {
      signal = asked.signal;
      return new Promise(() => {});
    };
    expect(await failing(never, { signerTimeoutMs: 5 })).toMatchObject({
      option: "security.signature.signerTimeoutMs",
      message: expect.stringMatching(/, so nothing was sent\. Raise it, or call again later\.$/) as string,
    });
    expect(signal?.aborted).toBe(true);
  });
});

describe("a signer of a key service", () => {
  const content = async (
    name: string,
    signer: NonNullable<NonNullable<SecurityOptions["signature"]>["signer"]>,
    more = {},
  ) => {
    const signature = { certificate: pem(`${name}.crt`), signer, ...more };
    const { envelope: text } = await createSecurity({ signature }).secure!({ envelope: envelope("<a/>"), request });
    const service = createServiceSecurity({ verify: { certificates: pem(`${name}.crt`) } });
    return service.receive(text);
  };

  test.each(["ECDSA-SHA256", "ECDSA-SHA384", "ECDSA-SHA512"] as const)(
    "may give %s as DER, or as two numbers",
    async (signatureAlgorithm) => {
      const hash = signatureAlgorithm.slice(6).toLowerCase();
      for (const dsaEncoding of ["der", "ieee-p1363"] as const) {
        const sign = async ({ content: text }: { content: Uint8Array }) =>
          nodeSign(hash, text, { key: pem("curve.key"), dsaEncoding });
        expect(await content("curve", sign, { signatureAlgorithm })).toContain("<a");
      }
    },
  );

  test("may give short numbers, and numbers with a zero in front", () => {
    const der = Buffer.from([0x30, 8, 2, 2, 0, 0x81, 2, 2, 1, 2]);
    const pair = asPair(der, new X509Certificate(pem("curve.crt")).publicKey);
    expect(Buffer.from(pair).toString("hex")).toBe(`${"0".repeat(62)}81${"0".repeat(60)}0102`);
  });

  test.each([
    ["with another key", "client", async ({ content: text }) => nodeSign("sha256", text, pem("other.key"))],
    ["its digest, hashed again", "client", async ({ digest }) => nodeSign("sha256", digest, pem("client.key"))],
    ["with other bytes", "curve", async () => new Uint8Array([0x30, 6, 2, 1, 1, 2, 1, 1])],
    ["with bytes that are no DER", "curve", async () => new Uint8Array([0x30, 0xff, 0xff, 0xff, 0xff, 0xff])],
  ] as [string, string, NonNullable<NonNullable<SecurityOptions["signature"]>["signer"]>][])(
    "that signs %s is an error with its option, and nothing is sent",
    async (_what, name, signer) => {
      const error = await content(name, signer).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "CONFIGURATION", option: "security.signature.signer" });
      expect((error as Error).message).toMatch(/no (?:RSA|ECDSA)-SHA256 signature by the key of/);
    },
  );
});

test.each(["key", "certificate"])("the path of a file for %s says to read it", (name) => {
  const make = () => createSecurity({ signature: { certificate, key, [name]: "./keys/client.pem" } });
  expect(make).toThrow(/It looks like the path of a file: give what is in it, by readFileSync\.$/);
});

test.each([
  ["key", key.replaceAll("\n", "\\n"), /line breaks are written as \\n: put real ones in their place\.$/],
  ["certificate", certificate.replaceAll("\n", "\\n"), /line breaks are written as \\n/],
  ["key", key.replaceAll("\n", " "), /line breaks have been lost\. Give the text of the file as it is\.$/],
  ["certificate", certificate.replaceAll("\n", ""), /line breaks have been lost/],
  ["certificate", certificate.replace(/^/gm, "  "), /lines are indented\. Take the blanks away\.$/],
])("a %s whose lines an environment or a template has changed is reported as such", (name, text, says) => {
  expect(() => createSecurity({ signature: { certificate, key, [name]: text } })).toThrow(says);
});

test.each(["key", "certificate"])("a PKCS #12 file for %s says how to convert it", (name) => {
  const signature = { certificate, key: pem("client.key"), [name]: new Uint8Array([0x30, 0x82, 1, 2]) };
  expect(() => createSecurity({ signature })).toThrow(/PKCS #12 .*openssl pkcs12/);
});

describe("an assertion", () => {
  const assertion = (until: string, more = "") =>
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:Conditions NotOnOrAfter="${until}"/>${more}</saml:Assertion>`;
  const sent = (samlAssertion: string) =>
    createSecurity({ samlAssertion: () => samlAssertion }).secure!({ envelope: envelope("<a/>"), request });
  test("goes out as it is", async () => {
    const good = assertion("2999-01-01T00:00:00Z");
    expect((await sent(`<?xml version="1.0"?>\n${good}`)).envelope).toContain(`>${good}</wsse:Security>`);
  });
  test.each([assertion("2020-01-01T00:00:00Z"), "<a/>", "text", "<saml:Assertion>", ""])(
    "%s is refused",
    async (bad) => {
      await expect(sent(bad)).rejects.toMatchObject({ code: "CONFIGURATION", option: "security.samlAssertion" });
    },
  );
  const fromNow = (seconds: number) =>
    assertion(`2999-01-01T00:00:00Z" NotBefore="${new Date(Date.now() + seconds * 1000).toISOString()}`);
  test("whose time has not come is refused, and not where only a clock is ahead", async () => {
    expect((await sent(fromNow(-60))).envelope).toContain("Assertion");
    expect((await sent(fromNow(240))).envelope).toContain("Assertion");
    await expect(sent(fromNow(360))).rejects.toThrow(
      /^The assertion of security\.samlAssertion is not valid yet \(NotBefore \S+Z\)\. Compare the clocks/,
    );
  });
  const later = assertion("2999-01-01T00:00:00Z");
  test.each([
    ["empty", " ", "is empty. Give its XML as it was issued."],
    ["base64", Buffer.from(later).toString("base64"), "is not XML. Give its XML as it was issued, not in base64."],
    ["with a DTD", `<!DOCTYPE a>${later}`, "has a DTD or a processing instruction, which SOAP messages must not have."],
    ["with an instruction", later.replace("/><", "/><?a b?><"), "has a DTD or a processing instruction"],
    [
      "cut out of a response",
      later.replace(/ xmlns:saml="[^"]*"/, ""),
      "is not well-formed XML, or has a prefix that it does not declare itself. Give it as it was issued.",
    ],
    [
      "in a response",
      `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol">${later}</p:Response>`,
      "is not an Assertion of SAML 1.1 or 2.0. Its root is another element: give the Assertion alone.",
    ],
  ])("that is %s is refused with the expected form", async (_what, bad, says) => {
    await expect(sent(bad)).rejects.toThrow(`The assertion of security.samlAssertion ${says}`);
  });
  test("has times in UTC, with a zone or without one: SAML 2.0, 1.3.3", async () => {
    const soon = new Date(Date.now() + 60_000).toISOString().slice(0, -1);
    const parse = jest.spyOn(Date, "parse");
    // A time without a zone would be this machine's local time.
    await sent(assertion(soon));
    await sent(assertion(`${soon}Z`));
    await sent(assertion(`${soon}+00:00`));
    const parsed = parse.mock.calls.map(([text]) => text).filter((text) => text.startsWith(soon));
    parse.mockRestore();
    expect(parsed).toEqual([`${soon}Z`, `${soon}Z`, `${soon}+00:00`]);
  });
  test("has its texts among the secrets as a service would repeat them", async () => {
    const { secrets } = await sent(
      assertion("2999-01-01T00:00:00Z", "<saml:a>Tom &amp; Jerry</saml:a><saml:b><![CDATA[a<b>c]]></saml:b>"),
    );
    expect(secrets).toEqual(expect.arrayContaining(["Tom & Jerry", "a<b>c"]));
  });
});
