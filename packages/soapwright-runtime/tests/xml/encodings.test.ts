import { canonicalEncoding, type Decoded, decodeFor } from "../../src/xml/encodings";

const single = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((page) => `windows-125${page}`),
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15].map((part) => `iso-8859-${part}`),
  ...["koi8-r", "koi8-u"],
];

describe("canonicalEncoding", () => {
  test.each<readonly [string, readonly string[]]>([
    ["utf-8", ["utf-8", "UTF8", " Utf-8\t"]],
    ["utf-16", ["utf-16", "UTF-16"]],
    ["utf-16le", ["utf-16le"]],
    ["utf-16be", ["UTF-16BE"]],
    ["iso-8859-1", ["iso-8859-1", "ISO8859-1", "iso_8859-1", "latin1", "L1"]],
    ["us-ascii", ["us-ascii", "ASCII", "iso646-us", "ansi_x3.4-1968"]],
    ["windows-1252", ["cp1252"]],
    ["iso-8859-2", ["latin2"]],
    ...single.map((name) => [name, [name, name.toUpperCase()]] as const),
  ])("%s", (canonical, labels) => {
    expect(labels.map(canonicalEncoding)).toEqual(labels.map(() => canonical));
  });

  test.each([
    ...["", "latin", "xlatin1", "latin1x", "xl1", "l10", "xus-ascii", "us-asciix", "asciix", "ansi_x3x4-1968"],
    ...["iso--8859-1", "iso-8859-1x", "iso-8859-8-i", "windows-874", "macintosh", "utf-16x", "xutf-8", "utf-8x"],
    ...["gb18030", "gbk", "big5", "euc-jp", "euc-kr", "iso-2022-jp", "shift_jis", "x-user-defined"],
  ])("does not read %j", (label) => {
    expect(canonicalEncoding(label)).toBeUndefined();
  });
});

const decode = (encoding: string, ...bytes: readonly number[]): Decoded => decodeFor(encoding)(Buffer.from(bytes));

describe("decodeFor", () => {
  test.each<readonly [string, readonly number[], string, number]>([
    ["utf-8", [], "", 0],
    ["utf-8", [0x61, 0x62], "ab", 0],
    ["utf-8", [0xc2, 0x80, 0xdf, 0xbf], "\x80\u07ff", 0],
    ["utf-8", [0xe0, 0xa0, 0x80], "\u0800", 0],
    ["utf-8", [0xf0, 0x90, 0x80, 0x80], "\u{10000}", 0],
    ["utf-8", [0x61, 0xc2], "a", 1],
    ["utf-8", [0x61, 0xe2], "a", 1],
    ["utf-8", [0x61, 0xe2, 0x82], "a", 2],
    ["utf-8", [0x61, 0xf0], "a", 1],
    ["utf-8", [0x61, 0xf0, 0x9f], "a", 2],
    ["utf-8", [0x61, 0xf0, 0x9f, 0x98], "a", 3],
    ["utf-8", [0xf0, 0x9f, 0x98], "", 3],
    ["us-ascii", [0x61, 0x7f], "a\x7f", 0],
    ["iso-8859-1", [0x7f, 0x80, 0xff], "\x7f\x80\xff", 0],
    ["windows-1252", [0x7f, 0x80, 0x9f, 0xa0, 0xff], "\x7f€Ÿ\xa0ÿ", 0],
    ["iso-8859-2", [0xa1, 0x61], "Ąa", 0],
    ["koi8-r", [0xc1], "а", 0],
    ["utf-16le", [0x61, 0, 0x62], "a", 1],
    ["utf-16le", [0xff, 0xd7, 0, 0xe0], "\ud7ff\ue000", 0],
    ["utf-16le", [0x61, 0, 0, 0xd8], "a", 2],
    ["utf-16le", [0x61, 0, 0xff, 0xdb, 0x3d], "a", 3],
    ["utf-16be", [0, 0x61, 0], "a", 1],
    ["utf-16be", [0, 0x61, 0xd8, 0], "a", 2],
    ["utf-16be", [0, 0x61, 0xdb, 0xff, 0x3d], "a", 3],
    ["utf-16be", [0xd8, 0x3d, 0xde, 0], "\u{1f600}", 0],
  ])("%s reads %j", (encoding, bytes, text, pending) => {
    expect(decode(encoding, ...bytes)).toEqual({ text, pending });
  });

  test.each<readonly [string, readonly number[], number]>([
    ["utf-8", [0x61, 0x80, 0x80, 0x80, 0x80], 1],
    ["utf-8", [0xc3, 0xa9, 0xc3, 0x28, 0x62, 0x62], 3],
    ["us-ascii", [0x61, 0x80], 1],
    ["us-ascii", [0xff], 0],
    ["windows-1252", [0x80, 0x81], 1],
    ["windows-1252", [0x9d], 0],
    ["iso-8859-7", [0x61, 0x61, 0x61, 0xae, 0x61], 3],
    ["utf-16le", [0x61, 0, 0, 0xdc], 2],
    ["utf-16le", [0x61, 0, 0, 0xd8, 0x61, 0], 2],
    ["utf-16be", [0, 0x61, 0xdc, 0], 2],
  ])("%s finds what is wrong in %j", (encoding, bytes, wrongAt) => {
    expect(decode(encoding, ...bytes)).toEqual({ wrongAt });
  });

  test("windows-1252 has what the WHATWG gives it", () => {
    const high = Array.from({ length: 32 }, (_, index) => 0x80 + index);
    const unassigned = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
    expect(high.filter((byte) => decode("windows-1252", byte).wrongAt !== undefined)).toEqual(unassigned);
    const assigned = high.filter((byte) => !unassigned.includes(byte));
    expect(decode("windows-1252", ...assigned)).toEqual({ text: "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ", pending: 0 });
  });
});
