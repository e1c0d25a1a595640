/**
 * Signatures and UsernameTokens that WSS4J 1.6 and xmlsec1 verify and write. `make interop` runs those that are
 * installed.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SecurityOptions } from "soapwright-features/security";
import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request, SOAP } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { newFolder, removeFolders } from "./folders";
import { hasWss4j, javaPath, keyStore } from "./security/java";
import { assertionOf, isGoodAssertion, issueAssertion } from "./security/saml";
import { runs } from "./stack";

const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const INCLUSIVE = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const WSU = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const keys = join(__dirname, "../../packages/soapwright-testing/src/security/keys");
const hasXmlsec = runs("xmlsec1", ["--version"]);

afterAll(removeFolders);

const BODIES = [
  '<Get xmlns="urn:x"><Id>1</Id></Get>',
  '<x:Get xmlns:x="urn:x" b="2" a="1" x:c="3" xml:lang="de"><x:Id xmlns:y="urn:y" y:z="&lt;&quot;&#9;&#10;"/>a&amp;b &gt; c<![CDATA[<&>]]></x:Get>',
  "<Get xmlns='urn:x'><Id xmlns=''>\r\n\r\u00e9\u{1F600}<!-- c --></Id><p:a xmlns:p='urn:1'><p:b xmlns:p='urn:2' p:q='1'/><p:c xmlns:B='urn:B' B:b='1' xmlns:a='urn:a' a:a='2'/></p:a></Get>",
  // Names in content: InclusiveNamespaces lists their prefixes.
  '<Get xmlns="urn:x" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Id i:type="xsd:int">1</Id><x:N xmlns:x="urn:x" xmlns="urn:d" xmlns:q="urn:q">q:n</x:N></Get>',
];

type Signature = Partial<NonNullable<SecurityOptions["signature"]>>;

type Token = Partial<NonNullable<SecurityOptions["usernameToken"]>>;

const REFERRED = ["Body", "Timestamp", "BinarySecurityToken"] as const;

/** The features that our messages are written with. */
const features: readonly (readonly [name: string, signature: Signature, certificate: string])[] = [
  ["a BinarySecurityToken", {}, "client"],
  ["a subject key identifier", { keyReference: "SubjectKeyIdentifier" }, "client"],
  ["a thumbprint", { keyReference: "ThumbprintSHA1" }, "client"],
  ["issuer and serial number", { keyReference: "IssuerSerial" }, "client"],
  ["RSA-SHA512 and SHA-512", { signatureAlgorithm: "RSA-SHA512", digestAlgorithm: "SHA-512" }, "client"],
  ["ECDSA-SHA256", {}, "curve"],
  ["inclusive canonicalization", { canonicalization: "inclusive" }, "client"],
  [
    "every part, canonicalized inclusively",
    {
      canonicalization: "inclusive",
      parts: ["Body", "Timestamp", "UsernameToken", "BinarySecurityToken", { namespace: "urn:h", name: "H" }],
    },
    "client",
  ],
  [
    "every part",
    { parts: ["Body", "Timestamp", "UsernameToken", "BinarySecurityToken", { namespace: "urn:h", name: "H" }] },
    "client",
  ],
];

/** xmlsec1 knows no STR-Transform. */
const ofTokens: readonly (readonly [name: string, signature: Signature, certificate: string])[] = [
  ["its certificate signed by reference", { keyReference: "ThumbprintSHA1", parts: REFERRED }, "client"],
  ["its certificate signed by issuer and serial", { keyReference: "IssuerSerial", parts: REFERRED }, "client"],
];

/** Writes messages with one feature, for each Body and each version of SOAP. */
async function messages(signature: Signature, certificate: string, token: Token = {}): Promise<string[]> {
  const folder = newFolder();
  const security = createSecurity({
    usernameToken: { username: "ada", password: "p<&>\u00e9", passwordType: "digest", ...token },
    signature: { certificate: pem(`${certificate}.crt`), key: pem(`${certificate}.key`), ...signature },
  });
  const files: string[] = [];
  for (const body of BODIES) {
    for (const version of ["1.1", "1.2"] as const) {
      const text = inEnglish(envelope(body, '<h:H xmlns:h="urn:h" h:a="&#10;">1</h:H>', version));
      files.push(join(folder, `${files.length}.xml`));
      writeFileSync(files.at(-1)!, (await security.secure!({ envelope: text, request })).envelope);
    }
  }
  return files;
}

/** Inclusive canonicalization has attributes of the Envelope and of the Header on the signed parts. */
function inEnglish(text: string): string {
  return text
    .replace("<soap:Envelope ", '<soap:Envelope xml:lang="en" xmlns:unused="urn:unused" ')
    .replace("<soap:Header>", '<soap:Header xml:space="preserve">');
}

