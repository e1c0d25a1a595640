/** Records that a reader reports in rows: they decode as if every element came as its own events. */
import { isResponseError } from "../../../src/errors/response-error";
import { Codec, type Validation } from "../../../src/schema/codec";
import type { ElementNode } from "../../../src/schema/tables/nodes";
import type { XmlEvents } from "../../../src/xml/events";
import { XmlReader } from "../../../src/xml/reader";
import { ReaderPlan } from "../../../src/xml/xml-namespaces";
import {
  any,
  attribute,
  builtIn,
  complex,
  element,
  group,
  many,
  nillable,
  optional,
  optionalGroup,
  repeated,
  restriction,
  xs,
} from "../tables";

/** The value or the error, and the number of leaves in rows. */
interface Outcome {
  readonly value?: unknown;
  readonly error?: string;
}
interface Run {
  readonly outcome: Outcome;
  readonly items: readonly unknown[];
  readonly taken: number;
}

interface Reading {
  readonly validation: Validation;
  readonly rows: boolean;
  readonly plan: ReaderPlan;
  readonly stream?: readonly string[];
}

function run(codec: Codec, node: ElementNode, xml: string, { rows, plan, stream }: Reading): Run {
  let taken = 0;
  const items: unknown[] = [];
  const target = stream && { path: stream, onItem: (item: unknown) => void items.push(item) };
  const scope = {
    resolvePrefix: (prefix: string) => reader.resolvePrefix(prefix),
    position: () => reader.position(),
  };
  const decoder = codec.decoder(node, scope, { stream: target });
  const events: XmlEvents = {
    startElement: (name, attributes) => decoder.startElement(name, attributes),
    endElement: (name) => decoder.endElement(name),
    text: (text) => decoder.text(text),
    ...(rows && {
      leafRow(row, texts, from, to) {
        const end = decoder.leafRow!(row, texts, from, to);
        taken += end - from;
        return end;
      },
    }),
  };
  const reader: XmlReader = new XmlReader(events, plan);
  try {
    reader.write(xml);
    reader.end();
    return { outcome: { value: decoder.value }, items, taken };
  } catch (error) {
    if (!isResponseError(error)) throw error;
    return { outcome: { error: `${error.message} ${error.path} ${error.line}:${error.column}` }, items, taken };
  }
}

const LEVELS: readonly Validation[] = ["strict", "standard", "lenient"];

/** Reads `xml` with and without rows, by readers that have met rows of the kind, and at every validation level. */
function outcomes(node: ElementNode, xml: string, stream?: readonly string[]): readonly Outcome[] {
  return LEVELS.map((validation) => {
    const codec = new Codec({ validation });
    const plan = new ReaderPlan();
    const reading = { validation, plan, ...(stream && { stream }) };
    const slow = run(new Codec({ validation }), node, xml, { ...reading, plan: new ReaderPlan(), rows: false });
    for (let round = 0; round < 3; round++) {
      const fast = run(codec, node, xml, { ...reading, rows: true });
      expect([validation, round, fast.outcome, fast.items]).toEqual([validation, round, slow.outcome, slow.items]);
    }
    return slow.outcome;
  });
}

const kind = restriction(xs.string, { enumeration: ["A", "B"] });
const closed = restriction(xs.string, { enumeration: ["A", "B"], closed: true });
const record = complex(
  element("Id", xs.int),
  optional("Name", xs.string),
  optional("Flag", xs.boolean),
  element("Kind", kind),
  optional("Closed", closed),
  optional("Code", nillable(xs.int)),
  optional("Level", xs.int, { default: "7" }),
  optional("Rate", xs.decimal, { fixed: "1.0" }),
  optional("Token", xs.token),
  optional("Link", builtIn("QName")),
);
const list = element("List", complex(many("Record", record)));
const good = "<Record><Id>1</Id><Name>n</Name><Kind>A</Kind><Level>2</Level></Record>";
const listOf = (...records: readonly string[]) =>
  `<List xmlns="urn:example">\n${good.repeat(4)}\n${records.join("\n")}\n${good}</List>`;

