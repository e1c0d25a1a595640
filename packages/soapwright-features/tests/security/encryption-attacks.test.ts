/**
 * Attacks on encrypted responses. Anybody can encrypt for a client, whose certificate is public. No attack succeeds: the
 * call is refused, and what is wrong with a key, padding, tag or text is one error.
 */
import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from "node:crypto";
import { inspect } from "node:util";
import { createServiceSecurity, type SecurityOptions } from "soapwright-features/security";
import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { encryptData } from "../../src/security/encryption/data-cipher";
import { wrapKey } from "../../src/security/encryption/key-transport";

const XENC = "http://www.w3.org/2001/04/xmlenc#";
const DS = "http://www.w3.org/2000/09/xmldsig#";
const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const WSU = WSSE.replace("secext", "utility");
const GOOD = '<Pay xmlns="urn:x"><To>ada</To></Pay>';
const EVIL = '<Pay xmlns="urn:x"><To>eve</To></Pay>';
const URIS = { "AES-128-CBC": `${XENC}aes128-cbc`, "AES-256-GCM": "http://www.w3.org/2009/xmlenc11#aes256-gcm" };
const ALGORITHMS = ["AES-128-CBC", "AES-256-GCM"] as const;
const LENGTHS = { "AES-128-CBC": 16, "AES-256-GCM": 32 };
const to = createPublicKey(pem("client.crt"));

type Security = ReturnType<typeof createSecurity>;
type Decryption = Partial<NonNullable<SecurityOptions["decryption"]>>;

/** The client, which verifies only where signatures are the subject. */
function client(decryption: Decryption = {}, verify?: SecurityOptions["verify"]): Security {
  return createSecurity({ decryption: { key: pem("client.key"), ...decryption }, verify });
}
const verifying = (): Security => client({}, { certificates: pem("service.crt") });

function opened(security: Security, text: string): Promise<string> {
  return security.verify!({ text, operation: "Pay", understood: new Set(), sent: undefined });
}

async function refused(text: string, security = client()): Promise<{ message: string; reason: string }> {
  const result = await opened(security, text).then(
    (plain) => ({ plain }),
    (error: Error & { reason: string }) => error,
  );
  if (!(result instanceof Error)) throw new Error(`accepted: ${result.plain}`);
  expect(result).toMatchObject({ code: "RESPONSE" });
  expect(result.message).toMatch(/\.$/);
  expect(inspect(result)).not.toMatch(/eve|ada<|hidden|MII/);
  return result;
}

interface Pieces {
  readonly algorithm?: keyof typeof URIS;
  readonly key?: Buffer;
  readonly wrapped?: Buffer;
  readonly plain?: string;
  readonly octets?: Buffer;
  readonly type?: string;
}

/** Writes a response whose only part is its Body, of pieces that may be wrong. */
async function written(pieces: Pieces = {}): Promise<string> {
  const { algorithm = "AES-256-GCM", plain = GOOD, type = ` Type="${XENC}Content"` } = pieces;
  const key = pieces.key ?? randomBytes(LENGTHS[algorithm]);
  const octets = pieces.octets ?? (await encryptData(algorithm, key, plain));
  const wrapped = pieces.wrapped ?? wrapKey(to, key, { digest: "SHA-1", mgf: "SHA-1" });
  const data = `<xenc:EncryptedData xmlns:xenc="${XENC}" Id="ED"${type}><xenc:EncryptionMethod Algorithm="${URIS[algorithm]}"/><ds:KeyInfo xmlns:ds="${DS}"><wsse:SecurityTokenReference xmlns:wsse="${WSSE}"><wsse:Reference URI="#EK"/></wsse:SecurityTokenReference></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>${octets.toString("base64")}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>`;
  const encryptedKey = `<xenc:EncryptedKey Id="EK"><xenc:EncryptionMethod Algorithm="${XENC}rsa-oaep-mgf1p"/><xenc:CipherData><xenc:CipherValue>${wrapped.toString("base64")}</xenc:CipherValue></xenc:CipherData><xenc:ReferenceList><xenc:DataReference URI="#ED"/></xenc:ReferenceList></xenc:EncryptedKey>`;
  return envelope(data, `<wsse:Security xmlns:wsse="${WSSE}" xmlns:xenc="${XENC}">${encryptedKey}</wsse:Security>`);
}

