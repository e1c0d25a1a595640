/** Faults, envelopes, text and names. */
import type { AttackClass, Outcome, ResponseAttack } from "../attack";
import { MARKERS } from "../markers";
import {
  address,
  addresses,
  addressValue,
  bareEnvelope,
  body,
  DECLARATION,
  envelope,
  http,
  result,
  SOAP_11,
  SOAP_12,
  sends,
  V3,
} from "../payloads";

const fault = (string = "<faultstring>No employee</faultstring>", detail = "<detail/>") =>
  `<soap:Fault><faultcode>soap:Client</faultcode>${string}${detail}</soap:Fault>`;
const ends = (
  name: string,
  outcome: Outcome,
  document: () => string,
  status = "500 Internal Server Error",
): ResponseAttack => ({
  name,
  outcome,
  serve: sends(() => http(document(), status)),
});

export const faults: AttackClass<ResponseAttack> = {
  name: "fault",
  attacks: [
    ends("fault-500", "FaultError", () => envelope(fault())),
    ends("fault-401", "FaultError", () => envelope(fault()), "401 Unauthorized"),
    ends("fault-soap12-500", "FaultError", () =>
      envelope(
        '<soap:Fault><soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">No</soap:Text></soap:Reason></soap:Fault>',
        "",
        SOAP_12,
      ),
    ),
    {
      name: "fault-with-html-content-type",
      outcome: "FaultError",
      serve: sends(() => http(envelope(fault()), "500 Internal Server Error", { "Content-Type": "text/html" })),
    },
    ends("fault-empty", "FaultError", () => envelope("<soap:Fault/>")),
    ends("fault-no-string", "FaultError", () => envelope(fault(""))),
    ends("fault-and-result", "ResponseError(envelope)", () => envelope(fault() + result(address())), "200 OK"),
    ends(
      "fault-foreign-namespace",
      "ResponseError(envelope)",
      () => envelope('<f:Fault xmlns:f="urn:other"/>'),
      "200 OK",
    ),
    ends("fault-echoes-secrets", "FaultError", () =>
      envelope(
        fault(
          `<faultstring>Not you: ${MARKERS.token} of ${MARKERS.domain}</faultstring>`,
          `<detail><Token>${MARKERS.token}</Token></detail>`,
        ),
      ),
    ),
    ends("fault-control-and-ansi", "FaultError", () =>
      envelope(fault("<faultstring>\u009b31m red &#x202E; \t\n\r</faultstring>")),
    ),
    ends("fault-detail-prototype", "FaultError", () =>
      envelope(
        fault(
          undefined,
          '<detail><__proto__ __proto__="x"><polluted>yes</polluted></__proto__><constructor/></detail>',
        ),
      ),
    ),
    ends("fault-500-truncated", "HttpError", () => envelope(fault()).slice(0, -40)),
  ],
};

const ok = (name: string, outcome: Outcome, document: () => string, value?: unknown): ResponseAttack => ({
  name,
  outcome,
  serve: body(document),
  ...(value === undefined ? {} : { value }),
});
const wrong = (name: string, document: () => string) => ok(name, "ResponseError(envelope)", document);
const whole = addresses(address());

export const envelopes: AttackClass<ResponseAttack> = {
  name: "envelope",
  attacks: [
    wrong("env-bare-result", () => DECLARATION + result(address())),
    wrong("env-no-body", () => `${DECLARATION}<soap:Envelope xmlns:soap="${SOAP_11}"/>`),
    wrong("env-two-bodies", () =>
      whole.replace("</soap:Envelope>", `<soap:Body>${result(address())}</soap:Body></soap:Envelope>`),
    ),
    wrong("env-two-body-children", () => envelope(result(address()) + result(address()))),
    wrong("env-body-child-extra-unknown", () => envelope(`${result(address())}<x xmlns="urn:other"/>`)),
    wrong("env-wrong-operation", () => envelope(`<Address_DeleteResponse xmlns="${V3}"/>`)),
    wrong("env-nonsense-ns", () => whole.replaceAll(SOAP_11, "urn:nonsense")),
    wrong("env-lowercase", () =>
      whole.replace("<soap:Envelope", "<soap:envelope").replace("</soap:Envelope", "</soap:envelope"),
    ),
    wrong(
      "env-unqualified-children",
      () => `<soap:Envelope xmlns:soap="${SOAP_11}"><Body>${result(address())}</Body></soap:Envelope>`,
    ),
    ok("env-foreign-ns-same-local-name", "ResponseError(value)", () =>
      addresses(address({ Street: undefined }, '<f:Street xmlns:f="urn:other">Foreign</f:Street>')),
    ),
    ok("env-foreign-ns-duplicate-name", "ResponseError(value)", () =>
      addresses(address({}, '<f:Id xmlns:f="urn:other">9</f:Id>')),
    ),
    ok(
      "env-prefix-rebound",
      "value",
      () =>
        `<soap:Envelope xmlns:soap="${SOAP_11}"><soap:Body><soap:Address_GetListResponse xmlns:soap="${V3}"><soap:Address_GetListResult><soap:EmployeeAddress>${[
          "<soap:Id>1</soap:Id><soap:Default>true</soap:Default><soap:Street>Damrak</soap:Street>",
          "<soap:City>Amsterdam</soap:City><soap:Type>HomeAddress</soap:Type>",
        ].join(
          "",
        )}</soap:EmployeeAddress></soap:Address_GetListResult></soap:Address_GetListResponse></soap:Body></soap:Envelope>`,
    ),
    ok("env-mustunderstand-header", "ResponseError(header-not-understood)", () =>
      envelope(result(address()), '<x:Do xmlns:x="urn:x" soap:mustUnderstand="1"/>'),
    ),
    ok(
      "env-envelope-in-second-comment",
      "value",
      () =>
        `${DECLARATION}<!-- one --><!-- ${bareEnvelope(result(address({ Id: "666" })))} -->${bareEnvelope(result(address()))}`,
    ),
    wrong(
      "env-envelope-in-cdata",
      () =>
        `<soap:Envelope xmlns:soap="${SOAP_11}"><soap:Body><![CDATA[${result(address())}]]></soap:Body></soap:Envelope>`,
    ),
    wrong("env-nested-envelope", () => envelope(bareEnvelope(result(address())))),
    ok("env-response-nil", "ResponseError(value)", () =>
      envelope(`<Address_GetListResponse xmlns="${V3}" xsi:nil="true"/>`),
    ),
    ok("env-result-twice", "ResponseError(value)", () =>
      envelope(
        result(address()).replace("</Address_GetListResponse>", "<Address_GetListResult/></Address_GetListResponse>"),
      ),
    ),
    ok("env-xml-in-cdata-as-result", "ResponseError(value)", () => envelope(result(`<![CDATA[${address()}]]>`))),
    wrong("env-body-before-header", () => whole.replace("</soap:Envelope>", "<soap:Header/></soap:Envelope>")),
  ],
};

