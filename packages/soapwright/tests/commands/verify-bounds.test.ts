/**
 * `verify` ends within bounds for schemas with thousands of variants. Processor time is measured, because elapsed time
 * depends on other work on the machine.
 */

import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { Folder, type SmallWsdl, smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { isSlow, sampleOf, slowTest } from "soapwright-testing/stage/slow";
import { FOR_EVER_MS } from "soapwright-testing/stage/time";
import { verify } from "../../src/commands/verify/verify";
import { Budget } from "../../src/verify/budget";

const folder = new Folder();
afterAll(() => folder.remove());

/** Returns a tenth of `count` in `make test`. */
const sized = (count: number): number => (isSlow ? count : count / 10);
const many = (count: number, each: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => each(n)).join("");
const typed = (types: string): SmallWsdl => ({ types, request: '<xs:element name="v" type="tns:T"/>' });
const complex = (content: string, beside = ""): SmallWsdl =>
  typed(`<xs:complexType name="T">${content}</xs:complexType>${beside}`);
const simple = (content: string, beside = ""): SmallWsdl =>
  typed(`<xs:simpleType name="T">${content}</xs:simpleType>${beside}`);
const element = (name: number | string, type = "xs:int", more = ""): string =>
  `<xs:element name="a${name}" type="${type}" ${more}/>`;
const unbounded = 'maxOccurs="unbounded"';
const record =
  '<xs:sequence><xs:element name="p" type="xs:string"/><xs:element name="q" type="xs:int" minOccurs="0"/></xs:sequence>';
const base = `<xs:complexType name="B"><xs:sequence>${element("b")}</xs:sequence></xs:complexType>`;
const enumeration = (count: number, value: (n: number) => string, of = "xs:string"): string =>
  `<xs:simpleType name="E"><xs:restriction base="${of}">${many(count, (n) => `<xs:enumeration value="${value(n)}"/>`)}</xs:restriction></xs:simpleType>`;
const nested = (depth: number, name = ""): string =>
  `<xs:choice ${unbounded}>${many(2, (n) => (depth === 0 ? element(`${name}${n}`) : nested(depth - 1, `${name}${n}`)))}</xs:choice>`;

async function run(
  wsdl: SmallWsdl,
  seconds?: number,
  instances = 5,
): Promise<{ code: number; output: string; ms: number }> {
  const path = folder.write(smallWsdl(wsdl));
  const streams = new RecordedStreams();
  const time = new Budget(0);
  const code = await verify(path, { quiet: true, instances, ...(seconds === undefined ? {} : { seconds }) }, streams);
  expect(streams.errors).toBe("");
  return { code, output: streams.output, ms: time.usedMs };
}

test.each<[string, SmallWsdl]>([
  [
    "a choice of 2,000 any number of times",
    complex(`<xs:choice ${unbounded}>${many(sized(2000), (n) => element(n))}</xs:choice>`),
  ],
  [
    "a choice of 400 elements of types of their own, which may be nil",
    complex(
      `<xs:choice ${unbounded}>${many(sized(400), (n) => element(n, `tns:R${n}`, `nillable="true" ${unbounded}`))}</xs:choice>`,
      many(sized(400), (n) => `<xs:complexType name="R${n}">${record}</xs:complexType>`),
    ),
  ],
  ["choices of choices any number of times", complex(nested(isSlow ? 8 : 5))],
  [
    "a choice of 400 sequences",
    complex(
      `<xs:choice ${unbounded}>${many(sized(400), (n) => `<xs:sequence>${element(`${n}x`)}${element(`${n}y`, "xs:int", 'minOccurs="0"')}</xs:sequence>`)}</xs:choice>`,
    ),
  ],
  [
    "a substitution group of 2,000",
    complex(
      `<xs:sequence><xs:element ref="tns:Head" ${unbounded}/></xs:sequence>`,
      `<xs:element name="Head" type="xs:string"/>${many(sized(2000), (n) => `<xs:element name="M${n}" type="xs:string" substitutionGroup="tns:Head"/>`)}`,
    ),
  ],
  [
    "1,000 derived types",
    complex(
      `<xs:sequence>${element(1, "tns:B", unbounded)}</xs:sequence>`,
      `${base}${many(sized(1000), (n) => `<xs:complexType name="D${n}"><xs:complexContent><xs:extension base="tns:B"><xs:sequence>${element(n)}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`)}`,
    ),
  ],
  [
    "an enumeration of 5,000",
    complex(
      `<xs:choice ${unbounded}>${element(1, "tns:E", 'nillable="true"')}${element(2)}</xs:choice>`,
      enumeration(sized(5000), (n) => `v${n}`),
    ),
  ],
  ["3,000 attributes", complex(many(sized(3000), (n) => `<xs:attribute name="a${n}" type="xs:int"/>`))],
])(
  "%s: it comes back, and in time",
  async (_, wsdl) => {
    const { code, output, ms } = await run(wsdl);
    expect(output).toContain("all came back as they were");
    expect(output).toContain("libxml2 judged 1 of 1 operation");
    expect(output).not.toMatch(/\nleft out/);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(FOR_EVER_MS);
  },
  120_000,
);

test.each<[string, SmallWsdl]>(
  sampleOf<[string, SmallWsdl]>(
    [
      [
        "a decimal enumeration of 5,000",
        complex(
          `<xs:sequence>${element(1, "tns:E")}</xs:sequence>`,
          enumeration(5000, (n) => `${n}.5`, "xs:decimal"),
        ),
      ],
      [
        "a union of 1,000 patterns",
        simple(
          `<xs:union memberTypes="${many(1000, (n) => `tns:S${n} `)}"/>`,
          many(
            1000,
            (n) =>
              `<xs:simpleType name="S${n}"><xs:restriction base="xs:string"><xs:pattern value="s${n}"/></xs:restriction></xs:simpleType>`,
          ),
        ),
      ],
    ],
    2,
  ),
)(
  "%s: what there is no time for is told in a line",
  async (_, wsdl) => {
    const { code, output, ms } = await run(wsdl, 0.5, 100_000);
    expect(output).toContain("all came back as they were");
    expect(output).toMatch(/\nleft out after 0\.5 s of processor time: \d+ instances; --seconds 10 gives it more\n/);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(FOR_EVER_MS);
  },
  120_000,
);

slowTest(
  "no stack overflows on types of thousands of levels",
  async () => {
    const deep = many(
      2000,
      (n) =>
        `<xs:complexType name="${n === 0 ? "T" : `D${n}`}"><xs:sequence><xs:element name="d${n}" type="${n < 1999 ? `tns:D${n + 1}` : "xs:int"}" minOccurs="0"/></xs:sequence></xs:complexType>`,
    );
    const { code, output } = await run(typed(deep), 1);
    expect(output).toContain("all came back as they were");
    expect(code).toBe(0);
  },
  120_000,
);

test("each payload has an instance, however short the time is", async () => {
  const { output } = await run({ request: element(1), response: element(2) }, 0.000_001);
  expect(output).toMatch(/instances: 2, all came back as they were\n/);
  expect(output).toContain("8 instances;");
});
