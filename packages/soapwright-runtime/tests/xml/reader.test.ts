/**
 * Tests parts by themselves, `errors/response-error`, `soap/media-type` and 3 more: no entry point shows them whole.
 */
import { isDeepStrictEqual } from "node:util";
import { collectGarbage } from "soapwright-testing/collect-garbage";
import { describeError, pieces, Recorder, read, readChunks } from "soapwright-testing/xml/recorder";
import { isResponseError } from "../../src/errors/response-error";
import { readMediaType } from "../../src/soap/media-type";
import { XmlReader } from "../../src/xml/reader";
import { XmlTextDecoder } from "../../src/xml/text-decoder";
import { ReaderPlan } from "../../src/xml/xml-namespaces";

describe("reader", () => {
  /** Reads the text whole, unit by unit, and cut in two everywhere, and expects the same events. */
  function readEveryWay(text: string): readonly string[] {
    const whole = read(text);
    expect(whole.error).toBeUndefined();
    expect(readChunks(pieces(text, 1))).toEqual(whole);
    const cuts = Array.from({ length: text.length }, (_, cut) => [text.slice(0, cut), text.slice(cut)]);
    expect(cuts.filter((chunks) => !isDeepStrictEqual(readChunks(chunks), whole))).toEqual([]);
    return whole.said;
  }

  describe("XmlReader", () => {
    test("tells elements, text and their order", () => {
      expect(readEveryWay("<a><b>x</b>y<b/>z</a>")).toEqual([
        "<}a",
        "<}b",
        "=x",
        "/}b",
        "=y",
        "<}b",
        "/}b",
        "=z",
        "/}a",
      ]);
    });

    test("resolves prefixes, the default namespace and its undeclaration", () => {
      const text = '<a xmlns="u" xmlns:p="v"><p:b/><c xmlns=""><d/></c><e/><p:b xmlns:p="w"/></a>';
      expect(readEveryWay(text)).toEqual([
        ...["<u}a", "<v}b", "/v}b", "<}c", "<}d", "/}d", "/}c", "<u}e", "/u}e", "<w}b", "/w}b", "/u}a"],
      ]);
    });

    test("leaves attributes without prefix in no namespace and declarations out", () => {
      const text = '<p:a xmlns:p="u" xmlns="d" p:x="1" x="2" xml:lang="nl"/>';
      const attributes = ["{http://www.w3.org/XML/1998/namespace}lang=nl", "{u}x=1", "{}x=2"].map(
        (one) => `\n  ${one}`,
      );
      expect(readEveryWay(text)).toEqual([`<u}a${attributes.join("")}`, "/u}a"]);
    });

    test("takes a declaration that comes after its use in the same tag", () => {
      expect(readEveryWay('<p:a p:b="1" xmlns:p="u"/>')).toEqual(["<u}a\n  {u}b=1", "/u}a"]);
    });

    test("joins text across references, CDATA and comments", () => {
      expect(readEveryWay("<a>x&amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;<![CDATA[<&]]]]><!-- - -->]]&gt;y</a>")).toEqual([
        "<}a",
        "=x&<>\"'A😀<&]]]]>y",
        "/}a",
      ]);
    });

    test("says nothing for empty text and empty CDATA", () => {
      expect(readEveryWay("<a><![CDATA[]]><b></b><!----></a>")).toEqual(["<}a", "<}b", "/}b", "/}a"]);
    });

    test("turns CR LF and CR into LF, in text, CDATA and attributes", () => {
      expect(readEveryWay("<a\r\nb='1\r\n2\r3\n4\t5'>\r\n\r\r\n<![CDATA[\r\n]]>&#13;</a>\r\n")).toEqual([
        "<}a\n  {}b=1 2 3 4 5",
        "=\n\n\n\n\r",
        "/}a",
      ]);
    });

    test("keeps white space that an attribute has as references", () => {
      expect(readEveryWay('<a b="&#9;&#10;&#13;&#x20; &quot;&lt;"/>')).toEqual(['<}a\n  {}b=\t\n\r  "<', "/}a"]);
    });

    test("keeps white space around and in text", () => {
      expect(readEveryWay("<a> \t x \n </a>")).toEqual(["<}a", "= \t x \n ", "/}a"]);
    });

    test("reads characters beyond the basic plane in names, text and attributes", () => {
      expect(readEveryWay('<𐀀é·‿ ü="😀">😀é</𐀀é·‿>')).toEqual(["<}𐀀é·‿\n  {}ü=😀", "=😀é", "/}𐀀é·‿"]);
    });

    test("reads white space wherever a tag may have it", () => {
      expect(readEveryWay("<a \n b \t = '1' \n c\r=\r\"2\" ><b /><b\n></b \n></a\t>")).toEqual([
        ...["<}a\n  {}b=1\n  {}c=2", "<}b", "/}b", "<}b", "/}b", "/}a"],
      ]);
    });

    test.each([
      '<?xml version="1.0"?><a/>',
      "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<!-- c --><a/>",
      "<?xml\tversion = '1.0'\nstandalone = \"no\"?><a/><!-- c -->\n",
      "<?xml \n version\t \n=  '1.0'\t \nencoding \t = \n'Utf-8.1_x'\n \tstandalone\t =\n 'no'\t \n?><a/>",
      '<?xml version="1.0" encoding="x" standalone="yes"?><a/>',
      '<?xml version="1.0" encoding="UTF-8"?><a/>',
    ])("reads the XML declaration of %j", (text) => {
      expect(readEveryWay(text)).toEqual(["<}a", "/}a"]);
    });

    test("reads quotes of the other kind and > in attributes", () => {
      expect(readEveryWay(`<a b='"' c=">'/>"/>`)).toEqual([`<}a\n  {}b="\n  {}c=>'/>`, "/}a"]);
    });

    test("reads lists whose entries differ, declare prefixes anew and are indented", () => {
      const entry = (index: number) =>
        `<e${index % 3 === 0 ? ' xmlns="u"' : ""}><x>${index}</x>${index % 2 === 0 ? "\n  " : ""}<y xmlns:p="v" p:n="1"/></e>`;
      const text = `<l xmlns="t">${Array.from({ length: 7 }, (_, index) => entry(index)).join("")}</l>`;
      const expected = Array.from({ length: 7 }, (_, index) => {
        const namespace = index % 3 === 0 ? "u" : "t";
        const blank = index % 2 === 0 ? ["=\n  "] : [];
        const x = [`<${namespace}}x`, `=${index}`, `/${namespace}}x`];
        return [`<${namespace}}e`, ...x, ...blank, `<${namespace}}y\n  {v}n=1`, `/${namespace}}y`, `/${namespace}}e`];
      });
      expect(readEveryWay(text)).toEqual(["<t}l", ...expected.flat(), "/t}l"]);
    });

    test("does not take an entry for its twin in another namespace", () => {
      const text =
        '<a xmlns:p="u"><p:b><p:c/></p:b><x xmlns:p="v"><p:b><p:c/></p:b><p:b><p:c/></p:b></x><p:b><p:c/></p:b></a>';
      const twin = (namespace: string) => [`<${namespace}}b`, `<${namespace}}c`, `/${namespace}}c`, `/${namespace}}b`];
      expect(readEveryWay(text)).toEqual([
        "<}a",
        ...twin("u"),
        "<}x",
        ...twin("v"),
        ...twin("v"),
        "/}x",
        ...twin("u"),
        "/}a",
      ]);
    });

    test("hands out one object for one name, whatever its prefix", () => {
      const names: object[] = [];
      const reader = new XmlReader({
        startElement: (name, attributes) => names.push(name, ...attributes.map((attribute) => attribute.name)),
        endElement: (name) => names.push(name),
        text: () => undefined,
      });
      reader.write('<p:a xmlns:p="u" xmlns:q="u"><q:a p:b="1"/><p:a q:b="2"/><x xmlns="u"><a/></x></p:a>');
      reader.end();
      const isA = (name: object) => name === names[0];
      expect(names.filter(isA)).toHaveLength(8);
      expect(new Set(names).size).toBe(3);
    });

    test("resolves prefixes for values while an event is delivered", () => {
      const resolved: (string | undefined)[] = [];
      const look = () =>
        resolved.push(reader.resolvePrefix("p"), reader.resolvePrefix(""), reader.resolvePrefix("none"));
      const reader = new XmlReader({ startElement: look, endElement: look, text: look });
      reader.write('<a xmlns:p="u">t<b xmlns:p="v" xmlns="d"/></a>');
      const outer = ["u", "", undefined];
      const inner = ["v", "d", undefined];
      expect(resolved).toEqual([...outer, ...outer, ...inner, ...inner, ...outer]);
    });

    test("knows xml without a declaration", () => {
      const reader = new XmlReader({ startElement() {}, endElement() {}, text() {} });
      expect(reader.resolvePrefix("xml")).toBe("http://www.w3.org/XML/1998/namespace");
    });

    test("tells where an event starts, also when its tag is cut", () => {
      const text = '<a>\r\n  <bb\n x="1"\n>é😀t</bb\n></a>';
      const wanted = ["1:1", "1:4", "2:3", "4:2", "4:6", "5:2"];
      for (const size of [text.length, 1, 2, 3, 5, 7]) {
        const places: string[] = [];
        let isText = false;
        const look = (isNextText: boolean) => {
          const { line, column } = reader.position();
          if (!(isText && isNextText)) places.push(`${line}:${column}`);
          isText = isNextText;
        };
        const reader = new XmlReader({
          startElement: () => look(false),
          endElement: () => look(false),
          text: () => look(true),
        });
        for (const piece of pieces(text, size)) reader.write(piece);
        reader.end();
        expect(places).toEqual(wanted);
      }
    });

    test("reads references to control characters when it is allowed to, and only these", () => {
      const options = { allowControlCharacters: true };
      expect(read('<a b="&#x1;&#31;">&#x8;&#xB;</a>', options).said).toEqual([
        "<}a\n  {}b=\x01\x1f",
        "=\x08\x0b",
        "/}a",
      ]);
      for (const text of ["<a>&#0;</a>", "<a>\x01</a>", "<a>&#xFFFE;</a>", "<a>&#xD800;</a>"]) {
        expect(read(text, options).error).toMatch(/^xml 1:4 /);
      }
    });

    test("reads no further after an error of its own or of its listener", () => {
      const own = new XmlReader({ startElement() {}, endElement() {}, text() {} });
      expect(() => own.write("<a><1>")).toThrow("not well-formed");
      expect(() => own.write("</a>")).toThrow("stopped at an error");
      const listener = {
        startElement() {},
        endElement() {},
        text: () => {
          throw new RangeError("mine");
        },
      };
      const foreign = new XmlReader(listener);
      expect(() => foreign.write("<a>x")).toThrow(RangeError);
      expect(() => foreign.end()).toThrow("stopped at an error");
    });
  });
});

