/**
 * Attacks on signed responses. Each response is derived from one that verifies. No attack succeeds: either the call is
 * refused, or its result is the signed content.
 */
import { createHash, createPrivateKey, sign } from "node:crypto";
import { watch } from "soapwright-testing/attacks/watched";
import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { mutual, signed } from "soapwright-testing/security/signed-responses";

const GOOD = '<Pay xmlns="urn:x"><To>ada</To></Pay>';
const EVIL = '<Pay xmlns="urn:x"><To>eve</To></Pay>';
const WSU = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

let good: string;
const goods = new Map<string, string>();
const FORMS = ["exclusive", "inclusive"] as const;
beforeAll(async () => {
  for (const canonicalization of FORMS) {
    goods.set(canonicalization, await signed(envelope(GOOD, '<h:H xmlns:h="urn:h">1</h:H>'), { canonicalization }));
  }
  good = goods.get("exclusive")!;
});

type Verify = Parameters<typeof mutual>[0];

function opened(
  text: string,
  verify: Verify = {},
  sent?: { envelope: string; secrets: []; signatureValue: string },
): Promise<string> {
  const received = { text, operation: "Pay", understood: new Set<string>(), sent };
  return mutual(verify).verify!(received);
}

const REASONS = [
  "security",
  "not-signed",
  "signed-part-missing",
  "timestamp-in-future",
  "timestamp-expired",
  "timestamp-too-old",
];

async function refused(text: string, verify?: Verify): Promise<string> {
  const result = await opened(text, verify).then(
    (verified) => ({ verified }),
    (error: Error & { reason?: string }) => error,
  );
  if (!(result instanceof Error)) throw new Error(`accepted: ${result.verified}`);
  expect(result).toMatchObject({ code: "RESPONSE" });
  expect(REASONS).toContain(result.reason);
  expect(result.message).toMatch(/\.$/);
  expect(result.message).not.toMatch(/eve|MII/);
  return result.message;
}

const body = /<soap:Body[\s\S]*<\/soap:Body>/;
const bodyOf = (text: string): string => body.exec(text)![0];
const idOf = (element: string): string => /wsu:Id="([^"]+)"/.exec(element)![1]!;
const evilBody = (id = ""): string => `<soap:Body${id}>${EVIL}</soap:Body>`;
const withId = (id: string): string => ` xmlns:wsu="${WSU}" wsu:Id="${id}"`;

test("the response that the attacks are made of verifies", async () => {
  expect(await opened(good)).toContain("<To>ada</To>");
});

describe.each(FORMS)("signature wrapping (McIntosh and Austel, 2005), %s canonicalization", (form) => {
  const wrapped: { readonly [shape: string]: (text: string) => string } = {
    "the signed Body in a header block, another Body without an id": (text) =>
      text
        .replace(body, evilBody())
        .replace("</soap:Header>", `<w:W xmlns:w="urn:w">${bodyOf(text)}</w:W></soap:Header>`),
    "the signed Body in a header block, another Body with an id of its own": (text) =>
      text
        .replace(body, evilBody(withId("other")))
        .replace("</soap:Header>", `<w:W xmlns:w="urn:w">${bodyOf(text)}</w:W></soap:Header>`),
    "the signed Body in a header block, another Body with the same id": (text) =>
      text
        .replace(body, evilBody(withId(idOf(bodyOf(text)))))
        .replace("</soap:Header>", `<w:W xmlns:w="urn:w">${bodyOf(text)}</w:W></soap:Header>`),
    "the signed Body beside another one, before it": (text) => text.replace(body, (one) => evilBody() + one),
    "the signed Body beside another one, behind it": (text) => text.replace(body, (one) => one + evilBody()),
    "the signed Body inside the other Body": (text) =>
      text.replace(body, (one) => `<soap:Body><Pay xmlns="urn:x"><To>eve</To>${one}</Pay></soap:Body>`),
    "the signed Body in a ds:Object of the signature": (text) =>
      text
        .replace(body, evilBody())
        .replace("</ds:Signature>", `<ds:Object>${bodyOf(text)}</ds:Object></ds:Signature>`),
    "the signed Body in the Security block": (text) =>
      text.replace(body, evilBody()).replace("</wsse:Security>", `${bodyOf(text)}</wsse:Security>`),
    "the whole signed envelope in a header block of another": (text) =>
      `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header>${text.replace(/<\?xml[^>]*>/, "")}</soap:Header>${evilBody()}</soap:Envelope>`,
    "the signature and its parts in the Body, nothing in the Header": (text) => {
      const header = /<soap:Header>([\s\S]*)<\/soap:Header>/.exec(text)![1]!;
      return text
        .replace(header, "")
        .replace(body, `<soap:Body><Pay xmlns="urn:x"><To>eve</To>${header}${bodyOf(text)}</Pay></soap:Body>`);
    },
    "the signed Timestamp in a header block, a new one in its place": (text) => {
      const stamp = /<wsu:Timestamp[\s\S]*<\/wsu:Timestamp>/.exec(text)![0];
      const fresh = stamp.replace(idOf(stamp), "TS-new").replace(/\d{4}-/g, "2999-");
      return text.replace(stamp, fresh).replace("</soap:Header>", `<w:W xmlns:w="urn:w">${stamp}</w:W></soap:Header>`);
    },
    "a header block doubled, the second with another value": (text) =>
      text.replace("</soap:Header>", '<h:H xmlns:h="urn:h">2</h:H></soap:Header>'),
  };
  test.each(Object.keys(wrapped))("%s", async (shape) => {
    const attack = wrapped[shape]!(goods.get(form)!);
    expect(attack).not.toBe(goods.get(form));
    // An unsigned block is left out. The other attacks are refused.
    if (shape.startsWith("a header block")) expect(await opened(attack)).not.toContain("<h:H");
    else await refused(attack);
  });
});

