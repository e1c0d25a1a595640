/** Tests parts by themselves, `diagnostics`, `xml/decode` and 2 more: no entry point shows them whole. */
import { sampleOf } from "soapwright-testing/stage/slow";
import { expectLinear } from "soapwright-testing/stage/time";
import { Diagnostics, formatDiagnostic } from "../../src/diagnostics";
import { decodeDocument } from "../../src/xml/decode";
import { parseXml } from "../../src/xml/parse";
import { attributeNode, childElements, textOf } from "../../src/xml/xml";

describe("parse", () => {
  function parse(text: string, maxDepth = 200) {
    const diagnostics = new Diagnostics();
    const root = parseXml(text, "a.xml", maxDepth, diagnostics);
    return { root, printed: diagnostics.all.map(formatDiagnostic) };
  }

  describe("parsing XML with positions", () => {
    test("gives every element and attribute its line and column", () => {
      const { root } = parse('<a>\n  <b x="1"\n     y = "2 > \'1\'"/>\n</a>');
      const b = childElements(root!)[0]!;
      expect(b.position).toEqual({ file: "a.xml", line: 2, column: 3 });
      expect(attributeNode(b, "x")?.position).toEqual({ file: "a.xml", line: 2, column: 6 });
      expect(attributeNode(b, "y")?.position).toEqual({ file: "a.xml", line: 3, column: 6 });
    });

    test("resolves prefixes where they stand", () => {
      const { root } = parse('<a xmlns="urn:1" xmlns:p="urn:2"><p:b c="" p:c=""/><d xmlns=""/></a>');
      const [b, d] = childElements(root!);
      expect([root!.name, b!.name, d!.name]).toEqual([
        { namespace: "urn:1", local: "a" },
        { namespace: "urn:2", local: "b" },
        { namespace: "", local: "d" },
      ]);
      expect(b!.attributes.map((attribute) => attribute.name.namespace)).toEqual(["", "urn:2"]);
    });

    test("reads text, CDATA and character references as one", () => {
      const { root } = parse("<a>x &lt; <![CDATA[<y>]]> <!-- no --> &#233;<?pi no?></a>");
      expect(textOf(root!)).toBe("x < <y>  \u00e9");
    });

    test.each([
      [
        "an undeclared prefix of an element",
        "<a><p:b/></a>",
        "1:4: error: prefix p of element p:b is not declared. Declare it with xmlns:p=",
      ],
      ["an undeclared prefix of an attribute", '<a q:x="1"/>', "1:4: error: prefix q of attribute q:x is not declared"],
      [
        "two attributes of one name",
        '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>',
        "attribute {u}x appears twice on one element",
      ],
      ["a prefix taken back", '<a xmlns:p="u"><b xmlns:p=""/></a>', 'xmlns:p="" takes a prefix back'],
      ["a reserved prefix", '<a xmlns:xml="urn:x"/>', "binds a reserved prefix or namespace"],
      ["a name with two colons", "<a:b:c/>", "a:b:c is not a name with at most one prefix"],
      [
        "a wrong end tag",
        "<a>\n<b></a>",
        "2:7: error: not well-formed XML: unexpected close tag. The open element here is b of line 2.",
      ],
      ["an end that is missing", "<a>", "not well-formed XML: unclosed tag: a"],
      ["an empty document", "  ", "not XML: the document is empty"],
      ["text that is not XML", "hello", "1:6: error: not well-formed XML"],
      [
        "an unknown entity",
        "<a>\n &x;</a>",
        "2:2: error: not well-formed XML: &x; refers to an entity that XML does not define. Write the text that it means",
      ],
      [
        "a raw ampersand",
        "<a>\n<b>A & B</b><c>&lt;</c>\n</a>",
        "2:6: error: not well-formed XML: & starts no reference. Write &amp;",
      ],
      ["a raw ampersand at an end", "<a>x &</a>", "1:6: error: not well-formed XML: & starts no reference"],
      [
        "a raw ampersand in an attribute",
        '<a><!-- & --><![CDATA[&]]><b c="?d&e=f"/></a>',
        "1:35: error: not well-formed XML: & starts no",
      ],
      [
        "an unknown entity in an attribute",
        '<a b=" &x;"/>',
        "1:8: error: not well-formed XML: &x; refers to an entity",
      ],
    ])("refuses %s", (_what, text, message) => {
      const { root, printed } = parse(text);
      expect(root).toBeUndefined();
      expect(printed.join("\n")).toContain(message);
    });

    test("tells each undeclared prefix once", () => {
      expect(parse("<p:a><p:b/><p:c/><q:d/></p:a>").printed).toHaveLength(2);
    });

    test("stops at the depth given", () => {
      const deep = "<a>".repeat(100_000);
      expect(parse(deep).printed).toEqual([
        expect.stringContaining("1:601: error: elements nested deeper than 200. Raise the limit with --max-depth"),
      ]);
      expect(parse("<a><a/></a>", 2).root).toBeDefined();
    });

    test("reads 100,000 elements beside each other", () => {
      const { root } = parse(`<a>${"<b c='1'/>".repeat(100_000)}</a>`);
      expect(root!.content).toHaveLength(100_000);
    });
  });

  describe("document type declarations", () => {
    test.each([
      [
        "nested entities that are used",
        '<!DOCTYPE a [<!ENTITY x "1"><!ENTITY y "&x;&x;">]><a>&y;</a>',
        "2:54: error: not well-formed XML: &y;",
      ],
      [
        "an external entity that is used",
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>',
        "2:60: error: not well-formed XML: &x;",
      ],
      [
        "an entity of plain text that is used",
        '<!DOCTYPE a [<!ENTITY x "urn:x">]><a b="&x;"/>',
        "2:41: error: not well-formed XML: &x;",
      ],
      [
        "a parameter entity that is used",
        '<!DOCTYPE a [\r\n<!ENTITY % p SYSTEM "p.dtd">\r\n %p;]><a/>',
        "4:2: error: %p; refers to an entity, which is not expanded",
      ],
      [
        "a parameter entity in the value of another",
        `<!DOCTYPE a [<!ENTITY % p '1'><!ENTITY q "1%p;2">]><a/>`,
        "2:44: error: %p; refers to an entity",
      ],
      [
        "a parameter entity in a declaration",
        "<!DOCTYPE a [<!ELEMENT a %content;>]><a/>",
        "2:26: error: %content; refers to an entity",
      ],
      ["a text that does not end", '<!DOCTYPE a [<!ENTITY x "1]><a/>', "error: not well-formed XML"],
      ["a subset that does not end", "<!DOCTYPE a [<!ENTITY x '1'><a/>", "error: not well-formed XML"],
    ])("with %s is refused", (_what, text, message) => {
      const { root, printed } = parse(`\n${text}`);
      expect(root).toBeUndefined();
      expect(printed.join("\n")).toContain(`${message.startsWith("error") ? "" : "a.xml:"}${message}`);
    });

    test.each([
      ["a name", "<!DOCTYPE a>"],
      ["blanks", "<!DOCTYPE a >"],
      ["an empty subset", "<!DOCTYPE a []>"],
      ["a comment with quotes and brackets", `<!DOCTYPE a [<!-- it's ]> "nothing" %p; -->]>`],
      ["a processing instruction", "<!DOCTYPE a [<?x it's ]> %p; ?>]>"],
      ["plain text", '<!DOCTYPE a [ <!-- why --> <!ENTITY x "urn:x"> ]>'],
      [
        "a public identifier",
        '<!DOCTYPE schema PUBLIC "-//W3C//DTD XMLSchema 200102//EN" "http://localhost:9/XMLSchema.dtd">',
      ],
      ["a system identifier", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'>"],
      [
        "external entities",
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y PUBLIC "p" "http://localhost:9/%20a;">]>',
      ],
      ["parameter entities", "<!DOCTYPE a [<!ENTITY % p ''><!ENTITY % q SYSTEM 'q.dtd'>]>"],
      ["entities of entities", '<!DOCTYPE a [<!ENTITY x "1"><!ENTITY y "&x;&x;">]>'],
      ["attribute defaults", '<!DOCTYPE a [<!ATTLIST a b CDATA "100%;" xmlns:c CDATA #FIXED "urn:c>]">]>'],
      ["elements and notations", '<!DOCTYPE a [<!ELEMENT a (#PCDATA|b)*><!NOTATION n SYSTEM "n">]>'],
      [
        "what the schema of XML signatures has",
        `<!DOCTYPE schema PUBLIC "-//W3C//DTD XMLSchema 200102//EN" "http://localhost:9/x.dtd" [\r\n  <!ATTLIST schema xmlns:ds CDATA #FIXED "urn:ds">\r\n  <!ENTITY dsig 'urn:ds'>\r\n  <!ENTITY % p ''>\r\n  <!ENTITY % s ''>\r\n ]>`,
      ],
    ])("of %s is ignored with a warning", (_what, doctype) => {
      const { root, printed } = parse(`${doctype}<a/>`);
      expect(root).toMatchObject({ raw: "a", attributes: [] });
      expect([...root!.declaredPrefixes]).toEqual([]);
      expect(printed).toEqual([
        "a.xml:1:1: warning: document type declaration (DTD) ignored. What it names is not read, its entities and attribute defaults are not used.",
      ]);
    });

    test.each(
      sampleOf(["<!-- -->", "<!ENTITY % p ''>", '<!ENTITY x "&x;&x;">', "<?x ?>", '<!ATTLIST a b CDATA "">'], 5),
    )("of megabytes of %s is ignored in time that grows with them", (piece) =>
      expectLinear((size) => {
        expect(parse(`<!DOCTYPE a [${piece.repeat(size / piece.length)}]><a/>`).root).toBeDefined();
      }, 4_000_000),
    );
  });
});