test("leaves come in rows and are taken", () => {
  const reading = { validation: "standard", rows: true, plan: new ReaderPlan() } as const;
  const { taken } = run(new Codec({ validation: "standard" }), list, listOf(good.repeat(9)), reading);
  expect(taken).toBeGreaterThan(20);
});

test.each([
  ["all that there may be", "<Id>1</Id><Name/><Flag>true</Flag><Kind>B</Kind><Code>3</Code><Token> a  b </Token>"],
  ["an empty element with a default", "<Id>1</Id><Kind>A</Kind><Level/>"],
  ["an empty element with a fixed value", "<Id>1</Id><Kind>A</Kind><Rate></Rate>"],
  ["a value that is as the fixed one", "<Id>1</Id><Kind>A</Kind><Rate>1.00</Rate>"],
  ["white space around values", "<Id> 1\n</Id><Name> n </Name><Kind>A</Kind>"],
  ["references", "<Id>&#49;</Id><Name>a &amp; b</Name><Kind>A</Kind>"],
  ["a name with the default namespace", "<Id>1</Id><Kind>A</Kind><Link>x</Link>"],
])("a record may have %s", (_, content) => {
  for (const outcome of outcomes(list, listOf(`<Record>${content}</Record>`.repeat(3)))) {
    expect(outcome.error).toBeUndefined();
  }
});

test.each([
  ["is no number", "<Id>x</Id><Kind>A</Kind>", /Record\[5\]\/Id: expected xs:int/],
  ["is no boolean", "<Id>1</Id><Flag>yes</Flag><Kind>A</Kind>", /Record\[5\]\/Flag: expected xs:boolean/],
  ["is empty where a number is", "<Id/><Kind>A</Kind>", /Record\[5\]\/Id: expected xs:int/],
  ["is not one of a closed enumeration", "<Id>1</Id><Kind>A</Kind><Closed>C</Closed>", /Record\[5\]\/Closed: expected/],
  [
    "occurs twice",
    "<Id>1</Id><Id>2</Id><Kind>A</Kind>",
    /Record\[5\]\/Id: the element (appears twice|is out of order)/,
  ],
  ["has an unbound prefix", "<Id>1</Id><Kind>A</Kind><Link>p:x</Link>", /Record\[5\]\/Link: expected xs:QName/],
  ["has an element inside", "<Id>1</Id><Name>a<i/></Name><Kind>A</Kind>", /Record\[5\]\/Name: an element inside text/],
])("an element that %s is reported with its place", (_, content, message) => {
  for (const outcome of outcomes(list, listOf(`<Record>${content}</Record>`))) expect(outcome.error).toMatch(message);
});

test.each([
  ["an unknown value of an enumeration", "<Id>1</Id><Kind>C</Kind>", "Kind"],
  ["another value than the fixed one", "<Id>1</Id><Kind>A</Kind><Rate>2</Rate>", "Rate"],
  ["another order", "<Kind>A</Kind><Id>1</Id>", "Id"],
  ["an unknown element", "<Id>1</Id><Kind>A</Kind><New>x</New>", "New"],
])("%s is an error under strict alone", (_, content, name) => {
  const [strict, standard, lenient] = outcomes(list, listOf(`<Record>${content}</Record>`.repeat(3)));
  expect(strict?.error).toContain(name);
  expect([standard?.error, lenient?.error]).toEqual([undefined, undefined]);
});

test("a missing element is reported, except under lenient", () => {
  const [strict, standard, lenient] = outcomes(list, listOf("<Record><Id>1</Id><Name>n</Name></Record>"));
  expect([strict?.error, standard?.error]).toEqual([
    expect.stringContaining("Kind: the element is missing"),
    expect.stringContaining("Kind: the element is missing"),
  ]);
  expect(lenient?.error).toBeUndefined();
});

