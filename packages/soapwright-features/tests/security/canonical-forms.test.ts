/** Signatures by Canonical XML 1.0, over names in values, and over tokens by reference; and attacks on them. */
import { createHash, createPrivateKey, sign } from "node:crypto";
import type { SecurityOptions } from "soapwright-features/security";
import { NO_SCOPE } from "soapwright-runtime/codecs";
import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { mutual, signed } from "soapwright-testing/security/signed-responses";
import { isGoodForXmlCrypto, signedByXmlCrypto } from "soapwright-testing/security/xml-crypto";
import { SignedXml } from "xml-crypto";
import { canonicalOf } from "../../src/security/canonical-writer";

const GOOD = '<Pay xmlns="urn:x"><To>ada</To></Pay>';
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const STR = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform";
const WSU = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const SAML = "urn:oasis:names:tc:SAML:2.0:assertion";
const assertion = (id: string, subject: string): string =>
  `<saml2:Assertion xmlns:saml2="${SAML}" ID="${id}" Version="2.0"><saml2:Subject><saml2:NameID>${subject}</saml2:NameID></saml2:Subject></saml2:Assertion>`;

type Verify = Parameters<typeof mutual>[0];

function opened(text: string, verify: Verify = {}): Promise<string> {
  return mutual(verify).verify!({ text, operation: "Pay", understood: new Set<string>(), sent: undefined });
}

async function refused(text: string, verify?: Verify): Promise<void> {
  await expect(opened(text, verify)).rejects.toMatchObject({ code: "RESPONSE", reason: "security" });
}

/** A response of a service that signs with an assertion. */
async function withAssertion(parts: NonNullable<SecurityOptions["signature"]>["parts"]): Promise<string> {
  const service = createSecurity({
    samlAssertion: assertion("A1", "ada"),
    signature: { certificate: pem("service.crt"), key: pem("service.key"), parts },
  });
  return (await service.secure!({ envelope: envelope(GOOD), request })).envelope;
}

describe("inclusive canonicalization", () => {
  const INCLUSIVE = { canonicalization: "inclusive" } as const;
  const outside = (text: string): string =>
    text
      .replace("<soap:Envelope ", '<soap:Envelope xml:lang="en" xmlns:q="urn:q" ')
      .replace("<soap:Header>", '<soap:Header xml:space="preserve">');
  const message = () => signed(outside(envelope('<Pay xmlns="urn:x"><To>q:ada</To></Pay>', "<h/>")), INCLUSIVE);

  test("is written and read, with what the parts inherit", async () => {
    const verified = await opened(await message());
    expect(verified).toMatch(/<soap:Body [^>]*xmlns:q="urn:q"[^>]* xml:lang="en"/);
    expect(verified).toContain("<To>q:ada</To>");
    expect(isGoodForXmlCrypto(await signed(envelope(GOOD), INCLUSIVE), "service")).toBe(true);
  });

  test.each([
    ["an attribute of the Envelope is changed", (text: string) => text.replace('xml:lang="en"', 'xml:lang="de"')],
    ["an attribute of the Envelope is left out", (text: string) => text.replace(' xml:lang="en"', "")],
    ["a namespace of a value is changed", (text: string) => text.replace('"urn:q"', '"urn:evil"')],
    ["a namespace is added", (text: string) => text.replace("<soap:Envelope ", '<soap:Envelope xmlns:n="urn:n" ')],
    ["the Header declares it anew", (text: string) => text.replace("<soap:Header ", '<soap:Header xmlns:q="urn:r" ')],
    ["the Body has an attribute", (text: string) => text.replace("<soap:Body ", '<soap:Body xml:lang="fr" ')],
    ["a value is changed", (text: string) => text.replace("q:ada", "q:eve")],
    [
      "its algorithm is the other one",
      (text: string) => text.replaceAll(/http:\/\/www.w3.org\/TR\/2001\/REC-xml-c14n-20010315/g, EXCLUSIVE),
    ],
  ])("is refused where %s", async (_what, change) => {
    const text = await message();
    expect(change(text)).not.toBe(text);
    await refused(change(text));
  });
});

