/**
 * Long character data is written in pieces, so that the event loop gets turns. No piece splits a surrogate pair or a
 * reference.
 */

import { NO_SCOPE } from "soapwright-runtime/internal";
import { writeCanonical } from "../src/canonical-writer";

const SLICE = 65_536;

/** Digests encode each piece separately: a split surrogate pair would become two wrong characters. */
async function canonical(text: string): Promise<{ readonly xml: string; readonly pieces: number }> {
  const pieces: Buffer[] = [];
  await writeCanonical(text, 0, NO_SCOPE, (piece) => pieces.push(Buffer.from(piece, "utf8")));
  return { xml: Buffer.concat(pieces).toString("utf8"), pieces: pieces.length };
}

const units: readonly (readonly [raw: string, written: string])[] = [
  ["&amp;", "&amp;"],
  ["&#233;", "\u00e9"],
  ["&#x1F600;", "\u{1F600}"],
  ["\u{1F600}", "\u{1F600}"],
  ["\r\n", "\n"],
  ["\r", "\n"],
  ["&#13;\r\n", "&#xD;\n"],
  ["&lt;a&gt;", "&lt;a&gt;"],
  ["a", "a"],
];

test.each(units)("%j is whole wherever a piece ends", async (raw, written) => {
  for (let before = 0; before < 10; before++) {
    const count = Math.ceil((2 * SLICE) / raw.length) + 1;
    const { xml, pieces } = await canonical(`<a>${"x".repeat(before)}${raw.repeat(count)}</a>`);
    expect(xml === `<a>${"x".repeat(before)}${written.repeat(count)}</a>`).toBe(true);
    expect(pieces).toBeGreaterThan(2);
  }
});

test("a CDATA section has no references, and is cut like text", async () => {
  for (const [raw, written] of [
    ["&", "&amp;"],
    ["<&a;", "&lt;&amp;a;"],
    ["\r\n", "\n"],
    ["\u{1F600}", "\u{1F600}"],
  ] as const) {
    for (let before = 0; before < 5; before++) {
      const count = Math.ceil((2 * SLICE) / raw.length) + 1;
      const { xml, pieces } = await canonical(`<a><![CDATA[${"x".repeat(before)}${raw.repeat(count)}]]><b/></a>`);
      expect(xml === `<a>${"x".repeat(before)}${written.repeat(count)}<b></b></a>`).toBe(true);
      expect(pieces).toBeGreaterThan(2);
    }
  }
});

test("a reference may be longer than a piece", async () => {
  const { xml } = await canonical(`<a>x&#${"0".repeat(2 * SLICE)}65;y</a>`);
  expect(xml).toBe("<a>xAy</a>");
});

test("the event loop has its turn within one long text as within many rows", async () => {
  for (const text of [`<a>${"&amp;\r\n".repeat(200_000)}</a>`, `<a>${"<b>1</b>".repeat(175_000)}</a>`]) {
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await writeCanonical(text, 0, NO_SCOPE, () => {});
    isOver = true;
    expect(turns).toBeGreaterThan(text.length / SLICE / 2);
  }
});