describe.each(FORMS)("a part, %s canonicalization", (form) => {
  test.each([
    ["without its Timestamp", (text: string) => text.replace(/<wsu:Timestamp[\s\S]*<\/wsu:Timestamp>/, "")],
    ["without its signature", (text: string) => text.replace(/<ds:Signature [\s\S]*<\/ds:Signature>/, "")],
    ["without its Security block", (text: string) => text.replace(/<wsse:Security [\s\S]*<\/wsse:Security>/, "")],
    ["without its Body", (text: string) => text.replace(body, "")],
    ["with an empty Body", (text: string) => text.replace(body, "<soap:Body/>")],
    [
      "with two signatures",
      (text: string) => text.replace(/<ds:Signature [\s\S]*<\/ds:Signature>/, (one) => one + one),
    ],
    [
      "with two Security blocks",
      (text: string) => text.replace(/<wsse:Security [\s\S]*<\/wsse:Security>/, (one) => one + one),
    ],
    [
      "with two Timestamps",
      (text: string) => text.replace(/<wsu:Timestamp[\s\S]*<\/wsu:Timestamp>/, (one) => one + one),
    ],
    [
      "with a Reference twice",
      (text: string) => text.replace(/<ds:Reference [\s\S]*?<\/ds:Reference>/, (one) => one + one),
    ],
    ["with one Reference less", (text: string) => text.replace(/<ds:Reference [\s\S]*?<\/ds:Reference>/, "")],
    // The whole text is changed, because its letters alone may occur in a certificate before the Body.
    ["with a text changed", (text: string) => text.replace(">ada<", ">eve<")],
    ["with an element added", (text: string) => text.replace("<To>", "<To>eve</To><To>")],
  ])("%s is refused", async (_what, attack) => {
    const text = goods.get(form)!;
    expect(attack(text)).not.toBe(text);
    await refused(attack(text));
  });
  test("that is signed alone leaves the Body unsigned", async () => {
    await refused(await signed(envelope(GOOD), { parts: ["Timestamp"] }), { parts: ["Timestamp"] });
    await refused(await signed(envelope(GOOD), { parts: ["Body"] }));
  });
});

