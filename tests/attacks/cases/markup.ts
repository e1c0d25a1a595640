/** DTDs, characters, encodings and documents that are not well-formed. */
import type { AttackClass, ResponseAttack } from "../attack";
import {
  address,
  addresses,
  addressValue,
  bareEnvelope,
  body,
  DECLARATION,
  elements,
  envelope,
  result,
  SOAP_11,
  sends,
  V3,
} from "../payloads";

type Row = readonly [name: string, document: () => string | Buffer, says?: RegExp];

const refused = (rows: readonly Row[]): ResponseAttack[] =>
  rows.map(([name, document, says]) => ({
    name,
    outcome: "ResponseError(xml)",
    serve: body(document),
    ...(says === undefined ? {} : { says }),
  }));

const withDtd =
  (dtd: string, street = "Damrak") =>
  () =>
    `${DECLARATION}${dtd}${bareEnvelope(result(address({ Street: street })))}`;

/** The same DTD in an envelope without prefixes. */
const withDtdNoPrefix =
  (dtd: string, street = "Damrak") =>
  () =>
    `${DECLARATION}${dtd}<Envelope xmlns="${SOAP_11}"><Body>${result(address({ Street: street }))}</Body></Envelope>`;

const laughs = `<!DOCTYPE x [<!ENTITY l0 "lol">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
).join("")}]>`;
const quadratic = `<!DOCTYPE x [<!ENTITY a "${"a".repeat(50_000)}">]>`;
const quadraticUse = "&a;".repeat(50_000);
const DTD = /DTD/;

export const dtd: AttackClass<ResponseAttack> = {
  name: "dtd",
  attacks: [
    ...refused([
      ["dtd-internal-entity", withDtd('<!DOCTYPE x [<!ENTITY e "v">]>', "&e;"), DTD],
      ["dtd-billion-laughs", withDtd(laughs, "&l9;"), DTD],
      ["dtd-quadratic-blowup", withDtd(quadratic, quadraticUse), DTD],
      ["dtd-external-subset", withDtd('<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">'), DTD],
      ["dtd-parameter-entity", withDtd('<!DOCTYPE x [<!ENTITY % p SYSTEM "file:///etc/passwd">%p;]>'), DTD],
      ["dtd-internal-entity-noprefix", withDtdNoPrefix('<!DOCTYPE x [<!ENTITY e "v">]>', "&e;"), DTD],
      ["dtd-billion-laughs-noprefix", withDtdNoPrefix(laughs, "&l9;"), DTD],
      ["dtd-quadratic-blowup-noprefix", withDtdNoPrefix(quadratic, quadraticUse), DTD],
      [
        "dtd-recursive-entity-noprefix",
        withDtdNoPrefix('<!DOCTYPE x [<!ENTITY a "&b;"><!ENTITY b "&a;">]>', "&a;"),
        DTD,
      ],
      ["dtd-external-subset-noprefix", withDtdNoPrefix('<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">'), DTD],
      ["dtd-inside-body", () => envelope(`<!DOCTYPE x [<!ENTITY e "v">]>${result(address())}`), DTD],
      ["entity-undefined", () => addresses(address({ Street: "&nbsp;" })), /entity &nbsp; is not declared/],
      ["entity-no-semicolon", () => addresses(address({ Street: "a &amp b" }))],
      ["entity-bare-ampersand", () => addresses(address({ Street: "a & b" }))],
    ]),
    {
      name: "xinclude",
      outcome: "ResponseError(value)",
      serve: body(() =>
        addresses(
          address({
            Street: '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>',
          }),
        ),
      ),
    },
  ],
};

const inStreet = (content: string) => () => addresses(address({ Street: content }));
const bytesInStreet =
  (...bytes: readonly number[]) =>
  () =>
    Buffer.from(addresses(address({ Street: String.fromCharCode(...bytes) })), "latin1");

export const chars: AttackClass<ResponseAttack> = {
  name: "chars",
  attacks: [
    ...refused([
      ["charref-nul", inStreet("&#0;")],
      ["charref-surrogate", inStreet("&#xD800;&#xDC00;")],
      ["charref-too-big", inStreet("&#x110000;")],
      ["charref-overflow", inStreet("&#4294967361;")],
      ["charref-empty", inStreet("&#;")],
      ["charref-negative", inStreet("&#-65;")],
      ["charref-decimal-with-hex", inStreet("&#6F;")],
      ["raw-control-char-01", inStreet("\u0001")],
      ["raw-nul", inStreet("\0")],
      ["utf8-invalid-c328", bytesInStreet(0xc3, 0x28), /bytes are not utf-8/],
      ["utf8-overlong-slash", bytesInStreet(0xc0, 0xaf), /bytes are not utf-8/],
      ["utf8-overlong-lt", bytesInStreet(0xc0, 0xbc), /bytes are not utf-8/],
      ["utf8-cesu-surrogates", bytesInStreet(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80), /bytes are not utf-8/],
    ]),
    {
      name: "charref-valid-emoji",
      outcome: "value",
      serve: body(inStreet("&#x1F600;&#128512;")),
      value: [addressValue({ Street: "😀😀" })],
    },
    { name: "raw-astral", outcome: "value", serve: body(inStreet("😀𐀀")), value: [addressValue({ Street: "😀𐀀" })] },
  ],
};

