/** Malformed XML that services write: read with `forgiving`, refused without it. */

import { describeError, Recorder } from "soapwright-testing/xml/recorder";
import { isResponseError } from "../../src/errors/response-error";
import { readMediaType } from "../../src/soap/response-reader";
import { XmlReader } from "../../src/xml/reader";
import { XmlTextDecoder } from "../../src/xml/text-decoder";
import { ReaderPlan } from "../../src/xml/xml-namespaces";

const SAID = ["<}a", "=é€😀", "/}a"];
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>é€😀</a>`;
const utf8 = (text: string) => Buffer.from(text, "utf8");
const utf16 = (text: string) => Buffer.from(text, "utf16le");
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

/** The result of the decoder and the reader for bytes in chunks of one size. */
function readIn(size: number, charset: string | undefined, bytes: Buffer, forgiving: boolean): readonly string[] {
  const plan = new ReaderPlan({ forgiving });
  const recorder = new Recorder();
  const decoder = new XmlTextDecoder(charset, plan);
  const reader = new XmlReader(recorder, plan);
  try {
    for (let at = 0; at < bytes.length; at += size) reader.write(decoder.write(bytes.subarray(at, at + size)));
    reader.write(decoder.end());
    reader.end();
    return recorder.said;
  } catch (error) {
    if (!isResponseError(error)) throw error;
    return [describeError(error)];
  }
}

/** The same in chunks of every size: the whole, bytes, threes and sevens. */
function read(charset: string | undefined, bytes: Buffer, forgiving = true): readonly string[] {
  const readings = [bytes.length, 1, 3, 7].map((size) => readIn(size, charset, bytes, forgiving));
  for (const reading of readings) expect(reading).toEqual(readings[0]);
  return readings[0]!;
}

const FORGIVEN: readonly [string, string | undefined, Buffer, RegExp][] = [
  ["utf-16 declared under charset utf-8", "utf-8", utf8(declared("utf-16")), /says utf-8, the XML declaration utf-16/],
  ["UTF-16 in capitals", "UTF-8", utf8(declared("UTF-16")), /says utf-8/],
  ["a byte order declared under charset utf-8", "utf-8", utf8(declared("utf-16le")), /says utf-8/],
  ["utf-16 declared without a charset", undefined, utf8(declared("utf-16")), /not written in it/],
  ["utf-16 declared behind the mark of UTF-8", undefined, utf8(`\ufeff${declared("utf-16")}`), /mark says utf-8/],
  ["all three at odds", "utf-8", utf8(`\ufeff${declared("utf-16be")}`), /says utf-8/],
  ["a blank before the declaration", "utf-8", utf8(` ${declared("utf-8")}`), /is allowed only at the very start/],
  ["several blanks", undefined, utf8(` \t  ${declared("utf-8")}`), /very start/],
  ["line breaks of both kinds", undefined, utf8(`\r\n\n\r${declared("utf-8")}`), /very start/],
  ["blanks behind a mark", undefined, utf8(`\ufeff\r\n${declared("utf-8")}`), /very start/],
  ["a blank and utf-16 at once", "utf-8", utf8(`\n${declared("utf-16")}`), /very start/],
  ["five hundred blanks", undefined, utf8(`${" ".repeat(500)}${declared("utf-16")}`), /very start/],
  ["more blanks than are looked through", "utf-8", utf8(`${"\n".repeat(5000)}${declared("utf-16")}`), /very start/],
  ["a blank in UTF-16", "utf-16", utf16(` ${declared("utf-16")}`), /needs a byte order mark/],
  ["a line break in big endian", "utf-16", utf16be(`\n${declared("utf-16")}`), /needs a byte order mark/],
  ["a charset in single quotes", "'utf-8'", utf8(declared("utf-8")), /charset parameter names an encoding/],
  ["one in capitals, among blanks", " 'UTF-8' ", utf8(declared("utf-8")), /charset parameter names an encoding/],
  ["single quotes around utf-16", "'utf-16le'", utf16(declared("utf-16")), /charset parameter names an encoding/],
];

describe.each(FORGIVEN)("%s", (_name, charset, bytes, refusal) => {
  test("is read when it is forgiven", () => {
    expect(read(charset, bytes)).toEqual(SAID);
  });

  test("is refused when it is not", () => {
    expect(read(charset, bytes, false).at(-1)).toMatch(refusal);
  });
});

test.each(["text/xml; charset='utf-8'", "text/xml;charset = 'UTF-8' ; action=\"a\""])(
  "the header %s is read when it is forgiven",
  (header) => {
    const { charset } = readMediaType(header);
    expect(read(charset, utf8(declared("utf-8")))).toEqual(SAID);
    expect(read(charset, utf8(declared("utf-8")), false).at(-1)).toMatch(/charset parameter names an encoding/);
  },
);

test("the declared encoding is found behind blanks", () => {
  const bytes = Buffer.from('\n <?xml version="1.0" encoding="iso-8859-1"?><a>é</a>', "latin1");
  expect(read(undefined, bytes)).toEqual(["<}a", "=é", "/}a"]);
});

test("utf-16 declared over Latin-1 bytes under that charset is read as the charset says", () => {
  const bytes = Buffer.from('<?xml version="1.0" encoding="utf-16"?><a>é</a>', "latin1");
  expect(read("iso-8859-1", bytes)).toEqual(["<}a", "=é", "/}a"]);
});

const STILL_READ: readonly [string, string | undefined, Buffer][] = [
  ["UTF-16 that is UTF-16, by its mark", undefined, utf16(`\ufeff${declared("utf-16")}`)],
  ["UTF-16 in big endian, by its mark and charset", "utf-16", utf16be(`\ufeff${declared("utf-16")}`)],
  ["UTF-16 by charset", "utf-16le", utf16(declared("utf-16"))],
  ["a blank without a declaration", "utf-8", utf8(" \n<a>é€😀</a>")],
  ["no declaration", undefined, utf8("<a>é€😀</a>")],
  ["a charset in double quotes", '"utf-8"', utf8(declared("utf-8"))],
];
test.each(STILL_READ)("%s is read either way", (_name, charset, bytes) => {
  expect(read(charset, bytes, true)).toEqual(SAID);
  expect(read(charset, bytes, false)).toEqual(SAID);
});

const STILL_REFUSED: readonly [string, string | undefined, Buffer, RegExp][] = [
  ["Latin-1 declared under charset utf-8", "utf-8", utf8(declared("iso-8859-1")), /declaration iso-8859-1/],
  ["UTF-8 declared under charset Latin-1", "iso-8859-1", utf8(declared("utf-8")), /says iso-8859-1/],
  ["UTF-16 bytes under charset utf-8", "utf-8", utf16(declared("utf-16")), /says utf-8, the XML declaration utf-16/],
  ["UTF-16 with its mark under charset utf-8", "utf-8", utf16(`\ufeff${declared("utf-16")}`), /mark utf-16le/],
  ["UTF-16 without mark and charset", undefined, utf16(declared("utf-16")), /looks like utf-16le/],
  ["UTF-16 behind a blank, without both", undefined, utf16(` ${declared("utf-16")}`), /looks like utf-16le/],
  ["the other byte order", "utf-16le", utf16(declared("utf-16be")), /declaration utf-16be/],
  ["utf-8 declared in UTF-16", "utf-16le", utf16(declared("utf-8")), /declaration utf-8/],
  ["single bytes under charset utf-16", "utf-16", utf8(declared("utf-16")), /needs a byte order mark/],
  ["an encoding that is not supported", "utf-8", utf8(declared("utf-7")), /not supported/],
  ["a charset with one quote", "'utf-8", utf8(declared("utf-8")), /not supported/],
  ["a comment before the declaration", "utf-8", utf8(`<!-- -->${declared("utf-8")}`), /very start/],
  ["two declarations", "utf-8", utf8(`${declared("utf-8").slice(0, 38)} ${declared("utf-8")}`), /very start/],
  ["another instruction behind a blank", "utf-8", utf8(" <?pi x?><a/>"), /processing instruction/],
  ["a wrong declaration behind a blank", "utf-8", utf8(' \n<?xml encoding="utf-8"?><a/>'), /^xml 2:6 .*version="1\.0"/],
  ["a text before the declaration", "utf-8", utf8(`x${declared("utf-8")}`), /is before the root/],
  ["another space than XML's", "utf-8", utf8(`\u00a0${declared("utf-8")}`), /is before the root/],
  ["blanks alone", "utf-8", utf8(" \r\n "), /no root element/],
];
test.each(STILL_REFUSED)("%s is refused either way", (_name, charset, bytes, refusal) => {
  expect(read(charset, bytes, true).at(-1)).toMatch(refusal);
  expect(readIn(bytes.length, charset, bytes, false).at(-1)).toMatch(/^xml /);
});

test("a declaration behind blanks counts its own length against the limit", () => {
  const plan = new ReaderPlan({ forgiving: true, limits: { maxNameLength: 60 } });
  const read = (text: string) => {
    const reader = new XmlReader(new Recorder(), plan);
    reader.write(text);
    reader.end();
  };
  expect(() => read(`${" ".repeat(100)}<?xml version="1.0"?><a/>`)).not.toThrow();
  expect(() => read(` <?xml version="1.0"${" ".repeat(100)}?><a/>`)).toThrow(/longer than 60.*line 1, column 2/);
});
