/** Hostile values: types, nil, references, scalars and shapes. */
import type { AttackClass, Outcome, ResponseAttack } from "../attack";
import { address, addresses, addressValue, body, elements, envelope, record, result } from "../payloads";

const of = (name: string, outcome: Outcome, document: () => string, value?: unknown): ResponseAttack => ({
  name,
  outcome,
  serve: body(document),
  ...(value === undefined ? {} : { value }),
});
const refused = (name: string, document: () => string) => of(name, "ResponseError(value)", document);
const withType = (element: string, type: string) => () =>
  addresses(address().replace(`<${element}>`, `<${element} xsi:type="${type}">`));

export const xsi: AttackClass<ResponseAttack> = {
  name: "xsi",
  attacks: [
    of("xsi-type-correct", "value", withType("Street", "xsd:string")),
    refused("xsi-type-unknown", withType("EmployeeAddress", "NoSuchType")),
    refused("xsi-type-undeclared-prefix", withType("Street", "nope:string")),
    refused("xsi-type-string-as-int", withType("Id", "xsd:string")),
    refused("xsi-type-enum-type-on-string", withType("Street", "AddressType")),
    refused("xsi-nil-on-required-int", () => addresses(address().replace("<Id>1</Id>", '<Id xsi:nil="true"/>'))),
    refused("xsi-nil-banana", () =>
      addresses(address().replace("<Street>Damrak</Street>", '<Street xsi:nil="banana"/>')),
    ),
    of(
      "xsi-nil-one-on-optional-string",
      "value",
      () => addresses(address().replace("<Street>Damrak</Street>", '<Street xsi:nil="1"/>')),
      [(({ Street: _street, ...rest }) => rest)(addressValue())],
    ),
    of("nil-wrong-namespace", "value", () => addresses(address().replace("<Street>", '<Street nil="true">'))),
    refused("multiref-href", () =>
      envelope(`${result('<EmployeeAddress href="#a"/>')}`).replace("</soap:Body>", "</soap:Body>"),
    ),
    refused("multiref-self-loop", () => addresses('<EmployeeAddress id="a" href="#a"/>')),
    refused("multiref-dangling", () => addresses('<EmployeeAddress href="#nowhere"/>')),
    of(
      "multiref-overwrites-other-record",
      "value",
      () =>
        addresses(
          address().replace("<EmployeeAddress>", '<EmployeeAddress id="a">'),
          address({ Id: "2" }).replace("<EmployeeAddress>", '<EmployeeAddress id="a">'),
        ),
      [addressValue(), addressValue({ Id: 2 })],
    ),
  ],
};

type Scalar = readonly [name: string, content: string, value?: unknown];
const scalars = (field: string, rows: readonly Scalar[]): ResponseAttack[] =>
  rows.map(([name, content, value]) => ({
    ...of(name, value === undefined ? "ResponseError(value)" : "value", () =>
      record(field === "Id" ? elements({ Id: content }) : elements({ Id: "1", [field]: content })),
    ),
    service: "record",
    options: { validation: "strict" },
    ...(value === undefined ? {} : { value: [field === "Id" ? { Id: value } : { Id: 1, [field]: value }] }),
  }));