const declared = (encoding: string, street: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>${bareEnvelope(result(address({ Street: street })))}`;
const CAFE = [addressValue({ Street: "Café" })];

export const encoding: AttackClass<ResponseAttack> = {
  name: "encoding",
  attacks: [
    { name: "enc-utf8-bom", outcome: "value", serve: body(() => `\ufeff${declared("utf-8", "Café")}`), value: CAFE },
    {
      name: "enc-windows-1252",
      outcome: "value",
      serve: body(() => Buffer.from(declared("windows-1252", "Caf\xe9 \x80"), "latin1"), {
        "Content-Type": "text/xml; charset=windows-1252",
      }),
      value: [addressValue({ Street: "Café €" })],
    },
    {
      name: "enc-utf16le-nobom-nocharset",
      outcome: "ResponseError(xml)",
      serve: body(() => Buffer.from(declared("utf-16", "Café"), "utf16le"), { "Content-Type": "text/xml" }),
      says: /needs a byte order mark/,
    },
    {
      name: "enc-utf16-declared-bytes-utf8",
      // A header that says UTF-8 over UTF-8 decides.
      outcome: "value",
      value: CAFE,
      serve: body(() => declared("utf-16", "Café")),
    },
    {
      name: "enc-latin1-bytes-as-utf8",
      outcome: "ResponseError(xml)",
      serve: body(() => Buffer.from(declared("utf-8", "Café"), "latin1")),
      says: /bytes are not utf-8/,
    },
    {
      name: "enc-header-latin1-bytes-utf8",
      outcome: "ResponseError(xml)",
      lenient: "value",
      value: CAFE,
      serve: body(() => declared("utf-8", "Café"), { "Content-Type": "text/xml; charset=iso-8859-1" }),
      says: /charset parameter says iso-8859-1, the XML declaration utf-8/,
    },
    {
      name: "enc-utf7",
      outcome: "ResponseError(xml)",
      serve: body(() => declared("utf-7", "Caf+AOk-"), { "Content-Type": "text/xml; charset=utf-7" }),
      says: /encoding that is not supported/,
    },
  ],
};

const whole = addresses(address());

export const malformed: AttackClass<ResponseAttack> = {
  name: "malformed",
  attacks: [
    { name: "bad-empty-200", outcome: "ResponseError(envelope)", serve: body(() => ""), says: /it is empty/ },
    ...refused([
      ["bad-whitespace-only", () => " \r\n\t ", /no root element/],
      ["bad-truncated-mid-tag", () => whole.slice(0, whole.indexOf("<City>") + 3)],
      ["bad-truncated-after-record", () => whole.slice(0, whole.indexOf("</EmployeeAddress>") + 18)],
      ["bad-truncated-before-envelope-close", () => whole.slice(0, whole.indexOf("</soap:Envelope>"))],
      ["bad-crossed-tags", () => addresses("<EmployeeAddress><Id>1</EmployeeAddress></Id>")],
      ["bad-duplicate-attribute", () => addresses(address({}, '<X a="1" a="2"/>')), /appears twice/],
      ["bad-two-roots", () => `${whole}<x/>`, /second root/],
      ["bad-two-envelopes", () => whole + bareEnvelope(result(address())), /second root/],
      ["bad-html-before-envelope", () => `<html><body>login</body></html>${whole}`],
      ["bad-text-before-root", () => `warning: x\n${whole}`, /before the root element/],
      ["bad-attr-lt", () => addresses(address({}, '<X a="<"/>'))],
      ["bad-attr-unquoted", () => addresses(address({}, "<X a=1/>"))],
      ["bad-undeclared-prefix", () => addresses(address({}, "<p:X/>")), /not bound/],
      ["bad-comment-unclosed", () => addresses(`${address()}<!-- `)],
      ["bad-cdata-unclosed", () => addresses(address({ Street: "<![CDATA[x" }))],
      ["bad-empty-prefix-undeclare", () => addresses(address({}, '<X xmlns:p=""/>'))],
      ["bad-colon-names", () => addresses(address({}, "<a:b:c xmlns:a='u'/>"))],
      ["bad-end-tag-attribute", () => addresses(`<EmployeeAddress>${elements({ Id: "1" })}</EmployeeAddress a="1">`)],
    ]),
    {
      name: "bad-space-before-decl",
      outcome: "ResponseError(xml)",
      // The other levels accept it: see reader.test.ts.
      options: { validation: "strict" },
      lenient: "value",
      serve: body(() => ` ${whole}`),
      says: /at the very start/,
    },
  ],
};

const chunked = (pieces: readonly string[]) =>
  `${pieces.map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`).join("")}0\r\n\r\n`;
const HEAD_CHUNKED = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n";

export const control: AttackClass<ResponseAttack> = {
  name: "control",
  attacks: [
    {
      name: "control-chunked",
      outcome: "value",
      serve: sends(() => HEAD_CHUNKED + chunked([whole.slice(0, 400), whole.slice(400, 401), whole.slice(401)])),
    },
    {
      name: "control-byte-by-byte",
      outcome: "value",
      serve: sends(() => HEAD_CHUNKED + chunked([...whole])),
    },
    { name: "control-empty-list", outcome: "value", serve: body(() => addresses()), value: [] },
    { name: "control-single-item-is-array", outcome: "value", serve: body(() => whole) },
    {
      name: "control-default-ns-envelope",
      outcome: "value",
      serve: body(
        () =>
          `<Envelope xmlns="${SOAP_11}"><Body><r:Address_GetListResponse xmlns:r="${V3}"><r:Address_GetListResult>${[
            `<EmployeeAddress xmlns="${V3}">`,
            elements({ Id: "1", Default: "true", Street: "Damrak", City: "Amsterdam", Type: "HomeAddress" }),
            "</EmployeeAddress>",
          ].join("")}</r:Address_GetListResult></r:Address_GetListResponse></Body></Envelope>`,
      ),
    },
  ],
};