describe("an id that is signed, on a second element", () => {
  test.each([
    ["wsu:Id", (id: string) => `xmlns:wsu="${WSU}" wsu:Id="${id}"`],
    ["Id", (id: string) => `Id="${id}"`],
    ["ID", (id: string) => `ID="${id}"`],
    ["xml:id", (id: string) => `xml:id="${id}"`],
    ["AssertionID", (id: string) => `AssertionID="${id}"`],
  ])("%s is refused", async (_name, attribute) => {
    const id = idOf(bodyOf(good));
    await refused(good.replace("</soap:Header>", `<w:W xmlns:w="urn:w" ${attribute(id)}/></soap:Header>`));
    await refused(
      good.replace(
        "<soap:Header>",
        `<soap:Header><w:W xmlns:w="urn:w" ${attribute(idOf(/<wsu:Timestamp[^>]*>/.exec(good)![0]))}/>`,
      ),
    );
  });
  test("a namespace declaration with such a name is no id, and hides no part", async () => {
    const decoy = `<w:W xmlns:w="urn:w" xmlns:id="${idOf(bodyOf(good))}"/></soap:Header>`;
    const verified = await opened(good.replace("</soap:Header>", decoy));
    expect(verified).toContain("<To>ada</To>");
    expect(verified).not.toContain("w:W");
  });
  test("ids of other kinds may repeat in a Body: they are values", async () => {
    const rows = await signed(envelope('<Rows xmlns="urn:x"><Row id="1"/><Row id="1"/></Rows>'));
    expect(await opened(rows)).toContain('<Row id="1">');
  });
});

/** Signs a response as the service, with `created` and `expires` in milliseconds from now. */
async function at(created: number, expires: number): Promise<string> {
  const now = Date.now();
  const clock = jest.spyOn(Date, "now").mockReturnValue(now + created);
  try {
    const security = createSecurity({
      timestamp: { lifetimeMs: expires - created },
      signature: { certificate: pem("service.crt"), key: pem("service.key") },
    });
    return (await security.secure!({ envelope: envelope(GOOD), request })).envelope;
  } finally {
    clock.mockRestore();
  }
}

describe("a Timestamp", () => {
  test.each([
    ["expired", -400_000, -100_000, /has expired/, "timestamp-expired"],
    ["expired by a second more than the clocks may differ", -100_000, -61_000, /has expired/, "timestamp-expired"],
    ["from the future", 120_000, 400_000, /from the future/, "timestamp-in-future"],
    ["from a far future", 1e12, 1e12 + 300_000, /from the future/, "timestamp-in-future"],
  ])("%s is refused", async (_what, created, expires, says, reason) => {
    const text = await at(created, expires);
    expect(await refused(text)).toMatch(says);
    await expect(opened(text)).rejects.toMatchObject({ reason });
  });
  test("too old is refused, whatever it says of its end", async () => {
    const old = new Date(Date.now() - 3_600_000).toISOString();
    const text = (await at(0, 300_000)).replace(/Created>[^<]*/, `Created>${old}`);
    expect(await refused(await resigned(text))).toMatch(/maxAgeMs/);
    await expect(opened(await resigned(text))).rejects.toMatchObject({ reason: "timestamp-too-old" });
  });
  test("within the skew is taken", async () => {
    expect(await opened(await at(50_000, 400_000))).toContain("ada");
    expect(await opened(await at(-200_000, -30_000))).toContain("ada");
  });
  test.each([
    ["no time zone", (text: string) => text.replace(/Z<\/wsu:Created>/, "</wsu:Created>")],
    ["no Created", (text: string) => text.replace(/<wsu:Created>[^<]*<\/wsu:Created>/, "")],
    ["two Created", (text: string) => text.replace(/<wsu:Created>[^<]*<\/wsu:Created>/, (one) => one + one)],
    ["no date", (text: string) => text.replace(/Created>[^<]*</, "Created>soon<")],
  ])("with %s is refused although it is signed", async (_what, change) => {
    expect(await refused(await resigned(change(await at(0, 300_000))))).toMatch(/Timestamp/);
  });
});

/** Signs the Timestamp and the SignedInfo again, with the service's key. */
async function resigned(text: string, change: (signedInfo: string) => string = (same) => same): Promise<string> {
  const stamp = /<wsu:Timestamp[\s\S]*<\/wsu:Timestamp>/.exec(text)![0];
  const digest = createHash("sha256").update(stamp).digest("base64");
  const id = idOf(stamp);
  const named = new RegExp(`(URI="#${id}"[\\s\\S]*?DigestValue>)[^<]*`);
  const [whole] = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(text)!;
  const info = change(whole.replace(named, (_all, before: string) => before + digest));
  const canonical = info.replace("<ds:SignedInfo>", '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">');
  const value = sign("sha256", Buffer.from(canonical), createPrivateKey(pem("service.key"))).toString("base64");
  return text.replace(whole, info).replace(/SignatureValue>[^<]*/, () => `SignatureValue>${value}`);
}

