/** Messages that are encrypted here, opened by our own code and by `node:crypto`. */
import {
  constants,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  privateDecrypt,
  publicEncrypt,
} from "node:crypto";
import { inspect } from "node:util";
import { createServiceSecurity, type SecurityOptions } from "soapwright-features/security";
import { startServiceSandbox } from "soapwright-sandbox";
import { shelf } from "soapwright-testing/client/shelf";
import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach, open, rejection } from "soapwright-testing/stage/stage";
import { keyIn, unwrapBlock, wrapKey } from "../../src/security/encryption/key-transport";

endAfterEach();

type Encryption = NonNullable<SecurityOptions["encryption"]>;

const DATA = ["AES-128-GCM", "AES-192-GCM", "AES-256-GCM", "AES-128-CBC", "AES-192-CBC", "AES-256-CBC"] as const;
const TRANSPORTS: readonly Partial<Encryption>[] = [
  {},
  { oaepDigest: "SHA-256" },
  { keyTransport: "RSA-OAEP" },
  { keyTransport: "RSA-OAEP", oaepMask: "SHA-1" },
  { keyTransport: "RSA-OAEP", oaepDigest: "SHA-1", oaepMask: "SHA-256" },
];
const REFERENCES = ["BinarySecurityToken", "SubjectKeyIdentifier", "ThumbprintSHA1", "IssuerSerial"] as const;
const ORDERS = ["sign-before-encrypt", "encrypt-before-sign"] as const;
const BODIES = [
  '<Pay xmlns="urn:x"><To>ada</To></Pay>',
  '<x:Pay xmlns:x="urn:x" xmlns="urn:d" x:a="xsd:int"><To>ada\u00e9\u{1F600}&amp;<![CDATA[<]]></To></x:Pay>\n<b/>',
  "",
];

/** The client's options, by which it also opens its own message as the service would. */
function both(encryption: Partial<Encryption>, more: SecurityOptions = {}) {
  return createSecurity({
    usernameToken: { username: "ada", password: "s3cret" },
    signature: { certificate: pem("client.crt"), key: pem("client.key") },
    verify: { certificates: pem("client.crt") },
    encryption: { certificate: pem("service.crt"), ...encryption },
    decryption: { key: pem("service.key"), certificate: pem("service.crt") },
    ...more,
  });
}

function received(text: string) {
  return { text, operation: "Pay", understood: new Set<string>(), sent: undefined };
}

describe.each(ORDERS)("%s", (order) => {
  test.each(DATA)("opens with %s, every key transport and every reference", async (dataAlgorithm) => {
    for (const transport of TRANSPORTS) {
      for (const keyReference of REFERENCES) {
        const security = both({ order, dataAlgorithm, keyReference, ...transport });
        const { envelope: sent } = await security.secure!({ envelope: envelope(BODIES[0]!), request });
        expect(sent).not.toContain("ada</To>");
        expect(await security.verify!(received(sent))).toContain('<Pay xmlns="urn:x"><To>ada</To></Pay>');
      }
    }
  });

  test.each(["1.1", "1.2"] as const)(
    "encrypts a UsernameToken, header blocks and elements too: SOAP %s",
    async (version) => {
      const parts = ["Body", "UsernameToken", { namespace: "urn:h", name: "H" }] as const;
      const signed = { certificate: pem("client.crt"), key: pem("client.key"), parts: ["Body", "Timestamp"] } as const;
      for (const body of BODIES) {
        const security = both({ order, parts }, { signature: signed });
        const text = envelope(body, '<h:H xmlns:h="urn:h" soap:mustUnderstand="1">hidden</h:H>', version);
        const { envelope: sent } = await security.secure!({ envelope: text, request });
        for (const secret of ["ada</", "s3cret", "hidden"]) expect(sent).not.toContain(secret);
        expect(sent.match(/<xenc:EncryptedData /g)).toHaveLength(3);
        expect(sent).toMatch(/<wsse11:EncryptedHeader [^>]*mustUnderstand="1"/);
        const read = createSecurity({ decryption: { key: pem("service.key") } });
        const plain = await read.verify!(received(sent));
        for (const secret of ["hidden</h:H>", "s3cret"]) expect(plain).toContain(secret);
        expect(plain).not.toContain("EncryptedHeader");
        if (body === "") expect(plain).toMatch(/<soap:Body[^>]*><\/soap:Body>/);
      }
      const only = both({ order, parts: [{ namespace: "urn:x", name: "To" }] });
      const { envelope: sent } = await only.secure!({ envelope: envelope(BODIES[0]!, "", version), request });
      expect(sent).toMatch(/<Pay xmlns="urn:x"><xenc:EncryptedData .*<\/xenc:EncryptedData><\/Pay>/);
      expect(await only.verify!(received(sent))).toContain("ada</To>");
    },
  );
});

