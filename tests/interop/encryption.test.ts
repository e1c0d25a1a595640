/**
 * Messages that WSS4J 1.6 and Santuario 2.1 decrypt, and that are decrypted here after they have encrypted them.
 * `make interop` runs those that are installed.
 */
import type { SecurityOptions } from "soapwright-features/security";
import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request, type SOAP } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { removeFolders } from "./folders";
import { hasWss4j, type Peer, startPeer } from "./security/java";

const XENC = "http://www.w3.org/2001/04/xmlenc#";
const XENC11 = "http://www.w3.org/2009/xmlenc11#";
const DATA = {
  "AES-128-CBC": `${XENC}aes128-cbc`,
  "AES-192-CBC": `${XENC}aes192-cbc`,
  "AES-256-CBC": `${XENC}aes256-cbc`,
  "AES-128-GCM": `${XENC11}aes128-gcm`,
  "AES-192-GCM": `${XENC11}aes192-gcm`,
  "AES-256-GCM": `${XENC11}aes256-gcm`,
} as const;
type Algorithm = keyof typeof DATA;
const ALGORITHMS = Object.keys(DATA) as Algorithm[];
const REFERENCES = ["BinarySecurityToken", "SubjectKeyIdentifier", "ThumbprintSHA1", "IssuerSerial"] as const;
const ORDERS = ["sign-before-encrypt", "encrypt-before-sign"] as const;
const VERSIONS = ["1.1", "1.2"] as const;
const BODY =
  '<x:Pay xmlns:x="urn:x" b="2" a="1"><x:To xmlns:y="urn:y" y:z="&lt;">ada\u00e9\u{1F600} &amp; eve<![CDATA[<]]></x:To></x:Pay>';

type Encryption = Partial<NonNullable<SecurityOptions["encryption"]>>;

let peer: Peer;
let trips = 0;
const isOn = hasWss4j && process.env.INTEROP === "1";

beforeAll(() => {
  if (isOn) peer = startPeer();
});
afterAll(async () => {
  if (isOn) await peer.stop();
  removeFolders();
});

function sender(encryption: Encryption, more: SecurityOptions = {}) {
  return createSecurity({
    usernameToken: { username: "ada", password: "p<&>\u00e9", passwordType: "digest" },
    signature: { certificate: pem("client.crt"), key: pem("client.key") },
    encryption: { certificate: pem("service.crt"), ...encryption },
    ...more,
  });
}

async function written(encryption: Encryption, version: keyof typeof SOAP, more?: SecurityOptions): Promise<string> {
  const text = envelope(BODY, '<h:H xmlns:h="urn:h">hidden</h:H>', version);
  const { envelope: sent } = await sender(encryption, more).secure!({ envelope: text, request });
  expect(sent).not.toMatch(/&amp; eve|y:z/);
  return sent;
}

const receiver = createSecurity({
  decryption: { key: pem("client.key") },
  verify: { certificates: pem("service.crt") },
});

function opened(text: string, security = receiver): Promise<string> {
  return security.verify!({ text, operation: "Pay", understood: new Set(), sent: undefined });
}

/** Changes the last octets of a part. */
function changed(text: string): string {
  return text.replace(/(.{8})(<\/[\w:]*CipherValue><\/[\w:]*CipherData><\/[\w:]*EncryptedData>)/, "AAAAAAAA$2");
}