const inner = "<In><A>1</A><B>2</B></In>";
test.each<[string, ElementNode, string]>([
  ["lists of leaves", element("L", complex(many("A", xs.int), many("B", xs.string))), "<A>1</A><B>x</B>"],
  ["choices", element("L", complex(group("choice", element("A", xs.int), element("B", xs.int)))), "<A>1</A>"],
  [
    "two branches of a choice",
    element("L", complex(group("choice", element("A", xs.int), element("B", xs.int)))),
    "<A>1</A><B>2</B>",
  ],
  [
    "optional groups",
    element("L", complex(optionalGroup("sequence", element("A", xs.int), element("B", xs.int)))),
    "<A>1</A><B>2</B>",
  ],
  [
    "groups in any order",
    element("L", complex(group("all", element("A", xs.int), element("B", xs.int)))),
    "<B>1</B><A>2</A>",
  ],
  [
    "repeated groups",
    element("L", complex(repeated("items", group("sequence", element("A", xs.int), element("B", xs.int))))),
    "<A>1</A><B>2</B><A>3</A><B>4</B>",
  ],
  [
    "a name in two places",
    element(
      "L",
      complex(
        element("A", xs.int),
        element("B", xs.int),
        optional("C", xs.int, { name: { namespace: "urn:example", local: "A" } }),
      ),
    ),
    "<A>1</A><B>2</B>",
  ],
  ["wildcards", element("L", complex(element("A", xs.int), any("rest"))), "<A>1</A><B>2</B>"],
  [
    "mixed content",
    element("L", complex({ kind: "mixed", key: "items", particles: [element("A", xs.int), element("B", xs.int)] })),
    "<A>1</A><B>2</B>",
  ],
  ["any content", element("L", { kind: "anyType" }), "<A>1</A><B>p:x</B>"],
  ["simple content", element("L", complex({ kind: "simpleContent", key: "value", type: xs.int })), "1"],
  [
    "elements between",
    element(
      "L",
      complex(
        element("A", xs.int),
        element("In", complex(element("A", xs.int), element("B", xs.int))),
        element("B", xs.int),
      ),
    ),
    `<A>1</A>${inner}<B>2</B>`,
  ],
  [
    "attributes on it",
    element("L", complex(element("A", xs.int), element("B", xs.int), attribute("x", xs.int))),
    "<A>1</A><B>2</B>",
  ],
])("rows in %s are decoded as ever", (_, leaf, content) => {
  const all = element("All", complex(many("L", typeOf(leaf))));
  const xml = `<All xmlns="urn:example">${`<L>${content}</L>`.repeat(6)}<L><A>1</A></L><L><B>x</B></L></All>`;
  outcomes(all, xml);
  outcomes(all, `<All xmlns="urn:example">${`<L>${content}</L>`.repeat(6)}</All>`);
});

function typeOf({ type }: ElementNode): ElementNode["type"] {
  return type;
}

test("records of more than 31 elements are decoded as ever", () => {
  const names = Array.from({ length: 40 }, (_, index) => `E${index}`);
  const wide = element("List", complex(many("Record", complex(...names.map((name) => optional(name, xs.int))))));
  const wideRecord = (step: number) =>
    `<Record>${names.map((name, index) => (index % step === 0 ? `<${name}>${index}</${name}>` : "")).join("")}</Record>`;
  const xml = `<List xmlns="urn:example">${[1, 1, 1, 2, 3, 1].map(wideRecord).join("")}</List>`;
  for (const { error } of outcomes(wide, xml)) expect(error).toBeUndefined();
});

test("streamed records are handed over as they come", () => {
  outcomes(list, listOf(good, "<Record><Id>2</Id><Kind>A</Kind></Record>"), ["Record"]);
  outcomes(list, listOf(good, "<Record><Id>x</Id><Kind>A</Kind></Record>"), ["Record"]);
  const names = element("List", complex(element("Head", xs.int), many("Name", xs.string)));
  outcomes(names, '<List xmlns="urn:example"><Head>1</Head><Name>a</Name><Name>b</Name></List>', ["Name"]);
});

test("unknown records are read past", () => {
  const unknown = "<Other><A>1</A><B>2</B><C>x &amp; y</C></Other>".repeat(5);
  const [strict, standard] = outcomes(list, `<List xmlns="urn:example">${unknown}${good}</List>`);
  expect(strict?.error).toContain("Other");
  expect(standard?.error).toBeUndefined();
});
