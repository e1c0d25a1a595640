/** Tests `security/canonical-writer` by itself: no entry point shows it whole. */
import type { SecurityOptions } from "soapwright-features/security";
import { NO_SCOPE } from "soapwright-runtime/codecs";
import { watch } from "soapwright-testing/attacks/watched";
import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { mutual, signed } from "soapwright-testing/security/signed-responses";
import { isGoodForXmlCrypto, signedByXmlCrypto } from "soapwright-testing/security/xml-crypto";
import { sampleOf } from "soapwright-testing/stage/slow";
import { writeCanonical } from "../../src/security/canonical-writer";
import type { MessagePart } from "../../src/security/security-options";

/** Messages that are signed here, verified by our own code and by xml-crypto. */
describe("sign and verify", () => {
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
    test("has every header block signed, and without any its Body alone", async () => {
      const security = both({ parts: ["Body", "Headers"] });
      const blocks = '<h:A xmlns:h="urn:h">a</h:A><b:B xmlns:b="urn:b">b</b:B>';
      const { envelope: secured } = await security.secure!({ envelope: envelope(BODIES[0]!, blocks), request });
      expect(secured.match(/<ds:Reference /g)).toHaveLength(3);
      expect(await security.verify!(received(secured))).toMatch(/<h:A .*<b:B /);
      const strict = createSecurity({ verify: { certificates: pem("client.crt"), parts: ["Body", "Headers"] } });
      expect(await strict.verify!(received(secured))).toMatch(/<h:A .*<b:B /);
      const more = secured.replace("<h:A ", '<c:C xmlns:c="urn:c"/><h:A ');
      await expect(strict.verify!(received(more))).rejects.toMatchObject({
        message: expect.stringContaining("its Headers is not signed") as string,
      });
      const { envelope: alone } = await security.secure!({ envelope: envelope(BODIES[0]!), request });
      expect(alone.match(/<ds:Reference /g)).toHaveLength(1);
      await strict.verify!(received(alone));
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
});

/**
 * Long character data is written in pieces, so that the event loop gets turns. No piece splits a surrogate pair or a
 * reference.
 */
describe("canonical writer", () => {
  const SLICE = 65_536;

  /** Digests encode each piece separately: a split surrogate pair would become two wrong characters. */
  async function canonical(text: string): Promise<{ readonly xml: string; readonly pieces: number }> {
    const pieces: Buffer[] = [];
    await writeCanonical(text, 0, NO_SCOPE, (piece) => pieces.push(Buffer.from(piece, "utf8")));
    return { xml: Buffer.concat(pieces).toString("utf8"), pieces: pieces.length };
  }

  const units: readonly (readonly [raw: string, written: string])[] = [
    ["&amp;", "&amp;"],
    ["&#233;", "\u00e9"],
    ["&#x1F600;", "\u{1F600}"],
    ["\u{1F600}", "\u{1F600}"],
    ["\r\n", "\n"],
    ["\r", "\n"],
    ["&#13;\r\n", "&#xD;\n"],
    ["&lt;a&gt;", "&lt;a&gt;"],
    ["a", "a"],
  ];

  test.each(units)("%j is whole wherever a piece ends", async (raw, written) => {
    for (let before = 0; before < 10; before++) {
      const count = Math.ceil((2 * SLICE) / raw.length) + 1;
      const { xml, pieces } = await canonical(`<a>${"x".repeat(before)}${raw.repeat(count)}</a>`);
      expect(xml === `<a>${"x".repeat(before)}${written.repeat(count)}</a>`).toBe(true);
      expect(pieces).toBeGreaterThan(2);
    }
  });

  test("a CDATA section has no references, and is cut like text", async () => {
    for (const [raw, written] of [
      ["&", "&amp;"],
      ["<&a;", "&lt;&amp;a;"],
      ["\r\n", "\n"],
      ["\u{1F600}", "\u{1F600}"],
    ] as const) {
      for (let before = 0; before < 5; before++) {
        const count = Math.ceil((2 * SLICE) / raw.length) + 1;
        const { xml, pieces } = await canonical(`<a><![CDATA[${"x".repeat(before)}${raw.repeat(count)}]]><b/></a>`);
        expect(xml === `<a>${"x".repeat(before)}${written.repeat(count)}<b></b></a>`).toBe(true);
        expect(pieces).toBeGreaterThan(2);
      }
    }
  });

  test("a reference may be longer than a piece", async () => {
    const { xml } = await canonical(`<a>x&#${"0".repeat(2 * SLICE)}65;y</a>`);
    expect(xml).toBe("<a>xAy</a>");
  });

  test("the event loop has its turn within one long text as within many rows", async () => {
    for (const text of [`<a>${"&amp;\r\n".repeat(200_000)}</a>`, `<a>${"<b>1</b>".repeat(175_000)}</a>`]) {
      let turns = 0;
      let isOver = false;
      const turn = (): void => {
        turns++;
        if (!isOver) setImmediate(turn);
      };
      setImmediate(turn);
      await writeCanonical(text, 0, NO_SCOPE, () => {});
      isOver = true;
      expect(turns).toBeGreaterThan(text.length / SLICE / 2);
    }
  });
});

/** The cost of a response that was written without a key: it is never more than the cost of reading it once. */
describe("costs", () => {
  const WSU = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
  const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
  const GOOD = '<Pay xmlns="urn:x"><To>ada</To></Pay>';

  /**
   * The longest time that other work of the process waited, and the whole time, in milliseconds of processor time:
   * elapsed time measures how busy the machine is.
   */
  async function cost(text: string): Promise<{ held: number; whole: number; message: string }> {
    const { result, watched } = await watch(() =>
      mutual().verify!({ text, operation: "Pay", understood: new Set(), sent: undefined }).then(
        () => "accepted",
        (error: Error) => error.message,
      ),
    );
    return { held: watched.blockedMs, whole: watched.processorMs, message: result };
  }

  const inHeader = (text: string, blocks: string): string =>
    text.replace("</soap:Header>", () => `${blocks}</soap:Header>`);
  const inSignedInfo = (text: string, more: string): string =>
    text.replace("</ds:SignedInfo>", () => `${more}</ds:SignedInfo>`);

  const attacks: { readonly [name: string]: (good: string) => string } = {
    "sixty references to header blocks": (good) => {
      const ids = Array.from({ length: 60 }, (_, n) => `r${n}`);
      const rows = "<a>1</a>".repeat(600);
      const blocks = ids.map((id) => `<h:H xmlns:h="urn:h" xmlns:u="${WSU}" u:Id="${id}">${rows}</h:H>`).join("");
      const [reference] = /<ds:Reference [\s\S]*?<\/ds:Reference>/.exec(good)!;
      const more = ids.map((id) => reference!.replace(/URI="[^"]*"/, `URI="#${id}"`)).join("");
      return inSignedInfo(inHeader(good, blocks), more);
    },
    "a Header of 100,000 elements": (good) => inHeader(good, `<h:H xmlns:h="urn:h">${"<a/>".repeat(100_000)}</h:H>`),
    "a Header of 20,000 blocks": (good) => inHeader(good, '<h:H xmlns:h="urn:h"/>'.repeat(20_000)),
    "a KeyInfo of 10 MB": (good) =>
      good.replace(/<ds:KeyInfo>[\s\S]*<\/ds:KeyInfo>/, () => `<ds:KeyInfo>${"x".repeat(10_000_000)}</ds:KeyInfo>`),
    "a KeyInfo of many elements": (good) =>
      good.replace(/<ds:KeyInfo>[\s\S]*<\/ds:KeyInfo>/, () => `<ds:KeyInfo>${"<a></a>".repeat(300_000)}</ds:KeyInfo>`),
    "a PrefixList of 200,000": (good) =>
      good.replace(
        `<ds:Transform Algorithm="${EXCLUSIVE}">`,
        () =>
          `<ds:Transform Algorithm="${EXCLUSIVE}"><e:InclusiveNamespaces xmlns:e="${EXCLUSIVE}" PrefixList="${"a ".repeat(200_000)}"/>`,
      ),
    "a Body with ever more prefixes in scope": (good) => {
      const many = Array.from({ length: 900 }, (_, n) => `xmlns:p${n}="urn:${n}"`).join(" ");
      return good.replace(GOOD, () => `<a ${many}>${'<b xmlns:q="urn:q"/>'.repeat(100_000)}</a>`);
    },
    "a Body that is nested": (good) =>
      good.replace(GOOD, () => `${'<p:a xmlns:p="urn:p">'.repeat(500)}${"</p:a>".repeat(500)}`.repeat(40)),
  };

  test.each(sampleOf(Object.keys(attacks), 3))("%s costs little", async (name) => {
    const wrote = [jest.spyOn(console, "error"), jest.spyOn(console, "warn"), jest.spyOn(process.stderr, "write")];
    const attack = attacks[name]!(await signed(envelope(GOOD)));
    await cost(await signed(envelope(GOOD)));
    const { held, whole, message } = await cost(attack);
    // KeyInfo is ignored, and no signed part was changed.
    if (name === "a KeyInfo of 10 MB") expect(message).toBe("accepted");
    else expect(message).toMatch(/^The response to Pay was not accepted: .*\.$/);
    expect(held).toBeLessThan(500);
    expect(whole).toBeLessThan(3_000);
    for (const spy of wrote) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });
});