if (!isOn) test("WSS4J and Santuario: skipped", () => expect(isOn).toBe(false));
else {
  describe.each(ORDERS)("WSS4J 1.6: %s", (order) => {
    // It writes AES-192, and reads none. Santuario does both.
    const readable = ALGORITHMS.filter((algorithm) => !algorithm.includes("192"));
    test.each(readable)("opens what is encrypted here by %s, and no changed one", async (dataAlgorithm) => {
      for (const keyReference of REFERENCES) {
        for (const version of VERSIONS) {
          const sent = await written({ order, dataAlgorithm, keyReference }, version);
          const [done, plain] = await peer.ask(["open"], sent);
          expect(done).toBe("encryption,signature,username");
          expect(plain).toContain("ada\u00e9");
          trips++;
          await expect(peer.ask(["open"], changed(sent))).rejects.toThrow(/error/);
        }
      }
    });

    test.each(ALGORITHMS)("encrypts by %s what is opened here, and no changed one", async (algorithm) => {
      for (const reference of REFERENCES.keys()) {
        for (const version of VERSIONS) {
          const text = envelope(BODY, "", version);
          const [, sent] = await peer.ask(["write", order, DATA[algorithm], String(reference)], text);
          expect(sent).not.toContain("&amp; eve");
          expect(await opened(sent)).toContain("ada\u00e9");
          trips++;
          await expect(opened(changed(sent))).rejects.toMatchObject({ code: "RESPONSE" });
        }
      }
    });

    test("opens a UsernameToken, a header block and elements", async () => {
      for (const version of VERSIONS) {
        const parts = ["UsernameToken", { namespace: "urn:h", name: "H" }, { namespace: "urn:x", name: "To" }] as const;
        const [done, plain] = await peer.ask(["open"], await written({ order, parts }, version));
        expect(done).toMatch(/encryption.*signature,username/);
        expect(plain).toContain("hidden");
        expect(plain).toContain("ada\u00e9");
        expect(plain).not.toContain("EncryptedData");
        trips++;
      }
    });
  });

  test("WSS4J 1.6 opens an encrypted signature", async () => {
    for (const version of VERSIONS) {
      const [done] = await peer.ask(["open"], await written({ parts: ["Body", "Signature"] }, version));
      expect(done).toMatch(/encryption,signature/);
      trips++;
    }
  });

  // Growth is told and fails nothing: both open and write the same messages, in processor time with what their heaps need.
  test("a signed and encrypted call costs beside WSS4J's, told in rounds", async () => {
    const [order, keyReference] = [ORDERS[0], REFERENCES[0]];
    const own = createSecurity({
      timestamp: true,
      signature: { certificate: pem("client.crt"), key: pem("client.key") },
      encryption: { certificate: pem("service.crt"), order, dataAlgorithm: "AES-256-GCM", keyReference },
      decryption: { key: pem("client.key") },
      verify: { certificates: pem("service.crt") },
    });
    const small = envelope(BODY);
    const [, theirs] = await peer.ask(["write", order, DATA["AES-256-GCM"], "0"], small);
    const { envelope: ours } = await own.secure!({ envelope: small, request });
    const rounds: string[] = [];
    for (let round = 0; round < 8; round++) {
      const plain = Buffer.from(small, "utf8").toString("base64");
      const [spent] = await peer.ask(["cost", "200", order, DATA["AES-256-GCM"], "0", plain], ours);
      const before = process.cpuUsage();
      for (let turn = 0; turn < 200; turn++) {
        expect(await opened(theirs, own)).toContain("ada\u00e9");
        await own.secure!({ envelope: small, request });
      }
      const { user, system } = process.cpuUsage(before);
      rounds.push(`${((user + system) / 200).toFixed(0)} of ${(Number(spent) / 200_000).toFixed(0)} \u00b5s`);
    }
    console.info(`processor time of one call, here and WSS4J's, in eight rounds of 200: ${rounds.join("; ")}`);
    expect(rounds).toHaveLength(8);
  });

  describe("the symmetric binding with WSS4J 1.6", () => {
    const VERSIONS_OF_KEYS = [false, "2005/02", "1.3"] as const;
    const HMACS = {
      "HMAC-SHA1": "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
      "HMAC-SHA256": "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256",
    } as const;
    const cases = ORDERS.flatMap((order) => VERSIONS_OF_KEYS.map((derivedKeys) => ({ order, derivedKeys })));
    test.each(cases)("protects a request and its response: %o", async ({ order, derivedKeys }) => {
      for (const signatureAlgorithm of ["HMAC-SHA1", "HMAC-SHA256"] as const) {
        // It derives no keys for GCM.
        const algorithms = ["AES-128-CBC", "AES-256-CBC", "AES-128-GCM", "AES-256-GCM"] as const;
        for (const dataAlgorithm of derivedKeys === false ? algorithms : algorithms.slice(0, 2)) {
          const security = createSecurity({
            usernameToken: { username: "ada", password: "p<&>\u00e9", passwordType: "digest" },
            encryption: { certificate: pem("service.crt"), order, dataAlgorithm, parts: ["Body", "UsernameToken"] },
            symmetricBinding: { derivedKeys, signatureAlgorithm, parts: ["Body", "Timestamp", "EncryptedKey"] },
            // WSSecDKSign has no other digest.
            verify: { signatureConfirmation: true, digestAlgorithms: ["SHA-1", "SHA-256"] },
          });
          const sent = await security.secure!({ envelope: envelope(BODY), request });
          const [done, plain] = await peer.ask(["open"], sent.envelope);
          expect(done).toMatch(derivedKeys === false ? /signature,username/ : /derived,derived,.*signature,username/);
          expect(plain).toContain("ada\u00e9");
          trips++;
          const version = String(VERSIONS_OF_KEYS.indexOf(derivedKeys));
          const command = ["answer", order, version, HMACS[signatureAlgorithm], DATA[dataAlgorithm]];
          const [, response] = await peer.ask(command, envelope(BODY));
          expect(response).not.toContain("&amp; eve");
          const read = (text: string) => security.verify!({ text, operation: "Pay", understood: new Set(), sent });
          expect(await read(response)).toContain("ada\u00e9");
          trips++;
          await expect(read(changed(response))).rejects.toMatchObject({ code: "RESPONSE" });
          const other = await security.secure!({ envelope: envelope(BODY), request });
          await expect(
            security.verify!({ text: response, operation: "Pay", understood: new Set(), sent: other }),
          ).rejects.toMatchObject({ code: "RESPONSE" });
        }
      }
    });
  });

  describe("Santuario 2.1", () => {
    const SHA1 = "http://www.w3.org/2000/09/xmldsig#sha1";
    const SHA256 = `${XENC}sha256`;
    const transports: readonly (readonly [Encryption, uri: string, digest: string, mask: string])[] = [
      [{}, `${XENC}rsa-oaep-mgf1p`, SHA1, "-"],
      [{ oaepDigest: "SHA-256" }, `${XENC}rsa-oaep-mgf1p`, SHA256, "-"],
      [{ keyTransport: "RSA-OAEP" }, `${XENC11}rsa-oaep`, SHA256, `${XENC11}mgf1sha256`],
      [{ keyTransport: "RSA-OAEP", oaepMask: "SHA-1" }, `${XENC11}rsa-oaep`, SHA256, `${XENC11}mgf1sha1`],
      [{ keyTransport: "RSA-OAEP", oaepDigest: "SHA-1" }, `${XENC11}rsa-oaep`, SHA1, `${XENC11}mgf1sha256`],
    ];
    test.each(transports)("decrypts and encrypts with %o", async (encryption, uri, digest, mask) => {
      const unsigned = { usernameToken: undefined, signature: undefined };
      for (const dataAlgorithm of ALGORITHMS) {
        const sent = await written({ dataAlgorithm, ...encryption }, "1.1", unsigned);
        const [, plain] = await peer.ask(["santuario-open", "service"], sent);
        expect(plain).toContain("ada\u00e9");
        trips++;
        const command = ["santuario-write", "client", DATA[dataAlgorithm], uri, digest, mask];
        const [, theirs] = await peer.ask(command, envelope(BODY));
        const own = createSecurity({ decryption: { key: pem("client.key") } });
        expect(await opened(theirs, own)).toContain("ada\u00e9");
        trips++;
      }
    });
  });

  test("there were at least 200 round trips", () => {
    expect(trips).toBeGreaterThanOrEqual(200);
  });
}
