import { Diagnostics, formatDiagnostic } from "../../../codegen/diagnostics";
import { attributeNode, childElements, textOf } from "../../../codegen/xml/navigate";
import { parseXml } from "../../../codegen/xml/parse";

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
    ["an unknown entity", "<a>&x;</a>", "not well-formed XML: undefined entity"],
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
    ["nested entities", '<!DOCTYPE a [<!ENTITY x "1"><!ENTITY y "&x;&x;">]><a>&y;</a>'],
    ["an external entity", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a/>'],
    ["an external subset", '<!DOCTYPE a SYSTEM "http://localhost/a.dtd"><a/>'],
    ["a parameter entity", '<!DOCTYPE a [<!ENTITY % x "1">]><a/>'],
    ["attribute defaults", '<!DOCTYPE a [<!ATTLIST a b CDATA "1">]><a/>'],
  ])("with %s is refused", (_what, text) => {
    const { root, printed } = parse(`\n${text}`);
    expect(root).toBeUndefined();
    expect(printed[0]).toContain("a.xml:2:1: error: document type declaration (DTD)");
  });

  test("that only names plain text is passed over with a warning", () => {
    const { root, printed } = parse('<!DOCTYPE a [ <!-- why --> <!ENTITY x "urn:x"> ]><a/>');
    expect(root).toBeDefined();
    expect(printed).toEqual(["a.xml:1:1: warning: document type declaration (DTD) ignored."]);
  });

  test.each(["<!DOCTYPE a>", "<!DOCTYPE a >", "<!DOCTYPE a []>", "<!DOCTYPE a [<!-- nothing -->]>"])(
    "%s is passed over with a warning",
    (doctype) => {
      const { root, printed } = parse(`${doctype}<a/>`);
      expect(root?.raw).toBe("a");
      expect(printed).toEqual([expect.stringContaining("warning: document type declaration (DTD) ignored")]);
    },
  );

  test("is never expanded", () => {
    const { root, printed } = parse('<!DOCTYPE a [<!ENTITY x "urn:x">]><a>&x;</a>');
    expect(root).toBeUndefined();
    expect(printed[1]).toContain("undefined entity");
  });
});
