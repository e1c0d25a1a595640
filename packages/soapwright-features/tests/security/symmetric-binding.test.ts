/** The symmetric binding: a key of the request signs and encrypts it, and its response. */
import { createServiceSecurity, type SecurityOptions, type ServiceSecurityOptions } from "soapwright-features/security";
import { startServiceSandbox } from "soapwright-sandbox";
import { shelf } from "soapwright-testing/client/shelf";
import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach, open, rejection } from "soapwright-testing/stage/stage";

endAfterEach();

type Binding = NonNullable<SecurityOptions["symmetricBinding"]>;
type Encryption = Partial<NonNullable<SecurityOptions["encryption"]>>;

const GOOD = '<Pay xmlns="urn:x"><To>ada</To></Pay>';
const DERIVED = [false, "1.3", "2005/02"] as const;
const ORDERS = ["sign-before-encrypt", "encrypt-before-sign"] as const;

function client(symmetricBinding: Binding = {}, encryption: Encryption = {}, more: SecurityOptions = {}) {
  return createSecurity({
    usernameToken: { username: "ada", password: "s3cret" },
    encryption: { certificate: pem("service.crt"), parts: ["Body", "UsernameToken"], ...encryption },
    symmetricBinding,
    ...more,
  });
}

function service(
  symmetricBinding: Binding = {},
  encryption: ServiceSecurityOptions["encryption"] = {},
  more: ServiceSecurityOptions = {},
) {
  return createServiceSecurity({
    users: { ada: "s3cret" },
    decryption: { key: pem("service.key") },
    encryption,
    symmetricBinding,
    ...more,
  });
}

/** Sends a request, and returns both messages and how the client reads the response. */
async function exchange(own: ReturnType<typeof client>, peer: ReturnType<typeof service>) {
  const sent = await own.secure!({ envelope: envelope(GOOD), request });
  const received = await peer.receive(sent.envelope);
  const response = await peer.respond(envelope('<Paid xmlns="urn:x">ada</Paid>'), undefined, sent.envelope);
  const read = (text: string) => own.verify!({ text, operation: "Pay", understood: new Set(), sent });
  return { sent: sent.envelope, received, response, read };
}

describe.each(DERIVED)("with derived keys: %s", (derivedKeys) => {
  test.each(ORDERS)("protects a request and its response: %s", async (order) => {
    for (const signatureAlgorithm of ["HMAC-SHA256", "HMAC-SHA1"] as const) {
      for (const dataAlgorithm of ["AES-128-CBC", "AES-256-GCM"] as const) {
        const binding = { derivedKeys, signatureAlgorithm };
        const encryption = { order, dataAlgorithm };
        const { sent, received, response, read } = await exchange(
          client(binding, encryption),
          service(binding, encryption, { signatureConfirmation: true }),
        );
        expect(sent).not.toMatch(/ada<|s3cret/);
        expect(sent.match(/DerivedKeyToken /g) ?? []).toHaveLength(derivedKeys === false ? 0 : 2);
        expect(received).toContain("<To>ada</To>");
        expect(response).not.toMatch(/ada<|EncryptedKey /);
        expect(response).toContain("#EncryptedKeySHA1");
        expect(await read(response)).toContain("ada</Paid>");
        for (const changed of [
          response.replace(/SignatureValue>./, "SignatureValue>*"),
          response.replace(/DigestValue>..../, "DigestValue>AAAA"),
          response.replace(/(<soap:Body.*CipherValue>)..../, "$1AAAA"),
          response.replace(/ Value="./, ' Value="*'),
        ]) {
          expect(changed).not.toBe(response);
          await expect(read(changed)).rejects.toMatchObject({ code: "RESPONSE" });
        }
      }
    }
  });
});

test("answers calls over sockets", async () => {
  const security = service({ derivedKeys: "1.3" }, {}, { signatureConfirmation: true });
  const handlers = { getBooks: ({ ShelfId }: { ShelfId: number }) => [{ Id: ShelfId, Price: "1.00" }] };
  const sandbox = await startServiceSandbox({
    services: [{ path: "/shelf", service: shelf, handlers, security }],
  } as unknown as Parameters<typeof startServiceSandbox>[0]);
  atEnd(() => sandbox.close());
  const verify = { signatureConfirmation: true };
  const call = (feature: ReturnType<typeof client>) =>
    open({ endpoint: `${sandbox.url}/shelf`, retries: 0, features: [feature] }).getBooks({ ShelfId: 3 });
  expect(await call(client({ derivedKeys: "1.3" }, {}, { verify }))).toMatchObject([{ Id: 3 }]);
  const wrong = client({}, {}, { usernameToken: { username: "ada", password: "no" } });
  expect((await rejection(call(wrong))).message).toContain("user name or password is wrong");
  const other = client({}, { certificate: pem("other.crt") }, { verify: { faults: "allow-unsigned" } });
  expect((await rejection(call(other))).message).toContain("The signature or decryption was invalid.");
});

test("a signature covers the key where the policy protects tokens", async () => {
  const own = client({ parts: ["Body", "Timestamp", "EncryptedKey"] });
  const { sent, received } = await exchange(own, service());
  expect(received).toContain("<To>ada</To>");
  const id = /<xenc:EncryptedKey [^>]*Id="([^"]*)"/.exec(sent)![1]!;
  expect(sent).toContain(`<ds:Reference URI="#${id}">`);
});

