/** Tags that are compared two characters at a time: what is found has to be the same as in the text. */
import { pieces, Recorder, readChunks } from "soapwright-testing/xml/recorder";
import { XmlReader } from "../../src/xml/reader";
import { SourceText, TagText } from "../../src/xml/source-text";
import { ReaderPlan } from "../../src/xml/xml-namespaces";

const tags = ["<a>", "</a>", "<Id>", "</Id><Name>", "</Straße>", "</HouseNumber><HouseNumberAddition>", "<Ω>"];
const texts = [
  ...tags.map((tag) => `x${tag}y`),
  "</HouseNumber><HouseNumberAdditiom>",
  "</HouseNumbeR><HouseNumberAddition>",
  // The low bytes are those of `<Id>`.
  "\u013cId\u013e<Id",
  "",
];

test("a tag is found where the text has it, and only there", () => {
  const source = new SourceText();
  for (const text of texts) {
    source.replace(text);
    for (const tag of tags) {
      const tagText = new TagText(tag);
      for (let at = 0; at <= text.length; at++)
        expect([text, tag, at, tagText.isAt(at, source)]).toEqual([text, tag, at, text.startsWith(tag, at)]);
    }
  }
});

test("a text of any length replaces an earlier one, and other sources keep theirs", () => {
  const tag = new TagText("<Name>");
  const [source, other] = [new SourceText(), new SourceText()];
  other.replace("<Name>");
  for (const length of [0, 1, 9, 300_000, 2, 70_000]) {
    source.replace(`${"Ω".repeat(length)}<Name>`);
    expect(tag.isAt(length, source)).toBe(true);
    source.replace("x".repeat(length));
    expect(tag.isAt(length, source)).toBe(false);
  }
  expect(tag.isAt(0, other)).toBe(true);
});

test("every character that XML forbids is seen at every place, and no character that it allows", () => {
  const source = new SourceText();
  for (const code of [...Array(0x100).keys(), 0x7fff, 0x8000, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xfffd, 0xfffe, 0xffff]) {
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    const isForbidden = (code < 0x20 && ![0x09, 0x0a, 0x0d].includes(code)) || isSurrogate || code >= 0xfffe;
    for (let at = 0; at < 9; at++) {
      const text = `${"\u0001".repeat(3)}${"é".repeat(at)}${String.fromCharCode(code)}Ω`;
      source.replace(text);
      expect([code, at, source.hasSuspect(3)]).toEqual([code, at, isForbidden]);
      // What an earlier text has left behind the end is not seen.
      source.replace(text.slice(3, 3 + at));
      expect(source.hasSuspect(0)).toBe(false);
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