test("encrypts the signature", async () => {
  const security = both({ parts: ["Body", "Signature"] });
  const { envelope: sent } = await security.secure!({ envelope: envelope(BODIES[0]!), request });
  expect(sent).not.toContain("SignatureValue");
  expect(await security.verify!(received(sent))).toContain("<To>ada</To>");
});

test("makes a key, ids and vectors anew for each message", async () => {
  const security = both({});
  const texts = await Promise.all([1, 2].map(() => security.secure!({ envelope: envelope(BODIES[0]!), request })));
  const values = texts.flatMap((text) =>
    [...text.envelope.matchAll(/CipherValue>([^<]{24})/g)].map(([, value]) => value),
  );
  expect(new Set(values).size).toBe(4);
});

describe("a wrapped key", () => {
  const to = createPublicKey(pem("service.crt"));
  const own = createPrivateKey(pem("service.key"));
  const key = Buffer.from("0123456789abcdef0123456789abcdef");
  test.each(["SHA-1", "SHA-256"] as const)("with %s is read by node:crypto, and the other way round", (digest) => {
    const options = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: digest.replace("-", "") };
    expect(privateDecrypt({ key: own, ...options }, wrapKey(to, key, { digest, mgf: digest }))).toEqual(key);
    const block = unwrapBlock(own, publicEncrypt({ key: to, ...options }, key));
    expect(keyIn(block, { digest, mgf: digest }, [32])).toEqual(key);
    for (const length of [16, 31, 33]) expect(keyIn(block, { digest, mgf: digest }, [length])).toHaveLength(length);
    expect(keyIn(block, { digest, mgf: digest }, [16, 24, 32, 64])).toEqual(key);
  });
  test("with RSA 1.5 is read, and a wrong one has a random key in its place, every time another", () => {
    const octets = publicEncrypt({ key: to, padding: constants.RSA_PKCS1_PADDING }, key);
    expect(keyIn(unwrapBlock(own, octets), "RSA-1_5", [32])).toEqual(key);
    octets[9]! ^= 1;
    const keys = [octets, octets, Buffer.alloc(256), Buffer.alloc(256, 255), Buffer.alloc(3)].map((wrong) =>
      keyIn(unwrapBlock(own, wrong), "RSA-1_5", [32]).toString("hex"),
    );
    expect(new Set(keys).size).toBe(5);
    for (const each of keys) expect(each).toHaveLength(64);
  });
});

test("node:crypto decrypts the Body", async () => {
  const { envelope: sent } = await both({ dataAlgorithm: "AES-256-CBC" }).secure!({
    envelope: envelope(BODIES[0]!),
    request,
  });
  const [key, body] = [...sent.matchAll(/CipherValue>([^<]+)/g)].map(([, value]) => Buffer.from(value!, "base64"));
  const secret = privateDecrypt({ key: pem("service.key"), oaepHash: "sha1" }, key!);
  const decipher = createDecipheriv("aes-256-cbc", secret, body!.subarray(0, 16));
  expect(decipher.update(body!.subarray(16), undefined, "utf8") + decipher.final("utf8")).toBe(BODIES[0]);
});

