/**
 * Tests `wsdl/definitions`, `wsdl/security-policy` and `wsdl/wsdl-addressing` by themselves: no entry point shows
 * them whole.
 */
import { loadFiles } from "soapwright-testing/codegen/load-files";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import type { Port } from "../../src/wsdl/definitions";
import type { SecurityPolicy } from "../../src/wsdl/security-policy";
import type { Addressing } from "../../src/wsdl/wsdl-addressing";

describe("mtom policy", () => {
  const DECLARED = [
    'xmlns:wsp="http://www.w3.org/ns/ws-policy"',
    'xmlns:old="http://schemas.xmlsoap.org/ws/2004/09/policy"',
    'xmlns:wsoma="http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization"',
    'xmlns:w3="http://www.w3.org/2007/08/soap12-mtom-policy"',
    'xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"',
  ].join(" ");
  const MTOM = "<wsoma:OptimizedMimeSerialization/>";

  interface Places {
    readonly top?: string;
    readonly binding?: string;
    readonly operation?: string;
    readonly attribute?: string;
  }

  async function isMtom({ top = "", binding = "", operation = "", attribute = "" }: Places): Promise<boolean> {
    const text = smallWsdl()
      .replace("<wsdl:definitions ", `<wsdl:definitions ${DECLARED} `)
      .replace("<wsdl:types>", `${top}<wsdl:types>`)
      .replace("<wsdl:binding ", `<wsdl:binding ${attribute} `)
      .replace(/<wsdl:binding [^>]*>/, (start) => start + binding)
      .replace(/(<wsdl:binding [\s\S]*?<wsdl:operation [^>]*>)/, (start) => start + operation);
    const { definitions, printed } = await loadFiles({ "service.wsdl": text });
    const [bound] = definitions?.services[0]?.ports[0]?.binding.operations ?? [];
    if (bound === undefined) throw new Error(printed.join("\n"));
    return bound.mtom === true;
  }

  test.each<[string, Places, boolean]>([
    ["none", {}, false],
    ["in the binding", { binding: `<wsp:Policy>${MTOM}</wsp:Policy>` }, true],
    ["in the operation", { operation: `<old:Policy>${MTOM}</old:Policy>` }, true],
    ["of the W3C", { binding: "<wsp:Policy><wsp:All><w3:MTOM/></wsp:All></wsp:Policy>" }, true],
    [
      "by reference",
      {
        top: `<wsp:Policy wsu:Id="m"><wsp:ExactlyOne><wsp:All>${MTOM}</wsp:All></wsp:ExactlyOne></wsp:Policy>`,
        binding: '<wsp:PolicyReference URI="#m"/>',
      },
      true,
    ],
    [
      "by an attribute",
      { top: `<old:Policy wsu:Id="m">${MTOM}</old:Policy>`, attribute: 'wsp:PolicyURIs="#other #m"' },
      true,
    ],
    [
      "that is optional",
      { binding: '<wsp:Policy><wsoma:OptimizedMimeSerialization wsp:Optional="true"/></wsp:Policy>' },
      false,
    ],
    [
      "that is one of two ways",
      { binding: `<wsp:Policy><wsp:ExactlyOne><wsp:All>${MTOM}</wsp:All><wsp:All/></wsp:ExactlyOne></wsp:Policy>` },
      false,
    ],
    [
      "in both of two ways",
      { binding: `<wsp:Policy><wsp:ExactlyOne><wsp:All>${MTOM}</wsp:All>${MTOM}</wsp:ExactlyOne></wsp:Policy>` },
      true,
    ],
    [
      "that refers to itself",
      {
        top: '<wsp:Policy wsu:Id="m"><wsp:PolicyReference URI="#m"/></wsp:Policy>',
        binding: '<wsp:PolicyReference URI="#m"/>',
      },
      false,
    ],
    [
      "by its name",
      {
        top: `<wsp:Policy Name="urn:policies/m">${MTOM}</wsp:Policy>`,
        binding: '<wsp:PolicyReference URI="urn:policies/m"/>',
      },
      true,
    ],
    [
      "by its xml:id",
      { top: `<wsp:Policy xml:id="m">${MTOM}</wsp:Policy>`, binding: '<wsp:PolicyReference URI="#m"/>' },
      true,
    ],
    // Each of 60 policies refers to the next twice, so without a cache the reader would not end.
    [
      "that is referred to many times",
      {
        top: Array.from({ length: 60 }, (_, index) => {
          const next = `<wsp:PolicyReference URI="#p${index + 1}"/>`;
          return `<wsp:Policy wsu:Id="p${index}">${next}${next}</wsp:Policy>`;
        }).join(""),
        binding: '<wsp:PolicyReference URI="#p0"/>',
      },
      false,
    ],
    ["about something else", { binding: `<wsp:Policy><x xmlns='urn:x'>${MTOM}</x></wsp:Policy>` }, false],
  ])("a policy %s", async (_what, places, want) => {
    expect(await isMtom(places)).toBe(want);
  });
});

