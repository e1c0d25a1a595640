import { isDeepStrictEqual } from "node:util";
import { pieces, read, readChunks } from "soapwright-testing/xml/recorder";
import { XmlReader } from "../../src/xml/reader";

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
    expect(readEveryWay("<a><b>x</b>y<b/>z</a>")).toEqual(["<}a", "<}b", "=x", "/}b", "=y", "<}b", "/}b", "=z", "/}a"]);
  });

  test("resolves prefixes, the default namespace and its undeclaration", () => {
    const text = '<a xmlns="u" xmlns:p="v"><p:b/><c xmlns=""><d/></c><e/><p:b xmlns:p="w"/></a>';
    expect(readEveryWay(text)).toEqual([
      ...["<u}a", "<v}b", "/v}b", "<}c", "<}d", "/}d", "/}c", "<u}e", "/u}e", "<w}b", "/w}b", "/u}a"],
    ]);
  });

  test("leaves attributes without prefix in no namespace and declarations out", () => {
    const text = '<p:a xmlns:p="u" xmlns="d" p:x="1" x="2" xml:lang="nl"/>';
    const attributes = ["{http://www.w3.org/XML/1998/namespace}lang=nl", "{u}x=1", "{}x=2"].map((one) => `\n  ${one}`);
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
    const look = () => resolved.push(reader.resolvePrefix("p"), reader.resolvePrefix(""), reader.resolvePrefix("none"));
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
    expect(read('<a b="&#x1;&#31;">&#x8;&#xB;</a>', options).said).toEqual(["<}a\n  {}b=\x01\x1f", "=\x08\x0b", "/}a"]);
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
