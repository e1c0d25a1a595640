import { commentText, described, propertyName, quoted } from "../../src/emit/text";

test("a literal reads back as the text, whatever is in it", () => {
  const text = "\u0000 \u2028 \u202e \ue000 \" ' ` $ {x} \\ \ud800 \u{1f600} \u{e0001} */";
  const literal = quoted(text);
  expect(JSON.parse(literal)).toBe(text);
  expect(literal).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/u);
});

test("a literal reads back whichever character is in it, and shows each", () => {
  const wrong = [...Array(0x10000).keys()].filter((code) => {
    const text = `a${String.fromCharCode(code)}`;
    return JSON.parse(quoted(text)) !== text || /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u.test(quoted(text));
  });
  expect(wrong).toEqual([]);
});

test("a comment cannot be left", () => {
  const text = commentText("a */ b\u2028c */ * / `d` @deprecated {@link x} \u202e \u0007");
  expect(text).not.toContain("*/");
  expect(text.replaceAll("\n", "")).not.toMatch(/[`\p{Cc}\p{Cf}\u2028]/u);
  expect(text).toContain("\\@deprecated");
});

test("documentation of several lines keeps its paragraphs", () => {
  const comments = { typeComments: true };
  expect(described("  One\r\n\r\n\r\n  two ", "xs:int", comments)).toBe("One\n\ntwo\n\nxs:int");
  expect(described("One.", "xs:int", comments)).toBe("One. — xs:int");
  expect(described(undefined, "xs:int", comments)).toBe("xs:int");
  expect(["  One\r\n\r\n\r\n  two ", "One.", undefined].map((text) => described(text, "xs:int"))).toEqual([
    "One\n\ntwo",
    "One.",
    "",
  ]);
});

test("what the WSDL says of a type is one short line", () => {
  const label = described("One.", `xs:simpleType A (pattern ${"[a-z]\n\u{1f600}".repeat(200)})`, {
    typeComments: true,
  });
  expect(label).toMatch(/^One\. — xs:simpleType A \(pattern .*…$/u);
  expect(label.split("\n")).toHaveLength(1);
  expect([...label].length).toBeLessThan(120);
  expect(label).not.toMatch(/\p{Cs}/u);
});

test("a property is quoted where it must be", () => {
  expect(["a", "a-b", "__proto__", "1", "class"].map(propertyName)).toEqual([
    "a",
    '"a-b"',
    '"__proto__"',
    '"1"',
    "class",
  ]);
});
