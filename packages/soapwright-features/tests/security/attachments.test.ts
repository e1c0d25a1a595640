/** Signed parts beside the envelope: WSS SwA Profile 1.1. Expected octets are written by hand, and hashed here. */
import { createHash, createPrivateKey, sign } from "node:crypto";
import { attachmentOf } from "soapwright-features";
import { createServiceSecurity, type SecurityOptions } from "soapwright-features/security";
import { isArgumentError } from "soapwright-runtime/errors";
import { startServiceSandbox } from "soapwright-sandbox";
import {
  listen,
  type MultipartPart,
  multipart,
  type Posted,
  part,
  partsOf,
} from "soapwright-testing/attachments/archive";
import { Claims } from "soapwright-testing/golden/cases/part-references/client";
import { service as claims } from "soapwright-testing/golden/cases/part-references/schemas";
import { createSecurity } from "soapwright-testing/security/create-security";
import { request } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";

endAfterEach();

type Parts = NonNullable<NonNullable<SecurityOptions["signature"]>["parts"]>;

const NS = "urn:example:claims";
const SWA = "http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment";
const TYPE = 'multipart/related; type="text/xml"; boundary="uuid:8c2c+id=1"';
const form = Uint8Array.from({ length: 3_000 }, (_, index) => index % 251);
const mine = { certificate: pem("client.crt"), key: pem("client.key") };
const theirs = { certificate: pem("service.crt"), key: pem("service.key") };
const sha256 = (...octets: readonly (string | Uint8Array)[]): string => {
  const hash = createHash("sha256");
  for (const each of octets) hash.update(each);
  return hash.digest("base64");
};
const envelopeOf = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const got = (claim: string): string =>
  envelopeOf(`<GetClaimResponse xmlns="${NS}"><Claim>${claim}</Claim></GetClaimResponse>`);
const put = envelopeOf(`<PutClaimResponse xmlns="${NS}"><Id>7</Id></PutClaimResponse>`);

async function open(body: Buffer | string, type: string, features: readonly ReturnType<typeof createSecurity>[]) {
  const sent: Posted[] = [];
  const { url, stop } = await listen((message, response, bytes) => {
    sent.push({ headers: message.headers, body: bytes });
    response.writeHead(200, { "Content-Type": type });
    response.end(body);
  });
  atEnd(stop);
  const client = new Claims({ endpoint: url, retries: 0, features });
  atEnd(() => client.close({ force: true }));
  return { client, sent };
}

/** The parts of a request as a service gives them to its security. */
function received(posted: Posted) {
  const [root, ...others] = partsOf(posted).parts;
  const attachments = others.map(({ headers, content }) => ({
    contentId: /^<(.*)>$/.exec(headers.get("content-id")!)![1]!,
    headers,
    octets: new Uint8Array(content),
  }));
  return { text: root!.content.toString(), attachments };
}

