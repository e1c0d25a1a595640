/** Tests `wsdl/security-plan` and `wsdl/security-facts` by themselves: no entry point shows them whole. */
import { loadFiles } from "soapwright-testing/codegen/load-files";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";

const SP = "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702";
const WSA = "http://www.w3.org/2005/08/addressing";
const policy = (inside: string): string => `<wsp:Policy>${inside}</wsp:Policy>`;
const nested = (name: string, inside = "", attributes = ""): string =>
  `<sp:${name}${attributes}>${policy(inside)}</sp:${name}>`;
const never = ` sp:IncludeToken="${SP}/IncludeToken/Never"`;

async function read(inside: string, input = "", output = "") {
  const declared = `xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="${SP}"`;
  const text = smallWsdl()
    .replace("<wsdl:definitions ", `<wsdl:definitions ${declared} `)
    .replace(/<wsdl:binding [^>]*>/, (start) => start + policy(inside))
    .replace(/(<wsdl:binding [\s\S]*?<wsdl:input>)/, (start) => start + input)
    .replace(/(<wsdl:binding [\s\S]*?<wsdl:output>)/, (start) => start + output);
  const { definitions, diagnostics, printed } = await loadFiles({ "service.wsdl": text });
  const found = definitions?.services[0]?.ports[0]?.policy;
  return { plan: found?.operationPlans?.Get?.[0] ?? found?.plans[0], diagnostics, printed };
}

const asymmetric = (own: string, more = "", algorithms = "Basic256Sha256"): string =>
  nested(
    "AsymmetricBinding",
    `${nested("InitiatorToken", own)}${nested("RecipientToken", nested("X509Token"))}${nested("AlgorithmSuite", `<sp:${algorithms}/>`)}<sp:IncludeTimestamp/>${more}`,
  );
const body = "<sp:SignedParts><sp:Body/></sp:SignedParts>";
const to = { namespace: WSA, name: "To", optional: true };

