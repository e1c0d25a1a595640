/** Elements that are signed and encrypted by their paths, as policies name them. */
import { createServiceSecurity, type SecurityOptions, type ServiceSecurityOptions } from "soapwright-features/security";
import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request, SOAP } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";

type Parts = NonNullable<NonNullable<SecurityOptions["signature"]>["parts"]>;
type Encrypted = NonNullable<NonNullable<SecurityOptions["encryption"]>["parts"]>;

const mine = { certificate: pem("client.crt"), key: pem("client.key") };
const S = `{${SOAP["1.1"]}}`;
// Base64 and ids have no blanks: what is looked for is in no signature.
const ORDER =
  '<o:Order xmlns:o="urn:o" xmlns:x="urn:x"><o:Card x:kind="a"><o:No>n 1234</o:No></o:Card><o:Card><o:No>n 5678</o:No></o:Card><o:Note>later</o:Note><No>0</No></o:Order>';
const plain = envelope(ORDER, '<o:Ticket xmlns:o="urn:o"><o:No>n 9999</o:No></o:Ticket>');
const CARD = `/${S}Envelope/${S}Body/{urn:o}Order/{urn:o}Card`;

async function written(signed: Parts | undefined, encrypted?: Encrypted, order?: "encrypt-before-sign") {
  const encryption = {
    certificate: pem("service.crt"),
    ...(encrypted && { parts: encrypted }),
    ...(order && { order }),
  };
  const security = createSecurity({
    ...(signed && { signature: { ...mine, parts: signed } }),
    ...(encrypted && { encryption }),
  });
  return (await security.secure!({ envelope: plain, request })).envelope;
}
const service = (options: ServiceSecurityOptions) => createServiceSecurity(options);
const verifying = (parts: Parts) => service({ verify: { certificates: mine.certificate, parts } });
/** Without the ids and the declarations that are added. */
const bare = (text: string): string => text.replace(/ (?:xmlns:[ox]|wsu:Id)="[^"]*"/g, "");
const references = (text: string): number => text.split("<ds:Reference ").length - 1;

test.each<[string, string, number]>([
  ["from the root", CARD, 2],
  ["from the root, one level below", `${CARD}/{urn:o}No`, 2],
  ["anywhere", "//{urn:o}No", 3],
  ["anywhere, then below", "//{urn:o}Card/{urn:o}No", 2],
  ["without a namespace", "//{}No", 1],
  ["of a header block", `/${S}Envelope/${S}Header/{urn:o}Ticket`, 1],
  ["in a header block", `/${S}Envelope/${S}Header/{urn:o}Ticket/{urn:o}No`, 1],
  ["of another SOAP version", `/{${SOAP["1.2"]}}Envelope/{${SOAP["1.2"]}}Body/{urn:o}Order`, 0],
  ["of another namespace", "//{urn:other}No", 0],
])("elements %s are signed, beside the Body that has them", async (_what, path, count) => {
  const text = await written(["Body", "Timestamp", { path }]);
  expect(references(text)).toBe(2 + count);
  const received = await verifying(["Body", "Timestamp", { path }]).receive(text);
  expect(bare(received)).toContain("<o:No>n 1234</o:No>");
  // Each digest counts: that of the element, and that of the Body around it. Base64 has digits too, but not between tags.
  for (const [from, to] of [
    [">n 1234<", ">4321<"],
    [">n 9999<", ">0000<"],
    [">0</No>", ">1</No>"],
  ] as const) {
    const isSigned = from !== ">n 9999<" || path.includes("Header") || path === "//{urn:o}No";
    const changed = verifying(["Body", "Timestamp"]).receive(text.replace(from, to));
    if (isSigned) await expect(changed).rejects.toMatchObject({ faultCode: { local: "FailedCheck" } });
    else expect(await changed).not.toContain("Ticket");
  }
});

test("one element by two paths has one reference, and an id of its own is kept", async () => {
  const text = await written([
    "Body",
    { path: "//{urn:o}Note" },
    { path: `/${S}Envelope/${S}Body/{urn:o}Order/{urn:o}Note` },
  ]);
  expect(references(text)).toBe(2);
  expect(await verifying(["Body"]).receive(text)).toContain("later");
});