describe("a request", () => {
  const signing = (parts: Parts) => createSecurity({ signature: { ...mine, parts } });
  const service = (parts: Parts) => createServiceSecurity({ verify: { certificates: mine.certificate, parts } });
  const typed = (content: string | Uint8Array, contentType: string) => [
    { value: new Blob([content as Uint8Array<ArrayBuffer>], { type: contentType }) },
  ];
  const XML = '<?xml version="1.0"?>\n<!-- a --><a  c="1"\n b=\'2\'><!-- b --><d/>&#65;</a>\n';
  const CANONICAL = '<a b="2" c="1"><d></d>A</a>';

  test.each<[string, string | Uint8Array, string, string | Uint8Array]>([
    ["octets", form, "application/pdf", form],
    ["text", "a\nb\r\nc\rd", "text/plain", "a\r\nb\r\nc\r\nd"],
    ["text with parameters", "a\n", "text/csv; header=present; charset=utf-8", "a\r\n"],
    ["XML", XML, "application/xml", CANONICAL],
    ["an image that is XML", XML, "image/svg+xml", CANONICAL],
    ["nothing", "", "application/octet-stream", ""],
  ])("has a signature over %s", async (_what, content, contentType, canonical) => {
    for (const kind of ["Attachments", "CompleteAttachments"] as const) {
      const parts: Parts = ["Body", "Timestamp", kind];
      const { client, sent } = await open(put, "text/xml", [signing(parts)]);
      expect(await client.putClaim({ Claim: { Photo: typed(content, contentType) } })).toBe(7);
      const { text, attachments } = received(sent[0]!);
      const { contentId, headers } = attachments[0]!;
      const [, uri, transform, digest] =
        /<ds:Reference URI="(cid:[^"]*)"><ds:Transforms><ds:Transform Algorithm="([^"]*)"><\/ds:Transform><\/ds:Transforms><ds:DigestMethod [^>]*><\/ds:DigestMethod><ds:DigestValue>([^<]*)/.exec(
          text,
        )!;
      expect(uri).toBe(`cid:${contentId}`);
      const written = contentType.includes(";") ? 'text/csv;charset="utf-8";header="present"' : contentType;
      const before = `Content-ID:<${contentId}>\r\nContent-Type:${written}\r\n\r\n`;
      const isWhole = kind === "CompleteAttachments";
      expect(transform).toBe(`${SWA}-${isWhole ? "Complete" : "Content"}-Signature-Transform`);
      expect(digest).toBe(sha256(isWhole ? before : "", canonical));
      expect(headers.get("content-type")).toBe(contentType);
      expect(await service(parts).receive(text, attachments)).toContain("PutClaim");
      for (const wrong of [[], [{ ...attachments[0]!, octets: new Uint8Array([1]) }]]) {
        await expect(service(parts).receive(text, wrong)).rejects.toMatchObject({
          faultCode: { local: expect.stringMatching(/^(?:FailedCheck|InvalidSecurity)$/) as string },
        });
      }
    }
  });

  test("signs several, each by its own Content-ID, and needs none", async () => {
    const parts: Parts = ["Body", "Timestamp", "Attachments"];
    const { client, sent } = await open(put, "text/xml", [signing(parts)]);
    await client.putClaim({ Claim: { Form: form, Signature: new Uint8Array([1]), Photo: typed("png", "image/png") } });
    const { text, attachments } = received(sent[0]!);
    expect([...text.matchAll(/URI="cid:([^"]*)"/g)].map(([, id]) => id)).toEqual(
      attachments.map(({ contentId }) => contentId),
    );
    expect(attachments).toHaveLength(3);
    expect(await service(parts).receive(text, attachments)).toContain("PutClaim");
    expect(await client.putClaim({ Claim: { Photo: [] } })).toBe(7);
  });

  test.each([
    ["XML that is none", "<a>", "text/xml", /not well-formed XML in UTF-8 without DTD/],
    ["XML with a DTD", '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', "text/xml", /without DTD/],
    ["XML of another encoding", '<?xml version="1.0" encoding="UTF-16"?><a/>', "text/xml", /in UTF-8/],
    ["a comment in its Content-Type", "x", "text/plain (a comment)", /comments or encoded parameters/],
    ["an encoded parameter", "x", "text/plain; name*=UTF-8''x", /comments or encoded parameters/],
  ])("with %s is not sent", async (_what, content, contentType, says) => {
    const { client, sent } = await open(put, "text/xml", [signing(["Body", "CompleteAttachments"])]);
    const error = await rejection(client.putClaim({ Claim: { Photo: typed(content, contentType) } }));
    expect(error).toMatchObject({ code: "CONFIGURATION", option: "security.signature.parts" });
    expect(error.message).toMatch(says);
    expect(sent).toHaveLength(0);
  });

  test("with a stream that can be read once is not sent", async () => {
    const { client, sent } = await open(put, "text/xml", [signing(["Body", "Attachments"])]);
    async function* once() {
      yield form;
    }
    const Form = attachmentOf(once(), { length: form.length });
    const error = await rejection(client.putClaim({ Claim: { Form, Photo: [] } }));
    expect(isArgumentError(error) && error.path).toBe("PutClaim.Claim.Form");
    expect(error).toMatchObject({ reason: "stream-read-twice" });
    expect(sent).toHaveLength(0);
  });

  test("cannot be signed in both ways", () => {
    expect(() => signing(["Body", "Attachments", "CompleteAttachments"])).toThrow(
      expect.objectContaining({ code: "CONFIGURATION", option: "security.signature.parts" }),
    );
  });
});

