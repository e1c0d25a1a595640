import { decodeDocument } from "../../src/xml/decode";

const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>\u00e9</a>`;
const bigEndian = (text: string) => Buffer.from(text, "utf16le").swap16();
const join = (...pieces: (Uint8Array | readonly number[])[]) =>
  Buffer.concat(pieces.map((piece) => Uint8Array.from(piece)));

describe("decoding documents", () => {
  test.each([
    ["UTF-8 without a declaration", Buffer.from("<a>\u00e9</a>")],
    ["UTF-8 with a byte order mark", join([0xef, 0xbb, 0xbf], Buffer.from(declared("utf-8")))],
    ["ISO-8859-1 by declaration", Buffer.from(declared("ISO-8859-1"), "latin1")],
    ["windows-1252 by declaration", Buffer.from(declared("windows-1252"), "latin1")],
    ["UTF-16, little end first, with a mark", join([0xff, 0xfe], Buffer.from(declared("UTF-16"), "utf16le"))],
    ["UTF-16, big end first, with a mark", join([0xfe, 0xff], bigEndian(declared("UTF-16")))],
    ["UTF-16 without a mark", Buffer.from(declared("UTF-16LE"), "utf16le")],
  ])("reads %s", (_what, bytes) => {
    expect(decodeDocument(bytes)).toMatch(/<a>\u00e9<\/a>$/);
    expect(decodeDocument(bytes)).toMatch(/^</);
  });

  test.each([
    ["bytes that are not UTF-8", Buffer.from("<a>\u00e9</a>", "latin1"), "byte 0xE9 is not UTF-8"],
    ["an unknown encoding", Buffer.from(declared("x-mine")), "unknown encoding x-mine"],
    [
      "a mark against the declaration",
      join([0xef, 0xbb, 0xbf], Buffer.from(declared("ISO-8859-1"))),
      "declared as ISO-8859-1, but the byte order mark says UTF-8",
    ],
    [
      "UTF-16 declared on single bytes",
      Buffer.from(declared("UTF-16")),
      "declared as UTF-16, but its bytes are not UTF-16",
    ],
    ["other letters in ASCII", Buffer.from(declared("US-ASCII"), "latin1"), "byte 0xE9 is not US-ASCII"],
  ])("refuses %s", (_what, bytes, message) => {
    expect(() => decodeDocument(bytes)).toThrow(message);
  });
});