/** Malformed XML that services write: read with `forgiving`, refused without it. */
describe("forgiving", () => {
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
    ["utf-16 declared without a charset", undefined, utf8(declared("utf-16")), /not written in it/],
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
    ["utf-16 declared under charset utf-8", "utf-8", utf8(declared("utf-16"))],
    ["UTF-16 in capitals", "UTF-8", utf8(declared("UTF-16"))],
    ["a byte order declared under charset utf-8", "utf-8", utf8(declared("utf-16le"))],
    ["utf-16 declared behind the mark of UTF-8", undefined, utf8(`\ufeff${declared("utf-16")}`)],
    ["all three at odds", "utf-8", utf8(`\ufeff${declared("utf-16be")}`)],
    ["Latin-1 declared under charset utf-8", "utf-8", utf8(declared("iso-8859-1"))],
    ["UTF-16 with its mark under charset utf-8", "utf-8", utf16(`\ufeff${declared("utf-16")}`)],
    ["an encoding that is not supported, under charset utf-8", "utf-8", utf8(declared("utf-7"))],
  ];
  test.each(STILL_READ)("%s is read either way", (_name, charset, bytes) => {
    expect(read(charset, bytes, true)).toEqual(SAID);
    expect(read(charset, bytes, false)).toEqual(SAID);
  });

  const STILL_REFUSED: readonly [string, string | undefined, Buffer, RegExp][] = [
    ["UTF-8 declared under charset Latin-1", "iso-8859-1", utf8(declared("utf-8")), /says iso-8859-1/],
    ["UTF-16 bytes under charset utf-8", "utf-8", utf16(declared("utf-16")), /says utf-8, the XML declaration utf-16/],
    ["UTF-16 without mark and charset", undefined, utf16(declared("utf-16")), /looks like utf-16le/],
    ["UTF-16 behind a blank, without both", undefined, utf16(` ${declared("utf-16")}`), /looks like utf-16le/],
    ["the other byte order", "utf-16le", utf16(declared("utf-16be")), /declaration utf-16be/],
    ["utf-8 declared in UTF-16", "utf-16le", utf16(declared("utf-8")), /declaration utf-8/],
    ["single bytes under charset utf-16", "utf-16", utf8(declared("utf-16")), /needs a byte order mark/],
    ["a charset with one quote", "'utf-8", utf8(declared("utf-8")), /not supported/],
    ["a comment before the declaration", "utf-8", utf8(`<!-- -->${declared("utf-8")}`), /very start/],
    ["two declarations", "utf-8", utf8(`${declared("utf-8").slice(0, 38)} ${declared("utf-8")}`), /very start/],
    ["another instruction behind a blank", "utf-8", utf8(" <?pi x?><a/>"), /processing instruction/],
    [
      "a wrong declaration behind a blank",
      "utf-8",
      utf8(' \n<?xml encoding="utf-8"?><a/>'),
      /^xml 2:6 .*version="1\.0"/,
    ],
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
});