describe("decode", () => {
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>\u00e9</a>`;
  const bigEndian = (text: string) => Buffer.from(text, "utf16le").swap16();
  const join = (...pieces: (Uint8Array | readonly number[])[]) =>
    Buffer.concat(pieces.map((piece) => Uint8Array.from(piece)));

  describe("decoding documents", () => {
    test.each([
      ["UTF-8 without a declaration", Buffer.from("<a>\u00e9</a>")],
      ["UTF-8 with a byte order mark", join([0xef, 0xbb, 0xbf], Buffer.from(declared("utf-8")))],
      ["ISO-8859-1 by declaration", Buffer.from(declared("ISO-8859-1"), "latin1")],
      ["windows-1252 by declaration", Buffer.from(declared("windows-1252"), "latin1")],
      ["UTF-16, little end first, with a mark", join([0xff, 0xfe], Buffer.from(declared("UTF-16"), "utf16le"))],
      ["UTF-16, big end first, with a mark", join([0xfe, 0xff], bigEndian(declared("UTF-16")))],
      ["UTF-16 without a mark", Buffer.from(declared("UTF-16LE"), "utf16le")],
    ])("reads %s", (_what, bytes) => {
      expect(decodeDocument(bytes)).toMatch(/<a>\u00e9<\/a>$/);
      expect(decodeDocument(bytes)).toMatch(/^</);
    });

    test.each([
      ["bytes that are not UTF-8", Buffer.from("<a>\u00e9</a>", "latin1"), "byte 0xE9 is not UTF-8"],
      ["an unknown encoding", Buffer.from(declared("x-mine")), "unknown encoding x-mine"],
      [
        "a mark against the declaration",
        join([0xef, 0xbb, 0xbf], Buffer.from(declared("ISO-8859-1"))),
        "declared as ISO-8859-1, but the byte order mark says UTF-8",
      ],
      [
        "UTF-16 declared on single bytes",
        Buffer.from(declared("UTF-16")),
        "declared as UTF-16, but its bytes are not UTF-16",
      ],
      ["other letters in ASCII", Buffer.from(declared("US-ASCII"), "latin1"), "byte 0xE9 is not US-ASCII"],
    ])("refuses %s", (_what, bytes, message) => {
      expect(() => decodeDocument(bytes)).toThrow(message);
    });
  });
});