/** Changes one character of the signed content. */
function tamper(file: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replace(/(Get[\s\S]*)<\/([\w:]*)Body>/, "$1<!-- --> </$2Body>"));
}

/** Returns the envelope that our client reads from a message, whose signature must be valid for a key. */
async function open(file: string, key: string): Promise<string> {
  const { verify } = createSecurity({ verify: { certificates: pem(`${key}.crt`) } });
  return verify!({
    text: readFileSync(file, "utf8"),
    operation: "Get",
    understood: new Set(),
    sent: undefined,
  });
}

/** Runs one of our Java programs with WSS4J or Santuario. */
function java(program: "Wss4j" | "Santuario", command: string, ...args: readonly string[]): string[] {
  return execFileSync("java", [...javaPath(), program, command, keyStore(), ...args], { encoding: "utf8" })
    .trim()
    .split("\n");
}

function wss4j(command: string, files: readonly string[]): string[] {
  return java("Wss4j", command, ...files);
}

/** Writes messages with the assertion: alone, with a Timestamp, and signed. */
async function messagesWith(samlAssertion: string): Promise<string[]> {
  const [certificate, key] = [pem("client.crt"), pem("client.key")];
  const texts: string[] = [];
  for (const version of ["1.1", "1.2"] as const) {
    for (const more of [{}, { timestamp: {} }, { timestamp: {}, signature: { certificate, key } }]) {
      const { secure } = createSecurity({ samlAssertion, ...more });
      texts.push((await secure!({ envelope: envelope(BODIES[0]!, "", version), request })).envelope);
    }
  }
  return texts;
}

function describeWith(installed: boolean, name: string, suite: () => void): void {
  if (installed && process.env.INTEROP === "1") describe(name, suite);
  else test(`${name}: skipped`, () => expect(true).toBe(true));
}

describeWith(hasWss4j, "WSS4J 1.6", () => {
  test.each([...features, ...ofTokens])(
    "accepts a message with %s, and no changed one",
    async (_name, signature, certificate) => {
      const command = signature.canonicalization === "inclusive" ? "verify-any" : "verify";
      const files = await messages(signature, certificate);
      for (const line of wss4j(command, files))
        expect(line).toMatch(/: valid(?=.* signature)(?=.* username)(?=.* timestamp)/);
      files.forEach(tamper);
      for (const line of wss4j(command, files)) expect(line).toMatch(/: invalid/);
    },
  );
  test.each([
    ["a text", { passwordType: "text" }],
    ["a text with a nonce", { passwordType: "text", nonce: true }],
    ["a digest", { passwordType: "digest" }],
  ] as const)("accepts a UsernameToken with %s, and none with another password", async (_name, token) => {
    for (const line of wss4j("verify", await messages({}, "client", token))) expect(line).toMatch(/: valid.* username/);
    const wrong = await messages({}, "client", { ...token, password: "other" });
    for (const line of wss4j("verify", wrong)) expect(line).toMatch(/: invalid/);
  });
  test.each([
    ...["direct", "thumbprint", "issuer", "inclusive"],
    ...["direct-token", "thumbprint-token", "issuer-token"],
  ])("signs messages that are verified here: %s", async (reference) => {
    const folder = newFolder();
    const files = BODIES.flatMap((body, index) =>
      (["1.1", "1.2"] as const).map((version) => {
        const file = join(folder, `${index}-${version}.xml`);
        writeFileSync(file, inEnglish(envelope(body, "", version)));
        return file;
      }),
    );
    for (const line of wss4j(reference, files)) expect(line).toMatch(/: signed/);
    for (const file of files) expect(await open(file, "service")).toMatch(/Body[\s\S]*Get/);
    files.forEach(tamper);
    for (const file of files) await expect(open(file, "service")).rejects.toMatchObject({ reason: "security" });
  });
});

