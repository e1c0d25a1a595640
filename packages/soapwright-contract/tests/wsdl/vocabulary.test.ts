/** Elements and attributes in the namespaces of WSDL, SOAP and XML Schema that the specifications do not define. */
import { loadFiles, schemaWith } from "soapwright-testing/codegen/load-files";

const right = schemaWith('<xs:element name="code" type="xs:date"/>');

async function printedOf(text: string) {
  const { definitions, printed } = await loadFiles({ "service.wsdl": text });
  return { isRead: definitions !== undefined, printed };
}

const soap = "http://schemas.xmlsoap.org/wsdl/soap/";

// The text, its correction, and the message, which has `error` if an operation or a type is lost.
test.each([
  ['type="xs:date"', 'typ="xs:date"', "error: xs:element has no attribute typ. Did you mean type?"],
  ['type="xs:date"', 'xs:type="xs:date"', "error: attribute type of namespace", "Did you mean type without a prefix?"],
  ['type="xs:date"', 'type="xs:date" nilable="true"', "warning: xs:element has no attribute nilable", "nillable?"],
  ['type="xs:date"', 'type="xs:date" colour="red"', "warning: xs:element has no attribute colour; it is ignored."],
  ['<xs:element name="code"', '<xs:elment name="code"', "error: xs:elment is not allowed", "Did you mean element?"],
  [
    'elementFormDefault="qualified"',
    'elementFormDefault="qualifed"',
    'error: elementFormDefault="qualifed" is not known. Did you mean qualified?',
  ],
  ["soapAction=", "soapaction=", "warning: soap:operation has no attribute soapaction", "Did you mean soapAction?"],
  ["<soap:binding ", '<soap:binding style="documnt" ', 'error: style="documnt" is not known. Did you mean document?'],
  ['use="literal"', 'use="litteral"', 'error: use="litteral" is not known'],
  ["soap/http", "soap/htpp", 'warning: transport "http://schemas.xmlsoap.org/soap/htpp" is not known', "soap/http?"],
  [
    /<message( name="in".*?<\/)message/,
    "<mesage$1mesage",
    "error: mesage is not allowed in definitions. Did you mean message?",
  ],
  [
    /<operation( name="o"><input.*?<\/)operation/,
    "<opration$1opration",
    "error: opration is not allowed in portType",
    "operation?",
  ],
  ["<types>", '<types xmlns="">', "error: types in definitions has no namespace"],
  ["<soap:body", "<soap:bdy", `error: soap:bdy is no element of ${soap}. Did you mean body?`],
  ["wsdl/soap/", "wsdl/sop/", 'error: namespace "http://schemas.xmlsoap.org/wsdl/sop/"', `Did you mean ${soap}?`],
  [/<message /, "<documentaton/><message ", "warning: documentaton is not allowed in definitions; it is ignored"],
  [/<message /, "<message name='m'><message/></message><message ", "error: message is not allowed in message"],
  ["<soap:binding ", '<soap:binding xmlns:o="urn:o" o:style="x" o:b="y" ', ""],
])("%s as %s", async (written, slip, ...messages) => {
  const text = right.replace(written, slip);
  expect(text).not.toBe(right);
  const { isRead, printed } = await printedOf(text);
  for (const words of messages) expect(printed.join("\n")).toContain(words);
  for (const line of printed.filter((each) => !each.includes(" note: ")))
    expect(line).toMatch(/^service\.wsdl:[1-9]\d*:[1-9]\d*: /);
  expect(isRead).toBe(!messages.join().includes("error:"));
  if (messages[0] === "") expect(printed).toEqual([]);
});
