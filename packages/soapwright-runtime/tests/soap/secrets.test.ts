/** The secrets of header blocks, however they are written. */
import { Secrets } from "soapwright-runtime/extend";

function masked(block: string, text: string, isOwn = false): string {
  const secrets = new Secrets();
  secrets.addBlock(block, isOwn);
  return secrets.mask(text);
}

test.each([
  ["text", "<Key>topsecret</Key>"],
  ["a CDATA section", "<Key><![CDATA[topsecret]]></Key>"],
  ["text around a comment", "<Key><!-- none -->topsecret</Key>"],
  ["references", "<Key>top&#115;ecret</Key>"],
  ["a prefix that the envelope binds", '<sec:Key soap:mustUnderstand="1">topsecret</sec:Key>'],
  ["a prefix with another namespace", '<a:To xmlns:a="urn:a">topsecret</a:To>'],
  ["text after an element", "<Key><Inner/>topsecret</Key>"],
  ["XML that is cut", "<Key>topsecret</Key"],
  ["XML that is none", '<Key a="1>topsecret</Key>'],
])("%s is masked", (_what, block) => {
  expect(masked(block, "It says topsecret.")).toBe("It says ***.");
});

test("an address of WS-Addressing is no secret, by whichever prefix, except in a block of the user's own", () => {
  const block = '<b:To xmlns:b="http://www.w3.org/2005/08/addressing">urn:service</b:To>';
  expect(masked(block, "to urn:service")).toBe("to urn:service");
  expect(masked(block, "to urn:service", true)).toBe("to ***");
});

test("attributes are secret in a block of the user's own, except namespaces and types", () => {
  const block = '<Key xmlns="urn:keys" xsi:type="xs:string" id="topsecret">text</Key>';
  expect(masked(block, "topsecret urn:keys xs:string", true)).toBe("*** urn:keys xs:string");
  expect(masked(block, "topsecret")).toBe("topsecret");
});
