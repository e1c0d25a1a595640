/** Texts that are not of their type and have one meaning, which lenient validation reads; and texts that have none. */
import { decoderFor } from "soapwright-testing/schema/feed";
import { type Noted, ResponseNotes } from "../../../src/schema/codec";
import type { ElementNode, NodeRef } from "../../../src/schema/tables/nodes";
import {
  attribute,
  builtIn,
  complex,
  element,
  listOf,
  many,
  nillable,
  optional,
  restriction,
  unionOf,
  xs,
} from "../tables";

interface Outcome {
  readonly value: unknown;
  readonly notes: readonly unknown[];
}

function read(node: ElementNode, xml: string): Outcome {
  const notes = new ResponseNotes();
  const { value } = decoderFor(node, xml, { validation: "lenient", notes });
  return { value, notes: notes.list };
}

function readText(type: NodeRef, text: string): Outcome {
  const { value, notes } = read(
    element("R", complex(element("A", type))),
    `<R xmlns="urn:example" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><A>${text}</A></R>`,
  );
  return { value: (value as { A: unknown }).A, notes };
}

const note = (path: string, came: string, wasRead: string, count = 1): object => ({ path, came, read: wasRead, count });
const AS_IT_CAME = "the text as it came";

const MEANT: readonly (readonly [type: Parameters<typeof builtIn>[0], text: string, value: unknown, read: string])[] = [
  ["boolean", "True", true, "true"],
  ["boolean", "FALSE", false, "false"],
  ["boolean", "Y", true, "true"],
  ["boolean", "no", false, "false"],
  ["boolean", "off", false, "false"],
  ["int", "5.0", 5, "5"],
  ["int", "-7.000", -7, "-7"],
  ["int", "1,234,567", 1234567, "1234567"],
  ["int", "1 234 567", 1234567, "1234567"],
  ["int", "12-", -12, "-12"],
  ["int", "1E3", 1000, "1000"],
  ["unsignedByte", "5.", 5, "5"],
  ["long", "9007199254740993.00", 9007199254740993n, "9007199254740993"],
  ["decimal", "1,234.50", "1234.50", "1234.50"],
  ["decimal", "1.234,50", "1234.50", "1234.50"],
  ["decimal", "1'234.50", "1234.50", "1234.50"],
  ["decimal", "-1\u00a0234,50", "-1234.50", "-1234.50"],
  ["decimal", "0,125", "0.125", "0.125"],
  ["decimal", "12,5", "12.5", "12.5"],
  ["decimal", "12.50-", "-12.50", "-12.50"],
  ["double", "1,234.50", 1234.5, "1234.50"],
  ["double", "Infinity", Number.POSITIVE_INFINITY, "INF"],
  ["double", "-inf", Number.NEGATIVE_INFINITY, "-INF"],
  ["float", "nan", Number.NaN, "NaN"],
  ["dateTime", "2017-08-01 12:12:12", "2017-08-01T12:12:12", "2017-08-01T12:12:12"],
  ["dateTime", "2017-08-01T12:12:12+0200", "2017-08-01T12:12:12+02:00", "2017-08-01T12:12:12+02:00"],
  ["dateTime", "2017-08-01 12:12:12.5 UTC", "2017-08-01T12:12:12.5Z", "2017-08-01T12:12:12.5Z"],
  ["dateTime", "2017-08-01T12:12:12-05", "2017-08-01T12:12:12-05:00", "2017-08-01T12:12:12-05:00"],
  ["dateTime", "2017-08-01t12:12z", "2017-08-01T12:12:00Z", "2017-08-01T12:12:00Z"],
  ["dateTime", "2017-08-01", "2017-08-01T00:00:00", "2017-08-01T00:00:00"],
  ["dateTime", "2017/08/01 12:12:12", "2017-08-01T12:12:12", "2017-08-01T12:12:12"],
  ["date", "2017-08-01T00:00:00", "2017-08-01", "2017-08-01"],
  ["date", "2017-08-01T00:00:00.000+02:00", "2017-08-01+02:00", "2017-08-01+02:00"],
  ["date", "20170801", "2017-08-01", "2017-08-01"],
  ["time", "08:30", "08:30:00", "08:30:00"],
  ["base64Binary", "aGk", Uint8Array.of(0x68, 0x69), "aGk="],
  ["base64Binary", "-_-_", Uint8Array.of(0xfb, 0xff, 0xbf), "+/+/"],
];

test.each(MEANT)("xs:%s %s has one meaning", (type, text, value, wasRead) => {
  expect(readText(builtIn(type), text)).toEqual({ value, notes: [note("R/A", text, wasRead)] });
});