test("a certificate signs, a service confirms", async () => {
  const options = { certificates: pem("service.crt"), signatureConfirmation: true };
  const own = createSecurity({
    signature: { certificate: pem("client.crt"), key: pem("client.key") },
    verify: options,
  });
  const signature = { certificate: pem("service.crt"), key: pem("service.key") };
  const verify = { certificates: pem("client.crt") };
  const peer = createServiceSecurity({ verify, signature, signatureConfirmation: true });
  const sent = await own.secure!({ envelope: envelope(GOOD), request });
  await peer.receive(sent.envelope);
  const response = await peer.respond(envelope(GOOD), undefined, sent.envelope);
  const read = (text: string, answered = sent) =>
    own.verify!({ text, operation: "Pay", understood: new Set(), sent: answered });
  expect(await read(response)).toContain("<To>ada</To>");
  const silent = await createServiceSecurity({ verify, signature }).respond(envelope(GOOD), undefined, sent.envelope);
  await expect(read(silent)).rejects.toThrow(/does not confirm the signature of its request/);
  const again = await own.secure!({ envelope: envelope(GOOD), request });
  await expect(read(response, again)).rejects.toThrow(/confirms the signature of another request/);
});

describe("hostile:", () => {
  const attacks: { readonly [what: string]: (text: string, evil: string) => string } = {
    "a response with a key of its own": (_text, evil) => evil,
    "the key of another request": (text, evil) =>
      text.replaceAll(/(#EncryptedKeySHA1">)[^<]*/g, `$1${/#EncryptedKeySHA1">([^<]*)/.exec(evil)?.[1] ?? "AAAA"}`),
    "no signature": (text) => text.replace(/<ds:Signature .*?<\/ds:Signature>/, ""),
    "a signature by RSA": (text) => text.replace("hmac-sha256", "rsa-sha256"),
    "a signature by a weaker algorithm": (text) =>
      text.replace("http://www.w3.org/2001/04/xmldsig-more#hmac-sha256", "http://www.w3.org/2000/09/xmldsig#hmac-sha1"),
    "a shorter signature": (text) => text.replace(/(SignatureValue>)[^<]*/, "$1AAAA"),
    "an empty signature": (text) => text.replace(/(SignatureValue>)[^<]*/, "$1"),
    "no KeyInfo": (text) => text.replace(/<ds:KeyInfo>.*?<\/ds:KeyInfo>(?=<\/ds:Signature>)/, ""),
    "a length that is cut": (text) => text.replace(/<wsc:Length>\d+/g, "<wsc:Length>1"),
    "a length of 10,000,000": (text) => text.replace(/<wsc:Length>\d+/g, "<wsc:Length>10000000"),
    "an offset of 9,999": (text) => text.replace(/<wsc:Offset>0/g, "<wsc:Offset>9999"),
    "another nonce": (text) => text.replace(/(<wsc:Nonce>)..../g, "$1AAAA"),
    "no nonce": (text) => text.replace(/<wsc:Nonce>[^<]*<\/wsc:Nonce>/g, ""),
    "another label": (text) => text.replace(/<wsc:Nonce>/g, "<wsc:Label>eve</wsc:Label><wsc:Nonce>"),
    "another algorithm": (text) => text.replace(/<wsc:DerivedKeyToken /g, '<wsc:DerivedKeyToken Algorithm="urn:none" '),
    "a key that is derived from itself": (text) =>
      text.replace(
        /(<wsc:DerivedKeyToken [^>]*wsu:Id="([^"]*)"[^>]*>).*?<\/wsse:SecurityTokenReference>/g,
        (_all, start: string, id: string) =>
          `${start}<wsse:SecurityTokenReference xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><wsse:Reference URI="#${id}"/></wsse:SecurityTokenReference>`,
      ),
    "10,000 derived keys": (text) =>
      text.replace(
        /<wsc:DerivedKeyToken .*?<\/wsc:DerivedKeyToken>/,
        (one) =>
          Array.from({ length: 10_000 }, (_, at) => one.replace(/wsu:Id="[^"]*"/, `wsu:Id="D${at}"`)).join("") + one,
      ),
  };
  test.each(Object.keys(attacks))("%s", async (what) => {
    const binding = { derivedKeys: "1.3" } as const;
    const { response, read } = await exchange(client(binding), service(binding));
    expect(await read(response)).toContain("ada");
    // Anybody can write a request to the client, and call it a response.
    const evil = await createSecurity({
      encryption: { certificate: pem("client.crt") },
      symmetricBinding: binding,
    }).secure!({ envelope: envelope('<Paid xmlns="urn:x">eve</Paid>'), request });
    const attack = attacks[what]!(response, evil.envelope);
    expect(attack).not.toBe(response);
    const error = await read(attack).then(
      (text) => new Error(`accepted: ${text}`),
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({ code: "RESPONSE" });
    expect(error.message).not.toMatch(/eve|ada/);
    expect(error.message).toMatch(/\.$/);
  });

  test("a response with a key of its own, to a client that has a key too", async () => {
    const own = client({}, {}, { decryption: { key: pem("client.key") } });
    const sent = await own.secure!({ envelope: envelope(GOOD), request });
    const evil = await createSecurity({
      encryption: { certificate: pem("client.crt") },
      symmetricBinding: {},
    }).secure!({ envelope: envelope('<Paid xmlns="urn:x">eve</Paid>'), request });
    const text = evil.envelope;
    await expect(own.verify!({ text, operation: "Pay", understood: new Set(), sent })).rejects.toThrow(
      /not by the key of the symmetric binding/,
    );
  });
});

test.each([
  ["security.encryption", { symmetricBinding: {} }],
  [
    "security.symmetricBinding.derivedKeys",
    { symmetricBinding: { derivedKeys: true }, encryption: { certificate: pem("service.crt") } },
  ],
  [
    "security.symmetricBinding.parts[0]",
    { symmetricBinding: { parts: ["Key"] }, encryption: { certificate: pem("service.crt") } },
  ],
])("%s is named", (option, given) => {
  expect(() => createSecurity(given as never)).toThrow(
    expect.objectContaining({ code: "CONFIGURATION", option }) as Error,
  );
});

test("a service signs by the key of the request alone", () => {
  const signature = { certificate: pem("service.crt"), key: pem("service.key") };
  expect(() =>
    createServiceSecurity({ symmetricBinding: {}, decryption: { key: pem("service.key") }, signature }),
  ).toThrow(expect.objectContaining({ code: "CONFIGURATION", option: "security.signature" }) as Error);
});