describe("a service that decrypts and encrypts", () => {
  async function service(order: (typeof ORDERS)[number]) {
    const security = createServiceSecurity({
      users: { ada: "s3cret" },
      verify: { certificates: pem("client.crt") },
      signature: { certificate: pem("service.crt"), key: pem("service.key") },
      decryption: { key: pem("service.key") },
      encryption: { certificate: pem("client.crt"), order },
    });
    const books = Array.from({ length: 500 }, (_, index) => ({ Id: index, Price: "1.00" }));
    const handlers = {
      getBooks: ({ ShelfId }: { ShelfId: number }) => (ShelfId === 500 ? books : [{ Id: ShelfId, Price: "1.00" }]),
    };
    const sandbox = await startServiceSandbox({
      services: [{ path: "/shelf", service: shelf, handlers, security }],
    } as unknown as Parameters<typeof startServiceSandbox>[0]);
    atEnd(() => sandbox.close());
    return { sandbox, endpoint: `${sandbox.url}/shelf` };
  }
  const client = (order: (typeof ORDERS)[number], more: SecurityOptions = {}): SecurityOptions => ({
    usernameToken: { username: "ada", password: "s3cret", passwordType: "digest" },
    signature: { certificate: pem("client.crt"), key: pem("client.key") },
    encryption: { certificate: pem("service.crt"), parts: ["Body", "UsernameToken"], order },
    verify: { certificates: pem("service.crt") },
    decryption: { key: pem("client.key") },
    ...more,
  });

  test.each(ORDERS)("answers a client that does too: %s", async (order) => {
    const { endpoint, sandbox } = await service(order);
    for (const soapVersion of ["1.1", "1.2"]) {
      const features = [createSecurity(client(order))];
      const opened = open({ endpoint, retries: 0, soapVersion, features });
      expect(await opened.getBooks({ ShelfId: 3 })).toMatchObject([{ Id: 3 }]);
      let count = 0;
      for await (const item of opened.getBooksStream({ ShelfId: 500 })) expect(item.Id).toBe(count++);
      expect(count).toBe(500);
    }
    for (const { body } of sandbox.requests) expect(body).not.toMatch(/ShelfId|ada</);
  });

  test("refuses what is not encrypted, and says of the rest only that it was invalid", async () => {
    const { endpoint } = await service("sign-before-encrypt");
    const refusal = async (options: SecurityOptions) =>
      (await rejection(open({ endpoint, retries: 0, features: [createSecurity(options)] }).getBooks({ ShelfId: 3 })))
        .message;
    const order = "sign-before-encrypt";
    const answers = await Promise.all([
      refusal(client(order, { encryption: undefined })),
      refusal(client(order, { encryption: { certificate: pem("other.crt") } })),
      refusal(client(order, { signature: { certificate: pem("other.crt"), key: pem("other.key") } })),
    ]);
    for (const text of answers) expect(text).toContain("The signature or decryption was invalid.");
    expect(new Set(answers).size).toBe(1);
  });

  test("a client without decryption says what it lacks", async () => {
    const { endpoint } = await service("sign-before-encrypt");
    const features = [createSecurity(client("sign-before-encrypt", { decryption: undefined }))];
    const error = await rejection(open({ endpoint, retries: 0, features }).getBooks({ ShelfId: 3 }));
    expect(error).toMatchObject({ code: "RESPONSE", reason: "security" });
    expect(error.message).toContain("without security.decryption. Set it.");
  });
});

test.each(ORDERS)("a Body in plain text is refused where it has to be encrypted: %s", async (order) => {
  const verify = { certificates: pem("client.crt"), encrypted: true };
  const fault = "<soap:Fault><faultcode>soap:Client</faultcode><faultstring>no</faultstring></soap:Fault>";
  const strict = both({ order }, { verify });
  const plain = createSecurity({ signature: { certificate: pem("client.crt"), key: pem("client.key") } });
  const sentBy = async (service: typeof plain, body: string): Promise<string> =>
    strict.verify!(received((await service.secure!({ envelope: envelope(body), request })).envelope));
  expect(await sentBy(strict, BODIES[0]!)).toContain("ada</To>");
  expect(await sentBy(plain, fault)).toContain("soap:Client");
  await sentBy(plain, "");
  const encryptedHeader = both({ order, parts: [{ namespace: "urn:h", name: "H", optional: true }] });
  for (const service of [plain, encryptedHeader]) {
    await expect(sentBy(service, BODIES[0]!)).rejects.toMatchObject({
      reason: "security",
      message: expect.stringContaining("its Body is not encrypted") as string,
    });
  }
});

