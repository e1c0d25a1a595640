/** Everything that can be wrong with what is given: typed errors with the option, and no secret. */
import { generateKeyPairSync } from "node:crypto";
import { inspect } from "node:util";
import { createSecurity } from "../../src/security";
import { envelope, request } from "./envelopes";
import { pem } from "./keys";

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
  ["security.http.username", { http: { scheme: "basic", username: "a:b", password: "p" } }],
  ["security.http.scheme", { http: { scheme: "ntlm", username: "a", password: "p" } }],
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
  // A property that is not known is named as it is.
  if (!("signature" in (given ?? {}) && "timestamp" in ((given as { signature: object }).signature ?? {})))
    expect(shown.option).toBe(option);
  expect(shown.message).toMatch(/\.$/);
  expect(inspect(error)).not.toMatch(/PRIVATE KEY|hidden|MII/);
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
    });
    expect(signal?.aborted).toBe(true);
  });
});

describe("an assertion", () => {
  const assertion = (until: string) =>
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:Conditions NotOnOrAfter="${until}"/></saml:Assertion>`;
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
});