describe("a response", () => {
  const FORM = part("f@x", form, "Content-Type: application/pdf");
  const PHOTO = part("p@x", "<a  b='1'><!-- c --></a>", "Content-Type: image/svg+xml");
  const CLAIM = "<Form>cid:f@x</Form><Photo>cid:p@x</Photo>";

  function attachment({ headers, content }: MultipartPart) {
    const value = (name: string) => headers.find((each) => each.startsWith(name))?.slice(name.length + 2) ?? "";
    return {
      contentId: value("Content-ID").slice(1, -1),
      contentType: value("Content-Type"),
      async *bytes() {
        yield Buffer.from(content as string);
      },
    };
  }

  /** The envelope of a service that signs these parts. */
  async function signed(parts: readonly MultipartPart[], kind: Parts[number] = "Attachments", claim = CLAIM) {
    const service = createSecurity({ signature: { ...theirs, parts: ["Body", "Timestamp", kind] } });
    const message = { envelope: got(claim), request, attachments: parts.map(attachment) };
    return (await service.secure!(message)).envelope;
  }

  /** The envelope with another SignedInfo, signed by the service. */
  function resigned(text: string, change: (signedInfo: string) => string): string {
    const [whole] = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(text)!;
    const info = change(whole);
    const names = `xmlns:ds="http://www.w3.org/2000/09/xmldsig#"`;
    const content = info.replace("<ds:SignedInfo>", `<ds:SignedInfo ${names}>`);
    const value = sign("sha256", Buffer.from(content), createPrivateKey(theirs.key)).toString("base64");
    return text.replace(whole, () => info).replace(/SignatureValue>[^<]*/, () => `SignatureValue>${value}`);
  }

  async function opened(envelope: string, parts: readonly MultipartPart[], verify: Parts = ["Body", "Timestamp"]) {
    const root = { headers: ["Content-Type: text/xml; charset=utf-8"], content: envelope };
    const security = createSecurity({ verify: { certificates: theirs.certificate, parts: verify } });
    const { client } = await open(multipart([root, ...parts]), TYPE, [security]);
    return client.getClaim({ Id: 1 }).withResponse();
  }
  async function refused(envelope: string, parts: readonly MultipartPart[], verify?: Parts): Promise<string> {
    const error = await rejection(opened(envelope, parts, verify));
    expect(error).toMatchObject({ code: "RESPONSE" });
    expect(error).toMatchObject({ reason: expect.stringMatching(/^(?:security|signed-part-missing)$/) as string });
    return error.message;
  }

  test.each(["Attachments", "CompleteAttachments"] as const)(
    "is read where a signature covers its %s",
    async (kind) => {
      const parts = [FORM, PHOTO];
      const { result } = await opened(await signed(parts, kind), parts, ["Body", "Timestamp", kind]);
      expect(Buffer.from(result!.Form!).equals(form)).toBe(true);
      // XML is read in the form that was signed.
      expect(Buffer.from(result!.Photo![0]!.value).toString()).toBe('<a b="1"></a>');
    },
  );

  test("is read with the headers as WSS4J signs them, without the empty line behind them", async () => {
    const by = (before: string, content: string | Uint8Array) => async () => {
      const text = await signed([FORM], "CompleteAttachments", "<Form>cid:f@x</Form>");
      return resigned(text, (info) =>
        info.replace(/(URI="cid:.*?DigestValue>)[^<]*/, (_all, start: string) => start + sha256(before, content)),
      );
    };
    const headers = "Content-ID:<f@x>\r\nContent-Type:application/pdf\r\n";
    await opened(await by(headers, form)(), [FORM]);
    await opened(await by(`${headers}\r\n`, form)(), [FORM]);
    // An empty line in front would be a part of the content that nothing covers.
    const before = { ...FORM, content: Buffer.concat([Buffer.from("\r\n"), form]) };
    await refused(await by(`${headers}\r\n`, form)(), [before]);
  });

  test("has the header fields in their canonical form", async () => {
    const full = {
      headers: [
        'Content-Type: Text/Plain; Charset=UTF-8;\r\n name="a\\"b"',
        "content-id: <f@x>",
        "X-Other: 1",
        "Content-Disposition: Attachment; FileName=One.TXT",
        "Content-Description: Form",
        "Content-Transfer-Encoding: 8bit",
        "Content-Location: http://x.example/f",
      ],
      content: "a\r\nb",
    };
    const fields =
      "Content-Description:Form\r\n" +
      'Content-Disposition:attachment;filename="one.txt"\r\n' +
      "Content-ID:<f@x>\r\n" +
      "Content-Location:http://x.example/f\r\n" +
      'Content-Type:text/plain;charset="utf-8";name="a\\"b"\r\n\r\n';
    const text = await signed([FORM], "CompleteAttachments", "<Form>cid:f@x</Form>");
    const by = (octets: string) =>
      resigned(text, (info) =>
        info.replace(/(URI="cid:.*?DigestValue>)[^<]*/, (_all, start: string) => start + sha256(octets)),
      );
    await opened(by(`${fields}a\r\nb`), [full]);
    const bare = { headers: ["Content-ID: <f@x>"], content: "a" };
    await opened(by('Content-ID:<f@x>\r\nContent-Type:text/plain;charset="us-ascii"\r\n\r\na'), [bare]);
    const commented = { ...bare, headers: ["Content-ID: <f@x> (a comment)"] };
    await refused(by('Content-ID:<f@x>\r\nContent-Type:text/plain;charset="us-ascii"\r\n\r\na'), [commented]);
  });

  const evil = Uint8Array.from(form).reverse();
  const changed = part("f@x", evil, "Content-Type: application/pdf");
  const swapped = [
    part("p@x", form, "Content-Type: application/pdf"),
    part("f@x", "<a  b='1'/>", "Content-Type: image/svg+xml"),
  ];
  test.each<[string, readonly MultipartPart[]]>([
    ["other octets", [changed, PHOTO]],
    ["a part that was taken out", [FORM]],
    ["no part at all", []],
    ["a part that was added", [FORM, PHOTO, part("e@x", evil)]],
    ["a part that was added in front", [part("e@x", evil), FORM, PHOTO]],
    ["a part without a Content-ID", [FORM, PHOTO, { headers: [], content: "x" }]],
    ["parts in another order", [PHOTO, FORM]],
    ["Content-IDs that were swapped", swapped],
    ["another Content-ID", [part("g@x", form, "Content-Type: application/pdf"), PHOTO]],
    ["the same part under another Content-ID", [FORM, PHOTO, part("g@x", form, "Content-Type: application/pdf")]],
    ["XML in place of octets", [part("f@x", "<a/>", "Content-Type: text/xml"), PHOTO]],
    ["a DTD in XML", [FORM, part("p@x", "<!DOCTYPE a><a b='1'></a>", "Content-Type: image/svg+xml")]],
    ["other XML", [FORM, part("p@x", "<a b='1'> </a>", "Content-Type: image/svg+xml")]],
  ])("with %s is refused", async (_what, parts) => {
    for (const kind of ["Attachments", "CompleteAttachments"] as const) {
      await refused(await signed([FORM, PHOTO], kind), parts);
    }
  });

  test.each<[string, readonly MultipartPart[]]>([
    ["another media type", [part("f@x", form, "Content-Type: text/html"), PHOTO]],
    ["a field that was added", [part("f@x", form, "Content-Type: application/pdf", "Content-Location: x"), PHOTO]],
    ["a media type that was taken out", [part("f@x", form), PHOTO]],
  ])("whose headers are signed is refused with %s", async (_what, parts) => {
    await refused(await signed([FORM, PHOTO], "CompleteAttachments"), parts);
  });

  const reference = /<ds:Reference URI="cid:f@x">.*?<\/ds:Reference>/;
  const C14N = "http://www.w3.org/2001/10/xml-exc-c14n#";
  test.each<[string, (info: string) => string]>([
    ["that names another part", (info) => info.replace("cid:f@x", "cid:e@x")],
    ["that names a part twice", (info) => info.replace(reference, "$&$&")],
    [
      "that names a part twice, written in two ways",
      (info) => info.replace(reference, (all) => all + all.replace("f@x", "f%40x")),
    ],
    [
      "to an element with the transform of attachments",
      (info) =>
        info
          .replace(C14N, C14N)
          .replace(
            /(URI="#Body-[^"]*"><ds:Transforms><ds:Transform Algorithm=")[^"]*/,
            `$1${SWA}-Content-Signature-Transform`,
          ),
    ],
    [
      "to an attachment with the transform of elements",
      (info) => info.replace(/(URI="cid:f@x"><ds:Transforms><ds:Transform Algorithm=")[^"]*/, `$1${C14N}`),
    ],
    ["to another scheme", (info) => info.replace("cid:f@x", "http://x.example/f")],
    [
      "by an unknown transform of the profile",
      (info) => info.replace("-Content-Signature-Transform", "-Other-Signature-Transform"),
    ],
    ["without URI", (info) => info.replace(' URI="cid:f@x"', "")],
  ])("with a Reference %s is refused", async (_what, change) => {
    const good = await signed([FORM, PHOTO]);
    const bad = resigned(good, change);
    expect(bad.replace(/SignatureValue>[^<]*/, "")).not.toBe(good.replace(/SignatureValue>[^<]*/, ""));
    await refused(bad, [FORM, PHOTO]);
  });

  test("whose signature is not by the service is refused", async () => {
    const text = await signed([FORM, PHOTO]);
    expect(await refused(text.replace(/<ds:DigestValue>./g, "<ds:DigestValue>A"), [FORM, PHOTO])).toMatch(
      /configured certificate/,
    );
  });

  test("needs a signature over what it has", async () => {
    const says = await refused(await signed([]), [FORM, PHOTO]);
    expect(says).toMatch(/attachments that its signature does not cover\. Ask the service to sign them/);
  });

  test("has the parts that verify demands", async () => {
    const demand = (kind: Parts[number]): Parts => ["Body", "Timestamp", kind];
    expect(await refused(await signed([], "Attachments", ""), [], demand("Attachments"))).toMatch(/no attachment/);
    const ofContent = await signed([FORM, PHOTO]);
    await opened(ofContent, [FORM, PHOTO], demand("Attachments"));
    expect(await refused(ofContent, [FORM, PHOTO], demand("CompleteAttachments"))).toMatch(/headers .* not signed/);
    const whole = await signed([FORM, PHOTO], "CompleteAttachments");
    for (const kind of ["Attachments", "CompleteAttachments"] as const)
      await opened(whole, [FORM, PHOTO], demand(kind));
  });

  test("that is an unsigned fault has no parts", async () => {
    const fault = envelopeOf("<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>");
    const root = { headers: ["Content-Type: text/xml; charset=utf-8"], content: fault };
    const security = createSecurity({ verify: { certificates: theirs.certificate, faults: "allow-unsigned" } });
    for (const [parts, code] of [
      [[], "FAULT"],
      [[FORM], "RESPONSE"],
    ] as const) {
      const { client } = await open(multipart([root, ...parts]), TYPE, [security]);
      expect(await rejection(client.getClaim({ Id: 1 }))).toMatchObject({ code });
    }
  });
});

test.each(["Attachments", "CompleteAttachments"] as const)(
  "a sandbox signs and verifies %s both ways",
  async (kind) => {
    let kept: unknown;
    const operations = {
      PutClaim: ({ args }: { readonly args: unknown }) => {
        kept = Reflect.get(args as object, "Claim");
        return 7;
      },
      GetClaim: () => kept,
    };
    const parts: Parts = ["Body", "Timestamp", kind];
    const security = createServiceSecurity({
      verify: { certificates: mine.certificate },
      signature: { ...theirs, parts },
    });
    const sandbox = await startServiceSandbox({
      services: [{ path: "/claims", service: claims, operations, security } as never],
    });
    atEnd(() => sandbox.close());
    const features = [createSecurity({ signature: { ...mine, parts }, verify: { certificates: theirs.certificate } })];
    const client = new Claims({ endpoint: `${sandbox.url}/claims`, retries: 0, features });
    atEnd(() => client.close({ force: true }));
    expect(await client.putClaim({ Claim: { Form: form, Signature: new Uint8Array([1]), Photo: [] } })).toBe(7);
    const claim = await client.getClaim({ Id: 7 });
    expect(Buffer.from(claim!.Form!).equals(form)).toBe(true);
    expect(claim!.Signature).toEqual(new Uint8Array([1]));
  },
);