const UNKNOWN: readonly (readonly [type: Parameters<typeof builtIn>[0], text: string])[] = [
  ["boolean", "2"],
  ["boolean", "maybe"],
  ["int", "5.5"],
  ["int", "1,234"],
  ["int", "2147483648.0"],
  ["int", "0x1F"],
  ["unsignedByte", "-1.0"],
  ["decimal", "1,234"],
  ["decimal", "1,2,3"],
  ["decimal", "12.345.67"],
  ["decimal", "-5-"],
  ["decimal", "EUR 5"],
  ["decimal", "1E99999"],
  ["double", "five"],
  ["dateTime", "0000-00-00"],
  ["dateTime", "0000-00-00 00:00:00"],
  ["dateTime", "0001-01-01T00:00:00+00:19:32"],
  ["dateTime", "2017-08-01T25:00:00"],
  ["dateTime", "01.08.2017"],
  ["dateTime", "08/01/2017"],
  ["date", "0000-00-00"],
  ["date", "2017-02-30"],
  ["date", "2017-08-01T12:00:00"],
  ["time", "12"],
  ["duration", "2 days"],
  ["base64Binary", "a"],
  ["hexBinary", "abc"],
  ["QName", "p:x"],
  ["NCName", "a b"],
];

test.each(UNKNOWN)("xs:%s %s has no one meaning, and is given as it came", (type, text) => {
  expect(readText(builtIn(type), text)).toEqual({ value: text, notes: [note("R/A", text, AS_IT_CAME)] });
});

const none = (type: NodeRef): ElementNode => element("R", complex(optional("A", type), element("B", xs.string)));

test.each(["int", "decimal", "boolean", "dateTime", "date", "QName"] as const)(
  "an empty optional element of xs:%s is absent",
  (type) => {
    for (const empty of ["<A/>", "<A></A>", "<A> \n</A>"]) {
      const { value, notes } = read(none(builtIn(type)), `<R xmlns="urn:example">${empty}<B>b</B></R>`);
      expect(value).toStrictEqual({ B: "b" });
      expect(notes).toMatchObject([{ path: "R/A", read: "undefined", count: 1 }]);
    }
  },
);

test("an empty required element is null where null is allowed, and an empty text elsewhere", () => {
  const xml = '<R xmlns="urn:example"><A/></R>';
  expect(read(element("R", complex(element("A", nillable(xs.int)))), xml)).toEqual({
    value: { A: null },
    notes: [note("R/A", "", "null")],
  });
  expect(read(element("R", complex(element("A", xs.int))), xml)).toEqual({
    value: { A: "" },
    notes: [note("R/A", "", AS_IT_CAME)],
  });
});

test("lists, unions, attributes and simple content are read as elements are", () => {
  const node = element(
    "R",
    complex(
      optional("L", listOf(xs.int)),
      optional("U", unionOf(xs.int, restriction(xs.string, { enumeration: ["none"], closed: true }))),
      optional("S", {
        kind: "complex",
        parts: [{ kind: "simpleContent", key: "value", type: xs.int }, attribute("n", xs.int)],
      }),
    ),
  );
  const wrap = (content: string): string => `<R xmlns="urn:example">${content}</R>`;
  expect(read(node, wrap("<L>1 2.0 x</L>")).value).toEqual({ L: [1, 2, "x"] });
  expect(read(node, wrap("<U>7.0</U>")).value).toEqual({ U: 7 });
  expect(read(node, wrap("<U>some</U>"))).toEqual({ value: { U: "some" }, notes: [note("R/U", "some", AS_IT_CAME)] });
  expect(read(node, wrap('<S n="">5.0</S>'))).toEqual({
    value: { S: { value: 5 } },
    notes: [note("R/S/@n", "", "undefined"), note("R/S", "5.0", "5")],
  });
  expect(read(node, wrap('<S n="x"/>')).value).toEqual({ S: { n: "x", value: "" } });
});

test("departures at one place are counted in one note, whose number is bounded", () => {
  const rows = 5_000;
  const node = element("R", complex(many("Row", complex(element("A", xs.int), element("B", xs.boolean)))));
  const xml = `<R xmlns="urn:example">${"<Row><A>1.0</A><B>True</B></Row>".repeat(rows)}</R>`;
  const { value, notes } = read(node, xml);
  expect((value as { Row: unknown[] }).Row).toHaveLength(rows);
  expect(notes).toEqual([note("R/Row[1]/A", "1.0", "1", rows), note("R/Row[1]/B", "True", "true", rows)]);

  const many100 = new ResponseNotes();
  for (let index = 0; index < 150; index++) many100.note(noted(`R/A${index}`));
  expect(many100.list).toHaveLength(101);
  expect(many100.list.at(-1)).toEqual(note("", "", "further departures", 50));
});

function noted(place: string): Noted {
  return { place, came: "", read: "undefined", path: () => place };
}
