/** Tags that are compared as bytes: what is found has to be the same as in the text, whoever has written to the bytes since. */
import { pieces, Recorder, readChunks } from "soapwright-testing/xml/recorder";
import { XmlReader } from "../../src/xml/reader";
import { copyText, hasControl, TagText } from "../../src/xml/text-bytes";
import { ReaderPlan } from "../../src/xml/xml-namespaces";

const tags = ["<a>", "</a>", "<Id>", "</Id><Name>", "</Straße>", "</HouseNumber><HouseNumberAddition>", "<Ω>"];
const texts = [
  ...tags.map((tag) => `x${tag}y`),
  "</HouseNumber><HouseNumberAdditiom>",
  "</HouseNumbeR><HouseNumberAddition>",
  // The second has the low bytes of `<Id>`.
  "\u013cId\u013e<Id",
  "",
];

test("a tag is found where the text has it, with a copy of the text and without", () => {
  for (const text of texts) {
    for (const tag of tags) {
      const tagText = new TagText(tag);
      for (const copy of [copyText(text), 0]) {
        for (let at = 0; at <= text.length; at++)
          expect([text, tag, at, tagText.isAt(at, text, copy)]).toEqual([text, tag, at, text.startsWith(tag, at)]);
      }
    }
  }
});

test("the copy of an earlier text is not used", () => {
  const tag = new TagText("<Name>");
  const text = "<Name>";
  const copy = copyText(text);
  copyText("<Same>");
  expect(tag.isAt(0, text, copy)).toBe(true);
  expect(new TagText("<Same>").isAt(0, text, copy)).toBe(false);
});

test("a text that is too long or beyond Latin-1 has no copy", () => {
  expect(copyText("é\u00ff")).toBeGreaterThan(0);
  expect(copyText("\u0100")).toBe(0);
  expect(copyText("x".repeat(262_144))).toBeGreaterThan(0);
  expect(copyText("x".repeat(262_145))).toBe(0);
});

test("every control character that XML forbids is seen at every place, and no other character", () => {
  for (let code = 0; code < 0x100; code++) {
    const isForbidden = code < 0x20 && ![0x09, 0x0a].includes(code);
    for (let at = 0; at < 9; at++) {
      const text = `${"\u0001".repeat(3)}${"é".repeat(at)}${String.fromCharCode(code)}é`;
      copyText(text);
      expect([code, at, hasControl(3, text.length)]).toEqual([code, at, isForbidden]);
      // What an earlier text has left behind the end is not seen.
      copyText(text.slice(3, 3 + at));
      expect(hasControl(0, at)).toBe(false);
    }
  }
});

describe("readers", () => {
  const entry = (name: string, index: number) =>
    `<Entry><Identifier>${index}</Identifier><LongElementName>${name}</LongElementName></Entry>`;
  const list = (name: string) =>
    `<List>${Array.from({ length: 20 }, (_, index) => entry(name, index)).join("")}</List>`;

  test("that read in turns get their own events", () => {
    const plan = new ReaderPlan();
    const recorders = ["one", "two", "trois é", "Ω"].map((name) => ({ name, recorder: new Recorder() }));
    const open = recorders.map(({ name, recorder }) => ({
      reader: new XmlReader(recorder, plan),
      chunks: [...pieces(list(name), 37)],
    }));
    for (let turn = 0; open.some(({ chunks }) => turn < chunks.length); turn++)
      for (const { reader, chunks } of open) reader.write(chunks[turn] ?? "");
    for (const { reader } of open) reader.end();
    for (const { name, recorder } of recorders) {
      const alone = new Recorder();
      const reader = new XmlReader(alone);
      reader.write(list(name));
      reader.end();
      expect(recorder.said.join("")).toBe(alone.said.join(""));
    }
  });

  test("one that is written to by an event of another disturbs nothing", () => {
    const plan = new ReaderPlan();
    const inner = new Recorder();
    class Nested extends Recorder {
      override endElement(name: { readonly namespace: string; readonly local: string; readonly raw: string }): void {
        super.endElement(name);
        if (name.local !== "Entry") return;
        const reader = new XmlReader(inner, plan);
        reader.write(list("inner"));
        reader.end();
      }
    }
    const outer = new Nested();
    const reader = new XmlReader(outer, plan);
    reader.write(list("outer"));
    reader.end();
    const alone = new Recorder();
    const other = new XmlReader(alone);
    other.write(list("outer"));
    other.end();
    expect(outer.said).toEqual(alone.said);
  });

  test("of a broken list report the same place for every size of the pieces", () => {
    const broken = list("text").replace("</LongElementName></Entry></List>", "</LongElementNamE></Entry></List>");
    const errorOf = (size: number) => readChunks(pieces(broken, size)).error;
    const errors = [1, 5, 64, broken.length].map(errorOf);
    expect(errors[0]).toContain("LongElementName");
    expect(new Set(errors).size).toBe(1);
  });
});