/**
 * The requirements of policies other than addressing: WS-Policy 1.2 and 1.5, WS-SecurityPolicy 1.1 to 1.3, at every
 * attachment point.
 */
describe("security policy", () => {
  const SP = {
    "1.1": "http://schemas.xmlsoap.org/ws/2005/07/securitypolicy",
    "1.2 (draft)": "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200512",
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

  async function policyOf(places: Places): Promise<Pick<SecurityPolicy, "alternatives" | "operations"> | undefined> {
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
    if (found.policy === undefined) return undefined;
    const { plans: _plans, operationPlans: _operationPlans, ...needs } = found.policy;
    return needs;
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
      [["derivedKeys", "serviceCertificate", "symmetricBinding"]],
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

  test.each(["1.1", "1.2 (draft)", "1.2", "1.3"] as const)("WS-SecurityPolicy %s in either WS-Policy", async (sp) => {
    for (const wsp of ["1.2", "1.5"] as const) {
      expect(await alternatives(token("UsernameToken"), { sp, wsp })).toEqual([["usernameToken"]]);
    }
    for (const value of ["true", "1"]) {
      const attribute = `<sp:HttpsToken RequireClientCertificate="${value}"/>`;
      if (sp === "1.1") expect(await alternatives(attribute, { sp })).toEqual([["clientCertificate", "tls"]]);
    }
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
});

/** WS-Addressing in a WSDL: elements, policies with their alternatives and references, actions. */
describe("wsdl addressing", () => {
  const DECLARED = [
    'xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl"',
    'xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"',
    'xmlns:wsap="http://schemas.xmlsoap.org/ws/2004/08/addressing/policy"',
    'xmlns:wsa4="http://schemas.xmlsoap.org/ws/2004/08/addressing"',
    'xmlns:wsp="http://www.w3.org/ns/ws-policy"',
    'xmlns:old="http://schemas.xmlsoap.org/ws/2004/09/policy"',
    'xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"',
  ].join(" ");

  interface Places {
    readonly top?: string;
    readonly portType?: string;
    readonly binding?: string;
    readonly port?: string;
    readonly bindingAttribute?: string;
    readonly operation?: string;
  }

  function wsdl({
    top = "",
    portType = "",
    binding = "",
    port = "",
    bindingAttribute = "",
    operation = "",
  }: Places): string {
    return smallWsdl()
      .replace("<wsdl:definitions ", `<wsdl:definitions ${DECLARED} `)
      .replace("<wsdl:types>", `${top}<wsdl:types>`)
      .replace(/<wsdl:portType [^>]*>/, (start) => start + portType)
      .replace("<wsdl:binding ", `<wsdl:binding ${bindingAttribute} `)
      .replace(/<wsdl:binding [^>]*>/, (start) => start + binding)
      .replace(/(<wsdl:binding [\s\S]*?<wsdl:operation [^>]*>)/, (start) => start + operation)
      .replace(/<wsdl:port [^>]*>/, (start) => start + port);
  }

  async function portOf(places: Places): Promise<Port & { readonly printed: readonly string[] }> {
    const { definitions, printed } = await loadFiles({ "service.wsdl": wsdl(places) });
    const port = definitions?.services[0]?.ports[0];
    if (port === undefined) throw new Error(printed.join("\n"));
    return { ...port, printed };
  }

  const using = '<wsaw:UsingAddressing wsdl:required="true"/>';
  const assertion = (inside = "") => `<wsam:Addressing>${inside}</wsam:Addressing>`;
  const policy = (inside: string, id = "") => `<wsp:Policy${id === "" ? "" : ` wsu:Id="${id}"`}>${inside}</wsp:Policy>`;
  const declared = (version: string, required: boolean, anonymous?: string): Partial<Addressing> =>
    ({ version, required, ...(anonymous && { anonymous }) }) as Partial<Addressing>;

  test.each<[string, Places, Partial<Addressing> | undefined]>([
    ["nothing", {}, undefined],
    ["UsingAddressing that is required", { binding: using }, declared("1.0", true)],
    ["UsingAddressing that is not, in the port", { port: "<wsaw:UsingAddressing/>" }, declared("1.0", false)],
    [
      "that of 2004/08 in a policy, as WCF writes it",
      { binding: policy("<wsap:UsingAddressing/>") },
      declared("2004/08", true),
    ],
    [
      "wsaw in a policy, as WCF writes it",
      { binding: policy("<wsp:All><wsaw:UsingAddressing/></wsp:All>") },
      declared("1.0", true),
    ],
    ["an assertion inline, in the binding", { binding: policy(assertion(policy(""))) }, declared("1.0", true)],
    ["in the port", { port: policy(assertion()) }, declared("1.0", true)],
    ["in the port type", { portType: policy(assertion()) }, declared("1.0", true)],
    [
      "by reference",
      { top: policy(assertion(), "P"), binding: '<wsp:PolicyReference URI="#P"/>' },
      declared("1.0", true),
    ],
    [
      "by an attribute",
      { top: policy(assertion(), "P"), bindingAttribute: 'wsp:PolicyURIs=" #P "' },
      declared("1.0", true),
    ],
    [
      "by the name of a policy of the older namespace",
      { top: `<old:Policy Name="urn:p">${assertion()}</old:Policy>`, port: '<old:PolicyReference URI="urn:p"/>' },
      declared("1.0", true),
    ],
    [
      "by a reference inside of a policy",
      {
        top: policy(assertion(), "P") + policy('<wsp:PolicyReference URI="#P"/>', "Q"),
        port: '<wsp:PolicyReference URI="#Q"/>',
      },
      declared("1.0", true),
    ],
    [
      "by a reference to another document of the contract",
      { top: policy(assertion(), "P"), binding: '<wsp:PolicyReference URI="other.wsdl#P"/>' },
      declared("1.0", true),
    ],
    [
      "an assertion of the drafts",
      {
        port: '<d:Policy xmlns:d="http://www.w3.org/2006/07/ws-policy"><m:Addressing xmlns:m="http://www.w3.org/2007/02/addressing/metadata" d:Optional="true"/></d:Policy>',
      },
      declared("1.0", false),
    ],
    [
      "UsingAddressing of the first draft",
      { port: '<u:UsingAddressing xmlns:u="http://www.w3.org/2005/02/addressing/wsdl"/>' },
      declared("1.0", false),
    ],
    ["optional", { binding: policy('<wsam:Addressing wsp:Optional="true"/>') }, declared("1.0", false)],
    [
      "one alternative of two",
      { binding: policy(`<wsp:ExactlyOne><wsp:All>${assertion()}</wsp:All><wsp:All/></wsp:ExactlyOne>`) },
      declared("1.0", false),
    ],
    [
      "either version: the later one",
      { binding: policy("<wsp:ExactlyOne><wsap:UsingAddressing/><wsaw:UsingAddressing/></wsp:ExactlyOne>") },
      declared("1.0", true),
    ],
    [
      "one version of the binding's two that the port leaves",
      {
        binding: policy("<wsp:ExactlyOne><wsap:UsingAddressing/><wsaw:UsingAddressing/></wsp:ExactlyOne>"),
        port: policy("<wsap:UsingAddressing/>"),
      },
      declared("2004/08", true),
    ],
    [
      "anonymous responses alone",
      { binding: policy(assertion(policy("<wsam:AnonymousResponses/>"))) },
      declared("1.0", true, "required"),
    ],
    [
      "no anonymous responses",
      { binding: policy(assertion(policy("<wsam:NonAnonymousResponses/>"))) },
      declared("1.0", true, "prohibited"),
    ],
    [
      "either kind of responses",
      {
        binding: policy(
          assertion(policy("<wsp:ExactlyOne><wsam:AnonymousResponses/><wsam:NonAnonymousResponses/></wsp:ExactlyOne>")),
        ),
      },
      declared("1.0", true),
    ],
    ["the same in two places", { binding: using, port: policy(assertion()) }, declared("1.0", true)],
    [
      "a policy that refers to itself",
      { top: policy(`${assertion()}<wsp:PolicyReference URI="#P"/>`, "P"), port: '<wsp:PolicyReference URI="#P"/>' },
      declared("1.0", true),
    ],
    ["a policy of something else", { binding: policy('<x:Signed xmlns:x="urn:x"/>') }, undefined],
  ])("%s", async (_name, places, wanted) => {
    const { addressing } = await portOf(places);
    if (wanted === undefined) expect(addressing).toBeUndefined();
    else {
      const { position, ...rest } = addressing!;
      expect(rest).toEqual(wanted);
      expect(position.line).toBeGreaterThan(0);
    }
  });

  test.each<[string, Places, string]>([
    [
      "two versions in one binding",
      { binding: using + policy("<wsap:UsingAddressing/>") },
      "WS-Addressing 2004/08 is required beside 1.0",
    ],
    ["another version in the port", { binding: policy("<wsap:UsingAddressing/>"), port: using }, "is required beside"],
    [
      "responses both ways",
      {
        binding: policy(assertion(policy("<wsam:AnonymousResponses/>"))),
        port: policy(assertion(policy("<wsam:NonAnonymousResponses/>"))),
      },
      "responses to the anonymous address are required and prohibited",
    ],
  ])("%s is an error with both places", async (_name, places, words) => {
    const { definitions, printed } = await loadFiles({ "service.wsdl": wsdl(places) });
    expect(definitions).toBeUndefined();
    expect(printed).toEqual([expect.stringMatching(/^service\.wsdl:\d+:\d+: error: .*The other is in line \d+ of/s)]);
    expect(printed[0]).toContain(words);
  });

  test("a reference to a policy that is nowhere is a note", async () => {
    const { addressing, printed } = await portOf({ binding: '<wsp:PolicyReference URI="#gone"/>' });
    expect(addressing).toBeUndefined();
    expect(printed).toEqual([expect.stringContaining('note: policy "#gone" is not in the documents')]);
  });

  test("policies that multiply their alternatives, and refer to each other twice each, stay small", async () => {
    const optional = '<wsam:Addressing wsp:Optional="true"/><wsap:UsingAddressing wsp:Optional="true"/>';
    const chain = Array.from({ length: 200 }, (_, n) =>
      policy(`<wsp:PolicyReference URI="#P${n + 1}"/><wsp:PolicyReference URI="#P${n + 1}"/>${optional}`, `P${n}`),
    );
    const top = chain.join("") + policy(optional.repeat(200), "P200");
    const { addressing } = await portOf({ top, port: '<wsp:PolicyReference URI="#P0"/>' });
    expect(addressing).toMatchObject(declared("1.0", false));
  });

  test.each([
    ["wsam:Action", "urn:a"],
    ["wsaw:Action", "urn:a"],
    ["wsa4:Action", "urn:a"],
  ])("%s of input, output and fault are read, and wsam comes first", async (attribute, action) => {
    const text = wsdl({})
      .replace('<wsdl:input message="tns:In"/>', `<wsdl:input ${attribute}="${action}" message="tns:In"/>`)
      .replace(
        '<wsdl:output message="tns:Out"/>',
        `<wsdl:output wsam:Action="urn:first" wsaw:Action="urn:second" message="tns:Out"/><wsdl:fault name="F" ${attribute}=" urn:f " message="tns:Out"/>`,
      );
    const { definitions } = await loadFiles({ "service.wsdl": text });
    const operation = definitions?.services[0]?.ports[0]?.binding.portType.operations[0];
    expect(operation?.input).toMatchObject({ action, name: "GetRequest" });
    expect(operation?.output?.action).toBe("urn:first");
    expect(operation?.faults[0]?.action).toBe("urn:f");
  });

  describe("wsaw:Anonymous of an operation", () => {
    test.each([
      ["required", "required"],
      [" prohibited ", "prohibited"],
      ["optional", undefined],
    ])("says %j", async (text, wanted) => {
      const { binding, printed } = await portOf({
        binding: using,
        operation: `<wsaw:Anonymous>${text}</wsaw:Anonymous>`,
      });
      expect(printed).toEqual([]);
      expect(binding.operations[0]?.anonymous).toBe(wanted);
    });

    test("that says something else is passed over, with its place", async () => {
      const { binding, printed } = await portOf({
        binding: using,
        operation: "<wsaw:Anonymous>maybe</wsaw:Anonymous>",
      });
      expect(printed).toEqual([expect.stringMatching(/service\.wsdl:\d+:\d+.*wsaw:Anonymous is "maybe"/)]);
      expect(binding.operations[0]!.anonymous).toBeUndefined();
    });
  });
});
