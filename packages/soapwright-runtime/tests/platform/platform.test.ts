/** Tests `src/platform` by itself: no entry point shows it, and Node.js runs one of its two files alone. */
import * as node from "../../src/platform/node";
import * as web from "../../src/platform/web";

/** The compiler compares the two files. */
const platforms: readonly (typeof node)[] = [node, web];
const inBoth = <T>(ask: (platform: typeof node) => T): T => {
  const [inNode, inWeb] = platforms.map(ask);
  expect(inWeb).toEqual(inNode);
  return inNode!;
};

/** Longer than what `web.ts` takes in a step. */
const every = Uint8Array.from({ length: 40_001 }, (_, index) => index % 256);
const plain = every.map((byte) => byte % 128);
const texts = [
  "",
  "plain",
  "\ufeffmark",
  "h\u00e9, \u20ac, \u{1f600}",
  "half \ud83d of a pair \ude00",
  "x".repeat(20_000),
];

test("the same names", () => {
  expect(Object.keys(web).sort()).toEqual(Object.keys(node).sort());
});

test("text to bytes and back", () => {
  for (const text of texts) {
    const bytes = inBoth(({ utf8Bytes }) => [...utf8Bytes(text)]);
    inBoth(({ utf8Text }) => utf8Text(Uint8Array.from(bytes)));
    const written = inBoth(({ allocateBytes, writeUtf16 }) => {
      const memory = allocateBytes(2 * text.length + 3);
      writeUtf16(memory, text);
      return [...memory.subarray(0, 2 * text.length)];
    });
    expect(inBoth(({ utf16Text }) => utf16Text(Uint8Array.from(written)))).toBe(text);
    inBoth(({ utf16Text }) => utf16Text(Uint8Array.from([...written, 65])));
  }
});

test("code units, of which some are left out", () => {
  for (const text of [...texts, "\xff".repeat(9_000)]) {
    for (const length of [0, Math.floor(text.length / 2), text.length]) {
      const kept = inBoth(({ codeUnits, codeUnitsText }) => {
        const units = codeUnits(text);
        expect(units).toHaveLength(text.length);
        return codeUnitsText(units, length);
      });
      expect(kept).toBe(text.slice(0, length));
    }
  }
});

test("a part of larger memory", () => {
  const part = every.subarray(101, 20_202);
  inBoth(({ latin1Text }) => latin1Text(part));
  inBoth(({ latin1Text }) => latin1Text(part, 3, 70_000));
  inBoth(({ utf16Text }) => utf16Text(part));
  inBoth(({ base64Text }) => base64Text(part));
  inBoth(({ hexText }) => hexText(part));
});

test("what bytes are", () => {
  const lone = Uint8Array.of(0xed, 0xa0, 0x80);
  for (const bytes of [every, plain, plain.subarray(5, 9), lone, Uint8Array.of(0xc3, 0xa9), Uint8Array.of(0xc3)]) {
    inBoth(({ isAscii }) => isAscii(bytes));
    inBoth(({ isUtf8 }) => isUtf8(bytes));
    inBoth(({ utf8Text }) => utf8Text(bytes));
  }
});

test("base64 and hexadecimal digits", () => {
  for (let length = 0; length < 9; length++) {
    const bytes = every.subarray(250, 250 + length);
    const digits = inBoth(({ base64Text }) => base64Text(bytes));
    expect(inBoth(({ base64Bytes }) => [...base64Bytes(digits)])).toEqual([...bytes]);
    expect(inBoth(({ hexText, hexBytes }) => [...hexBytes(hexText(bytes).toUpperCase())])).toEqual([...bytes]);
  }
  for (const digits of ["YQ", "Y Q=\n=", "-_-_", "+/+/", "YWJ", "Y", "YQ==YQ==", "\u20acYQ=="])
    inBoth(({ base64Bytes }) => [...base64Bytes(digits)]);
});

test("copies, joins and comparisons", () => {
  for (const { copyBytes, joinBytes, isSameBytes } of platforms) {
    const copy = copyBytes(every);
    expect(isSameBytes(copy, every)).toBe(true);
    copy[7]!++;
    expect(isSameBytes(copy, every)).toBe(false);
    expect(isSameBytes(every, every.subarray(1))).toBe(false);
    expect(isSameBytes(joinBytes([every.subarray(0, 5), new Uint8Array(0), every.subarray(5)]), every)).toBe(true);
  }
});

test("ids are random", () => {
  for (const { randomUUID } of platforms) {
    const [one, other] = [randomUUID(), randomUUID()];
    expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(other).not.toBe(one);
  }
});

test("a later turn comes after promises, and channels in browsers have no subscribers", async () => {
  for (const { runLater, openChannel, openPhases } of platforms) {
    const order: string[] = [];
    await new Promise<void>((resolve) => {
      runLater(() => resolve(void order.push("later")));
      void Promise.resolve().then(() => order.push("promise"));
    });
    expect(order).toEqual(["promise", "later"]);
    expect(openChannel("soapwright:test").hasSubscribers).toBe(false);
    const phases = openPhases("soapwright:test");
    expect(phases.hasSubscribers).toBe(false);
    expect(phases.start.runStores({}, () => 7)).toBe(7);
  }
});
