/** Tests `xml/reader` by itself: no entry point shows it whole. */
import { FOR_EVER_MS, processorMs } from "soapwright-testing/stage/time";
import { pieces, read, readChunks } from "soapwright-testing/xml/recorder";
import { XmlReader } from "../../src/xml/reader";

describe("reader errors", () => {
  /** Document, place of the error, part of the message. */
  const REFUSED: readonly [string, string, string][] = [
    // Documents.
    ["", "1:1", "no root element"],
    [" \n", "2:1", "no root element"],
    ["<!-- c -->", "1:11", "no root element"],
    ["<a>", "1:4", "ends inside <a>"],
    ["<a>\r\nx", "2:2", "ends inside <a>"],
    ["<a", "1:3", "ends inside markup"],
    ["<", "1:2", "ends inside markup"],
    ["<a b", "1:5", "ends inside the tag <a>"],
    ['<a b="', "1:7", "ends inside the tag <a>"],
    ["<a></a", "1:7", "ends inside <a>"],
    ["<a/><!-- ", "1:10", "ends inside a comment"],
    ["<!--", "1:5", "ends inside a comment"],
    ["<a><!--", "1:8", "ends inside <a>"],
    ["<a><![CDATA[x]]", "1:16", "ends inside <a>"],
    ["<a>&am", "1:7", "ends inside <a>"],
    ["<?xml version='1.0'", "1:20", "ends inside markup"],
    ["x<a/>", "1:1", '"x" is before the root element'],
    ["\ufeff<a/>", "1:1", "U+FEFF is before the root element"],
    ["<a/>\n x", "2:2", '"x" is after the root element'],
    ["<a/>&#32;", "1:5", '"&" is after the root element'],
    ["<a/><b/>", "1:5", "second root element"],
    ["<a/></a>", "1:5", "no element to end"],
    ["</a>", "1:1", "no element to end"],
    ["<![CDATA[x]]><a/>", "1:1", "outside the root element"],
    ["<a/><![CDATA[ ]]>", "1:5", "outside the root element"],
    // Constructs that SOAP forbids.
    ["<!DOCTYPE a><a/>", "1:1", "DTD"],
    ["<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "2:1", "DTD"],
    ["<a><!DOCTYPE a></a>", "1:4", "DTD"],
    ["<?pi x?><a/>", "1:1", "processing instruction, <?pi …?>"],
    ["<a><?xml-stylesheet href='x'?></a>", "1:4", "processing instruction, <?xml-stylesheet …?>"],
    ["<a/><?pi?>", "1:5", "processing instruction, <?pi …?>"],
    // The XML declaration.
    [" <?xml version='1.0'?><a/>", "1:2", "allowed only at the very start"],
    ["<a><?xml version='1.0'?></a>", "1:4", "allowed only at the very start"],
    ["<?xml version='1.1'?><a/>", "1:6", "XML 1.1 is not supported"],
    ["<?xml?><a/>", "1:6", 'start with version="1.0"'],
    ["<?xml encoding='utf-8'?><a/>", "1:6", 'start with version="1.0"'],
    ["<?xml version=1.0?><a/>", "1:6", 'start with version="1.0"'],
    ["<?xml version='1.0\"?><a/>", "1:6", 'start with version="1.0"'],
    ["<?xml version='1.0'encoding='utf-8'?><a/>", "1:20", "only an encoding and standalone"],
    ["<?xml version='1.0' encoding='-utf'?><a/>", "1:20", "only an encoding and standalone"],
    ["<?xml version='1.0' encoding='utf 8'?><a/>", "1:20", "only an encoding and standalone"],
    ["<?xml version='1.0' standalone='maybe'?><a/>", "1:20", "only an encoding and standalone"],
    ["<?xml version='1.0' standalone='yes' encoding='utf-8'?><a/>", "1:37", "only an encoding and standalone"],
    ["<?xml version='1.0' x='y'?><a/>", "1:20", "only an encoding and standalone"],
    ["<?XML version='1.0'?><a/>", "1:1", "processing instruction, <?XML …?>"],
    // Tags.
    ["<1/>", "1:1", 'followed by a name, not by "1"'],
    ["<-a/>", "1:1", 'followed by a name, not by "-"'],
    ["< a/>", "1:1", "followed by a name, not by U+0020"],
    ["<a><<b/></a>", "1:4", 'followed by a name, not by "<"'],
    ["<>", "1:1", 'followed by a name, not by ">"'],
    ["<\u00d7/>", "1:1", "not by U+00D7"],
    ["<\x7f/>", "1:1", "not by U+007F"],
    ["<\u{f0000}/>", "1:1", "not by U+F0000"],
    ["<a$/>", "1:3", '"$" is not allowed in the name'],
    ["<a\u2028/>", "1:3", "U+2028 is not allowed in the name"],
    ["<a></b>", "1:4", "not the </a> of the open element"],
    ["<a><b></a></b>", "1:7", "not the </b> of the open element"],
    ["<ab></a>", "1:5", "not the </ab> of the open element"],
    ["<a></ab>", "1:7", "not the </a> of the open element"],
    ["<a></a b='1'>", "1:8", "not the </a> of the open element"],
    ["<a></ a>", "1:4", "not the </a> of the open element"],
    ["<a/ >", "1:3", '"/" in a tag must be followed by ">"'],
    ["<a b=1/>", "1:6", "must be in quotes"],
    ["<a b/>", "1:5", 'the attribute "b" has no value'],
    ["<a b c='1'/>", "1:6", 'the attribute "b" has no value'],
    ["<a b='1'c='2'/>", "1:9", "must be white space before an attribute"],
    ["<a b='1' ?/>", "1:10", '"?" in the tag <a> is not an attribute'],
    ["<a 'b'/>", "1:4", "is not an attribute"],
    ["<a b='1' b='2'/>", "1:10", 'the attribute "b" appears twice'],
    ["<a b='<'/>", "1:7", "must be written as &lt;"],
    ["<a\nb='\n &x;'/>", "3:2", "the entity &x; is not declared"],
    ["<a b='&'/>", "1:7", "must be written as &amp;"],
    ["<a b='&amp'/>", "1:7", "must be written as &amp;"],
    // Text.
    ["<a>]]></a>", "1:4", "must be written as ]]&gt;"],
    ["<a>x]]]></a>", "1:6", "must be written as ]]&gt;"],
    ["<a>a & b</a>", "1:6", "must be written as &amp;"],
    ["<a>&;</a>", "1:4", "must be written as &amp;"],
    ["<a>&amp</a>", "1:4", "must be written as &amp;"],
    ["<a>&nbsp;</a>", "1:4", "the entity &nbsp; is not declared"],
    ["<a>&toString;</a>", "1:4", "the entity &toString; is not declared"],
    ["<a>&__proto__;</a>", "1:4", "the entity &__proto__; is not declared"],
    [`<a>&${"x".repeat(41)};</a>`, "1:4", "an entity is not declared"],
    ["<a>&#;</a>", "1:4", "a character reference must be"],
    ["<a>&#x;</a>", "1:4", "a character reference must be"],
    ["<a>&#X41;</a>", "1:4", "a character reference must be"],
    ["<a>&#-1;</a>", "1:4", "a character reference must be"],
    ["<a>&#1F;</a>", "1:4", "a character reference must be"],
    ["<a>&#x1G;</a>", "1:4", "a character reference must be"],
    ["<a>&x#65;</a>", "1:4", "must be written as &amp;"],
    [`<a>&${"x".repeat(40)};</a>`, "1:4", `the entity &${"x".repeat(40)}; is not declared`],
    ["<a>&# 65;</a>", "1:4", "must be written as &amp;"],
    ["<a>&#0;</a>", "1:4", "&#x0; refers to a character that XML 1.0 does not allow"],
    ["<a>&#x1;</a>", "1:4", "allow (line 1, column 4). Set quirks.allowControlCharacters: true to accept it."],
    ["<a>&#x1F;</a>", "1:4", "allow (line 1, column 4). Set quirks.allowControlCharacters: true to accept it."],
    ["<a>&#x0;</a>", "1:4", "&#x0; refers to a character that XML 1.0 does not allow ("],
    ["<a>&#xFFFE;</a>", "1:4", "&#xFFFE; refers to a character that XML 1.0 does not allow ("],
    ["<a>&#xDFFF;</a>", "1:4", "&#xDFFF; refers to"],
    ["<a>&#xD800;</a>", "1:4", "&#xD800; refers to"],
    ["<a>&#xFFFF;</a>", "1:4", "&#xFFFF; refers to"],
    ["<a>&#x110000;</a>", "1:4", "beyond U+10FFFF"],
    ["<a>&#99999999999999999999;</a>", "1:4", "beyond U+10FFFF"],
    ["<a>x\x00</a>", "1:5", "U+0000 is a character that XML 1.0 does not allow"],
    ["<a>\r\x1f</a>", "2:1", "U+001F is a character that"],
    ["<a b='\x0b'/>", "1:7", "U+000B is a character that"],
    ["<a><!--\x0c--></a>", "1:8", "U+000C is a character that"],
    ["<a>\ud800</a>", "1:4", "U+D800 is half of a surrogate pair"],
    ["<a>😀\udc00\ud800</a>", "1:6", "U+DC00 is half of a surrogate pair"],
    ["<a/>\ud83d", "1:5", "U+D83D is half of a surrogate pair"],
    ["<a>\ufffe</a>", "1:4", "U+FFFE is a character that"],
    ["<a>\x08</a>", "1:4", "U+0008 is a character that"],
    ["<a>\x0e</a>", "1:4", "U+000E is a character that"],
    ["<a>\udfff</a>", "1:4", "U+DFFF is half of a surrogate pair"],
    ["<a>\udbff</a>", "1:4", "U+DBFF is half of a surrogate pair"],
    ["<a>\uffff</a>", "1:4", "U+FFFF is a character that"],
    // Comments and CDATA.
    ["<a><!-- -- --></a>", "1:9", '"--" is not allowed in a comment'],
    ["<a><!-- ---></a>", "1:9", '"--" is not allowed in a comment'],
    ["<a><!- x --></a>", "1:4", "neither a comment nor a CDATA section"],
    ["<a><!ENTITY x 'y'></a>", "1:4", "neither a comment nor a CDATA section"],
    ["<a><![cdata[x]]></a>", "1:4", "neither a comment nor a CDATA section"],
    ["<!doctype a><a/>", "1:1", "neither a comment nor a CDATA section"],
    // Namespaces.
    ["<p:a/>", "1:1", 'the prefix of "p:a" is not bound'],
    ["<a p:b='1'/>", "1:4", 'the prefix of "p:b" is not bound'],
    ["<a xmlns:p='u'/><p:b/>", "1:17", "second root element"],
    ["<a><b xmlns:p='u'/><p:b/></a>", "1:20", 'the prefix of "p:b" is not bound'],
    ["<:a/>", "1:1", "is not a name with a prefix"],
    ["<a:/>", "1:1", "is not a name with a prefix"],
    ["<a:b:c xmlns:a='u'/>", "1:1", "is not a name with a prefix"],
    ["<a:1 xmlns:a='u'/>", "1:1", "is not a name with a prefix"],
    ["<a :b='1'/>", "1:4", "is not a name with a prefix"],
    ["<a xmlns:='u'/>", "1:4", "is not a name with a prefix"],
    ["<a xmlns:b:c='u'/>", "1:4", "is not a name with a prefix"],
    ["<a xmlns:1='u'/>", "1:4", "is not a name with a prefix"],
    [`<a ${"bcdefghij".replace(/./g, "$&='' ")}c=''/>`, "1:49", 'the attribute "c" appears twice'],
    ["<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>", "1:36", 'the attribute "q:b" appears twice'],
    ["<a xmlns='u' xmlns='v'/>", "1:14", 'the attribute "xmlns" appears twice'],
    ["<a xmlns:p='u' xmlns:p='u'/>", "1:16", 'the attribute "xmlns:p" appears twice'],
    ["<a xmlns:p=''/>", "1:4", 'the prefix "p" is bound to no namespace'],
    ["<a xmlns:xml='u'/>", "1:4", "only the prefix xml"],
    ["<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>", "1:4", "only the prefix xml"],
    ["<a xmlns='http://www.w3.org/XML/1998/namespace'/>", "1:4", "only the prefix xml"],
    ["<a xmlns:xmlns='u'/>", "1:4", "the prefix xmlns must not be declared"],
    ["<a xmlns:p='http://www.w3.org/2000/xmlns/'/>", "1:4", "no prefix may be bound"],
    ["<xmlns:a/>", "1:1", 'the prefix of "xmlns:a" is not bound'],
  ];

  describe("XmlReader refuses", () => {
    test.each(REFUSED)("%j at %s: %s", (text, place, message) => {
      const whole = read(text);
      expect(whole.error).toContain(message);
      expect(whole.error).toMatch(new RegExp(`^xml ${place} `));
      expect(readChunks(pieces(text, 1)).error).toBe(whole.error);
      const cuts = Array.from({ length: text.length }, (_, cut) => [text.slice(0, cut), text.slice(cut)]);
      expect(cuts.filter((chunks) => readChunks(chunks).error !== whole.error)).toEqual([]);
    });

    test("a DTD before anything after it is read", () => {
      expect(readChunks(["<!DOCTYPE"]).error).toMatch(/DTD/);
    });

    test.each([
      "<a xml:lang='nl' xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
      "<a xmlns:p='u' p:b='1' b='2'/>",
      "<a xmlns=''/>",
      "<a>]] ></a>",
      "<a>]]&gt;</a>",
      "<a b=']]>'/>",
      "<a><!-- - - <b> & --></a>",
      "<a>&#x10FFFF;\ufffd\u0085</a>",
      "<a>&#xD7FF;&#xE000;&#x20;&#x9;&#xFFFD;\ud7ff\ue000\u{10ffff}\x7f</a>",
      "<xmlx/>",
      "<a xmlnsx='1'/>",
    ])("not %j", (text) => {
      expect(read(text).error).toBeUndefined();
    });
  });
});

describe("reader limits", () => {
  const repeat = (text: string, times: number) => text.repeat(times);
  const attributes = (count: number) => Array.from({ length: count }, (_, index) => ` a${index}="1"`).join("");
  const nested = (depth: number) => `${repeat("<a>", depth)}${repeat("</a>", depth)}`;
  const children = (count: number) => `<a>${Array.from({ length: count }, (_, index) => `<b${index}/>`).join("")}</a>`;

  /** A text at the limit, one beyond it, the position, and the message with the option. */
  const LIMITS: readonly [string, string, string, string, string, string][] = [
    [
      "64 elements inside one another",
      nested(64),
      nested(65),
      "1:193",
      "The response has elements nested deeper than 64",
      "maxDepth",
    ],
    [
      "an empty element at the depth",
      `${repeat("<a>", 63)}<b/>${repeat("</a>", 63)}`,
      `${repeat("<a>", 64)}<b/>`,
      "1:193",
      "The response has elements nested deeper than 64",
      "maxDepth",
    ],
    [
      "64 attributes",
      `<a${attributes(64)}/>`,
      `<a${attributes(65)}/>`,
      "1:506",
      "<a> has more attributes than 64",
      "maxAttributes",
    ],
    [
      "declarations and attributes together",
      `<a xmlns="u" xmlns:p="v"${attributes(62)}/>`,
      `<a xmlns="u" xmlns:p="v"${attributes(63)}/>`,
      "1:512",
      "<a> has more attributes than 64",
      "maxAttributes",
    ],
    [
      "a text",
      `<a>${repeat("x", 1000)}</a>`,
      `<a>${repeat("x", 1001)}</a>`,
      "1:1004",
      "A text is longer than 1,000",
      "maxTextLength",
    ],
    [
      "a text of references, CDATA and pieces around comments",
      `<a>${repeat("&amp;", 500)}<!-- --><![CDATA[${repeat("y", 499)}]]>z</a>`,
      `<a>${repeat("&amp;", 500)}<!-- --><![CDATA[${repeat("y", 499)}]]>zz</a>`,
      "1:3024",
      "A text is longer than 1,000",
      "maxTextLength",
    ],
    [
      "an attribute value",
      `<a b="${repeat("x", 1000)}"/>`,
      `<a b="${repeat("x", 1001)}"/>`,
      "1:1007",
      'The value of the attribute "b" is longer than 1,000',
      "maxTextLength",
    ],
    [
      "references in a value",
      `<a b="${repeat("&lt;", 1000)}"/>`,
      `<a b="${repeat("&lt;", 1001)}"/>`,
      "1:4007",
      'The value of the attribute "b" is longer than 1,000',
      "maxTextLength",
    ],
    [
      "an element name",
      `<${repeat("n", 100)}/>`,
      `<${repeat("n", 101)}/>`,
      "1:1",
      "The name of an element is longer than 100",
      "maxNameLength",
    ],
    [
      "an attribute name",
      `<a ${repeat("n", 100)}=""/>`,
      `<a ${repeat("n", 101)}=""/>`,
      "1:4",
      "The name of an attribute is longer than 100",
      "maxNameLength",
    ],
    [
      "a namespace name",
      `<a xmlns:p="${repeat("n", 100)}"/>`,
      `<a xmlns:p="${repeat("n", 101)}"/>`,
      "1:4",
      'The namespace in the attribute "xmlns:p" is longer than 100',
      "maxNameLength",
    ],
    [
      "a reference",
      `<a>&#${repeat("0", 96)}65;</a>`,
      `<a>&#${repeat("0", 97)}65;</a>`,
      "1:4",
      "A reference is longer than 100",
      "maxNameLength",
    ],
    [
      "different names",
      children(499),
      children(500),
      "1:3387",
      "The response has more different names than 500",
      "maxNames",
    ],
  ];

  /** The remedy for a client: some limits are no options, because no service needs more. */
  function remedyFor(option: string): string {
    const raised = { maxDepth: "limits.depth", maxTextLength: "limits.textLength" }[option];
    return raised === undefined ? "Tell the owner of the service." : `Raise ${raised} to accept it.`;
  }

  const SMALL = { limits: { maxTextLength: 1000, maxNameLength: 100, maxNames: 500 } };

  describe("the reader's limits", () => {
    test.each(LIMITS)("%s: read at the limit, refused one over it", (_name, at, over, place, words, option) => {
      expect(read(at, SMALL).error).toBeUndefined();
      const { error } = read(over, SMALL);
      expect(error).toContain(
        `limit ${place} ${words} (line ${place.replace(":", ", column ")}). ${remedyFor(option)}`,
      );
      for (const size of [1, 7, 100]) {
        expect(readChunks(pieces(at, size), SMALL).error).toBeUndefined();
        expect(readChunks(pieces(over, size), SMALL).error).toBe(error);
      }
    });

    test("count each text and each attribute value for itself", () => {
      const text = repeat("x", 1000);
      expect(
        read(`<a b="${text}" c="${text}">${text}<b/>${text}<c>${text}</c>${text}</a>`, SMALL).error,
      ).toBeUndefined();
    });

    test("are these when nothing is said", () => {
      const name = repeat("n", 1024);
      expect(read(`<${name}/>`).error).toBeUndefined();
      expect(read(`<${name}n/>`).error).toMatch(/than 1,024 \(line .*\)\. Tell the owner of/);
      expect(read(children(4999)).error).toBeUndefined();
      expect(read(children(5000)).error).toMatch(/than 5,000 \(line .*\)\. Tell the owner of/);
    });

    test("can be set", () => {
      const options = { limits: { maxDepth: 2, maxAttributes: 1, maxNameLength: 3 } };
      expect(read('<abc x="1"><d/></abc>', options).error).toBeUndefined();
      expect(read("<a><a><a/></a></a>", options).error).toMatch(/than 2 \(line .*\)\. Raise limits\.depth/);
      expect(read('<a x="1" y="2"/>', options).error).toMatch(/than 1 \(line .*\)\. Tell the owner of/);
      expect(read("<abcd/>", options).error).toMatch(/than 3 \(line .*\)\. Tell the owner of/);
    });

    test("stop a declaration that is too long or does not end", () => {
      const declaration = (length: number) => `<?xml version="1.0"${repeat(" ", length - 19)}?><a/>`;
      const message = "limit 1:1 The XML declaration is longer than 100 (line";
      expect(read(declaration(100), SMALL).error).toBeUndefined();
      expect(read(declaration(101), SMALL).error).toContain(message);
      expect(readChunks(pieces(declaration(101), 10), SMALL).error).toContain(message);
      expect(readChunks([`<?xml ${repeat(" ", 94)}`], SMALL).error).toContain("ends inside markup");
      expect(readChunks([`<?xml ${repeat(" ", 95)}`], SMALL).error).toContain(message);
    });

    test("stop the name of a processing instruction that does not end", () => {
      const message = "limit 1:4 The name of a processing instruction is longer than 100 (line";
      expect(read(`<a><?${repeat("x", 98)}?></a>`, SMALL).error).toContain("which SOAP forbids");
      expect(read(`<a><?${repeat("x", 99)}`, SMALL).error).toContain(message);
    });

    test("count a name once, in however many scopes it is met", () => {
      const scopes = Array.from({ length: 20 }, (_, index) => `<b xmlns:p${index}="u"><c p${index}:d="1"/></b>`).join(
        "",
      );
      expect(read(`<a>${scopes}</a>`, { limits: { maxNames: 4 } }).error).toBeUndefined();
      expect(read(`<a>${scopes}</a>`, { limits: { maxNames: 3 } }).error).toMatch(/more different names than 3/);
    });

    test.each([
      [999, "999"],
      [12_345, "12,345"],
      [1_234_567, "1,234,567"],
    ])("are shown in groups of three digits: %i", (maxTextLength, shown) => {
      const { error } = read(`<a>${repeat("x", maxTextLength + 1)}</a>`, { limits: { maxTextLength } });
      expect(error).toContain(`A text is longer than ${shown} (line`);
    });
  });

  const MEBI = 1024 * 1024;

  /** Feeds `unit` repeatedly until it is refused or `total` units were read. Returns the number of units read. */
  function flood(start: string, unit: string, chunkLength: number, total: number): { read: number; error: unknown } {
    const listener = { startElement() {}, endElement() {}, text() {} };
    const reader = new XmlReader(listener, { limits: { maxTextLength: MEBI } });
    const chunk = repeat(unit, Math.ceil(chunkLength / unit.length));
    let count = 0;
    try {
      reader.write(start);
      while (count < total) {
        reader.write(chunk);
        count += chunk.length;
      }
    } catch (error) {
      return { read: count, error };
    }
    return { read: count, error: undefined };
  }

  describe("floods", () => {
    const STOPPED: readonly [string, string, string, number, RegExp][] = [
      ["<", "<a>", "<", MEBI, /followed by a name/],
      ["open elements", "", "<a>", MEBI, /limits\.depth/],
      ["one name", "<", "n", MEBI, /longer than 1,024/],
      ["one attribute name", "<a ", "n", MEBI, /longer than 1,024/],
      ["one prefix", "<", "p:", MEBI, /longer than 1,024/],
      ["one reference", "<a>&", "x", MEBI, /longer than 1,024/],
      ["one character reference", "<a>&#", "0", MEBI, /longer than 1,024/],
      ["one processing instruction", "<?", "x", MEBI, /longer than 1,024/],
      ["attributes", "<a", ' x="1"', MEBI, /more attributes than 64/],
      ["one attribute value", '<a b="', "v", 2 * MEBI, /limits\.textLength/],
      ["references in one value", '<a b="', "&amp;", 6 * MEBI, /limits\.textLength/],
      ["one text", "<a>", "t", 2 * MEBI, /limits\.textLength/],
      ["brackets", "<a>", "]", 2 * MEBI, /limits\.textLength/],
      ["one CDATA section", "<a><![CDATA[", "]] ", 2 * MEBI, /limits\.textLength/],
      ["CDATA sections", "<a>", "<![CDATA[x]]>", 14 * MEBI, /limits\.textLength/],
    ];
    test.each(STOPPED)("of %s end in an error, early", (_name, start, unit, most, message) => {
      const whole = flood(start, unit, 65_536, most + MEBI);
      expect(String(whole.error)).toMatch(message);
      expect(whole.read).toBeLessThanOrEqual(most);
      const inDrops = flood(start, unit, 64, MEBI / 2);
      if (inDrops.error !== undefined) expect(String(inDrops.error)).toMatch(message);
    });

    const PASSING: readonly [string, string, string][] = [
      ["blanks before the root", "", " "],
      ["comments before the root", "", "<!-- x -->"],
      ["one comment", "<!--", " - x"],
      ["blanks in a start tag", "<a", "\n"],
      ["blanks around an equals sign", "<a b", "\t"],
      ["blanks before a quote", "<a b=", " "],
      ["blanks in an end tag", "<a></a", " "],
      ["blanks after the root", "<a/>", " \r\n"],
      ["comments after the root", "<a/>", "<!---->"],
      ["comments in an element", "<a>", "<!-- - -->"],
      ["empty CDATA sections", "<a>", "<![CDATA[]]>"],
      ["empty elements", "<a>", "<b/>"],
      ["small elements", "<a>", "<b>x</b>"],
      ["elements with a namespace of their own", "<a>", '<p:b xmlns:p="u" p:c="1"></p:b>'],
    ];
    test.each(PASSING)("of %s cost time that grows with them", async (_name, start, unit) => {
      const took = await processorMs(() => {
        const { read, error } = flood(start, unit, 65_536, 2 * MEBI);
        expect(error).toBeUndefined();
        expect(read).toBeGreaterThanOrEqual(2 * MEBI);
        expect(flood(start, unit, 16, MEBI / 8).error).toBeUndefined();
      });
      // Anything quadratic takes minutes.
      expect(took).toBeLessThan(FOR_EVER_MS);
    });

    test("of children that all have other names end at the limit", () => {
      const { error } = read(children(20_000));
      expect(error).toMatch(/^limit .*more different names than/);
    });

    test("of prefixes on nested elements end at the depth", () => {
      const text = Array.from({ length: 100 }, (_, index) => `<a${index} xmlns:p${index}="u${index}">`).join("");
      expect(read(text).error).toMatch(/limits\.depth/);
    });
  });
});
