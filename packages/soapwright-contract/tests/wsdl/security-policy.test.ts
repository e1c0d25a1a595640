/**
 * The requirements of policies other than addressing: WS-Policy 1.2 and 1.5, WS-SecurityPolicy 1.1 to 1.3, at every
 * attachment point.
 */

import { loadFiles } from "soapwright-testing/codegen/load-files";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import type { SecurityPolicy } from "../../src/wsdl/security-policy";

const SP = {
  "1.1": "http://schemas.xmlsoap.org/ws/2005/07/securitypolicy",
  "1.2": "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702",
  "1.3": "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802",
};
const WSP = { "1.2": "http://schemas.xmlsoap.org/ws/2004/09/policy", "1.5": "http://www.w3.org/ns/ws-policy" };

interface Places {
  readonly top?: string;
  readonly service?: string;
  readonly port?: string;
  readonly binding?: string;
  readonly bound?: string;
  readonly boundInput?: string;
  readonly portType?: string;
  readonly message?: string;
  readonly attribute?: string;
  readonly sp?: keyof typeof SP;
  readonly wsp?: keyof typeof WSP;
}

async function policyOf(places: Places): Promise<SecurityPolicy | undefined> {
  const { top = "", service = "", port = "", binding = "", bound = "", boundInput = "", portType = "" } = places;
  const names = `xmlns:sp="${SP[places.sp ?? "1.2"]}" xmlns:wsp="${WSP[places.wsp ?? "1.5"]}" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"`;
  const text = smallWsdl({ more: ["Put"] })
    .replace("<wsdl:definitions ", `<wsdl:definitions ${names} `)
    .replace("<wsdl:types>", `${top}<wsdl:types>`)
    .replace('<wsdl:message name="In">', `<wsdl:message name="In">${places.message ?? ""}`)
    .replace(/<wsdl:portType [^>]*>/, (start) => start + portType)
    .replace("<wsdl:binding ", `<wsdl:binding ${places.attribute ?? ""} `)
    .replace(/<wsdl:binding [^>]*>/, (start) => start + binding)
    .replace(/(<wsdl:binding [\s\S]*<wsdl:operation name="Get">)/, (start) => start + bound)
    .replace(/(<wsdl:binding [\s\S]*?<wsdl:input>)/, (start) => start + boundInput)
    .replace(/<wsdl:service [^>]*>/, (start) => start + service)
    .replace(/<wsdl:port [^>]*>/, (start) => start + port);
  const { definitions, printed } = await loadFiles({ "service.wsdl": text });
  const found = definitions?.services[0]?.ports[0];
  if (found === undefined) throw new Error(printed.join("\n"));
  return found.policy;
}

const policy = (inside: string, id = ""): string =>
  `<wsp:Policy${id === "" ? "" : ` wsu:Id="${id}"`}>${inside}</wsp:Policy>`;
const nested = (name: string, inside = ""): string => `<sp:${name}>${policy(inside)}</sp:${name}>`;
const token = (name: string, inside = ""): string => nested("SupportingTokens", nested(name, inside));
const alternatives = async (inside: string, places: Places = {}) =>
  (await policyOf({ binding: policy(inside), ...places }))?.alternatives;