test.each<[string, string, object]>([
  [
    "a UsernameToken with a nonce over TLS",
    `${nested("TransportBinding", "<sp:IncludeTimestamp/>")}${nested("SignedSupportingTokens", nested("UsernameToken", "<sp:Nonce/>"))}`,
    { usernameToken: { nonce: true }, timestamp: true, credentials: ["password"] },
  ],
  [
    "a name without a password",
    nested("SupportingTokens", nested("UsernameToken", "<sp:NoPassword/>")),
    { usernameToken: { password: false }, credentials: ["username"] },
  ],
  [
    "a certificate that endorses what TLS protects",
    `${nested("TransportBinding", "<sp:IncludeTimestamp/>")}${nested("EndorsingSupportingTokens", nested("X509Token", "<sp:RequireThumbprintReference/>"))}`,
    {
      timestamp: true,
      signature: { parts: ["Timestamp"], keyReference: "ThumbprintSHA1" },
      credentials: ["certificate"],
    },
  ],
  [
    "a certificate that endorses what it names as well",
    `${nested("TransportBinding", "<sp:IncludeTimestamp/>")}${nested("EndorsingSupportingTokens", nested("X509Token") + body)}`,
    {
      timestamp: true,
      signature: { parts: ["Body", "Timestamp"], keyReference: "BinarySecurityToken" },
      credentials: ["certificate"],
    },
  ],
  [
    "a token of an issuer that endorses a message without a Timestamp",
    `${nested("TransportBinding")}${nested("EndorsingSupportingTokens", "<sp:IssuedToken/>")}`,
    { issuer: { keyType: "symmetric", parts: ["Body"] }, credentials: ["issuer"] },
  ],
  [
    "a signed token of an issuer",
    `${asymmetric(nested("X509Token"))}${body}${nested("SignedSupportingTokens", "<sp:IssuedToken/>")}`,
    {
      timestamp: true,
      signature: { parts: ["Body", "Timestamp", "SamlAssertion"], keyReference: "BinarySecurityToken" },
      issuer: {},
      verify: { parts: ["Body", "Timestamp"] },
      credentials: ["certificate", "issuer", "serviceCertificate"],
    },
  ],
  [
    "signatures beside TLS, by a certificate that only responses have",
    `${nested("TransportBinding")}${asymmetric(nested("X509Token", "", ` sp:IncludeToken="${SP}/IncludeToken/AlwaysToInitiator"`))}${body}`,
    {
      timestamp: true,
      signature: { parts: ["Body", "Timestamp"], keyReference: "IssuerSerial" },
      verify: { parts: ["Body", "Timestamp"] },
      credentials: ["certificate", "serviceCertificate"],
    },
  ],
  [
    "every header block, and one that is encrypted where it is",
    `${asymmetric(nested("X509Token"))}<sp:SignedParts/><sp:EncryptedParts><sp:Body/><sp:Header Name="Card" Namespace="urn:h"/></sp:EncryptedParts>`,
    {
      timestamp: true,
      signature: { parts: ["Body", "Headers", "Timestamp"], keyReference: "BinarySecurityToken" },
      verify: { parts: ["Body", "Timestamp"], encrypted: true },
      encryption: {
        parts: ["Body", { namespace: "urn:h", name: "Card", optional: true }],
        dataAlgorithm: "AES-256-CBC",
      },
      decryption: {},
      credentials: ["certificate", "serviceCertificate"],
    },
  ],
  ...[
    ["http://schemas.xmlsoap.org/ws/2004/08/addressing", "Addressing"],
    ["urn:h", "Headers"],
  ].map(([namespace, part]): [string, string, object] => [
    `the header blocks of ${namespace}`,
    `${asymmetric(nested("X509Token"))}<sp:SignedParts><sp:Body/><sp:Header Namespace="${namespace}"/></sp:SignedParts>`,
    {
      timestamp: true,
      signature: { parts: ["Body", part, "Timestamp"], keyReference: "BinarySecurityToken" },
      verify: { parts: part === "Headers" ? ["Body", "Timestamp"] : ["Body", part, "Timestamp"] },
      credentials: ["certificate", "serviceCertificate"],
    },
  ]),
  [
    "what may be ignored",
    '<sp:SupportingTokens wsp:Ignorable="true"><wsp:Policy><sp:RelToken/></wsp:Policy></sp:SupportingTokens><sp:IncludeTimestamp/>',
    { timestamp: true, credentials: [] },
  ],
  [
    "signatures both ways",
    asymmetric(nested("X509Token")) +
      `<sp:SignedParts><sp:Body/><sp:Header Name="To" Namespace="${WSA}"/></sp:SignedParts>`,
    {
      timestamp: true,
      signature: { parts: ["Body", to, "Timestamp"], keyReference: "BinarySecurityToken" },
      verify: { parts: ["Body", to, "Timestamp"] },
      credentials: ["certificate", "serviceCertificate"],
    },
  ],
  [
    "signed attachments",
    `${asymmetric(nested("X509Token"))}<sp:SignedParts><sp:Body/><sp:Attachments/></sp:SignedParts>`,
    {
      timestamp: true,
      signature: { parts: ["Body", "Attachments", "Timestamp"], keyReference: "BinarySecurityToken" },
      verify: { parts: ["Body", "Timestamp"] },
      credentials: ["certificate", "serviceCertificate"],
    },
  ],
  [
    "attachments that are signed with their headers",
    `${asymmetric(nested("X509Token"))}<sp:SignedParts><sp:Body/><sp:Attachments><sp:AttachmentCompleteSignatureTransform/></sp:Attachments></sp:SignedParts>`,
    {
      timestamp: true,
      signature: { parts: ["Body", "CompleteAttachments", "Timestamp"], keyReference: "BinarySecurityToken" },
      verify: { parts: ["Body", "Timestamp"] },
      credentials: ["certificate", "serviceCertificate"],
    },
  ],
  [
    "SHA-1, inclusive canonicalization, a protected token by its issuer",
    asymmetric(nested("X509Token", "", never), "<sp:ProtectTokens/>", "Basic256").replace(
      "<sp:Basic256/>",
      "<sp:Basic256/><sp:InclusiveC14N/>",
    ) + body,
    {
      timestamp: true,
      signature: {
        parts: ["Body", "Timestamp", "BinarySecurityToken"],
        keyReference: "IssuerSerial",
        signatureAlgorithm: "RSA-SHA1",
        digestAlgorithm: "SHA-1",
        canonicalization: "inclusive",
      },
      verify: {
        parts: ["Body", "Timestamp"],
        signatureAlgorithms: ["RSA-SHA1", "RSA-SHA256"],
        digestAlgorithms: ["SHA-1", "SHA-256"],
      },
      credentials: ["certificate", "serviceCertificate"],
    },
  ],
  [
    "encryption of the Body and of the signature, first encrypted",
    `${asymmetric(nested("X509Token"), "<sp:EncryptSignature/><sp:EncryptBeforeSigning/>", "Basic128Sha256")}${body}<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>`,
    {
      timestamp: true,
      signature: { parts: ["Body", "Timestamp"], keyReference: "BinarySecurityToken" },
      verify: { parts: ["Body", "Timestamp"], encrypted: true },
      encryption: { parts: ["Body", "Signature"], dataAlgorithm: "AES-128-CBC", order: "encrypt-before-sign" },
      decryption: {},
      credentials: ["certificate", "serviceCertificate"],
    },
  ],
  [
    "a shared key, from which others are derived",
    `${nested("SymmetricBinding", `${nested("ProtectionToken", nested("X509Token", "<sp:RequireDerivedKeys/><sp:RequireThumbprintReference/>", never))}${nested("AlgorithmSuite", "<sp:Basic128GCM/>")}<sp:IncludeTimestamp/><sp:ProtectTokens/>`)}${body}<sp:EncryptedParts><sp:Body/></sp:EncryptedParts><sp:Wss11><wsp:Policy><sp:RequireSignatureConfirmation/></wsp:Policy></sp:Wss11>`,
    {
      timestamp: true,
      encryption: { parts: ["Body"], dataAlgorithm: "AES-128-GCM", keyReference: "ThumbprintSHA1" },
      symmetricBinding: { parts: ["Body", "Timestamp", "EncryptedKey"], derivedKeys: "1.3" },
      verify: { parts: ["Body", "Timestamp"], signatureConfirmation: true, encrypted: true },
      credentials: ["serviceCertificate"],
    },
  ],
  [
    "a shared key, whose signature a certificate endorses",
    `${nested("SymmetricBinding", `${nested("ProtectionToken", nested("X509Token"))}<sp:IncludeTimestamp/>`)}${body}${nested("EndorsingSupportingTokens", nested("X509Token"))}`,
    {
      timestamp: true,
      encryption: { parts: ["Body"], dataAlgorithm: "AES-256-CBC" },
      signature: { keyReference: "BinarySecurityToken" },
      symmetricBinding: { parts: ["Body", "Timestamp"] },
      verify: { parts: ["Body", "Timestamp"] },
      credentials: ["certificate", "serviceCertificate"],
    },
  ],
  [
    "a token of an issuer",
    nested(
      "SupportingTokens",
      `<sp:IssuedToken><sp:Issuer><a:Address xmlns:a="${WSA}">https://sts.example/</a:Address></sp:Issuer><sp:RequestSecurityTokenTemplate/></sp:IssuedToken>`,
    ),
    { issuer: { endpoint: "https://sts.example/" }, credentials: ["issuer"] },
  ],
  [
    "a token of an issuer that endorses what TLS protects",
    `${nested("TransportBinding", "<sp:IncludeTimestamp/>")}${nested("EndorsingSupportingTokens", "<sp:IssuedToken/>")}`,
    { timestamp: true, issuer: { keyType: "symmetric", parts: ["Timestamp"] }, credentials: ["issuer"] },
  ],
  [
    "a token of an issuer for the client's key",
    nested(
      "SupportingTokens",
      '<sp:IssuedToken><sp:RequestSecurityTokenTemplate><t:KeyType xmlns:t="urn:t">urn:t/PublicKey</t:KeyType></sp:RequestSecurityTokenTemplate></sp:IssuedToken>',
    ),
    { issuer: { keyType: "public" }, credentials: ["certificate", "issuer"] },
  ],
])("%s", async (_what, inside, plan) => {
  expect((await read(inside)).plan).toEqual(plan);
});