describe("reader memory", () => {
  const children = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `<${prefix}${index}/>`).join("");
  const limits = { maxNames: 100 };

  test("one answer's names do not count for another that is read at the same time", () => {
    const plan = new ReaderPlan({ limits });
    const patient = new XmlReader(new Recorder(), plan);
    patient.write("<a>");
    // Each of these exceeds the limit by itself.
    for (const prefix of ["x", "y", "z"]) {
      expect(read(`<a>${children(prefix, 101)}</a>`, plan).error).toMatch(/^limit .*more different names than/);
    }
    patient.write(`${children("own", 99)}</a>`);
    expect(() => patient.end()).not.toThrow();
  });

  test("an answer's own names count, whatever others bring in the meantime", () => {
    const plan = new ReaderPlan({ limits });
    const reader = new XmlReader(new Recorder(), plan);
    reader.write(`<a>${children("own", 99)}`);
    read(`<a>${children("other", 90)}</a>`, plan);
    expect(() => reader.write("<one-more/>")).toThrow(/more different names than 100/);
  });

  test("names without room in the cache are counted, and not kept", () => {
    const name = (index: number): string => `${"n".repeat(995)}${10_000 + index}`;
    const listener = { startElement() {}, endElement() {}, text() {} };
    const reader = new XmlReader(listener, { limits: { maxNames: 10_000 } });
    reader.write("<a>");
    for (let index = 0; index < 2_500; index++) reader.write(`<${name(index)}/>`);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let index = 2_500; index < 7_500; index++) reader.write(`<${name(index)}/>`);
    collectGarbage();
    expect((process.memoryUsage().heapUsed - before) / 2 ** 20).toBeLessThan(2);
    reader.write("</a>");
    reader.end();
  });

  test("what one document left behind changes nothing about the next", () => {
    const plan = new ReaderPlan();
    const texts = [
      "<a><b/><c/></a>",
      '<a xmlns="urn:a"><b/><c/></a>',
      '<a xmlns="urn:b"><b xmlns=""/><c/></a>',
      '<p:a xmlns:p="urn:a"><p:b/></p:a>',
      '<p:a xmlns:p="urn:b"><p:b x="1" p:x="2"/></p:a>',
      "<a><b></b><c></c><b></b></a>",
      "<a><b><c/></b></a>",
      '<q:a xmlns:q="urn:a" xmlns:p="urn:a"><p:b/><q:b/></q:a>',
      "<a><b></c></a>",
      "<p:a/>",
    ];
    for (const text of [...texts, ...texts.reverse(), ...texts]) {
      expect([text, read(text, plan)]).toEqual([text, read(text)]);
    }
  });

  test("a memory that has grown is emptied for the next document, not for those that are being read", () => {
    const plan = new ReaderPlan();
    const recorder = new Recorder();
    const reader = new XmlReader(recorder, plan);
    reader.write("<a><b/>");
    for (let round = 0; round < 4; round++) read(`<a>${children(`n${round}-`, 1_000)}</a>`, plan);
    reader.write("<b/></a>");
    reader.end();
    expect(recorder.said).toEqual(["<}a", "<}b", "/}b", "<}b", "/}b", "/}a"]);
  });

  describe("a memory that is full", () => {
    /** Elements with their own namespaces, more than any memory can hold; they add `distinct` names. */
    const filler = (distinct: number) =>
      Array.from(
        { length: 12_000 },
        (_, index) => `<f${index % distinct} xmlns="urn:filler:${index % distinct === 0 ? 0 : 1}" xmlns:p="${index}"/>`,
      ).join("");

    test.each([
      '<p:a xmlns:p="urn:a"><p:b/><p:b/></p:a>',
      '<a xmlns="urn:b"><b xmlns=""/><c/><b xmlns=""/></a>',
      '<p:a xmlns:p="urn:b"><p:b x="1" p:x="2"/><p:b x="1" p:x="2"/></p:a>',
      '<a xmlns:p="urn:a" xmlns:q="urn:a"><p:b p:x="" q:x=""/></a>',
      `<a xmlns:p="urn:a" xmlns:q="urn:a"><p:b ${"bcdefghij".replace(/./g, "$&='' ")}p:x="" q:x=""/></a>`,
      `<a ${"bcdefghij".replace(/./g, "$&='' ")}c=""/>`,
      '<a b="" b=""/>',
      "<a><b></c></a>",
      "<p:a/>",
      '<a><n xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/><n i:nil="true"/></a>',
    ])("changes nothing about what is read: %s", (text) => {
      const alone = read(`<r><g/>${text}${text}</r>`);
      const full = read(`<r><g/>${filler(2)}${text}${text}</r>`);
      expect(full.said.filter((said) => !said.includes("urn:filler"))).toEqual(alone.said);
      const message = (error: string | undefined) => error?.replace(/\d+:\d+ /, "").replace(/\(line.*/, "");
      expect(message(full.error)).toBe(message(alone.error));
    });

    test("counts names as one that has room does", () => {
      const limits = { maxNames: 500 };
      // r, 100 of the filler, one of them in its own namespace, and 399 children.
      const text = (count: number) => `<r>${filler(100)}${children("n", count)}${children("n", count)}</r>`;
      expect(read(text(399), { limits }).error).toBeUndefined();
      expect(read(text(400), { limits }).error).toMatch(/^limit .*more different names than/);
    });
  });

  describe("a start tag with attributes that was read before", () => {
    const plan = new ReaderPlan();

    test.each([
      ['<a x="1" y="2"><b x="1"/></a>', "in the same place"],
      ['<p:a xmlns:p="u"><p:b p:x="1">t</p:b></p:a>', "with a prefix"],
      ['<p:a xmlns:p="v"><p:b p:x="1">t</p:b></p:a>', "with the prefix of another namespace"],
      ['<a xmlns="u"><a xmlns="u"><a xmlns=""/></a></a>', "with declarations inside others"],
      ['<a x="1>2"><b x="&gt;" y=\'"\'/></a>', "with marks in its values"],
      ['<a x="1"><a x="1"/><a x="1" /></a>', "empty and not"],
      ['<a x="1"\ny="2"></a>', "over two lines"],
      [
        '<a xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><b i:nil="true"/><b i:nil="true"></b></a>',
        "with xsi:nil",
      ],
      ['<a xmlns:i="urn:other"><b i:nil="true"/><b i:nil="true"></b></a>', "with a nil of something else"],
    ])("means the same: %s, %s", (text) => {
      const cold = read(text);
      expect([read(text, plan), read(text, plan)]).toEqual([cold, cold]);
    });

    test("is refused where a new one is", () => {
      for (const text of ['<a><b x="1"/></a>', '<b x="1"/><b x="1"/>', '<a><b x="1">']) {
        const cold = read(text);
        expect([read(text, plan), read(text, plan)]).toEqual([cold, cold]);
      }
      expect(read('<b x="1"/><b x="1"/>', plan).error).toContain("second root");
    });
  });
});