describeWith(hasXmlsec, "xmlsec1", () => {
  function verifies(file: string, certificate: string, version: keyof typeof SOAP): boolean {
    const ids = [`${SOAP[version]}:Body`, `${WSU}:Timestamp`, "urn:h:H"];
    const wsse = WSU.replace("utility", "secext");
    const marked = [...ids, `${wsse}:UsernameToken`, `${wsse}:BinarySecurityToken`].flatMap((id) => [
      "--id-attr:Id",
      id,
    ]);
    return runs("xmlsec1", ["--verify", "--pubkey-cert-pem", join(keys, `${certificate}.crt`), ...marked, file]);
  }
  test.each(features)("accepts a message with %s, and no changed one", async (_name, signature, certificate) => {
    const files = await messages(signature, certificate);
    const version = (index: number) => (index % 2 === 0 ? "1.1" : "1.2");
    for (const [index, file] of files.entries()) {
      expect([file, verifies(file, certificate, version(index))]).toEqual([file, true]);
    }
    files.forEach(tamper);
    for (const [index, file] of files.entries()) expect(verifies(file, certificate, version(index))).toBe(false);
  });

  test("finds the assertion good that it has issued, in our message as alone, and in no changed one", async () => {
    const issued = issueAssertion("ada", "service");
    expect(isGoodAssertion(issued, "service")).toBe(true);
    for (const text of await messagesWith(issued)) {
      expect(isGoodAssertion(text, "service")).toBe(true);
      expect(isGoodAssertion(text, "other")).toBe(false);
      expect(isGoodAssertion(text.replace(">ada<", ">eve<"), "service")).toBe(false);
    }
  });

  test.each([
    ["rsa-sha256", "sha256", "service", EXCLUSIVE],
    ["rsa-sha512", "sha512", "service", EXCLUSIVE],
    ["ecdsa-sha256", "sha256", "curve", EXCLUSIVE],
    ["rsa-sha256", "sha256", "service", INCLUSIVE],
  ])("signs messages that are verified here: %s, %s, %s, %s", async (algorithm, digest, key, canonical) => {
    const [created, expires] = [0, 60_000].map((later) => new Date(Date.now() + later).toISOString());
    const reference = (id: string) =>
      `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${canonical}"/></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#${digest}"/><ds:DigestValue/></ds:Reference>`;
    const header = `<wsse:Security xmlns:wsse="${WSU.replace("utility", "secext")}" xmlns:wsu="${WSU}"><wsu:Timestamp wsu:Id="T"><wsu:Created>${created}</wsu:Created><wsu:Expires>${expires}</wsu:Expires></wsu:Timestamp><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${canonical}"/><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#${algorithm}"/>${reference("B")}${reference("T")}</ds:SignedInfo><ds:SignatureValue/></ds:Signature></wsse:Security>`;
    const folder = newFolder();
    // The nearest ancestor has the attribute that a part inherits. WSS4J takes the outermost one.
    const inFrench = (text: string) => text.replace("<soap:Header ", '<soap:Header xml:lang="fr" ');
    for (const version of ["1.1", "1.2"] as const) {
      for (const [index, body] of BODIES.entries()) {
        const template = join(folder, `${index}-${version}.template`);
        const file = join(folder, `${index}-${version}.xml`);
        const text = inFrench(inEnglish(envelope(body, header, version))).replace(
          "<soap:Body>",
          `<soap:Body xmlns:wsu="${WSU}" wsu:Id="B">`,
        );
        writeFileSync(template, text);
        const marked = [`${SOAP[version]}:Body`, `${WSU}:Timestamp`].flatMap((id) => ["--id-attr:Id", id]);
        execFileSync("xmlsec1", [
          "--sign",
          "--privkey-pem",
          join(keys, `${key}.key`),
          ...marked,
          "--output",
          file,
          template,
        ]);
        expect(await open(file, key)).toMatch(/Body[\s\S]*Get/);
        tamper(file);
        await expect(open(file, key)).rejects.toMatchObject({ reason: "security" });
      }
    }
  });
});

describeWith(hasWss4j, "Apache Santuario", () => {
  test("finds the assertion good that it has issued, in our message as alone, and in no changed one", async () => {
    const folder = newFolder();
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const judge = (key: string, files: readonly string[]) => java("Santuario", "judge", key, ...files);
    const issued = file("issued.xml", assertionOf("ada"));
    java("Santuario", "issue", "service", issued);
    expect(judge("service", [issued])).toEqual(["good"]);
    const texts = await messagesWith(readFileSync(issued, "utf8"));
    const ours = texts.map((text, index) => file(`${index}.xml`, text));
    expect(new Set(judge("service", ours))).toEqual(new Set(["good"]));
    expect(new Set(judge("other", ours))).toEqual(new Set(["bad"]));
    const changed = texts.map((text, index) => file(`changed-${index}.xml`, text.replace(">ada<", ">eve<")));
    expect(new Set(judge("service", changed))).toEqual(new Set(["bad"]));
    // Santuario verifies what xmlsec1 has signed, and the other way round.
    if (!hasXmlsec) return;
    expect(judge("service", [file("xmlsec1.xml", issueAssertion("ada", "service"))])).toEqual(["good"]);
    for (const text of texts) expect(isGoodAssertion(text, "service")).toBe(true);
  });
});