/** Writes plain octets by CBC as they are, with the last one as the length of the padding. */
function cbc(key: Buffer, octets: Buffer): Buffer {
  const iv = randomBytes(16);
  const cipher = createCipheriv("aes-128-cbc", key, iv).setAutoPadding(false);
  return Buffer.concat([iv, cipher.update(octets), cipher.final()]);
}

function flipped(octets: Buffer, at: number): Buffer {
  const changed = Buffer.from(octets);
  changed[at < 0 ? changed.length + at : at]! ^= 1;
  return changed;
}

test.each(ALGORITHMS)("the response that the attacks are made of is read: %s", async (algorithm) => {
  expect(await opened(client(), await written({ algorithm }))).toContain("<To>ada</To>");
});

describe("one error, whatever is wrong", () => {
  const key = randomBytes(16);
  const wide = randomBytes(32);
  const blocks = Buffer.from("<a/>            ".repeat(3));
  const padded = (last: number): Buffer => Buffer.concat([blocks.subarray(0, -1), Buffer.of(last)]);
  const rsa = (octets: Buffer) => wrapKey(to, octets, { digest: "SHA-1", mgf: "SHA-1" });
  const gcm = (change: (octets: Buffer) => Buffer) => async () => ({
    key: wide,
    octets: change(await encryptData("AES-256-GCM", wide, EVIL)),
  });
  const shown = (change: (octets: Buffer) => Buffer) => async () => ({
    algorithm: "AES-128-CBC" as const,
    key,
    octets: change(await encryptData("AES-128-CBC", key, EVIL)),
  });
  const cases: { readonly [what: string]: () => Pieces | Promise<Pieces> } = {
    "CBC: padding of 0": () => ({ algorithm: "AES-128-CBC", key, octets: cbc(key, padded(0)) }),
    "CBC: padding of 17": () => ({ algorithm: "AES-128-CBC", key, octets: cbc(key, padded(17)) }),
    "CBC: padding of 255": () => ({ algorithm: "AES-128-CBC", key, octets: cbc(key, padded(255)) }),
    "CBC: a changed vector": shown((octets) => flipped(octets, 0)),
    "CBC: a changed block": shown((octets) => flipped(octets, 20)),
    "CBC: a changed last block": shown((octets) => flipped(octets, -1)),
    "CBC: a block less": shown((octets) => octets.subarray(0, -16)),
    "CBC: a part of a block": shown((octets) => octets.subarray(0, -1)),
    "CBC: blocks in another order": shown((octets) =>
      Buffer.concat([octets.subarray(0, 16), octets.subarray(32, 48), octets.subarray(16, 32)]),
    ),
    "CBC: the vector alone": shown((octets) => octets.subarray(0, 16)),
    "CBC: nothing": shown(() => Buffer.alloc(0)),
    "GCM: a changed vector": gcm((octets) => flipped(octets, 0)),
    "GCM: a changed octet": gcm((octets) => flipped(octets, 12)),
    "GCM: a changed tag": gcm((octets) => flipped(octets, -1)),
    "GCM: a shorter tag": gcm((octets) => octets.subarray(0, -4)),
    "GCM: a tag of zeros": gcm((octets) => Buffer.concat([octets.subarray(0, -16), Buffer.alloc(16)])),
    "GCM: the vector alone": gcm((octets) => octets.subarray(0, 12)),
    "GCM: nothing": gcm(() => Buffer.alloc(0)),
    "another key": async () => ({ key: wide, octets: await encryptData("AES-256-GCM", randomBytes(32), EVIL) }),
    "a key that is too short": () => ({ wrapped: rsa(key) }),
    "a key that is too long": () => ({ wrapped: rsa(Buffer.concat([wide, wide])) }),
    "an empty key": () => ({ wrapped: rsa(Buffer.alloc(0)) }),
    "a changed EncryptedKey": () => ({ key: wide, wrapped: flipped(rsa(wide), 100) }),
    "an EncryptedKey of zeros": () => ({ wrapped: Buffer.alloc(256) }),
    "an EncryptedKey above the modulus": () => ({ wrapped: Buffer.alloc(256, 255) }),
    "an EncryptedKey that is too short": () => ({ key: wide, wrapped: rsa(wide).subarray(1) }),
    "an EncryptedKey for another certificate": () => ({
      key: wide,
      wrapped: wrapKey(createPublicKey(pem("other.crt")), wide, { digest: "SHA-1", mgf: "SHA-1" }),
    }),
    "an EncryptedKey with another digest": () => ({
      key: wide,
      wrapped: wrapKey(to, wide, { digest: "SHA-256", mgf: "SHA-1" }),
    }),
    "an EncryptedKey with another mask": () => ({
      key: wide,
      wrapped: wrapKey(to, wide, { digest: "SHA-1", mgf: "SHA-256" }),
    }),
    "an EncryptedKey by RSA 1.5 under the name of OAEP": () => ({
      key: wide,
      wrapped: publicEncrypt({ key: to, padding: constants.RSA_PKCS1_PADDING }, wide),
    }),
    "octets that are no UTF-8": () => ({
      algorithm: "AES-128-CBC",
      key,
      octets: cbc(
        key,
        Buffer.concat([Buffer.from("<a>"), Buffer.of(0xff, 0xfe), Buffer.from("</a>"), Buffer.alloc(7, 7)]),
      ),
    }),
    "octets of an overlong character": () => ({
      algorithm: "AES-128-CBC",
      key,
      octets: cbc(
        key,
        Buffer.concat([Buffer.from("<a>"), Buffer.of(0xc0, 0xbc), Buffer.from("</a>"), Buffer.alloc(7, 7)]),
      ),
    }),
    ...Object.fromEntries(
      Object.entries({
        "a DOCTYPE": `<!DOCTYPE a [<!ENTITY e "eve">]><a>&e;</a>`,
        "an entity of nobody": "<a>&eve;</a>",
        "an XML declaration": `<?xml version="1.0"?><a/>`,
        "an instruction": "<?eve hidden?><a/>",
        "an open element": "<a><b></a>",
        "an open start tag": "<a",
        "an open comment": "<a/><!-- eve",
        "an open section": "<a/><![CDATA[eve",
        "an open reference": "<a/>&am",
        "an end tag": "</a>",
        "the end of its parent": "</content>",
        "the end of its parent, and another": "</content><content>",
        "the end of the Body": "</soap:Body><soap:Body>",
        "the end of the Envelope": `</soap:Body></soap:Envelope><!-- `,
        "an end in a comment": "--></soap:Body><soap:Body><!--",
        "a prefix of nobody": "<q:a/>",
        "an attribute twice": `<a b="1" b="2"/>`,
        "a prefix that is bound to nothing": `<a xmlns:q=""/>`,
        "a character that XML does not have": "<a>\u0000</a>",
        "a depth of 10,000": "<a>".repeat(10_000) + "</a>".repeat(10_000),
      }).map(([what, plain]) => [`text: ${what}`, () => ({ plain })]),
    ),
    "an element where there are two": () => ({ plain: `${EVIL}${EVIL}`, type: ` Type="${XENC}Element"` }),
    "an element where there is a text": () => ({ plain: `eve${EVIL}`, type: ` Type="${XENC}Element"` }),
    "an element where there is none": () => ({ plain: "<!-- eve -->", type: ` Type="${XENC}Element"` }),
  };
  let words = "";
  test.each(Object.keys(cases))("%s", async (what) => {
    const text = await written(await cases[what]!());
    const { message, reason } = await refused(text);
    expect(reason).toBe("decryption");
    words ||= message;
    expect(message).toBe(words);
    // A service says still less.
    const service = createServiceSecurity({ decryption: { key: pem("client.key") } });
    await expect(service.receive(text)).rejects.toMatchObject({
      message: "The signature or decryption was invalid.",
      faultCode: { local: "FailedCheck" },
    });
  });

  test("RSA 1.5 with wrong padding has the same error as a wrong key", async () => {
    const trusting = client({ allowRsa15: true });
    const fifteen = async (pieces: Pieces) => (await written(pieces)).replace("rsa-oaep-mgf1p", "rsa-1_5");
    const encrypted = publicEncrypt({ key: to, padding: constants.RSA_PKCS1_PADDING }, wide);
    const good = { key: wide, wrapped: encrypted };
    expect(await opened(trusting, await fifteen(good))).toContain("ada");
    expect((await refused(await fifteen(good))).message).toContain("RSA 1.5");
    const short = publicEncrypt({ key: to, padding: constants.RSA_PKCS1_PADDING }, key);
    const other = publicEncrypt({ key: to, padding: constants.RSA_PKCS1_PADDING }, randomBytes(32));
    for (const wrapped of [flipped(encrypted, 77), short, other, Buffer.alloc(256, 1), rsa(wide)]) {
      expect((await refused(await fifteen({ key: wide, wrapped }), trusting)).message).toBe(words);
    }
  });
});

