/** WS-Addressing in a WSDL: elements, policies with their alternatives and references, actions. */

import { loadFiles } from "soapwright-testing/codegen/load-files";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import type { Port } from "../../src/wsdl/definitions";
import type { Addressing } from "../../src/wsdl/wsdl-addressing";

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
    const { binding, printed } = await portOf({ binding: using, operation: "<wsaw:Anonymous>maybe</wsaw:Anonymous>" });
    expect(printed).toEqual([expect.stringMatching(/service\.wsdl:\d+:\d+.*wsaw:Anonymous is "maybe"/)]);
    expect(binding.operations[0]).not.toHaveProperty("anonymous");
  });
});
