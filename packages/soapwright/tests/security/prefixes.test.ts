/** Names in content (xsi:type, QName) of signed responses: exclusive C14N leaves out declarations that no name uses. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildTables, loadModel } from "soapwright-contract";
import { ServiceClient } from "soapwright-runtime";
import type { ServiceNode } from "soapwright-runtime/tables";
import { Folder, smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { createSecurity } from "soapwright-testing/security/create-security";
import { request } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { mutual } from "soapwright-testing/security/signed-responses";
import { signedByXmlCrypto } from "soapwright-testing/security/xml-crypto";
import { atEnd, endAfterEach, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";

endAfterEach();

const TYPES = `<xs:complexType name="Base"><xs:sequence><xs:element name="A" type="xs:int"/></xs:sequence></xs:complexType>
  <xs:complexType name="Special"><xs:complexContent><xs:extension base="tns:Base"><xs:sequence><xs:element name="B" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
const RESPONSE = `<xs:element name="Amount" type="xs:int" minOccurs="0"/><xs:element name="Thing" type="tns:Base" minOccurs="0"/>
  <xs:element name="Name" type="xs:QName" minOccurs="0"/><xs:element name="Any" minOccurs="0"/>`;
const NS = "urn:example:small";
const XSI = "http://www.w3.org/2001/XMLSchema-instance";
const XSD = "http://www.w3.org/2001/XMLSchema";

const folder = new Folder();
afterAll(() => folder.remove());
let node: ServiceNode;
beforeAll(async () => {
  const file = join(folder.path, "small.wsdl");
  writeFileSync(
    file,
    smallWsdl({ types: TYPES, response: RESPONSE, request: '<xs:element name="Name" type="xs:QName" minOccurs="0"/>' }),
  );
  node = (await buildTables((await loadModel(file, {})).model!))[0]!;
});

class SmallClient extends ServiceClient {
  get(args: object = {}): Promise<unknown> {
    return this.call(node.operations[0] as never, args as never);
  }
}

function client(endpoint: string, security: unknown): SmallClient {
  const made = new SmallClient(node, { endpoint, retries: 0, features: [security] } as never);
  atEnd(() => made.close({ force: true }));
  return made;
}

const soap = (outer: string, content: string): string =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ${outer}><soap:Body><r:GetResponse xmlns:r="${NS}">${content}</r:GetResponse></soap:Body></soap:Envelope>`;

async function read(text: string): Promise<unknown> {
  const server = await serve((socket) => socket.write(answer(text)));
  return client(server.url, mutual()).get();
}

const OUTER = `xmlns:xsi="${XSI}" xmlns:xs="${XSD}" xmlns:t="${NS}" xmlns:q="urn:q"`;
const VALUES = {
  Amount: ['<r:Amount xsi:type="xs:int">1</r:Amount>', { Amount: 1 }],
  Thing: ['<r:Thing xsi:type="t:Special"><r:A>1</r:A><r:B>b</r:B></r:Thing>', { Thing: { A: 1, B: "b" } }],
  Name: ["<r:Name>q:n</r:Name>", { Name: { namespace: "urn:q", local: "n" } }],
} as const;

test.each(Object.entries(VALUES))(
  "our signature lists the prefix of %s, so that it is signed",
  async (_name, [xml, value]) => {
    const { secure } = createSecurity({ signature: { certificate: pem("service.crt"), key: pem("service.key") } });
    const { envelope } = await secure!({ envelope: soap(OUTER, xml), request });
    expect(envelope).toMatch(/PrefixList="(?:xsi )?(?:xs|t|q)"/);
    expect(await read(envelope)).toMatchObject(value);
    await expect(
      read(
        envelope
          .replace('xmlns:q="urn:q"', 'xmlns:q="urn:evil"')
          .replace(/xmlns:(xs|t)="[^"]*"/g, 'xmlns:$1="urn:evil"'),
      ),
    ).rejects.toMatchObject({
      reason: "security",
    });
  },
);

test("our signature lists no prefix that nothing uses", async () => {
  const { secure } = createSecurity({ signature: { certificate: pem("service.crt"), key: pem("service.key") } });
  const { envelope } = await secure!({ envelope: soap(OUTER, "<r:Amount>1</r:Amount>"), request });
  expect(envelope).not.toContain("InclusiveNamespaces");
});

describe("a signature that lists no prefix", () => {
  const inside = (xml: string): string => xml.replace(/^<r:\w+/, (tag) => `${tag} ${OUTER}`);
  test.each([
    ["outside of the Body", OUTER, (xml: string) => xml],
    ["in the Body, where no name uses it", "", inside],
  ])(
    "and one that is declared %s: xsi:type is read where one type alone has the name",
    async (_where, outer, place) => {
      for (const name of ["Amount", "Thing"] as const) {
        const [xml, value] = VALUES[name];
        const text = signedByXmlCrypto(soap(outer, place(xml)));
        expect(await read(text)).toMatchObject(value);
        // Whatever namespace the prefix is bound to, the type is the same.
        expect(await read(text.replace(/xmlns:(xs|t)="[^"]*"/g, 'xmlns:$1="urn:evil"'))).toMatchObject(value);
      }
      const text = signedByXmlCrypto(soap(outer, place(VALUES.Name[0])));
      await expect(read(text)).rejects.toMatchObject({
        code: "RESPONSE",
        reason: "prefix-not-signed",
        path: expect.stringContaining("Name"),
      });
      await expect(read(text)).rejects.toThrow(/xs:QName whose prefix was verified/);
    },
  );

  test.each([
    ["an outer declaration of the prefix", `<r:Name xmlns:q="urn:q">q:n</r:Name>`, 'xmlns:q="urn:outer"'],
    ["no namespace", `<r:Name xmlns="urn:q">n</r:Name>`, ""],
    ["the default namespace outside", "<r:Name>n</r:Name>", 'xmlns="urn:q"'],
  ])("never gives a name the meaning of %s", async (_what, xml, outer) => {
    await expect(read(signedByXmlCrypto(soap(outer, xml)))).rejects.toThrow(/whose prefix was verified/);
  });
  test("never gives a name the meaning of an outer declaration that is signed", async () => {
    const covered = soap("", `<r:Name xmlns="urn:q">n</r:Name>`)
      .replace("<r:GetResponse xmlns:r=", `<GetResponse xmlns:r="${NS}" xmlns=`)
      .replace("</r:GetResponse>", "</GetResponse>");
    await expect(read(signedByXmlCrypto(covered))).rejects.toThrow(/whose prefix was verified/);
    expect(await read(signedByXmlCrypto(covered.replace(' xmlns="urn:q"', "")))).toEqual({
      Name: { namespace: NS, local: "n" },
    });
    const { secure } = createSecurity({ signature: { certificate: pem("service.crt"), key: pem("service.key") } });
    const { envelope } = await secure!({ envelope: covered, request });
    expect(envelope).toMatch(/PrefixList="[^"]*#default/);
    expect(await read(envelope)).toEqual({ Name: { namespace: "urn:q", local: "n" } });
  });

  test("leaves the other values as they are", async () => {
    const text = signedByXmlCrypto(soap(`${OUTER} xmlns="urn:d"`, "<r:Amount>7</r:Amount><r:Any><a><b/></a></r:Any>"));
    expect(await read(text)).toMatchObject({ Amount: 7 });
  });
});
