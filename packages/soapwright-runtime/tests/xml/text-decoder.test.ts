/**
 * Tests `errors/response-error`, `xml/encodings` and `xml/text-decoder` by themselves: no entry point shows them
 * whole.
 */
import { isResponseError, type ResponseError } from "../../src/errors/response-error";
import { canonicalEncoding, type Decoded } from "../../src/xml/encodings";
import { decodeFor, XmlTextDecoder } from "../../src/xml/text-decoder";

describe("text decoder", () => {
  type Options = ConstructorParameters<typeof XmlTextDecoder>[1];
  type Encoding = "utf8" | "utf16le" | "utf16be" | "latin1";

  function encode(text: string, encoding: Encoding): Buffer {
    return encoding === "utf16be" ? Buffer.from(text, "utf16le").swap16() : Buffer.from(text, encoding);
  }

  function decode(
    charset: string | undefined,
    bytes: Buffer,
    chunk = bytes.length || 1,
    options: Options = {},
  ): string {
    const decoder = new XmlTextDecoder(charset, options);
    let text = "";
    for (let at = 0; at < bytes.length; at += chunk) text += decoder.write(bytes.subarray(at, at + chunk));
    return text + decoder.end();
  }

  /** The error of `bytes`, which is the same whole, byte by byte and in threes. */
  function refusal(charset: string | undefined, bytes: Buffer, options: Options = {}): ResponseError {
    const errors = [bytes.length, 1, 3].map((chunk) => {
      try {
        decode(charset, bytes, chunk, options);
      } catch (error) {
        if (isResponseError(error)) return error;
        throw error;
      }
      throw new Error("it was read");
    });
    expect(new Set(errors.map(({ message }) => message)).size).toBe(1);
    expect(errors.map(({ reason }) => reason)).toEqual(["xml", "xml", "xml"]);
    return errors[0]!;
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
      ["a quoted charset parameter among blanks", ' "utf-8"\t', encode(BODY, "utf8"), BODY],
      ["UTF-16 by mark and charset", "utf-16le", encode(`\ufeff${BODY}`, "utf16le"), BODY],
      ["UTF-16 by charset and declaration", "utf-16le", encode(declared("utf-16"), "utf16le"), declared("utf-16")],
      [
        "the usual head alone",
        undefined,
        Buffer.from('<?xml version="1.0" encoding="utf-8"?>'),
        declared("utf-8").slice(0, 38),
      ],
      ["the usual head in its charset", "utf-8", encode(declared("utf-8"), "utf8"), declared("utf-8")],
      ["zero bytes that are no UTF-16", undefined, Buffer.from("x\0y\0"), "x\0y\0"],
      ["zero bytes before others than <", undefined, Buffer.from("\0x\0y"), "\0x\0y"],
      [
        "an encoding that is no declaration",
        undefined,
        encode("<a><?xml encoding='latin1'?>é", "utf8"),
        "<a><?xml encoding='latin1'?>é",
      ],
      [
        "blanks around the equals sign",
        undefined,
        encode("<?xml version='1.0' encoding \n=\t'latin1'?>é", "latin1"),
        "<?xml version='1.0' encoding \n=\t'latin1'?>é",
      ],
      ["a long head without an end", undefined, Buffer.from(`<?xml ${" ".repeat(5000)}`), `<?xml ${" ".repeat(5000)}`],
      ["UTF-16 little endian by its mark", undefined, encode(`\ufeff${BODY}`, "utf16le"), BODY],
      ["UTF-16 big endian by its mark", undefined, encode(`\ufeff${BODY}`, "utf16be"), BODY],
      [
        "UTF-16 by mark and declaration",
        undefined,
        encode(`\ufeff${declared("utf-16")}`, "utf16le"),
        declared("utf-16"),
      ],
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
        "charset and declaration, where the texts differ",
        "iso-8859-1",
        encode(declared("utf-8"), "utf8"),
        /the charset parameter says iso-8859-1, the XML declaration utf-8 \(line 1, column 42\)\.$/,
      ],
      ["charset ASCII and the usual head", "us-ascii", encode(declared("utf-8"), "utf8"), /says us-ascii/],
      ["declared byte order in single bytes", undefined, encode(declared("utf-16le"), "utf8"), /not written in it/],
      ["two byte orders", "utf-16le", encode(declared("utf-16be"), "utf16le"), /declaration utf-16be/],
      [
        "charset UTF-8 and declared Latin-1, in Latin-1",
        "utf-8",
        encode("<?xml version='1.0' encoding='iso-8859-1'?><a>é</a>", "latin1"),
        /the charset parameter says utf-8, the XML declaration iso-8859-1, and the bytes are not utf-8/,
      ],
      ["charset UTF-8 and UTF-16 without a mark", "utf-8", encode(declared("utf-16"), "utf16le"), /declaration utf-16/],
      ["charset UTF-16 over single bytes", "utf-16", encode(declared("utf-8"), "utf8"), /says utf-16, .* utf-8/],
      ["charset Latin-1 over UTF-16", "iso-8859-1", encode(declared("utf-16"), "utf16le"), /declaration utf-16/],
      [
        "charset GBK and other bytes",
        "gbk",
        encode(declared("utf-8"), "utf8"),
        /says "gbk", the XML declaration utf-8/,
      ],
      ["declared Big5 and other bytes", "latin1", encode(declared("big5"), "utf8"), /says iso-8859-1, .* "big5"/],
      ["declared UTF-16 in single bytes", undefined, encode(declared("utf-16"), "utf8"), /not written in it/],
      ["UTF-16 without mark and charset", undefined, encode(declared("utf-16"), "utf16le"), /looks like utf-16le/],
      ["utf-16 as charset of neither order", "utf-16", Buffer.from("xxxxxx"), /needs a byte order mark/],
    ];
    test.each(contradictions)("refuses a contradiction of %s", (_name, charset, bytes, message) => {
      expect(refusal(charset, bytes).message).toMatch(message);
    });

    const wide = (text: string) => encode(`\ufeff${text}`, "utf16le");
    const settled: readonly [string, string | undefined, Buffer, string, came: RegExp, read: string][] = [
      [
        "a mark of UTF-8 over a charset",
        "iso-8859-1",
        encode(`\ufeff${BODY}`, "utf8"),
        BODY,
        /^the byte order mark says utf-8, the charset parameter iso-8859-1$/,
        "the text in utf-8",
      ],
      [
        "a mark over a declaration",
        undefined,
        wide(declared("utf-8")),
        declared("utf-8"),
        /^the byte order mark says utf-16le, the XML declaration utf-8$/,
        "the text in utf-16le",
      ],
      [
        "a mark over both",
        "latin1",
        wide(declared("big5")),
        declared("big5"),
        /utf-16le, the charset parameter iso-8859-1, the XML declaration "big5"$/,
        "the text in utf-16le",
      ],
      [
        "a mark over a charset that nobody knows",
        "x-none",
        encode(`\ufeff${BODY}`, "utf8"),
        BODY,
        /"x-none"$/,
        "the text in utf-8",
      ],
      [
        "a mark of the other byte order",
        "utf-16be",
        wide(BODY),
        BODY,
        /utf-16le, the charset parameter utf-16be$/,
        "the text in utf-16le",
      ],
      [
        "charset UTF-8 over declared Latin-1",
        "UTF-8",
        encode(declared("ISO-8859-1"), "utf8"),
        declared("ISO-8859-1"),
        /^the charset parameter says utf-8, the XML declaration iso-8859-1$/,
        "the text in utf-8",
      ],
      [
        "charset UTF-8 over declared UTF-16",
        "utf-8",
        encode(declared("utf-16"), "utf8"),
        declared("utf-16"),
        /utf-16$/,
        "the text in utf-8",
      ],
      [
        "charset UTF-8 over declared GB2312",
        "utf-8",
        encode(declared("GB2312"), "utf8"),
        declared("GB2312"),
        /"GB2312"$/,
        "the text in utf-8",
      ],
      ...(
        [
          ["iso-8859-1", "utf-8", "<a>x</a>", "utf8"],
          ["us-ascii", "utf-8", "<a>x</a>", "utf8"],
          ["gb2312", "utf-8", "<a>x</a>", "utf8"],
          ["iso-8859-1", "shift_jis", "<a>x</a>", "utf8"],
          ["iso-8859-1", "windows-1252", "<a>é</a>", "latin1"],
        ] as const
      ).map(([charset, label, text, encoding]): [string, string, Buffer, string, RegExp, string] => [
        `${charset} and ${label}, which give one text`,
        charset,
        encode(`<?xml version="1.0" encoding="${label}"?>${text}`, encoding),
        `<?xml version="1.0" encoding="${label}"?>${text}`,
        /^the charset parameter says .*, the XML declaration /,
        "the text, which is the same in both",
      ]),
    ];
    test.each(settled)("reads %s, and notes it", (_name, charset, bytes, text, came, read) => {
      for (const chunk of [bytes.length, 1, 3]) {
        const notes: (readonly string[])[] = [];
        const options = { onContradiction: (...note: readonly string[]) => void notes.push(note) };
        expect(decode(charset, bytes, chunk, options)).toBe(text);
        expect(notes).toEqual([[expect.stringMatching(came), read]]);
      }
    });

    const lenient: readonly [string, string, Buffer, string, read: string][] = [
      ["UTF-8 that the declaration names", "iso-8859-1", encode(declared("utf-8"), "utf8"), declared("utf-8"), "utf-8"],
      [
        "UTF-8 under a charset that nobody knows",
        "x-none",
        encode(declared("utf-8"), "utf8"),
        declared("utf-8"),
        "utf-8",
      ],
      ["UTF-8 under charset UTF-16", "utf-16le", encode(declared("utf-8"), "utf8"), declared("utf-8"), "utf-8"],
      [
        "the charset, where the bytes are not UTF-8",
        "iso-8859-1",
        encode("<?xml version='1.0' encoding='utf-8'?><a>Ã© é</a>", "latin1"),
        "<?xml version='1.0' encoding='utf-8'?><a>Ã© é</a>",
        "iso-8859-1",
      ],
      [
        "the charset, where the last character is no UTF-8",
        "iso-8859-1",
        encode("<?xml version='1.0' encoding='utf-8'?><a>Ã©</a>é", "latin1"),
        "<?xml version='1.0' encoding='utf-8'?><a>Ã©</a>é",
        "iso-8859-1",
      ],
      [
        "the charset, where neither is UTF-8",
        "windows-1252",
        encode("<?xml version='1.0' encoding='iso-8859-1'?><a>\x80</a>", "latin1"),
        "<?xml version='1.0' encoding='iso-8859-1'?><a>€</a>",
        "windows-1252",
      ],
    ];
    test.each(lenient)("reads with lenient %s", (_name, charset, bytes, text, encoding) => {
      for (const chunk of [bytes.length, 1, 3]) {
        const notes: string[] = [];
        const onContradiction = (_came: string, read: string) => void notes.push(read);
        expect(decode(charset, bytes, chunk, { forgiving: true, lenient: true, onContradiction })).toBe(text);
        expect(notes).toEqual([`the text in ${encoding}`]);
      }
      expect(refusal(charset, bytes, { forgiving: true }).message).toMatch(/charset parameter/);
    });

    test.each([
      [
        "us-ascii",
        encode("<?xml version='1.0' encoding='utf-8'?><a>é</a>", "latin1"),
        /us-ascii, .* utf-8, and the bytes/,
      ],
      ["gbk", encode("<?xml version='1.0' encoding='utf-8'?><a>é</a>", "latin1"), /"gbk", .* utf-8, and the bytes/],
      [
        "utf-8",
        encode("<?xml version='1.0' encoding='latin1'?><a>é</a>", "latin1"),
        /utf-8, .* iso-8859-1, and the bytes/,
      ],
    ])("refuses with lenient what is neither UTF-8 nor %s", (charset, bytes, message) => {
      expect(refusal(charset, bytes, { forgiving: true, lenient: true }).message).toMatch(message);
    });

    test.each(["utf-7", "utf-32", "iso-2022-jp", "ebcdic-cp-us", "shift_jis", "x\u0007"])(
      "refuses the encoding %j",
      (label) => {
        expect(refusal(label, Buffer.from("<a/>")).message).toContain(
          "charset parameter names an encoding that is not supported",
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
    test.each(wrong)("refuses %s at its position", (_name, charset, bytes) => {
      const error = refusal(
        charset,
        Buffer.concat([Buffer.from("<a>\r\n\nxy"), Buffer.from(bytes), Buffer.from("</a>")]),
      );
      expect([error.line, error.column]).toEqual([3, 3]);
      expect(error.message).toMatch(/bytes are not/);
    });

    test.each([
      ["<a>\r", 2, 1],
      ["\r\n", 2, 1],
      ["\r\r\n\n", 4, 1],
      ["\n\r\nab", 3, 3],
      ["a\rb\r\nc\nde", 4, 3],
      ["ab", 1, 3],
    ])("counts the line ends of %j", (text, line, column) => {
      const error = refusal("us-ascii", Buffer.from(`${text}é`));
      expect(error).toMatchObject({ line, column });
      expect(error.message).toContain(`the bytes are not us-ascii (line ${line}, column ${column})`);
    });

    test("shows the first forty characters of a name that it does not know", () => {
      const { message } = refusal(`${"x".repeat(40)}yy`, Buffer.from("<a/>"));
      expect(message).toContain(`not supported: "${"x".repeat(40)}" (line`);
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
});

describe("encodings", () => {
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
});
