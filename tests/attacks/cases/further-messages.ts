/** Additional attacks that are not on the shared list: namespaces, SOAP and schema instances. */
import { contract } from "soapwright-testing/wire/contract-facts";
import type { AttackClass, Outcome, ResponseAttack } from "../attack";
import {
  address,
  addresses,
  addressValue,
  body,
  DECLARATION,
  envelope,
  http,
  result,
  SOAP_11,
  SOAP_12,
  sends,
  V3,
  XSD,
  XSI,
} from "../payloads";

const ends = (name: string, outcome: Outcome, document: () => string, says?: RegExp): ResponseAttack => ({
  name,
  outcome,
  serve: body(document),
  ...(says === undefined ? {} : { says }),
});
const value = (name: string, document: () => string, right?: unknown): ResponseAttack => ({
  ...ends(name, "value", document),
  ...(right === undefined ? {} : { value: right }),
});
const faulty = (name: string, outcome: Outcome, fault: () => string, says?: RegExp): ResponseAttack => ({
  name,
  outcome,
  serve: sends(() => http(envelope(fault()), "500 Oops")),
  ...(says === undefined ? {} : { says }),
});
const fault = (code: string, text: string, detail = "") =>
  `<soap:Fault><faultcode>${code}</faultcode><faultstring>${text}</faultstring>${detail}</soap:Fault>`;
const in12 = (attack: ResponseAttack): ResponseAttack => ({ ...attack, options: { soapVersion: "1.2" } });
const item = (attributes: string, content = "<Id>1</Id><Default>true</Default><Type>HomeAddress</Type>") =>
  envelope(result(`<EmployeeAddress ${attributes}>${content}</EmployeeAddress>`));
const SMALL = [{ Id: 1, Default: true, Type: "HomeAddress" }];

