import { slowTest } from "soapwright-testing/stage/slow";
import { expectLinear, processorMs } from "soapwright-testing/stage/time";
import { base64Digits, normalize } from "../../src/xsd/built-ins";

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
    expect(base64Digits(collapsed(text))).toBe(collapsed(text).replaceAll(" ", ""));
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

slowTest("millions of blanks between the digits of base64 take no second", async () => {
  const digits = "QUJD".repeat(1_000_000);
  const spaced = [...digits].join(" ");
  let leastMs = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3; turn++) {
    const ms = await processorMs(() => expect(base64Digits(spaced) === digits).toBe(true));
    leastMs = Math.min(leastMs, ms);
  }
  expect(leastMs).toBeLessThan(500);
});
