/** Messages that are signed here, verified by our own code and by xml-crypto. */

import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { isGoodForXmlCrypto, signedByXmlCrypto } from "soapwright-testing/security/xml-crypto";
import type { MessagePart, SecurityOptions } from "../src";

const BODIES = [
  '<Get xmlns="urn:x"><Id>1</Id></Get>',
  '<x:Get xmlns:x="urn:x" b="2" a="1" x:c="3"><x:Id xmlns:y="urn:y" y:z="&lt;&quot;&#9;&#10;"/>a&amp;b &gt; c<![CDATA[<&>]]></x:Get>',
  "<Get xmlns='urn:x'><Id xmlns=''>\r\n\r\u00e9\u{1F600}<!-- c --></Id><p:a xmlns:p='urn:1'><p:b xmlns:p='urn:2' p:q='1'/><p:c/></p:a></Get>",
];

function received(text: string) {
  return { text, operation: "Get", understood: new Set<string>(), sent: undefined };
}

function both(
  signature: Partial<NonNullable<SecurityOptions["signature"]>>,
  certificate = "client",
  parts?: MessagePart[],
) {
  return createSecurity({
    usernameToken: { username: "u", password: "p<&>\u00e9", passwordType: "digest" },
    signature: { certificate: pem(`${certificate}.crt`), key: pem(`${certificate}.key`), ...signature },
    verify: {
      certificates: [pem("other.crt"), pem(`${certificate}.crt`)],
      parts: parts ?? signature.parts,
      signatureAlgorithms: signature.signatureAlgorithm && [signature.signatureAlgorithm],
      digestAlgorithms: signature.digestAlgorithm && [signature.digestAlgorithm],
    },
  });
}

describe("a signed message", () => {
  test("is refused where there is nothing of it to sign", async () => {
    const security = both({ parts: ["Addressing"] });
    await expect(security.secure!({ envelope: envelope("<a/>"), request })).rejects.toMatchObject({
      code: "CONFIGURATION",
      option: "security.signature.parts",
      message: expect.stringContaining("The request of Get is not addressed") as string,
    });
  });
  test("has a part that is named twice signed once", async () => {
    const wsa = "http://www.w3.org/2005/08/addressing";
    const security = both({
      parts: ["Body", "Body", "Timestamp", "Timestamp", "Addressing", { namespace: wsa, name: "To" }],
    });
    const message = envelope(BODIES[0]!, `<a:To xmlns:a="${wsa}">x</a:To>`);
    const { envelope: secured } = await security.secure!({ envelope: message, request });
    expect(secured.match(/<ds:Reference /g)).toHaveLength(3);
    expect(await security.verify!(received(secured))).toContain("<a:To ");
  });
  test("is called encrypted when its Body or its signature is", async () => {
    const data = '<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/>';
    const security = both({});
    const { envelope: secured } = await security.secure!({ envelope: envelope(data), request });
    const other = (await security.secure!({ envelope: envelope(BODIES[0]!), request })).envelope;
    for (const text of [secured, other.replace(/<ds:Signature[ >].*<\/ds:Signature>/s, data)]) {
      await expect(security.verify!(received(text))).rejects.toMatchObject({
        reason: "security",
        message: expect.stringContaining("it is encrypted, which this client cannot read") as string,
      });
    }
  });
  test.each(BODIES)("verifies, and is returned without what was not signed: %#", async (body) => {
    const security = both({
      parts: ["Body", "Timestamp", "UsernameToken", "BinarySecurityToken", { namespace: "urn:h", name: "H" }],
    });
    for (const version of ["1.1", "1.2"] as const) {
      const message = envelope(body, '<h:H xmlns:h="urn:h">1</h:H><h:I xmlns:h="urn:h">2</h:I>', version);
      const { envelope: secured } = await security.secure!({ envelope: message, request });
      expect(secured).toContain('"Body-');
      expect([isGoodForXmlCrypto(secured, "client"), isGoodForXmlCrypto(secured, "other")]).toEqual([true, false]);
      expect(isGoodForXmlCrypto(secured.replace(">1</h:H>", ">3</h:H>"), "client")).toBe(false);
      const verified = await security.verify!(received(secured));
      expect(verified).toContain("<h:H ");
      expect(verified).not.toContain("<h:I ");
      expect(verified).toMatch(/<soap:Body .*Get>/s);
      await expect(security.verify!(received(secured.replace(">1</h:H>", ">3</h:H>")))).rejects.toMatchObject({
        code: "RESPONSE",
        reason: "security",
      });
    }
  });
  test.each(BODIES)("of xml-crypto verifies, and none that was changed: %#", async (body) => {
    for (const version of ["1.1", "1.2"] as const) {
      for (const inclusive of [[], ["xsd", "soap", "p"]]) {
        const text = signedByXmlCrypto(envelope(body, "", version), inclusive);
        const { verify } = createSecurity({ verify: { certificates: pem("service.crt") } });
        expect(await verify!(received(text))).toMatch(/<soap:Body .*Get>/s);
        await expect(verify!(received(text.replace("</soap:Body>", " </soap:Body>")))).rejects.toMatchObject({
          reason: "security",
        });
      }
    }
  });
  test.each([
    [{ signatureAlgorithm: "RSA-SHA256" }, "client"],
    [{ signatureAlgorithm: "RSA-SHA384", digestAlgorithm: "SHA-384" }, "client"],
    [{ signatureAlgorithm: "RSA-SHA512", digestAlgorithm: "SHA-512" }, "client"],
    [{ signatureAlgorithm: "RSA-PSS-SHA256" }, "client"],
    [{ signatureAlgorithm: "RSA-SHA1", digestAlgorithm: "SHA-1" }, "client"],
    [{ signatureAlgorithm: "ECDSA-SHA256", keyReference: "ThumbprintSHA1" }, "curve"],
    [{ signatureAlgorithm: "ECDSA-SHA512", keyReference: "SubjectKeyIdentifier" }, "curve"],
    [{ keyReference: "IssuerSerial" }, "client"],
  ] as const)("verifies with %o", async (signature, certificate) => {
    const security = both(signature, certificate);
    const { envelope: secured } = await security.secure!({ envelope: envelope(BODIES[0]!), request });
    expect(await security.verify!(received(secured))).toContain("<Id>1</Id>");
  });
});