test("requests and responses have parts of their own", async () => {
  const { plan } = await read(asymmetric(nested("X509Token")), policy(body));
  expect(plan?.signature?.parts).toEqual(["Body", "Timestamp"]);
  // Nothing of a response that does not sign its Body can be trusted.
  expect(plan).not.toHaveProperty("verify");
  const both = await read(asymmetric(nested("X509Token")), policy(body), policy(body));
  expect(both.plan?.verify).toEqual({ parts: ["Body", "Timestamp"] });
  const sealed = policy(`${body}<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>`);
  expect((await read(asymmetric(nested("X509Token")), sealed, policy(body))).plan?.verify).toEqual(both.plan?.verify);
  const answered = await read(asymmetric(nested("X509Token")), policy(body), sealed);
  expect(answered.plan?.verify).toEqual({ parts: ["Body", "Timestamp"], encrypted: true });
});

test.each([
  [nested("SupportingTokens", nested("KerberosToken")), "KerberosToken"],
  [nested("SymmetricBinding", nested("ProtectionToken", nested("SecureConversationToken"))), "SecureConversationToken"],
  [`${asymmetric(nested("X509Token"), "", "Basic256Rsa15")}<sp:EncryptedParts/>`, "Basic256Rsa15"],
  [
    `${asymmetric(nested("X509Token"))}${body}${nested("EndorsingSupportingTokens", nested("X509Token"))}`,
    "EndorsingSupportingTokens",
  ],
  [
    `${asymmetric(nested("X509Token"))}${body}<sp:EncryptedParts><sp:Body/><sp:Attachments/></sp:EncryptedParts>`,
    "EncryptedParts",
  ],
  ["<sp:SignedElements><sp:XPath>//a[@id='1']</sp:XPath></sp:SignedElements>", "SignedElements"],
  ["<sp:SignedElements><sp:XPath>//a/@id</sp:XPath></sp:SignedElements>", "SignedElements"],
  ["<sp:SignedElements><sp:XPath>//*</sp:XPath></sp:SignedElements>", "SignedElements"],
  ["<sp:SignedElements><sp:XPath>/a//b</sp:XPath></sp:SignedElements>", "SignedElements"],
  ["<sp:SignedElements><sp:XPath>a/b</sp:XPath></sp:SignedElements>", "SignedElements"],
  ["<sp:SignedElements><sp:XPath>//none:a</sp:XPath></sp:SignedElements>", "SignedElements"],
  [
    '<sp:SignedElements xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><sp:XPath>//w:BinarySecurityToken</sp:XPath></sp:SignedElements>',
    "SignedElements",
  ],
  ["<sp:SignedElements><sp:XPath2>//a</sp:XPath2></sp:SignedElements>", "SignedElements"],
  ['<sp:SignedElements XPathVersion="2.0"><sp:XPath>//a</sp:XPath></sp:SignedElements>', "SignedElements"],
  [
    '<sp:EncryptedElements xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><sp:XPath>//s:Body</sp:XPath></sp:EncryptedElements>',
    "EncryptedElements",
  ],
  [nested("EndorsingSupportingTokens", nested("SamlToken")), "EndorsingSupportingTokens"],
  // Without a binding nothing says how, and nothing must go out readable.
  [nested("EncryptedSupportingTokens", nested("UsernameToken")), "EncryptedSupportingTokens"],
  [
    `${nested("SupportingTokens", nested("UsernameToken"))}<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>`,
    "EncryptedParts",
  ],
  [`${nested("SupportingTokens", nested("UsernameToken"))}${body}`, "SignedParts"],
  [nested("SupportingTokens", nested("X509Token")), "X509Token"],
  [
    `${asymmetric(nested("X509Token"))}${body}<sp:EncryptedParts><sp:Header Namespace="urn:h"/></sp:EncryptedParts>`,
    "EncryptedParts",
  ],
  // Another algorithm must not take the place of the one that is named.
  [asymmetric(nested("X509Token"), "", "Basic512Sha512") + body, "Basic512Sha512"],
  [asymmetric(nested("X509Token"), "", "Basic256Sha256Mgf") + body, "Basic256Sha256Mgf"],
  [
    asymmetric(nested("X509Token")).replace(
      "<sp:Basic256Sha256/>",
      '<x:Custom xmlns:x="urn:x"><wsp:Policy/></x:Custom>',
    ),
    "Custom",
  ],
  ...["InclusiveC14N11", "SoapNormalization10"].map((name): [string, string] => [
    asymmetric(nested("X509Token")).replace("<sp:Basic256Sha256/>", `<sp:Basic256Sha256/><sp:${name}/>`) + body,
    name,
  ]),
  ["<sp:MustUseMagic/>", "MustUseMagic"],
  [
    nested(
      "SymmetricBinding",
      nested(
        "ProtectionToken",
        '<m:SslContextToken xmlns:m="http://schemas.microsoft.com/ws/2005/07/securitypolicy"/>',
      ),
    ),
    "SslContextToken",
  ],
  // The key of a token, or of a password.
  ...["UsernameToken", "SamlToken", "IssuedToken"].flatMap((token): [string, string][] => [
    [nested("SymmetricBinding", nested("ProtectionToken", nested(token))) + body, token],
    [asymmetric(nested(token)) + body, token],
  ]),
  [nested("SymmetricBinding", "") + body, "SymmetricBinding"],
  [
    `${nested("TransportBinding")}${nested("EndorsingSupportingTokens", nested("UsernameToken"))}`,
    "EndorsingSupportingTokens",
  ],
  ...["RequireDerivedKeys", "RequireExplicitDerivedKeys", "RequireImpliedDerivedKeys"].map((name): [string, string] => [
    `${nested("TransportBinding")}${nested("SupportingTokens", nested("UsernameToken", `<sp:${name}/>`))}`,
    "SupportingTokens",
  ]),
  [
    `${nested("TransportBinding")}${nested("EndorsingSupportingTokens", nested("IssuedToken", "<sp:RequireDerivedKeys/>"))}`,
    "EndorsingSupportingTokens",
  ],
  ...["SamlToken", "IssuedToken"].map((token): [string, string] => [
    `${asymmetric(nested("X509Token"))}${body}${nested("SignedEncryptedSupportingTokens", nested(token))}`,
    "SignedEncryptedSupportingTokens",
  ]),
  [
    `${asymmetric(nested("X509Token"))}${body}${nested("SignedSupportingTokens", nested("X509Token"))}`,
    "SignedSupportingTokens",
  ],
  [
    `${nested("SymmetricBinding", nested("ProtectionToken", nested("X509Token")))}${nested("EndorsingSupportingTokens", nested("X509Token") + body)}`,
    "EndorsingSupportingTokens",
  ],
  ...["WssX509PkiPathV1Token10", "WssX509Pkcs7Token11", "WssX509V1Token11", "RequireEmbeddedTokenReference"].map(
    (form): [string, string] => [asymmetric(nested("X509Token", `<sp:${form}/>`)) + body, form],
  ),
  [
    `${asymmetric(nested("X509Token"), "<sp:EncryptBeforeSigning/><sp:EncryptSignature/>")}${body}<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>`,
    "EncryptSignature",
  ],
])("what no client meets is a warning at its line: %#", async (inside, assertion) => {
  const { printed, diagnostics } = await read(`\n\n${inside}`);
  const line = printed.find((each) => each.includes(`sp:${assertion} `));
  expect(line).toMatch(
    /^service\.wsdl:\d+:\d+: warning: the policy asks by sp:\w+ for .*, which is not supported\. .+\.$/,
  );
  expect(diagnostics).toContainEqual(
    expect.objectContaining({ reason: "policy-not-met", message: expect.stringContaining(`sp:${assertion} `) }),
  );
});