describe("an algorithm", () => {
  test("what is refused says what to do", async () => {
    const message = (text: string) =>
      opened(text).then(
        () => "accepted",
        ({ message }: Error) => message,
      );
    const good = await signed(envelope(GOOD));
    expect(await message(envelope(GOOD))).toMatch(/Ask the service to sign responses/);
    expect(await message(good.replace(">ada<", ">eve<"))).toMatch(/Compare security.verify.certificates/);
    const sha1 = await signed(envelope(GOOD), { signatureAlgorithm: "RSA-SHA1" });
    expect(await message(sha1)).toMatch(
      /name RSA-SHA1 in security\.verify\.signatureAlgorithms\. Check security\.verify\.$/,
    );
    expect(await message(good.replace("#rsa-sha256", "#hmac-sha256"))).toMatch(
      /Ask the service for one of RSA-SHA256,/,
    );
    expect(await message(good.replace(/(<ds:Transform Algorithm=")[^"]*/, "$1urn:x"))).toMatch(/exc-c14n#\. Check/);
    const body = await signed(envelope(GOOD), { parts: ["Body"] });
    expect(await message(body)).toMatch(/it has no Timestamp, which has to be signed\. .* security\.verify\.parts/);
  });

  test("SHA-1 is refused in signature and digest, unless it is accepted", async () => {
    const sha1 = await signed(envelope(GOOD), { signatureAlgorithm: "RSA-SHA1", digestAlgorithm: "SHA-1" });
    expect(await refused(sha1)).toMatch(/rsa-sha1|sha1/);
    const half = await signed(envelope(GOOD), { digestAlgorithm: "SHA-1" });
    expect(await refused(half)).toMatch(/DigestMethod/);
    const other = await signed(envelope(GOOD), { signatureAlgorithm: "RSA-SHA1" });
    expect(await refused(other)).toMatch(/SignatureMethod/);
    expect(await opened(sha1, { signatureAlgorithms: ["RSA-SHA1"], digestAlgorithms: ["SHA-1"] })).toContain("ada");
  });
  test.each([
    ["XSLT", "http://www.w3.org/TR/1999/REC-xslt-19991116"],
    ["XPath", "http://www.w3.org/TR/1999/REC-xpath-19991116"],
    ["enveloped", "http://www.w3.org/2000/09/xmldsig#enveloped-signature"],
    ["inclusive C14N with comments", "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments"],
    ["base64", "http://www.w3.org/2000/09/xmldsig#base64"],
  ])("the transform %s is refused, although the key is right", async (_name, uri) => {
    const text = await resigned(good, (info) =>
      info.replace(/(ds:Transform Algorithm=")[^"]*/, (_all, before: string) => before + uri),
    );
    expect(await refused(text)).toMatch(/Transform/);
  });
  test("on an element of another name is refused", async () => {
    const strange = '<constructor xmlns="" Algorithm="urn:x"/></ds:SignedInfo>';
    expect(await refused(good.replace("</ds:SignedInfo>", strange))).toMatch(/constructor urn:x, which is not one/);
  });
  test("HMAC with the certificate as its secret is refused", async () => {
    const text = good.replace(
      /(SignatureMethod Algorithm=")[^"]*/,
      (_all, before: string) => `${before}http://www.w3.org/2000/09/xmldsig#hmac-sha1`,
    );
    expect(await refused(text)).toMatch(/SignatureMethod/);
  });
});

describe("a Reference to elsewhere is refused, although the key is right, and nothing is asked there", () => {
  test.each([
    "",
    "#",
    "#xpointer(/)",
    "#xpointer(id('B'))",
    "#element(/1)",
    "#*[@Id='B']",
    "cid:a@x",
    "file:///etc/passwd",
    "http://127.0.0.1:9/part",
    "//evil.example/#B",
  ])("URI %j", async (uri) => {
    const text = await resigned(good, (info) => info.replace(/URI="[^"]*"/, () => `URI="${uri}"`));
    expect(await refused(text)).toMatch(/names no part by its id|a part that is signed is missing/);
  });
  test("without a URI, and beside the others", async () => {
    expect(await refused(await resigned(good, (info) => info.replace(/ URI="[^"]*"/, "")))).toMatch(/names no part/);
    const more = await resigned(good, (info) =>
      info.replace(/<ds:Reference [\s\S]*?<\/ds:Reference>/, (one) => one + one.replace(/URI="[^"]*"/, 'URI=""')),
    );
    expect(await refused(more)).toMatch(/names no part by its id/);
  });
});

describe("a Reference to an element below the parts", () => {
  const referring = (text: string, id: string, digest: string) =>
    resigned(text, (info) =>
      info.replace(/<ds:Reference [\s\S]*?<\/ds:Reference>/, (one) => {
        const more = one.replace(/URI="[^"]*"/, `URI="#${id}"`);
        return one + more.replace(/DigestValue>[^<]*/, () => `DigestValue>${digest}`);
      }),
    );
  test("is verified in the Header, with the namespaces of its ancestors", async () => {
    const written = '<h:I xmlns:h="urn:h" Id="n">1</h:I>';
    const digest = createHash("sha256").update(written).digest("base64");
    const block = '<x:n xmlns:x="urn:x" xmlns:h="urn:other"><x:n xmlns:h="urn:h"><x:m/><h:I Id="n">1</h:I></x:n></x:n>';
    const text = await referring(good.replace("</soap:Header>", `${block}</soap:Header>`), "n", digest);
    expect(await opened(text)).toContain("<To>ada</To>");
    expect(await refused(text.replace(">1</h:I>", ">2</h:I>"))).toMatch(/its signature is not that of/);
    expect(await refused(text.replace('<x:n xmlns:h="urn:h">', "<x:n>"))).toMatch(/its signature is not that of/);
  });
  test("costs one pass over the Header", async () => {
    const block = `<x:n xmlns:x="urn:x">${"<x:n>".repeat(499)}${"<!---->".repeat(150_000)}${"</x:n>".repeat(500)}`;
    const nested = (text: string) => text.replace("</soap:Header>", () => `${block}</soap:Header>`);
    const below = await referring(await signed(envelope(GOOD.replace("<To>", '<To Id="t">'))), "t", "");
    for (const text of [nested(good), nested(below)]) {
      const { result, watched } = await watch(() => opened(text));
      expect(result).toContain("ada</To>");
      expect(watched.blockedMs).toBeLessThan(500);
    }
  });
});

describe("a signature of the wrong kind", () => {
  test.each([
    ["no bytes", ""],
    ["zeros", Buffer.alloc(64).toString("base64")],
    ["zeros as long as an RSA key", Buffer.alloc(256).toString("base64")],
    ["ones as long as an RSA key", Buffer.alloc(256, 0xff).toString("base64")],
    ["no base64", "#".repeat(344)],
  ])("%s is refused, for RSA and for ECDSA", async (_what, value) => {
    const forged = (text: string) => text.replace(/SignatureValue>[^<]*/, () => `SignatureValue>${value}`);
    await refused(forged(good));
    const keys = { certificate: pem("curve.crt"), key: pem("curve.key") };
    const curved = await signed(envelope(GOOD), keys);
    expect(await opened(curved, { certificates: pem("curve.crt") })).toContain("ada");
    await refused(forged(curved), { certificates: pem("curve.crt") });
  });
  test("of an EC key under the name of RSA is refused, and the other way round", async () => {
    const both = { certificates: [pem("curve.crt"), pem("service.crt")] };
    const named = (text: string, to: string) =>
      text.replace(/(SignatureMethod Algorithm="[^#"]*#)[^"]*/, (_all, before: string) => before + to);
    const curved = await signed(envelope(GOOD), { certificate: pem("curve.crt"), key: pem("curve.key") });
    await refused(named(curved, "rsa-sha256"), both);
    await refused(named(good, "ecdsa-sha256"), both);
  });
});

describe("a key", () => {
  test("of another certificate is refused, whatever KeyInfo says", async () => {
    const other = createSecurity({ signature: { certificate: pem("other.crt"), key: pem("other.key") } });
    const text = (await other.secure!({ envelope: envelope(GOOD), request })).envelope;
    await refused(text);
    await refused(text.replace(/<ds:KeyInfo>[\s\S]*<\/ds:KeyInfo>/, ""));
    const own = pem("other.crt").replace(/-----[^-]+-----|\s/g, "");
    const named = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${own}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
    await refused(text.replace(/<ds:KeyInfo>[\s\S]*<\/ds:KeyInfo>/, named));
  });
  test("is not asked of KeyInfo where it is right", async () => {
    expect(await opened(good.replace(/<ds:KeyInfo>[\s\S]*<\/ds:KeyInfo>/, ""))).toContain("ada");
  });
});

describe("a response to another request", () => {
  const confirmation = (value: string): string =>
    `<c:SignatureConfirmation xmlns:c="http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd" Value="${value}"/>`;
  test("that confirms its signature is refused", async () => {
    // It is signed as a header block of the service and then moved, because its canonical form stays the same.
    const name = {
      namespace: "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd",
      name: "SignatureConfirmation",
    };
    const text = await signed(envelope(GOOD, confirmation("abc=")), { parts: ["Body", "Timestamp", name] });
    const [block] = /<c:SignatureConfirmation[^>]*\/>/.exec(text)!;
    const placed = text.replace(block, "").replace("</wsse:Security>", `${block}</wsse:Security>`);
    const sent = (signatureValue: string) => ({ envelope: "", secrets: [] as [], signatureValue });
    expect(await opened(placed, {}, sent("abc="))).toContain("ada");
    await expect(opened(placed, {}, sent("xyz="))).rejects.toMatchObject({ reason: "security" });
    await expect(opened(placed)).rejects.toMatchObject({ reason: "security" });
  });
});

describe("a fault that is not signed, where faults may be unsigned", () => {
  const lenient = { faults: "allow-unsigned" } as const;
  const fault = envelope("<soap:Fault><faultcode>soap:Server</faultcode></soap:Fault>", '<h:H xmlns:h="urn:h"/>');
  const header = "<soap:Header>";
  const first = /(<soap:Header>.*<\/soap:Header>)(<soap:Body>.*<\/soap:Body>)/;
  const withBlocks = (text: string) => text.replace(header, () => header + '<h:H xmlns:h="urn:h"/>'.repeat(10_001));
  const security = `<wsse:Security xmlns:wsse="${WSU.replace("utility", "secext")}"/>`;
  test.each([
    ["with a Header of any size", withBlocks],
    ["with its Header after its Body", (text: string) => text.replace(first, "$2$1")],
    ["with a Security block in a large Header", (text: string) => withBlocks(text.replace(header, header + security))],
  ])("%s is returned as it is", async (_what, change) => {
    expect(change(fault)).not.toBe(fault);
    expect(await opened(change(fault), lenient)).toBe(change(fault));
    expect(await refused(change(fault))).toMatch(/./);
  });
  test("is read without a copy of the namespaces for each header block", async () => {
    const many = Array.from({ length: 900 }, (_, n) => `xmlns:p${n}="urn:${n}"`).join(" ");
    const text = withBlocks(withBlocks(fault)).replace(header, `<soap:Header ${many}>`);
    const { result, watched } = await watch(() => opened(text, lenient));
    expect(result).toBe(text);
    expect(watched.blockedMs).toBeLessThan(500);
  });
  test.each([
    ["with two Bodies", (text: string) => text.replace(body, (one) => one + one)],
    ["with an element beside its Body", (text: string) => text.replace(body, (one) => `${one}<x:y xmlns:x="urn:x"/>`)],
    ["with two Security blocks", (text: string) => text.replace(header, header + security + security)],
    [
      "with an encrypted token",
      (text: string) =>
        text.replace(header, () => {
          const data = '<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/>';
          return header + security.replace("/>", `>${data}</wsse:Security>`);
        }),
    ],
  ])("%s is refused", async (_what, change) => {
    expect(change(fault)).not.toBe(fault);
    await refused(change(fault), lenient);
  });
});

describe("a header block that must be understood", () => {
  test("is not skipped because it is not signed", async () => {
    const text = good.replace("</soap:Header>", '<m:M xmlns:m="urn:m" soap:mustUnderstand="1"/></soap:Header>');
    expect(await refused(text)).toMatch(/mustUnderstand/);
  });
});

test.each([
  ["not XML", "hello", "xml"],
  ["a DTD", `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`, "xml"],
  ["no envelope", "<a/>", "envelope"],
  ["deep nesting", `${"<a>".repeat(600)}${"</a>".repeat(600)}`, "limit"],
])("%s is an error of its own kind", async (_what, text, reason) => {
  await expect(opened(text)).rejects.toMatchObject({ code: "RESPONSE", reason });
});