test("what verify demands by a path is signed, or in what is signed", async () => {
  const inHeader = { path: "//{urn:o}Ticket/{urn:o}No" };
  const text = await written(["Body", "Timestamp"]);
  await expect(verifying(["Body", inHeader]).receive(text)).rejects.toMatchObject({
    faultCode: { local: "FailedCheck" },
    message: expect.stringContaining("//{urn:o}Ticket/{urn:o}No is not signed") as string,
  });
  const block = await written(["Body", "Timestamp", { namespace: "urn:o", name: "Ticket" }]);
  expect(await verifying(["Body", inHeader, { path: "//{urn:o}Note" }]).receive(block)).toContain("n 9999");
});

test.each<[string, Encrypted, readonly string[], readonly string[]]>([
  ["elements from the root", [{ path: CARD }], ["n 1234", "n 5678"], ["n 9999", "later"]],
  [
    "elements anywhere, in a header block too",
    [{ path: "//{urn:o}No" }],
    ["n 1234", "n 5678", "n 9999"],
    ["later", "<o:Card"],
  ],
  ["a header block", [{ path: `/${S}Envelope/${S}Header/{urn:o}Ticket` }], ["n 9999", "<o:Ticket"], ["n 1234"]],
  ["content alone", [{ path: "//{urn:o}Note", content: true }], ["later"], ["<o:Note>", "n 1234"]],
  ["elements, and the Body around them", [{ path: CARD }, "Body"], ["n 1234", "later"], ["n 9999"]],
  ["the content of the Body", [{ path: `/${S}Envelope/${S}Body`, content: true }], ["n 1234", "later"], ["n 9999"]],
])("%s are encrypted", async (_what, parts, hidden, shown) => {
  for (const order of [undefined, "encrypt-before-sign"] as const) {
    const text = await written(["Body", "Timestamp"], parts, order);
    for (const each of hidden) expect(text).not.toContain(each);
    for (const each of shown) expect(text).toContain(each);
    const { decryption, verify } = {
      decryption: { key: pem("service.key") },
      verify: { certificates: mine.certificate },
    };
    const opened = await service({ decryption, verify }).receive(text);
    expect(bare(opened)).toContain('<o:Card x:kind="a"><o:No>n 1234</o:No></o:Card>');
    expect(opened).toContain("<o:Note>later</o:Note>");
  }
});

test("a path that names nothing encrypts nothing", async () => {
  const text = await written(["Body", "Timestamp"], [{ path: "//{urn:o}Other" }]);
  expect(text).toContain("n 1234");
  expect(text).not.toContain("ReferenceList");
});

test("the Body itself is not encrypted", async () => {
  await expect(written(undefined, [{ path: `//${S}Body` }])).rejects.toMatchObject({
    code: "CONFIGURATION",
    option: "security.encryption.parts",
    message: expect.stringMatching(/names the Body itself\. Set content: true/) as string,
  });
});

test.each(["", "a", "//a", "/{urn:o}a/b", "//{urn:o}a//{urn:o}b", "//{urn:o}a[1]/{urn:o}", "//{urn:o}", 7])(
  "%j is no path",
  (path) => {
    for (const options of [
      { signature: { ...mine, parts: [{ path }] } },
      { verify: { certificates: mine.certificate, parts: [{ path }] } },
      { encryption: { certificate: pem("service.crt"), parts: [{ path }] } },
    ]) {
      expect(() => createSecurity(options as never)).toThrow(
        expect.objectContaining({
          code: "CONFIGURATION",
          option: expect.stringMatching(/parts\[0\]\.path$/) as string,
        }),
      );
    }
  },
);

test("elements of a path are encrypted also where their parents lie inside of one another", async () => {
  const nested = envelope(
    '<o:A xmlns:o="urn:o"><o:A><o:No>inner</o:No></o:A><o:No>outer</o:No></o:A>',
    '<o:Ticket xmlns:o="urn:o"/>',
  );
  const parts = [{ path: "//{urn:o}A/{urn:o}No" }];
  const security = createSecurity({ encryption: { certificate: pem("service.crt"), parts } });
  const text = (await security.secure!({ envelope: nested, request })).envelope;
  for (const each of ["inner", "outer"]) expect(text).not.toContain(each);
});

test("an element of a name inside of one of another name is encrypted with it, whichever is named first", async () => {
  const named = (...names: string[]): Encrypted => names.map((name) => ({ namespace: "urn:o", name }));
  for (const parts of [named("Order", "No"), named("No", "Order")]) {
    const text = await written(undefined, parts);
    expect(text).not.toMatch(/n 1234|n 5678|later/);
    // The order with all that is in it.
    expect(text.split("<xenc:EncryptedData ")).toHaveLength(2);
    expect(bare(await service({ decryption: { key: pem("service.key") } }).receive(text))).toContain(bare(ORDER));
  }
});
