import { isResponseError, type ResponseError } from "../../src/errors/response-error";
import { XmlTextDecoder } from "../../src/xml/text-decoder";

type Encoding = "utf8" | "utf16le" | "utf16be" | "latin1";

function encode(text: string, encoding: Encoding): Buffer {
  return encoding === "utf16be" ? Buffer.from(text, "utf16le").swap16() : Buffer.from(text, encoding);
}

function decode(charset: string | undefined, bytes: Buffer, chunk = bytes.length || 1): string {
  const decoder = new XmlTextDecoder(charset);
  let text = "";
  for (let at = 0; at < bytes.length; at += chunk) text += decoder.write(bytes.subarray(at, at + chunk));
  return text + decoder.end();
}

function refusal(charset: string | undefined, bytes: Buffer): ResponseError {
  for (const chunk of [bytes.length, 1]) {
    try {
      decode(charset, bytes, chunk);
    } catch (error) {
      if (!isResponseError(error)) throw error;
      expect(error.reason).toBe("xml");
      if (chunk === 1) return error;
      continue;
    }
    throw new Error("it was read");
  }
  throw new Error("it was read");
}

const BODY = "<a>é€😀\r\nx</a>";
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${BODY}`;

describe("XmlTextDecoder", () => {
  const read: readonly [string, string | undefined, Buffer, string][] = [
    ["UTF-8 when nothing says otherwise", undefined, encode(BODY, "utf8"), BODY],
    ["UTF-8 with a mark, which is not text", undefined, encode(`\ufeff${BODY}`, "utf8"), BODY],
    ["UTF-8 by declaration", undefined, encode(declared("utf-8"), "utf8"), declared("utf-8")],
    ["UTF-8 by all three", "UTF-8", encode(`\ufeff${declared("Utf8")}`, "utf8"), declared("Utf8")],
    ["a quoted charset parameter", '"utf-8"', encode(BODY, "utf8"), BODY],
    ["UTF-16 little endian by its mark", undefined, encode(`\ufeff${BODY}`, "utf16le"), BODY],
    ["UTF-16 big endian by its mark", undefined, encode(`\ufeff${BODY}`, "utf16be"), BODY],
    ["UTF-16 by mark and declaration", undefined, encode(`\ufeff${declared("utf-16")}`, "utf16le"), declared("utf-16")],
    ["utf-16 as charset with a mark", "utf-16", encode(`\ufeff${BODY}`, "utf16be"), BODY],
    ["utf-16 as charset without a mark", "utf-16", encode(declared("UTF-16"), "utf16be"), declared("UTF-16")],
    ["utf-16le as charset without a mark", "utf-16le", encode(BODY, "utf16le"), BODY],
    ["Latin-1 by charset", "iso-8859-1", encode("<a>é</a>", "latin1"), "<a>é</a>"],
    [
      "Latin-1 by declaration",
      undefined,
      encode("<?xml version='1.0' encoding='ISO-8859-1'?><a>é\x93</a>", "latin1"),
      "<?xml version='1.0' encoding='ISO-8859-1'?><a>é\x93</a>",
    ],
    [
      "windows-1252 by declaration",
      undefined,
      encode("<?xml version='1.0' encoding='windows-1252'?><a>\x80\x93</a>", "latin1"),
      "<?xml version='1.0' encoding='windows-1252'?><a>€“</a>",
    ],
    ["US-ASCII by charset", "US-ASCII", encode("<a>x</a>", "latin1"), "<a>x</a>"],
    ["an empty answer", undefined, Buffer.alloc(0), ""],
    ["three bytes", undefined, Buffer.from("<a>"), "<a>"],
    [
      "a declaration that never ends, for the reader to refuse",
      undefined,
      Buffer.from("<?xml version"),
      "<?xml version",
    ],
  ];
  test.each(read)("reads %s, whole and byte by byte", (_name, charset, bytes, text) => {
    expect(decode(charset, bytes)).toBe(text);
    expect(decode(charset, bytes, 1)).toBe(text);
    expect(decode(charset, bytes, 3)).toBe(text);
  });

  const contradictions: readonly [string, string | undefined, Buffer, RegExp][] = [
    [
      "charset and mark",
      "iso-8859-1",
      encode(`\ufeff${BODY}`, "utf8"),
      /charset parameter says iso-8859-1.*mark utf-8/,
    ],
    ["charset and declaration", "iso-8859-1", encode(declared("utf-8"), "utf8"), /declaration utf-8/],
    ["charset UTF-8 and declared Latin-1", "utf-8", encode(declared("iso-8859-1"), "utf8"), /declaration iso-8859-1/],
    ["mark and declaration", undefined, encode(`\ufeff${declared("utf-8")}`, "utf16le"), /mark says utf-16le/],
    ["charset byte order and mark", "utf-16le", encode(`\ufeff${BODY}`, "utf16be"), /mark utf-16be/],
    ["declared UTF-16 in single bytes", undefined, encode(declared("utf-16"), "utf8"), /not written in it/],
    ["UTF-16 without mark and charset", undefined, encode(declared("utf-16"), "utf16le"), /looks like utf-16le/],
    ["utf-16 as charset of neither order", "utf-16", Buffer.from("xxxxxx"), /needs a byte order mark/],
  ];
  test.each(contradictions)("refuses a contradiction of %s", (_name, charset, bytes, message) => {
    expect(refusal(charset, bytes).message).toMatch(message);
  });

  test.each(["utf-7", "utf-32", "iso-2022-jp", "ebcdic-cp-us", "shift_jis", "x\u0007"])(
    "refuses the encoding %j",
    (label) => {
      expect(refusal(label, Buffer.from("<a/>")).message).toContain(
        "charset parameter names an encoding that is not read",
      );
      expect(refusal(undefined, encode(declared(label), "utf8")).message).toContain(
        "XML declaration names an encoding",
      );
    },
  );

  const wrong: readonly [string, string | undefined, readonly number[]][] = [
    ["a sequence that does not go on", undefined, [0xc3, 0x28]],
    ["a continuation alone", undefined, [0x80]],
    ["an overlong slash", undefined, [0xc0, 0xaf]],
    ["an overlong less-than", undefined, [0xe0, 0x80, 0xbc]],
    ["surrogates in UTF-8", undefined, [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80]],
    ["a character beyond U+10FFFF", undefined, [0xf4, 0x90, 0x80, 0x80]],
    ["a byte that is never UTF-8", undefined, [0xff]],
    ["a cut sequence before markup", undefined, [0xe2, 0x82]],
    ["a high byte in US-ASCII", "us-ascii", [0xe9]],
    ["a byte that windows-1252 does not have", "cp1252", [0x81]],
    ["a byte that ISO-8859-7 does not have", "iso-8859-7", [0xae]],
  ];
  test.each(wrong)("refuses %s where it stands", (_name, charset, bytes) => {
    const error = refusal(
      charset,
      Buffer.concat([Buffer.from("<a>\r\n\nxy"), Buffer.from(bytes), Buffer.from("</a>")]),
    );
    expect([error.line, error.column]).toEqual([3, 3]);
    expect(error.message).toMatch(/bytes are not/);
  });

  test("refuses a lone surrogate in UTF-16", () => {
    const error = refusal("utf-16le", Buffer.from("<a>\ud800x</a>", "utf16le"));
    expect([error.line, error.column]).toEqual([1, 4]);
    expect(refusal("utf-16be", Buffer.from("<a>\udc00x</a>", "utf16le").swap16()).column).toBe(4);
  });

  test.each([
    ["utf-8", Buffer.from([0x3c, 0xe2, 0x82])],
    ["utf-16le", Buffer.from([0x3c, 0x00, 0x3d])],
    ["utf-16le", Buffer.from([0x3c, 0x00, 0x00, 0xd8])],
  ])("refuses an end inside a character of %s", (charset, bytes) => {
    expect(refusal(charset, bytes).message).toMatch(/last character is not complete/);
  });

  test("keeps a mark inside the text", () => {
    expect(decode(undefined, encode("\ufeff\ufeff<a/>", "utf8"))).toBe("\ufeff<a/>");
  });

  test("does not keep the memory of the chunk", () => {
    const decoder = new XmlTextDecoder("utf-8");
    const chunk = Buffer.from("<a>€".slice(0, 4));
    const head = decoder.write(chunk.subarray(0, 4));
    chunk.fill(0);
    expect(head + decoder.write(Buffer.from([0x82, 0xac]))).toBe("<a>€");
  });
});