const street = (name: string, content: string, value: string): ResponseAttack =>
  ok(name, "value", () => addresses(address({ Street: content })), [addressValue({ Street: value })]);

export const text: AttackClass<ResponseAttack> = {
  name: "text",
  attacks: [
    street("text-comment-splits-with-spaces", " a <!-- x --> b ", " a  b "),
    ok("text-pi-splits-string", "ResponseError(xml)", () => addresses(address({ Street: "a<?pi?>b" }))),
    street("text-cdata-two-joined", "<![CDATA[a<]]><![CDATA[>b]]>", "a<>b"),
    street("text-leading-trailing-space", "  x\t\n ", "  x\t\n "),
    street("text-only-space", "   ", "   "),
    street("text-empty-element", "", ""),
    street("text-double-escaped", "&amp;lt;b&amp;gt; &amp;amp;", "&lt;b&gt; &amp;"),
    street("text-looks-like-number", "00123e4", "00123e4"),
    ok("text-child-in-string", "ResponseError(value)", () => addresses(address({ Street: "a<b>c</b>" }))),
    ok("text-attribute-on-string", "value", () => addresses(address().replace("<Street>", '<Street lang="nl">'))),
    ok("text-comment-splits-int", "value", () => addresses(address({ Id: "1<!-- -->2" })), [addressValue({ Id: 12 })]),
    ok("text-two-comments-split-int", "value", () => addresses(address({ Id: "1<!-- -->2<!-- -->3" })), [
      addressValue({ Id: 123 }),
    ]),
    ok("text-pi-splits-int", "ResponseError(xml)", () => addresses(address({ Id: "1<?pi?>2" }))),
    ok("text-comment-splits-bool", "value", () => addresses(address({ Default: "tr<!-- -->ue" }))),
    ok("text-comment-splits-enum", "value", () => addresses(address({ Type: "Home<!-- -->Address" }))),
    ok("text-junk-between-fields", "ResponseError(value)", () => addresses(address().replace("</Id>", "</Id>junk"))),
  ],
};

const child = (name: string): ResponseAttack =>
  ok(`proto-record-child-${name}`, "value", () =>
    addresses(address({}, `<${name}><polluted>yes</polluted></${name}>`)),
  );
const field = (name: string): ResponseAttack =>
  ok(`proto-record-text-${name}`, "value", () => addresses(address({}, `<${name}>yes</${name}>`)));

export const proto: AttackClass<ResponseAttack> = {
  name: "proto",
  attacks: [
    ...["constructor", "prototype", "toString", "valueOf", "__defineGetter__"].map(child),
    ...["constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "then", "toJSON"].map(field),
    ok("proto-in-result", "value", () =>
      envelope(result(`<__proto__><polluted>yes</polluted></__proto__>${address()}`)),
    ),
    wrong("proto-in-body", () => envelope(`<__proto__><polluted>yes</polluted></__proto__>${result(address())}`)),
    wrong("proto-in-body-constructor", () =>
      envelope(`<constructor><prototype><polluted>yes</polluted></prototype></constructor>${result(address())}`),
    ),
    wrong("proto-as-response-element", () => envelope(`<__proto__ xmlns="${V3}"><polluted>yes</polluted></__proto__>`)),
    ok("proto-attribute", "value", () =>
      addresses(address().replace("<EmployeeAddress>", '<EmployeeAddress __proto__="x" constructor="y">')),
    ),
    ok("proto-href-attribute", "value", () =>
      addresses(address().replace("<EmployeeAddress>", '<EmployeeAddress id="__proto__" polluted="yes">')),
    ),
    ok("proto-xmlns-prefix", "value", () =>
      addresses(
        address().replace("<EmployeeAddress>", '<EmployeeAddress xmlns:__proto__="urn:p" xmlns:constructor="urn:c">'),
      ),
    ),
    ok("proto-xsi-type", "ResponseError(value)", () =>
      addresses(address().replace("<EmployeeAddress>", '<EmployeeAddress xsi:type="__proto__">')),
    ),
  ],
};