describe("options", () => {
  const certificate = pem("service.crt");
  const key = pem("service.key");
  test.each([
    ["security.encryption.certificate", { encryption: {} }],
    ["security.encryption.certificate", { encryption: { certificate: pem("expired.crt") } }],
    ["security.encryption.certificate", { encryption: { certificate: pem("curve.crt") } }],
    ["security.encryption.parts", { encryption: { certificate, parts: [] } }],
    ["security.encryption.parts[0]", { encryption: { certificate, parts: ["Timestamp"] } }],
    ["security.encryption.parts[0]", { encryption: { certificate, parts: ["UsernameToken"] } }],
    ["security.encryption.parts[1]", { encryption: { certificate, parts: ["Body", "Signature"] } }],
    ["security.encryption.order", { encryption: { certificate, order: "both" } }],
    ["security.encryption.dataAlgorithm", { encryption: { certificate, dataAlgorithm: "3DES" } }],
    ["security.encryption.keyTransport", { encryption: { certificate, keyTransport: "RSA-1_5" } }],
    ["security.encryption.oaepDigest", { encryption: { certificate, oaepDigest: "MD5" } }],
    ["security.encryption.oaepMask", { encryption: { certificate, oaepMask: "SHA-256" } }],
    [
      "security.encryption.keyReference",
      { encryption: { certificate: pem("plain.crt"), keyReference: "SubjectKeyIdentifier" } },
    ],
    ["security.decryption.key", { decryption: {} }],
    ["security.decryption.key", { decryption: { key: pem("curve.key") } }],
    ["security.decryption.key", { decryption: { key, certificate: pem("client.crt") } }],
    ["security.decryption.key", { decryption: { key: pem("encrypted.key"), passphrase: "wrong" } }],
    ["security.decryption.allowRsa15", { decryption: { key, allowRsa15: "yes" } }],
  ])("%s is named", (option, given) => {
    const thrown = (() => {
      try {
        return createSecurity(given as never);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toMatchObject({ code: "CONFIGURATION", option });
    expect((thrown as Error).message).toMatch(/\.$/);
    expect(inspect(thrown)).not.toMatch(/PRIVATE KEY|MII/);
  });

  test("a header block that a message may lack is encrypted where it is", async () => {
    const security = both({ parts: ["Body", { namespace: "urn:h", name: "H", optional: true }] });
    const count = async (body: string, header?: string): Promise<number> => {
      const { envelope: sent } = await security.secure!({ envelope: envelope(body, header), request });
      expect(sent).not.toContain("hidden");
      return sent.match(/<xenc:EncryptedData /g)!.length;
    };
    expect(await count(BODIES[0]!, '<h:H xmlns:h="urn:h">hidden</h:H>')).toBe(2);
    expect(await count('<h:H xmlns:h="urn:h">hidden</h:H>')).toBe(1);
    expect(() => both({ parts: [{ namespace: "urn:h", name: "H", optional: "yes" as never }] })).toThrow(
      /security\.encryption\.parts\[0\]\.optional/,
    );
  });

  test("a request without the part is not sent", async () => {
    const security = both({ parts: [{ namespace: "urn:y", name: "Z" }] });
    await expect(security.secure!({ envelope: envelope(BODIES[0]!), request })).rejects.toMatchObject({
      code: "CONFIGURATION",
      option: "security.encryption.parts",
      message: expect.stringContaining("{urn:y}Z") as string,
    });
  });
});