test.each<[string, string, string[][] | undefined]>([
  ["nothing", "", undefined],
  ["a UsernameToken", token("UsernameToken"), [["usernameToken"]]],
  ["with a digest", token("UsernameToken", "<sp:HashPassword/>"), [["passwordDigest", "usernameToken"]]],
  [
    "TLS with a Timestamp",
    nested("TransportBinding", `${nested("TransportToken", nested("HttpsToken"))}<sp:IncludeTimestamp/>`),
    [["timestamp", "tls"]],
  ],
  ["Basic over TLS", nested("HttpsToken", "<sp:HttpBasicAuthentication/>"), [["httpBasic", "tls"]]],
  ["a client certificate", nested("HttpsToken", "<sp:RequireClientCertificate/>"), [["clientCertificate", "tls"]]],
  [
    "TLS in the place of encryption",
    `${nested("TransportBinding")}<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>`,
    [["tls"]],
  ],
  ["a signature", nested("AsymmetricBinding", nested("InitiatorToken", nested("X509Token"))), [["signature"]]],
  [
    "a signature and encryption",
    `${nested("AsymmetricBinding")}<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>`,
    [["encryption", "signature"]],
  ],
  [
    "a shared key",
    nested("SymmetricBinding", nested("ProtectionToken", nested("X509Token", "<sp:RequireDerivedKeys/>"))),
    [["derivedKeys", "signature", "symmetricBinding"]],
  ],
  [
    "a token of an issuer, whose own policy is another matter",
    token("IssuedToken", nested("Claims", nested("UsernameToken"))),
    [["issuedToken"]],
  ],
  [
    "a conversation, with the policy that starts it",
    nested("SecureConversationToken", nested("BootstrapPolicy", nested("UsernameToken"))),
    [["secureConversation"]],
  ],
  ["Kerberos", token("KerberosToken"), [["kerberos"]]],
  ["a SAML assertion", token("SamlToken"), [["samlAssertion"]]],
  [
    "a SAML assertion with a key",
    nested("EndorsingSupportingTokens", nested("SamlToken")),
    [["holderOfKey", "samlAssertion"]],
  ],
  [
    "one of two",
    `<wsp:ExactlyOne>${token("KerberosToken")}<wsp:All>${token("UsernameToken")}</wsp:All></wsp:ExactlyOne>`,
    [["kerberos"], ["usernameToken"]],
  ],
  [
    "what is optional",
    '<sp:SupportingTokens wsp:Optional="true"><wsp:Policy><sp:UsernameToken/></wsp:Policy></sp:SupportingTokens>',
    [["usernameToken"], []],
  ],
  [
    "reliable messaging",
    '<r:RMAssertion xmlns:r="http://docs.oasis-open.org/ws-rx/wsrmp/200702"/>',
    [["reliableMessaging"]],
  ],
  ["what nobody knows", '<x:Y xmlns:x="urn:x"/>', undefined],
  ["algorithms and layouts alone", nested("AlgorithmSuite", "<sp:Basic256/>"), undefined],
])("%s", async (_what, inside, expected) => {
  expect(await alternatives(inside)).toEqual(expected);
});

test.each(["1.1", "1.2", "1.3"] as const)("WS-SecurityPolicy %s in either WS-Policy", async (sp) => {
  for (const wsp of ["1.2", "1.5"] as const) {
    expect(await alternatives(token("UsernameToken"), { sp, wsp })).toEqual([["usernameToken"]]);
  }
  const attribute = '<sp:HttpsToken RequireClientCertificate="true"/>';
  if (sp === "1.1") expect(await alternatives(attribute, { sp })).toEqual([["clientCertificate", "tls"]]);
});

describe("attached", () => {
  const inside = policy(token("UsernameToken"));
  const named = policy(token("UsernameToken"), "p");
  test.each<[string, Places]>([
    ["to the service", { service: inside }],
    ["to the port", { port: inside }],
    ["to the binding by reference", { top: named, binding: '<wsp:PolicyReference URI="#p"/>' }],
    ["to the binding by an attribute", { top: named, attribute: 'wsp:PolicyURIs="#p"' }],
    ["to the port type", { portType: inside }],
    ["by way of another policy", { top: named, binding: policy('<wsp:PolicyReference URI="#p"/>') }],
  ])("%s", async (_where, places) => {
    expect(await policyOf(places)).toEqual({ alternatives: [["usernameToken"]] });
  });
  test("to an operation of the binding, or to its input", async () => {
    const expected = { alternatives: [[]], operations: { Get: [["usernameToken"]] } };
    expect(await policyOf({ bound: inside })).toEqual(expected);
    expect(await policyOf({ boundInput: inside })).toEqual(expected);
  });
  test("to a message, which both operations have", async () => {
    const alternatives = [["usernameToken"]];
    expect(await policyOf({ message: inside })).toEqual({
      alternatives: [[]],
      operations: { Get: alternatives, Put: alternatives },
    });
  });
  test("to itself, or to nothing", async () => {
    expect(
      await policyOf({
        top: policy('<wsp:PolicyReference URI="#p"/>', "p"),
        binding: '<wsp:PolicyReference URI="#p"/>',
      }),
    ).toBeUndefined();
    expect(await policyOf({ binding: '<wsp:PolicyReference URI="#none"/>' })).toBeUndefined();
  });
  test("at several places, each of which counts", async () => {
    const places = {
      port: policy(nested("TransportBinding", "<sp:IncludeTimestamp/>")),
      binding: inside,
      bound: policy(token("SamlToken")),
    };
    expect(await policyOf(places)).toEqual({
      alternatives: [["timestamp", "tls", "usernameToken"]],
      operations: { Get: [["samlAssertion", "timestamp", "tls", "usernameToken"]] },
    });
  });
});

test("a policy of many choices stays small", async () => {
  const many = Array.from(
    { length: 40 },
    () => `<wsp:ExactlyOne><sp:IncludeTimestamp/><wsp:All/></wsp:ExactlyOne>`,
  ).join("");
  expect(await alternatives(many)).toEqual([["timestamp"], []]);
});