describe("names in values", () => {
  const typed = '<Pay xmlns="urn:x" xmlns:i="urn:i"><To i:type="xsd:string">xsd:ada</To></Pay>';
  test("have their namespace where the signature lists the prefix, and none where it does not", async () => {
    const listed = await opened(signedByXmlCrypto(envelope(typed), ["xsd"]));
    expect(listed).toContain('xmlns:xsd="http://www.w3.org/2001/XMLSchema"');
    expect(await opened(signedByXmlCrypto(envelope(typed)))).not.toContain(
      'xmlns:xsd="http://www.w3.org/2001/XMLSchema"',
    );
    const ours = await signed(envelope(typed));
    expect(ours).toMatch(/PrefixList="[^"]*\bxsd\b/);
    expect(await opened(ours)).toContain('xmlns:xsd="http://www.w3.org/2001/XMLSchema"');
  });
  test("are refused with another namespace where the prefix is listed", async () => {
    for (const text of [signedByXmlCrypto(envelope(typed), ["xsd"]), await signed(envelope(typed))]) {
      await refused(text.replace('xmlns:xsd="http://www.w3.org/2001/XMLSchema"', 'xmlns:xsd="urn:evil"'));
    }
  });
});

test("a certificate endorses the signature of a shared key, and signs it whole", async () => {
  const { secure } = createSecurity({
    encryption: { certificate: pem("service.crt") },
    symmetricBinding: {},
    signature: { certificate: pem("client.crt"), key: pem("client.key") },
  });
  const { envelope: text } = await secure!({ envelope: envelope(GOOD), request });
  const [first, second, third] = text.match(/<ds:Signature .*?<\/ds:Signature>/gs) ?? [];
  expect(third).toBeUndefined();
  expect(first).toContain("#hmac-sha256");
  const [, id] = /^<ds:Signature [^>]*Id="([^"]*)"/.exec(first!)!;
  expect(second!.match(/URI="#SIG[^"]*"/g)).toEqual([`URI="#${id}"`]);
  const isGood = (message: string): boolean => {
    const judge = new SignedXml({ publicCert: pem("client.crt"), getCertFromKeyInfo: () => null });
    judge.loadSignature(second!);
    try {
      return judge.checkSignature(message);
    } catch {
      return false;
    }
  };
  expect(isGood(text)).toBe(true);
  expect(isGood(text.replace(/(<ds:SignatureValue>)./, "$1_"))).toBe(false);
});

