import { expectLinear } from "soapwright-testing/stage/time";
import { normalize } from "../../src/xsd/built-ins";

/** The definition, without optimization. */
const collapsed = (text: string) => text.replace(/[ \t\n\r]+/g, " ").replace(/^ | $/g, "");
const replaced = (text: string) => text.replace(/[\t\n\r]/g, " ");

const PIECES = ["a", " ", "\t", "\n\r", "é", "\u{1F600}", "\u00a0", "b  c", "\u2028"];

test.each([10, 4000, 5000, 20_000])("texts of about %d characters, by the definition", (length) => {
  let state = length;
  for (let round = 0; round < 60; round++) {
    let text = "";
    while (text.length < length) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      text += PIECES[(state >> 8) % PIECES.length];
    }
    expect(normalize(text, "collapse")).toBe(collapsed(text));
    expect(normalize(text, "replace")).toBe(replaced(text));
    expect(normalize(text, "preserve")).toBe(text);
  }
});

test.each(["", "a", " ".repeat(5000), `${"\t".repeat(5000)}a`, `a${"\n".repeat(5000)}`])(
  "the ends of a text, case %#",
  (text) => {
    expect(normalize(text, "collapse")).toBe(collapsed(text));
    expect(normalize(text, "replace")).toBe(replaced(text));
  },
);

test("millions of characters of white space and letters cost time that grows with them", () =>
  expectLinear((count) => {
    expect(normalize("a\t\n".repeat(count), "collapse")).toHaveLength(count * 2 - 1);
  }, 1_000_000));
