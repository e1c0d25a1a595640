/** Tests `wsdl/inspect/inspect` by itself: no entry point shows it whole. What it says of a policy, and of what to set. */
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { Folder, smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { inspect } from "../../src/wsdl/inspect/inspect";

const SP = "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702";
const nested = (name: string, inside = ""): string => `<sp:${name}><wsp:Policy>${inside}</wsp:Policy></sp:${name}>`;
const token = (name: string): string => nested(name, nested("X509Token"));
const suite = nested("AlgorithmSuite", "<sp:Basic256Sha256/>");

const folder = new Folder();
afterAll(() => folder.remove());

test.each([
  [
    "a user name",
    nested("SupportingTokens", nested("UsernameToken")),
    "a UsernameToken (set security: { username, password })",
  ],
  [
    "signatures and encryption both ways",
    nested("AsymmetricBinding", `${token("InitiatorToken")}${token("RecipientToken")}${suite}`) +
      "<sp:SignedParts><sp:Body/></sp:SignedParts><sp:EncryptedParts><sp:Body/></sp:EncryptedParts>",
    "encryption of messages (XML Encryption), the certificate of the service and an X.509 signature (signs Body; encrypts Body; responses are signed; responses are encrypted; set security: { certificate, key, serviceCertificate })",
  ],
  [
    "either of two",
    `<wsp:ExactlyOne><wsp:All>${nested("SupportingTokens", nested("UsernameToken"))}</wsp:All><wsp:All>${nested("TransportBinding", nested("TransportToken", "<sp:HttpsToken><wsp:Policy><sp:HttpBasicAuthentication/></wsp:Policy></sp:HttpsToken>"))}</wsp:All></wsp:ExactlyOne>`,
    "a UsernameToken (set security: { username, password }); or HTTP Basic and TLS (set security: { username, password })",
  ],
  [
    "what no client meets",
    nested("SymmetricBinding", `${nested("ProtectionToken", nested("SecureConversationToken"))}${suite}`),
    "WS-SecureConversation and the symmetric binding (a key that client and service share) (not supported)",
  ],
])("%s", async (_what, policy, words) => {
  const wsdl = folder.write(
    smallWsdl()
      .replace("<wsdl:definitions ", `<wsdl:definitions xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="${SP}" `)
      .replace(/<wsdl:binding [^>]*>/, (start) => `${start}<wsp:Policy>${policy}</wsp:Policy>`),
  );
  const streams = new RecordedStreams();
  expect(await inspect(wsdl, {}, streams)).toBe(0);
  expect(streams.output).toContain(`  ${words}\n`);
});