describe("tokens by reference (STR-Transform)", () => {
  test("an assertion is signed, and required", async () => {
    const text = await withAssertion(["Body", "Timestamp", "SamlAssertion"]);
    expect(text).toContain(STR);
    expect(await opened(text, { parts: ["Body", "Timestamp", "SamlAssertion"] })).toContain("ada");
    const unsigned = await withAssertion(["Body", "Timestamp"]);
    await refused(unsigned, { parts: ["Body", "SamlAssertion"] });
    expect(await opened(unsigned)).toContain("ada");
  });
  test.each(["ThumbprintSHA1", "SubjectKeyIdentifier", "IssuerSerial"] as const)(
    "a certificate by %s is signed",
    async (keyReference) => {
      const text = await signed(envelope(GOOD), {
        keyReference,
        parts: ["Body", "Timestamp", "BinarySecurityToken"],
      });
      expect(await opened(text)).toContain("ada");
    },
  );
  test("needs an assertion to sign", () => {
    const signature = {
      certificate: pem("client.crt"),
      key: pem("client.key"),
      parts: ["Body", "SamlAssertion"] as const,
    };
    expect(() => createSecurity({ signature })).toThrow(
      expect.objectContaining({ code: "CONFIGURATION", option: "security.signature.parts[1]" }),
    );
  });

  const parts = { parts: ["Body", "Timestamp", "SamlAssertion"] } as const;
  test.each([
    ["the assertion is another one", (text: string) => text.replace(">ada</saml2", ">eve</saml2")],
    ["the assertion is missing", (text: string) => text.replace(assertion("A1", "ada"), "")],
    ["it names another assertion", (text: string) => text.replace(">A1</wsse:Key", ">A2</wsse:Key")],
    [
      "a second assertion is beside it, which it names",
      (text: string) =>
        text
          .replace(">A1</wsse:Key", ">A2</wsse:Key")
          .replace("<saml2:Assertion", `${assertion("A2", "eve")}<saml2:Assertion`),
    ],
    [
      "a second assertion has the same id",
      (text: string) => text.replace("<saml2:Assertion", `${assertion("A1", "eve")}<saml2:Assertion`),
    ],
    [
      "the assertion is in another header block, and another in its place",
      (text: string) =>
        text
          .replace(assertion("A1", "ada"), assertion("A2", "eve"))
          .replace("</soap:Header>", `<w:W xmlns:w="urn:w">${assertion("A1", "ada")}</w:W></soap:Header>`),
    ],
    [
      "it names the Body",
      (text: string) => text.replace(">A1</wsse:Key", `>${/soap:Body [^>]*wsu:Id="([^"]*)"/.exec(text)![1]}</wsse:Key`),
    ],
    [
      "it names two tokens",
      (text: string) => text.replace(/<wsse:KeyIdentifier ValueType="[^"]*SAMLID">A1<[^>]*>/, (one) => one + one),
    ],
    ["it names none", (text: string) => text.replace(/<wsse:KeyIdentifier ValueType="[^"]*SAMLID">A1<[^>]*>/, "")],
    [
      "it is named by its certificate instead",
      (text: string) => text.replace(/ValueType="[^"]*SAMLID"/, 'ValueType="urn:x"'),
    ],
    [
      "it is an element of another name",
      (text: string) =>
        text.replace(
          /<wsse:SecurityTokenReference ([^>]*wsu:Id[^>]*)>(.*?)<\/wsse:SecurityTokenReference>/,
          "<w:W xmlns:w='urn:w' $1>$2</w:W>",
        ),
    ],
  ])("is refused where %s", async (_what, change) => {
    const text = await withAssertion(parts.parts);
    expect(change(text)).not.toBe(text);
    await refused(change(text), parts);
  });

  test("is refused for an element that is no reference, although the key is right", async () => {
    const good = await signed(envelope(GOOD));
    const [whole] = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(good)!;
    const info = whole.replace(/(ds:Transform Algorithm=")[^"]*/, `$1${STR}`);
    const scope = new Map([...NO_SCOPE, ["ds", "http://www.w3.org/2000/09/xmldsig#"]]);
    const content = await canonicalOf(info, { start: 0, scope, inherited: [] });
    const value = sign("sha256", Buffer.from(content), createPrivateKey(pem("service.key"))).toString("base64");
    const text = good.replace(whole, info).replace(/SignatureValue>[^<]*/, () => `SignatureValue>${value}`);
    await expect(opened(text)).rejects.toMatchObject({
      message: expect.stringContaining("covers a token that is not in its wsse:Security header block") as string,
    });
  });

  test("a binary token that it names is the signed one", async () => {
    const good = await signed(envelope(GOOD), { parts: ["Body", "Timestamp", "BinarySecurityToken"] });
    const token = /<wsse:BinarySecurityToken[\s\S]*?<\/wsse:BinarySecurityToken>/.exec(good)![0];
    const id = /wsu:Id="([^"]*)"/.exec(token)![1]!;
    const octets = token.replace("<wsse:BinarySecurityToken", '<wsse:BinarySecurityToken xmlns=""');
    const direct = createHash("sha256").update(token).digest("base64");
    const byReference = createHash("sha256").update(octets).digest("base64");
    const [whole] = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(good)!;
    const info = whole
      .replace(`URI="#${id}"`, 'URI="#R"')
      .replace(direct, byReference)
      .replace(/(URI="#R"><ds:Transforms><ds:Transform Algorithm=")[^"]*/, `$1${STR}`);
    const scope = new Map([...NO_SCOPE, ["ds", "http://www.w3.org/2000/09/xmldsig#"]]);
    const content = await canonicalOf(info, { start: 0, scope, inherited: [] });
    const value = sign("sha256", Buffer.from(content), createPrivateKey(pem("service.key"))).toString("base64");
    const text = good
      .replace(whole, info)
      .replace(/SignatureValue>[^<]*/, () => `SignatureValue>${value}`)
      .replace("<ds:KeyInfo><wsse:SecurityTokenReference ", `$&xmlns:wsu="${WSU}" wsu:Id="R" `);
    const required = { parts: ["Body", "BinarySecurityToken"] } as const;
    expect(await opened(text, required)).toContain("ada");
    await refused(text.replace(/BinarySecurityToken([^>]*)>MII/, "BinarySecurityToken$1>MIJ"), required);
    await refused(text.replace(`<wsse:Reference URI="#${id}"`, '<wsse:Reference URI="#other"'), required);
  });
});
