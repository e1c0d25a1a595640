import fc from "fast-check";
import { Referee } from "soapwright-testing/referee/referee";
import { read } from "soapwright-testing/xml/recorder";
import { escapeAttribute, escapeText, findIllegalCharacter } from "../../src/xml/escape-text";

const SEED = 20_260_101;
const RUNS = process.env.FUZZ === undefined ? 500 : 100_000;

/** Strings that XML can carry, rich in special characters. */
const carried = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "&",
        "<",
        ">",
        '"',
        "'",
        "\r",
        "\n",
        "\t",
        "\r\n",
        "]]>",
        "<![CDATA[",
        "&amp;",
        "-->",
        " ",
        "é",
        "😀",
      ),
      fc.string({ unit: "binary", maxLength: 5 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""))
  .filter((text) => findIllegalCharacter(text) === -1);

describe("escaping", () => {
  test("writes what markup is made of as references, and nothing else", () => {
    expect(escapeText("a<b>&\"'\r\n\té]]>")).toBe("a&lt;b&gt;&amp;\"'&#xD;\n\té]]&gt;");
    expect(escapeAttribute("a<b>&\"'\r\n\té")).toBe("a&lt;b&gt;&amp;&quot;&apos;&#xD;&#xA;&#x9;é");
    expect(escapeText("plain é")).toBe("plain é");
    expect(escapeAttribute("plain é")).toBe("plain é");
  });

  test.each([
    ["", -1],
    ["\t\n\r é😀\ufffd\u{10ffff}", -1],
    ["ab\0", 2],
    ["\x1f", 0],
    ["a\x0b", 1],
    ["😀\ud800", 2],
    ["😀\udc00x", 2],
    ["\udc00\ud800", 0],
    ["x\ufffe", 1],
    ["x\uffff", 1],
  ])("finds what XML cannot carry in %j", (text, index) => {
    expect(findIllegalCharacter(text)).toBe(index);
  });

  test(`brings every string back through our reader (seed ${SEED})`, () => {
    fc.assert(
      fc.property(carried, (text) => {
        const { said } = read(`<a b="${escapeAttribute(text)}" c='${escapeAttribute(text)}'>${escapeText(text)}</a>`);
        expect(said).toEqual([`<}a\n  {}b=${text}\n  {}c=${text}`, ...(text === "" ? [] : [`=${text}`]), "/}a"]);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test(`brings every string back through libxml2 (seed ${SEED})`, async () => {
    const referee = new Referee();
    try {
      await fc.assert(
        fc.asyncProperty(carried, async (text) => {
          const element = await referee.parse(`<a b="${escapeAttribute(text)}">${escapeText(text)}</a>`);
          expect(element.attributes[0]?.value).toBe(text);
          expect(element.children.join("")).toBe(text);
        }),
        { seed: SEED, numRuns: RUNS },
      );
    } finally {
      await referee.close();
    }
  }, 300_000);
});