export const furtherNamespaces: AttackClass<ResponseAttack> = {
  name: "further namespaces",
  attacks: [
    ends(
      "default-namespace-undeclared-inside",
      "ResponseError(value)",
      () =>
        envelope(result('<EmployeeAddress xmlns=""><Id>1</Id></EmployeeAddress>')).replace(
          "</Address_GetListResult>",
          `${address()}</Address_GetListResult>`,
        ),
      /\{\}EmployeeAddress \(the schema has one of that name in another namespace/,
    ),
    ends("prefix-undeclared-namespaces-1.1", "ResponseError(xml)", () =>
      envelope(result(`<a:b xmlns:a="urn:a"><c xmlns:a=""/></a:b>`)),
    ),
    ends("same-attribute-by-two-prefixes", "ResponseError(xml)", () =>
      item('xmlns:a="urn:x" xmlns:b="urn:x" a:n="1" b:n="2"'),
    ),
    value("same-local-in-two-namespaces", () => item('xmlns:a="urn:x" xmlns:b="urn:y" a:n="1" b:n="2" n="3"'), SMALL),
    value("prefix-rebound-to-the-same", () =>
      envelope(
        result(address())
          .replaceAll("<EmployeeAddress>", `<q:EmployeeAddress xmlns:q="${V3}">`)
          .replaceAll("</EmployeeAddress>", "</q:EmployeeAddress>"),
      ),
    ),
    ends(
      "soap-prefix-rebound",
      "ResponseError(envelope)",
      () =>
        `${DECLARATION}<soap:Envelope xmlns:soap="${SOAP_11}"><soap:Body xmlns:soap="urn:other">${result(address())}</soap:Body></soap:Envelope>`,
    ),
    ends("nil-in-another-namespace-is-no-nil", "ResponseError(value)", () =>
      item('xmlns:x="urn:not-xsi" x:nil="true"', ""),
    ),
    value("type-by-another-prefix", () => item(`xmlns:i="${XSI}" xmlns:s="${V3}" i:type="s:EmployeeAddress"`), SMALL),
    ends("type-by-a-prefix-bound-elsewhere", "ResponseError(value)", () =>
      item('xmlns:s="urn:other" xsi:type="s:EmployeeAddress"'),
    ),
    ends("type-by-an-unbound-prefix", "ResponseError(value)", () => item('xsi:type="nobody:EmployeeAddress"')),
    ends("type-with-two-colons", "ResponseError(value)", () => item('xsi:type="a:b:c"')),
    ends("type-of-the-schema-language", "ResponseError(value)", () => item(`xmlns:d="${XSD}" xsi:type="d:string"`)),
    value("type-with-blanks-around", () => item(`xsi:type=" EmployeeAddress\n"`), SMALL),
    ends("type-__proto__", "ResponseError(value)", () => item('xsi:type="__proto__"')),
    value("xml-space-and-lang", () => item('xml:space="preserve" xml:lang="nl"'), SMALL),
    ends("xml-prefix-rebound", "ResponseError(xml)", () => item('xmlns:xml="urn:x"')),
    value("schema-location-is-not-fetched", () => item('xsi:schemaLocation="urn:x http://127.0.0.1:9/x.xsd"'), SMALL),
    value("xml-base-and-id", () => item('xml:base="http://127.0.0.1:9/" xml:id="a"'), SMALL),
    contract.nilItems
      ? value("nil-with-type", () => item('xsi:nil="true" xsi:type="EmployeeAddress"', ""), [null])
      : ends("nil-with-type", "ResponseError(value)", () => item('xsi:nil="true" xsi:type="EmployeeAddress"', "")),
    ends("nil-0x1", "ResponseError(value)", () => item('xsi:nil="TRUE"', "")),
  ],
};

export const furtherSoap: AttackClass<ResponseAttack> = {
  name: "further soap",
  attacks: [
    ends(
      "soap-1.2-answer-to-a-1.1-call",
      "ResponseError(envelope)",
      () => envelope(result(address()), "", SOAP_12),
      /Set soapVersion/,
    ),
    ends("envelope-of-a-draft", "ResponseError(envelope)", () =>
      envelope(result(address()), "", "http://www.w3.org/2001/12/soap-envelope"),
    ),
    ends("body-in-the-other-version", "ResponseError(envelope)", () =>
      envelope(result(address()))
        .replace("<soap:Body>", `<x:Body xmlns:x="${SOAP_12}">`)
        .replace("</soap:Body>", "</x:Body>"),
    ),
    ends("header-after-body", "ResponseError(envelope)", () =>
      envelope(result(address())).replace("</soap:Envelope>", "<soap:Header/></soap:Envelope>"),
    ),
    ends("two-headers", "ResponseError(envelope)", () =>
      envelope(result(address())).replace("<soap:Body>", "<soap:Header/><soap:Header/><soap:Body>"),
    ),
    ends("two-bodies", "ResponseError(envelope)", () =>
      envelope(result(address())).replace("</soap:Envelope>", "<soap:Body/></soap:Envelope>"),
    ),
    ends("envelope-in-a-body", "ResponseError(envelope)", () =>
      envelope(envelope(result(address())).slice(DECLARATION.length)),
    ),
    value("must-understand-for-someone-else", () =>
      envelope(result(address()), '<x:h xmlns:x="urn:x" soap:mustUnderstand="1" soap:actor="urn:someone-else"/>'),
    ),
    ends("must-understand-for-next", "ResponseError(header-not-understood)", () =>
      envelope(
        result(address()),
        '<x:h xmlns:x="urn:x" soap:mustUnderstand="1" soap:actor="http://schemas.xmlsoap.org/soap/actor/next"/>',
      ),
    ),
    in12(
      ends("must-understand-true-in-1.2", "ResponseError(header-not-understood)", () =>
        envelope(result(address()), '<x:h xmlns:x="urn:x" soap:mustUnderstand=" true "/>', SOAP_12),
      ),
    ),
    in12(
      value("must-understand-for-role-none", () =>
        envelope(
          result(address()),
          `<x:h xmlns:x="urn:x" soap:mustUnderstand="true" soap:role="${SOAP_12}/role/none"/>`,
          SOAP_12,
        ),
      ),
    ),
    in12(value("relay", () => envelope(result(address()), '<x:h xmlns:x="urn:x" soap:relay="true"/>', SOAP_12))),
    in12(
      ends(
        "soap-1.1-answer-to-a-1.2-call",
        "ResponseError(envelope)",
        () => envelope(result(address())),
        /Set soapVersion/,
      ),
    ),
    ends("must-understand-that-is-no-boolean", "ResponseError(header-not-understood)", () =>
      envelope(result(address()), '<x:h xmlns:x="urn:x" soap:mustUnderstand="maybe"/>'),
    ),
    value("upgrade-header", () =>
      envelope(
        result(address()),
        `<soap:Upgrade><soap:SupportedEnvelope qname="n:Envelope" xmlns:n="${SOAP_12}"/></soap:Upgrade>`,
      ),
    ),
    value("encoding-style-anything", () =>
      envelope(result(address())).replace("<soap:Body>", '<soap:Body soap:encodingStyle="urn:odd">'),
    ),
    faulty("fault-code-of-a-mebibyte", "FaultError", () => fault("c".repeat(2 ** 20), "no")),
    faulty("fault-text-of-four-mebibytes", "FaultError", () => fault("soap:Server", "no ".repeat(2 ** 20))),
    faulty("fault-detail-of-many-elements", "FaultError", () =>
      fault("soap:Server", "no", `<detail>${"<a>b</a>".repeat(100_000)}</detail>`),
    ),
    {
      ...faulty("fault-detail-of-nine-mebibytes", "FaultError", () =>
        fault("soap:Server", "no", `<detail>${"<a/>".repeat(2_300_000)}</detail>`),
      ),
      options: { timeoutMs: 5000, deadlineMs: 6000 },
      slow: true,
    },
    {
      ...faulty("fault-detail-of-one-element-with-a-million", "FaultError", () =>
        fault("soap:Server", "no", `<detail><a>${"<b c=''/>".repeat(1_000_000)}</a></detail>`),
      ),
      options: { timeoutMs: 5000, deadlineMs: 6000 },
      slow: true,
    },
    {
      ...faulty(
        "fault-with-a-hundred-thousand-subcodes",
        "FaultError",
        () =>
          `<soap:Fault><soap:Code><soap:Value>soap:Sender</soap:Value>${"<soap:Subcode><soap:Value>a</soap:Value></soap:Subcode>".repeat(100_000)}</soap:Code></soap:Fault>`,
      ),
      options: { timeoutMs: 5000, deadlineMs: 6000 },
      slow: true,
    },
    faulty("fault-detail-of-names-that-mean-something", "FaultError", () =>
      fault("soap:Server", "no", '<detail><__proto__ polluted="1">x</__proto__><constructor/><then/></detail>'),
    ),
    faulty("fault-code-__proto__", "FaultError", () => fault("__proto__:constructor", "toString")),
    faulty(
      "fault-with-escapes-for-terminals",
      "FaultError",
      () => fault("soap:Server", "\u009b31mred&#x202E;gnorw"),
      /\\u009b31mred\\u202egnorw/,
    ),
    faulty(
      "fault-with-children-out-of-order",
      "FaultError",
      () => "<soap:Fault><detail/><faultstring>no</faultstring><faultcode>soap:Server</faultcode></soap:Fault>",
    ),
    faulty("fault-twice", "ResponseError(envelope)", () => fault("soap:Server", "one") + fault("soap:Server", "two")),
    faulty(
      "fault-of-1.2-in-1.1",
      "FaultError",
      () =>
        '<soap:Fault><soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">No</soap:Text></soap:Reason></soap:Fault>',
    ),
    faulty(
      "fault-with-subcodes-as-deep-as-allowed",
      "FaultError",
      () =>
        `<soap:Fault><soap:Code><soap:Value>soap:Sender</soap:Value>${"<soap:Subcode>".repeat(55)}${"</soap:Subcode>".repeat(55)}</soap:Code><soap:Reason><soap:Text>No</soap:Text></soap:Reason></soap:Fault>`,
    ),
    ends("text-in-the-envelope", "ResponseError(envelope)", () =>
      envelope(result(address())).replace("<soap:Body>", "text<soap:Body>"),
    ),
    ends("text-in-the-body", "ResponseError(envelope)", () => envelope(`text${result(address())}`)),
    value(
      "comments-wherever-they-may-stand",
      () =>
        `<!-- a -->${envelope(`<!-- b -->${result(`<!-- c -->${address({ Street: "Dam<!-- d -->rak" })}`)}<!-- e -->`).slice(DECLARATION.length)}<!-- f -->`,
    ),
    value("a-million-blanks-between", () =>
      envelope(`${" ".repeat(2 ** 20)}${result(address())}${"\n".repeat(2 ** 20)}`),
    ),
    value(
      "an-item-for-each-prefix",
      () =>
        addresses(
          ...Array.from({ length: 300 }, (_, index) =>
            address()
              .replaceAll("EmployeeAddress>", `p${index}:EmployeeAddress>`)
              .replace(`p${index}:EmployeeAddress>`, `p${index}:EmployeeAddress xmlns:p${index}="${V3}">`),
          ),
        ),
      Array.from({ length: 300 }, () => addressValue()),
    ),
  ],
};
