import { loadFiles } from "soapwright-testing/codegen/load-files";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";

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