export const scalar: AttackClass<ResponseAttack> = {
  name: "scalar",
  attacks: [
    ...scalars("Id", [
      ["int-plain", "12", 12],
      ["int-plus", "+12", 12],
      ["int-min", "-2147483648", -2147483648],
      ["int-over-max", "2147483648"],
      ["int-2^53+1", "9007199254740993"],
      ["int-huge", "9".repeat(400)],
      ["int-empty", ""],
      ["int-blank", "   "],
      ["int-text", "twelve"],
      ["int-trailing-text", "12abc"],
      ["int-float", "1e3"],
      ["int-dot", "12."],
      ["int-thousands", "1,000"],
      ["int-nan", "NaN"],
      ["int-inf", "INF"],
      ["int-arabic-digits", "١٢"],
      ["int-fullwidth-digits", "１２"],
      ["int-inner-space", "1 2"],
    ]),
    ...scalars("Small", [["short-over", "32768"]]),
    ...scalars("Byte", [["unsignedByte-over", "256"]]),
    ...scalars("Flag", [
      ["bool-one", "1", true],
      ["bool-zero", "0", false],
      ["bool-yes", "yes"],
      ["bool-empty", ""],
      ["bool-two", "2"],
      ["bool-banana", "banana"],
    ]),
    ...scalars("Kind", [
      ["enum-ok", "Home", "Home"],
      ["enum-lower", "home"],
      ["enum-unknown", "Nowhere"],
      ["enum-spaces", " Home "],
      ["enum-toString", "toString"],
    ]),
    ...scalars("Amount", [
      ["decimal-plain", "12345678901234567.123456789", "12345678901234567.123456789"],
      ["decimal-inf", "INF"],
      ["decimal-nan", "NaN"],
      ["decimal-empty", ""],
      ["decimal-text", "ten"],
      ["decimal-hex", "0x1F"],
      ["decimal-two-dots", "1.2.3"],
      ["decimal-0.1-plus", "+0.1", "+0.1"],
    ]),
    ...scalars("Ratio", [
      ["double-inf", "INF", Number.POSITIVE_INFINITY],
      ["double--inf", "-INF", Number.NEGATIVE_INFINITY],
      ["double-nan", "NaN", Number.NaN],
      ["double-minus-zero", "-0", -0],
      ["double-Infinity", "Infinity"],
      ["double-empty", ""],
      ["double-text", "many"],
      ["double-overflow", "1e999"],
    ]),
    ...scalars("When", [
      ["dateTime-utc", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"],
      ["dateTime-no-timezone", "2026-01-02T03:04:05.678", "2026-01-02T03:04:05.678"],
      ["dateTime-text", "yesterday"],
      ["dateTime-feb-30", "2026-02-30T00:00:00Z"],
      ["dateTime-month-13", "2026-13-01T00:00:00Z"],
      ["dateTime-number", "1767225600000"],
      ["dateTime-rfc822", "Fri, 02 Jan 2026 03:04:05 GMT"],
      ["dateTime-space-not-T", "2026-01-02 03:04:05"],
      ["dateTime-offset-99", "2026-01-02T03:04:05+99:00"],
      ["dateTime-just-year", "2026"],
    ]),
    ...scalars("Bytes", [
      ["base64-bad-chars", "!!!!"],
      ["base64-bad-length", "QUJDR"],
    ]),
    ...scalars("Maybe", [["nillable-int-empty", ""]]),
  ],
};

export const shape: AttackClass<ResponseAttack> = {
  name: "shape",
  attacks: [
    refused("shape-missing-required-enum", () => addresses(address({ Type: undefined }))),
    of("shape-missing-optional", "value", () => addresses(address({ City: undefined, Street: undefined })), [
      (({ Street: _street, City: _city, ...rest }) => rest)(addressValue()),
    ]),
    refused("shape-empty-record", () => addresses("<EmployeeAddress/>")),
    refused("shape-duplicate-id", () => addresses(address({ Id: "1</Id><Id>2" }))),
    of("shape-unknown-extra-complex", "value", () => addresses(address({}, "<New><Deep>1</Deep></New>"))),
    of("shape-unknown-attribute", "value", () =>
      addresses(address().replace("<EmployeeAddress>", '<EmployeeAddress new="1">')),
    ),
    of("shape-wrong-order", "value", () =>
      addresses(
        `<EmployeeAddress>${elements({ Type: "HomeAddress", City: "Amsterdam", Street: "Damrak", Default: "true", Id: "1" })}</EmployeeAddress>`,
      ),
    ),
    refused("shape-case-differs", () => addresses(address({ Street: undefined, street: "Damrak" }))),
    of("shape-unknown-item-in-list", "value", () => addresses(address(), "<Other>1</Other>")),
    refused("shape-text-in-complex", () => addresses(address(), "loose text")),
    refused("shape-text-as-record", () => addresses("<EmployeeAddress>just text</EmployeeAddress>")),
    refused("shape-complex-where-scalar", () => addresses(address({ Id: "<Value>1</Value>" }))),
    refused("shape-list-where-scalar", () => addresses(address({ Id: "1 2 3" }))),
    of("shape-record-nested-in-record", "value", () => addresses(address({}, address({ Id: "2" })))),
  ],
};
