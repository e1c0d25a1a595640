import { slowTest } from "soapwright-testing/stage/slow";
import { unicodeBlocks } from "../../src/xsd/unicode-blocks";

/** Every block begins at a multiple of sixteen. */
const starts = Array.from({ length: 0x11000 }, (_, index) => index * 16)
  .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
  .map((codePoint) => String.fromCodePoint(codePoint))
  .join("");

slowTest("every block has characters, and none has those of another", () => {
  const owner = new Map<string, string>();
  for (const [name, ranges] of Object.entries(unicodeBlocks)) {
    const members = starts.match(new RegExp(`[${ranges}]`, "gu")) ?? [];
    expect([name, members.length]).not.toEqual([name, 0]);
    for (const member of members) {
      expect([name, owner.get(member)]).toEqual([name, undefined]);
      owner.set(member, name);
    }
  }
});

test.each([
  ["Greek", "αΩ"],
  ["Cyrillic", "Яж"],
  ["Hebrew", "א"],
  ["Arabic", "ع"],
  ["Devanagari", "अ"],
  ["Thai", "ก"],
  ["GeneralPunctuation", "—…"],
  ["CurrencySymbols", "€₿"],
  ["Arrows", "→"],
  ["MathematicalOperators", "∑≠"],
  ["BoxDrawing", "│"],
  ["Dingbats", "✓"],
  ["BraillePatterns", "⠿"],
  ["Hiragana", "あ"],
  ["Katakana", "ア"],
  ["CJKUnifiedIdeographs", "漢"],
  ["HangulSyllables", "한"],
  ["AlphabeticPresentationForms", "ﬁ"],
  ["Gothic", "𐍈"],
  ["CJKUnifiedIdeographsExtensionB", "𠀀"],
])("%s has %s", (name, characters) => {
  expect(characters).toMatch(new RegExp(`^[${unicodeBlocks[name]}]+$`, "u"));
});