const byPath = (name: string, ...paths: readonly string[]): string =>
  `<sp:${name} xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:o="urn:o" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">${paths.map((path) => `<sp:XPath> ${path} </sp:XPath>`).join("")}</sp:${name}>`;
const S = "{http://schemas.xmlsoap.org/soap/envelope/}";

test("elements by XPath are parts by their paths, and those with names of their own by these", async () => {
  const { plan, printed } = await read(
    asymmetric(nested("X509Token")) +
      byPath("SignedElements", "/s:Envelope/s:Body", "//o:Card/number", "//wsu:Timestamp") +
      byPath("EncryptedElements", "/s:Envelope/s:Body/o:Order/o:Card", "//ds:Signature") +
      byPath("ContentEncryptedElements", "//o:Note"),
  );
  expect(plan).toMatchObject({
    signature: { parts: ["Body", { path: "//{urn:o}Card/{}number" }, "Timestamp"] },
    verify: { parts: ["Body", { path: "//{urn:o}Card/{}number" }, "Timestamp"] },
    encryption: {
      parts: [
        { path: `/${S}Envelope/${S}Body/{urn:o}Order/{urn:o}Card` },
        { path: "//{urn:o}Note", content: true },
        "Signature",
      ],
    },
    decryption: {},
  });
  expect(printed.filter((each) => each.includes("not supported"))).toEqual([]);
});

test("a predicate is named, with the line of its path", async () => {
  const { printed } = await read(
    `\n\n<sp:SignedElements>\n<sp:XPath>//a</sp:XPath>\n<sp:XPath>//b[1]</sp:XPath></sp:SignedElements>`,
  );
  const [line] = printed.filter((each) => each.includes("not supported"));
  const [at] = /^service\.wsdl:(\d+):/.exec(line!)!.slice(1);
  const whole = await read(`\n\n<sp:SignedElements>\n<sp:XPath>//b[1]</sp:XPath></sp:SignedElements>`);
  const [above] = whole.printed.filter((each) => each.includes("not supported"));
  expect(line).toMatch(/asks by sp:SignedElements for signed or encrypted elements by an XPath with a predicate/);
  expect(Number(at)).toBe(Number(/^service\.wsdl:(\d+):/.exec(above!)![1]) + 1);
});

test("one of two ways that is met leaves no warning", async () => {
  const either = `<wsp:ExactlyOne>${nested("SupportingTokens", nested("KerberosToken"))}${nested("SupportingTokens", nested("UsernameToken"))}</wsp:ExactlyOne>`;
  expect((await read(either)).printed.filter((each) => each.includes("not supported"))).toEqual([]);
});