describe("a form that is not accepted", () => {
  const list = /<xenc:ReferenceList>.*?<\/xenc:ReferenceList>/;
  const encryptedKey = /<xenc:EncryptedKey .*?<\/xenc:EncryptedKey>/;
  const data = /<xenc:EncryptedData .*?<\/xenc:EncryptedData>/;
  const dataOf = (text: string): string => data.exec(text)![0];
  const inData = (from: RegExp | string, into: string) => (text: string) =>
    text.replace(data, (one) => one.replace(from, into));
  const forms: { readonly [what: string]: readonly [change: (text: string) => string, says: RegExp] } = {
    "a Type that is missing": [inData(/ Type="[^"]*"/, ""), /neither of the Type/],
    "another Type": [inData(/#Content/, "#Document"), /neither of the Type/],
    "the Type of a key": [inData(/#Content/, "#EncryptedKey"), /neither of the Type/],
    "a reference in place of octets": [
      inData(/<xenc:CipherValue>.*<\/xenc:CipherValue>/, '<xenc:CipherReference URI="http://evil.example/"/>'),
      /form that is accepted/,
    ],
    "no octets": [inData(/<xenc:CipherData>.*<\/xenc:CipherData>/, ""), /form that is accepted/],
    "octets twice": [inData(/<xenc:CipherValue>.*<\/xenc:CipherValue>/, "$&$&"), /form that is accepted/],
    "a comment in the octets": [inData(/CipherValue>..../, "$&<!-- -->"), /form that is accepted/],
    "an element in the octets": [inData(/CipherValue>..../, "$&<a/>"), /form that is accepted/],
    "octets of another alphabet": [inData(/CipherValue>..../, "$&!*"), /form that is accepted/],
    "no algorithm": [inData(/<xenc:EncryptionMethod [^>]*>/, ""), /form that is accepted/],
    "Triple DES": [inData(/http:[^"]*gcm/, `${XENC}tripledes-cbc`), /by an algorithm that is not/],
    "no encryption at all": [inData(/http:[^"]*gcm/, "urn:null"), /by an algorithm that is not/],
    "a key transport that is not known": [
      (text) => text.replace("rsa-oaep-mgf1p", "kw-aes128"),
      /key is encrypted by an/,
    ],
    "a mask that is not known": [
      (text) =>
        text.replace(
          /rsa-oaep-mgf1p"\/>/,
          'rsa-oaep-mgf1p"><m:MGF xmlns:m="http://www.w3.org/2009/xmlenc11#" Algorithm="urn:md5"/></xenc:EncryptionMethod>',
        ),
      /key is encrypted by an/,
    ],
    "a label of OAEP": [
      (text) =>
        text.replace(
          /rsa-oaep-mgf1p"\/>/,
          'rsa-oaep-mgf1p"><xenc:OAEPparams>ZXZl</xenc:OAEPparams></xenc:EncryptionMethod>',
        ),
      /EncryptedKey is not of the form/,
    ],
    "RSA 1.5 that is not allowed": [(text) => text.replace("rsa-oaep-mgf1p", "rsa-1_5"), /RSA 1.5, which is open/],
    "no list": [(text) => text.replace(list, ""), /no xenc:ReferenceList names/],
    "no EncryptedKey": [(text) => text.replace(encryptedKey, ""), /no xenc:ReferenceList names/],
    "no Security block": [
      (text) => text.replace(/<wsse:Security .*?<\/wsse:Security>/, ""),
      /no xenc:ReferenceList names/,
    ],
    "a list for a part that is missing": [
      (text) => text.replace("</xenc:ReferenceList>", '<xenc:DataReference URI="#no"/></xenc:ReferenceList>'),
      /is missing/,
    ],
    "a list with one part twice": [
      (text) => text.replace("</xenc:ReferenceList>", '<xenc:DataReference URI="#ED"/></xenc:ReferenceList>'),
      /named twice/,
    ],
    "two lists with one part": [
      (text) => text.replace(encryptedKey, (one) => one + one.replace("EK", "EL")),
      /named twice/,
    ],
    "two keys of one id": [
      (text) => text.replace(encryptedKey, (one) => one + one.replace(list, "")),
      /id of a key is on more/,
    ],
    "a reference by XPath": [
      (text) => text.replace('URI="#ED"', `URI="#xpointer(id('ED'))"`),
      /ReferenceList is not of the form/,
    ],
    "a reference to the whole": [(text) => text.replace('URI="#ED"', 'URI=""'), /ReferenceList is not of the form/],
    "a reference to another place": [
      (text) => text.replace('URI="#ED"', 'URI="http://evil.example/#ED"'),
      /ReferenceList is not of the form/,
    ],
    "a reference to a key": [
      (text) => text.replace("xenc:DataReference", "xenc:KeyReference"),
      /ReferenceList is not of the form/,
    ],
    "a part whose id is on another element too": [
      (text) => text.replace("<soap:Body>", `<soap:Body xmlns:wsu="${WSU}" wsu:Id="ED">`),
      /on more than one element/,
    ],
    "a part that is there twice": [(text) => text.replace(data, (one) => one + one), /on more than one element/],
    "a part that is no EncryptedData": [
      (text) =>
        text
          .replace(data, (one) => one.replaceAll("xenc:EncryptedData", "xenc:EncryptedDate"))
          .replace("</soap:Body>", "<EncryptedData/></soap:Body>"),
      /is missing/,
    ],
    "a part inside another one": [
      (text) =>
        text
          .replace(
            '<wsse:Reference URI="#EK"/>',
            `<wsse:Reference URI="#EK">${dataOf(text).replace('"ED"', '"EE"')}</wsse:Reference>`,
          )
          .replace("</xenc:ReferenceList>", '<xenc:DataReference URI="#EE"/></xenc:ReferenceList>'),
      /is missing/,
    ],
    "a key that is not there": [inData('URI="#EK"', 'URI="#EX"'), /key that the message does not have/],
    "a key of a certificate": [
      inData(
        /<wsse:SecurityTokenReference.*<\/wsse:SecurityTokenReference>/,
        `<wsse:SecurityTokenReference xmlns:wsse="${WSSE}"><wsse:KeyIdentifier ValueType="urn:x">eve</wsse:KeyIdentifier></wsse:SecurityTokenReference>`,
      ),
      /key that the message does not have/,
    ],
    "two Security blocks": [
      (text) => text.replace(/<wsse:Security .*?<\/wsse:Security>/, (one) => one + one.replace(encryptedKey, "")),
      /more than one wsse:Security/,
    ],
    "10,000 keys": [
      (text) =>
        text.replace(
          encryptedKey,
          (one) =>
            one + Array.from({ length: 10_000 }, (_, at) => one.replace('"EK"', `"K${at}"`).replace(list, "")).join(""),
        ),
      /more than 16 keys/,
    ],
    "10,000 references": [
      (text) =>
        text.replace(
          "</xenc:ReferenceList>",
          `${Array.from({ length: 10_000 }, (_, at) => `<xenc:DataReference URI="#D${at}"/>`).join("")}</xenc:ReferenceList>`,
        ),
      /more than 64 references/,
    ],
    "two Bodies": [
      (text) => text.replace(/<soap:Body>.*<\/soap:Body>/, (one) => `${one}<soap:Body>${EVIL}</soap:Body>`),
      /one Header and one Body/,
    ],
  };
  test.each(Object.keys(forms))("%s", async (what) => {
    const [change, says] = forms[what]!;
    const text = await written();
    const changed = change(text);
    expect(changed).not.toBe(text);
    expect((await refused(changed)).message).toMatch(says);
  });

  test("a part that is encrypted again and again", async () => {
    const key = randomBytes(32);
    const nested = async (depth: number): Promise<string> => {
      let plain = GOOD;
      for (let level = depth - 1; level > 0; level--) {
        const inner = dataOf(await written({ key, plain }));
        plain = inner.replace('"ED"', `"E${level}"`);
      }
      const references = Array.from({ length: depth - 1 }, (_, at) => `<xenc:DataReference URI="#E${at + 1}"/>`).join(
        "",
      );
      return (await written({ key, plain })).replace("</xenc:ReferenceList>", `${references}</xenc:ReferenceList>`);
    };
    expect(await opened(client(), await nested(4))).toContain("<To>ada</To>");
    for (const depth of [5, 20]) expect((await refused(await nested(depth))).message).toMatch(/more than 4 times/);
  });
});

describe("signed and encrypted", () => {
  const service = (order: "sign-before-encrypt" | "encrypt-before-sign", more: SecurityOptions = {}) =>
    createSecurity({
      signature: { certificate: pem("service.crt"), key: pem("service.key") },
      encryption: { certificate: pem("client.crt"), order },
      ...more,
    });
  const sealed = async (order: "sign-before-encrypt" | "encrypt-before-sign", body = GOOD, more?: SecurityOptions) =>
    (await service(order, more).secure!({ envelope: envelope(body, '<h:H xmlns:h="urn:h">1</h:H>'), request }))
      .envelope;
  const security = /<wsse:Security .*<\/wsse:Security>/;
  const body = /<soap:Body.*<\/soap:Body>/;
  const signature = /<ds:Signature .*<\/ds:Signature>/;
  const encryptedKey = /<xenc:EncryptedKey .*<\/xenc:EncryptedKey>/;
  const part = (pattern: RegExp, text: string): string => pattern.exec(text)![0];
  const idOf = (element: string): string => /wsu:Id="([^"]+)"/.exec(element)![1]!;

  test.each(["sign-before-encrypt", "encrypt-before-sign"] as const)(
    "%s: the message itself is read",
    async (order) => {
      const text = await opened(verifying(), await sealed(order));
      expect(text).toContain("<To>ada</To>");
      expect(text).not.toContain("h:H");
    },
  );

  /** What someone on the way can write, who knows the client's certificate, and `evil`, a whole message. */
  const wraps: { readonly [what: string]: (text: string, evil: string) => string } = {
    "the Body of a message that somebody else encrypted": (text, evil) => text.replace(body, () => part(body, evil)),
    "the Body and the key of such a message": (text, evil) =>
      text.replace(body, () => part(body, evil)).replace(encryptedKey, () => part(encryptedKey, evil)),
    "the Security block of the one, the Body of the other": (text, evil) => evil.replace(body, () => part(body, text)),
    "the signature of the one, all else of the other": (text, evil) =>
      evil.replace(/<\/wsse:Security>/, (end) => part(signature, text) + end),
    "a Body in plain text": (text) => text.replace(body, `<soap:Body>${EVIL}</soap:Body>`),
    "a Body in plain text with the id that is signed": (text) =>
      text.replace(body, (one) => `<soap:Body xmlns:wsu="${WSU}" wsu:Id="${idOf(one)}">${EVIL}</soap:Body>`),
    "the encrypted Body in a header block, another one in its place": (text) =>
      text
        .replace(body, `<soap:Body>${EVIL}</soap:Body>`)
        .replace("</soap:Header>", () => `<w:W xmlns:w="urn:w">${part(body, text)}</w:W></soap:Header>`),
    "the encrypted Body in a header block, another one with an id": (text) =>
      text
        .replace(body, `<soap:Body xmlns:wsu="${WSU}" wsu:Id="b">${EVIL}</soap:Body>`)
        .replace("</soap:Header>", () => `<w:W xmlns:w="urn:w">${part(body, text)}</w:W></soap:Header>`),
    "the encrypted Body in the Security block": (text) =>
      text
        .replace(body, `<soap:Body>${EVIL}</soap:Body>`)
        .replace("</wsse:Security>", () => `${part(body, text)}</wsse:Security>`),
    "another element beside what is encrypted": (text) => text.replace("</soap:Body>", `${EVIL}</soap:Body>`),
    "another element before what is encrypted": (text) => text.replace(/(<soap:Body[^>]*>)/, `$1${EVIL}`),
    "no signature": (text) => text.replace(signature, ""),
    "the signature twice": (text) => text.replace(signature, "$&$&"),
    "a changed octet": (text) =>
      text.replace(
        /(<soap:Body.*CipherValue>)(.)/,
        (_all, before: string, octet: string) => before + (octet === "A" ? "B" : "A"),
      ),
    "another key": (text, evil) => text.replace(/CipherValue>[^<]*/, /CipherValue>[^<]*/.exec(evil)![0]),
    "no list": (text) => text.replace(/<xenc:ReferenceList[ >].*<\/xenc:ReferenceList>/, ""),
    "the Security block for somebody else": (text) =>
      text.replace(security, (one) => one.replace(/ soapenv:mustUnderstand="1"/, ' soapenv:actor="urn:other"')),
  };
  describe.each(["sign-before-encrypt", "encrypt-before-sign"] as const)("%s", (order) => {
    test.each(Object.keys(wraps))("%s", async (what) => {
      const text = await sealed(order);
      const evil = await sealed(order, EVIL, {
        signature: { certificate: pem("other.crt"), key: pem("other.key") },
      });
      const attack = wraps[what]!(text, evil);
      expect(attack).not.toBe(text);
      await refused(attack, verifying());
    });

    test("a part of a decrypted Body has the id that is signed", async () => {
      const good = await sealed(order);
      const id = idOf(part(body, good));
      const evil = await sealed(order, `<w xmlns:wsu="${WSU}" wsu:Id="${id}">${EVIL}</w>`, {
        signature: undefined,
        encryption: { certificate: pem("client.crt") },
      });
      await refused(
        good.replace(body, () => part(body, evil)).replace(encryptedKey, () => part(encryptedKey, evil)),
        verifying(),
      );
    });
  });

  test("an encrypted block that no signature covers is not read", async () => {
    const text = await sealed("encrypt-before-sign", GOOD, {
      encryption: {
        certificate: pem("client.crt"),
        order: "encrypt-before-sign",
        parts: ["Body", { namespace: "urn:h", name: "H" }],
      },
    });
    const plain = await opened(verifying(), text);
    expect(plain).toContain("<To>ada</To>");
    expect(plain).not.toContain("h:H");
  });
});
