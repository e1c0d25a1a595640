/** Multipart responses: unresolved references, decompression bombs, endless parts, and false part headers. */
import { gzipSync } from "node:zlib";
import type { AttackClass, Outcome, ResponseAttack } from "../attack";
import { http, many, pour, record } from "../payloads";

const GIBI = 1024 * 1024 * 1024;
const XOP = "http://www.w3.org/2004/08/xop/include";
const TYPE = 'multipart/related; type="application/xop+xml"; start-info="text/xml"; start="<root>"; boundary=b';

const include = (url: string): string => `<Id>1</Id><Bytes><i:Include xmlns:i="${XOP}" href="${url}"/></Bytes>`;
const envelope = (content: string): string => record(content);
const root = (content: string, type = "application/xop+xml; charset=utf-8"): string =>
  `--b\r\nContent-Type: ${type}\r\nContent-ID: <root>\r\n\r\n${envelope(content)}`;
const part = (id: string, content: string, ...headers: readonly string[]): string =>
  `\r\n--b\r\n${[`Content-ID: <${id}>`, ...headers].join("\r\n")}\r\n\r\n${content}`;
const END = "\r\n--b--\r\n";

interface Expected {
  readonly outcome: Outcome;
  readonly lenient?: Outcome;
  readonly says?: RegExp;
  readonly value?: unknown;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Returns the expected value for the octets of `Bytes`. */
const right = (text: string): Expected => ({
  outcome: "value",
  value: [{ Id: 1, Bytes: new Uint8Array(Buffer.from(text, "latin1")) }],
});
const refused = (
  says: RegExp,
  reason: "attachment" | "limit" | "content-encoding" | "xml" = "attachment",
): Expected => ({
  outcome: `ResponseError(${reason})`,
  says,
});

/** Returns a case whose response has this body. */
function whole(name: string, body: string | (() => Buffer), expected: Expected, headers = {}): ResponseAttack {
  return {
    name,
    service: "record",
    ...expected,
    serve: (socket) => {
      const bytes = typeof body === "string" ? Buffer.from(body, "latin1") : body();
      socket.write(http(bytes, "200 OK", { "Content-Type": TYPE, ...headers }));
    },
  };
}

/** Returns a case whose response is streamed and ends with the connection. */
function poured(name: string, pieces: () => Iterable<string>, expected: Expected): ResponseAttack {
  return {
    name,
    service: "record",
    ...expected,
    serve: (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: ${TYPE}\r\nConnection: close\r\n\r\n`);
      void pour(socket, pieces());
    },
  };
}

const LIMIT_HEADER = /a longer header in part \d+ than [\d,]+ bytes/;
const one = root(include("cid:a"));

export const attachments: AttackClass<ResponseAttack> = {
  name: "attachments",
  attacks: [
    whole("part-good", one + part("a", "octets") + END, right("octets")),

    whole("cid-to-nothing", one + END, refused(/no part has the Content-ID of "cid:a"/)),
    whole("cid-to-the-envelope", root(include("cid:root")) + END, refused(/refers to the envelope itself/)),
    whole("cid-to-a-file", root(include("file:///etc/passwd")) + END, refused(/not the cid: URL/)),
    whole("cid-to-an-address", root(include("http://127.0.0.1:9/part")) + END, refused(/not the cid: URL/)),
    whole("cid-empty", root(include("cid:")) + part("a", "x") + END, refused(/no part has/)),
    whole("cid-of-broken-escapes", root(include("cid:%E0%A4%A")) + part("a", "x") + END, refused(/not the cid: URL/)),
    whole("cid-of-a-prototype", root(include("cid:__proto__")) + part("a", "x") + END, refused(/no part has/)),
    whole(
      "cid-twice",
      root(`${include("cid:a")}</Record><Record>${include("cid:a")}`) + part("a", "x") + END,
      refused(/two elements refer/),
    ),
    whole("cid-twice-in-one-value", root(include("cid:a").replace(/<i:.*\/>/, "$&$&")) + part("a", "x") + END, {
      outcome: "ResponseError(attachment)",
    }),
    whole(
      "cid-twice-by-escapes",
      root(`${include("cid:a")}</Record><Record>${include("cid:%61")}`) + part("a", "x") + END,
      refused(/two elements refer/),
    ),
    whole(
      "cid-of-two-parts",
      one + part("a", "x") + part("a", "y") + END,
      refused(/two parts have the Content-ID "a"/),
    ),
    {
      ...whole("cid-to-a-part-of-the-response-before", "", refused(/no part has/)),
      calls: 2,
      serve: (socket, { number }) => {
        const body = number === 1 ? one + part("a", "octets") + END : one + END;
        socket.write(http(Buffer.from(body), "200 OK", { "Content-Type": TYPE }));
      },
    },
    {
      ...whole("cid-to-a-part-behind-the-response", "", refused(/no part has/)),
      serve: (socket) => {
        const behind = part("a", "octets") + END;
        socket.write(
          Buffer.concat([http(Buffer.from(one + END), "200 OK", { "Content-Type": TYPE }), Buffer.from(behind)]),
        );
      },
    },

    whole(
      "bomb-20k-parts",
      one + part("a", "x") + part("", "").repeat(20_000) + END,
      refused(/Content-ID|maxAttachments/),
    ),
    whole(
      "bomb-20k-parts-without-ids",
      one + part("a", "x") + "\r\n--b\r\n\r\n".repeat(20_000) + END,
      refused(/more parts than maxAttachments/, "limit"),
    ),
    whole(
      "bomb-gzip-64MB-of-one-part",
      () => gzipSync(Buffer.concat([Buffer.from(one + part("a", "")), Buffer.alloc(64 * 2 ** 20), Buffer.from(END)])),
      { ...refused(/maxAttachmentBytes/, "limit"), options: { maxAttachmentBytes: 2 ** 20 } },
      { "Content-Encoding": "gzip" },
    ),
    poured("bomb-preamble-1GB", () => many("x", GIBI), refused(/limits\.responseBytes/, "limit")),
    poured(
      "bomb-preamble-of-almost-boundaries-1GB",
      () => many("\r\n--a", GIBI),
      refused(/limits\.responseBytes/, "limit"),
    ),
    poured("bomb-epilogue-1GB", () => [one + part("a", "x") + END, ...many("\r\n--b\r\n\r\n", 2 ** 26)], {
      outcome: "ResponseError(limit)",
      says: /limits\.responseBytes/,
    }),
    poured("bomb-part-1GB", () => endless(one + part("a", ""), "x"), {
      ...refused(/maxAttachmentBytes/, "limit"),
      options: { maxAttachmentBytes: 2 ** 20 },
    }),
    poured(
      "bomb-envelope-1GB",
      () => endless("--b\r\nContent-ID: <root>\r\n\r\n", "<x/>"),
      refused(/limits\.responseBytes/, "limit"),
    ),

    whole("boundary-in-content-as-its-start", one + part("a", "1\r\n--bb\r\n2") + END, right("1\r\n--bb\r\n2")),
    whole(
      "boundary-in-content-inside-of-a-line",
      one + part("a", "1 --b\r\n2 --b--\r\n3") + END,
      right("1 --b\r\n2 --b--\r\n3"),
    ),
    whole("boundary-in-content-as-a-line", one + part("a", "1\r\n--b\r\n2") + END, refused(/part 3 does not end/)),
    whole("boundary-in-content-as-the-end", one + part("a", "1\r\n--b--\r\n2") + END, right("1")),
    whole("boundary-in-the-envelope", root(`<Name><![CDATA[\r\n--b\r\n]]></Name>`) + part("a", "x") + END, {
      outcome: "ResponseError(attachment)",
    }),
    whole("boundary-empty", one + END, refused(/boundary/), { "Content-Type": "multipart/related; boundary=" }),
    whole("boundary-missing", one + END, refused(/boundary/), { "Content-Type": "multipart/related" }),

    whole("part-without-end", one + part("a", "octets"), refused(/part 2 does not end/)),
    whole("part-without-end-in-its-header", `${one}\r\n--b\r\nContent-ID: <a>\r\n`, refused(/does not end/)),
    whole("part-with-the-start-of-its-end", `${one + part("a", "octets")}\r\n--b-`, refused(/part 2 does not end/)),
    whole("part-with-the-end-of-another", `${one + part("a", "octets")}\r\n--c--\r\n`, refused(/part 2 does not end/)),
    whole("part-none-at-all", "no part", refused(/it has no part/)),
    whole("envelope-without-end", one, refused(/part 1 does not end/)),
    whole("envelope-that-is-not-there", part("a", "x").trimStart() + END, refused(/Content-ID "root"/)),
    {
      ...whole("part-cut-off-with-its-connection", "", { outcome: "ConnectionError" }),
      serve: (socket) => {
        const bytes = http(Buffer.from(one + part("a", "octets") + END), "200 OK", { "Content-Type": TYPE });
        socket.end(bytes.subarray(0, -20));
      },
    },

    poured(
      "header-of-1GB-in-one-line",
      () => endless(`${one}\r\n--b\r\nX-Long: `, "x"),
      refused(LIMIT_HEADER, "limit"),
    ),
    poured(
      "header-of-1GB-in-many-fields",
      () => endless(`${one}\r\n--b\r\n`, "X-Many: x\r\n"),
      refused(LIMIT_HEADER, "limit"),
    ),
    poured(
      "header-of-1GB-folded",
      () => endless(`${one}\r\n--b\r\nX-Fold: x\r\n`, " x\r\n"),
      refused(LIMIT_HEADER, "limit"),
    ),
    poured("header-of-1GB-without-a-name", () => endless(`${one}\r\n--b\r\n`, ":"), refused(LIMIT_HEADER, "limit")),
    whole("header-that-is-none", `${one}\r\n--b\r\nnonsense\r\n\r\nx${END}`, refused(/no header field/)),
    whole("header-twice", one + part("a", "x", "Content-ID: <b>") + END, refused(/two header fields/)),
    whole("header-of-a-prototype", one + part("a", "x", "__proto__: x", "constructor: y") + END, right("x")),
    whole("header-with-a-zero", one + part("a", "x", "X\0Y: z") + END, refused(/no header field/)),

    ...["0", "3", "999999999999", "-1", "many"].map((length) =>
      whole(
        `content-length-of-a-part-${length}`,
        one + part("a", "octets", `Content-Length: ${length}`) + END,
        right("octets"),
      ),
    ),

    ...["x-uuencode", "gzip", "base64, gzip", "binary; base64", "BASE65", "\u00e9"].map((encoding) =>
      whole(
        `transfer-encoding-${encoding.replace(/\W+/g, "-")}`,
        one + part("a", "eA==", `Content-Transfer-Encoding: ${encoding}`) + END,
        refused(/transfer encoding/, "content-encoding"),
      ),
    ),
    ...["e", "eA=", "e\u00e9A=", "eA==eA==", "eA=A"].map((text) =>
      whole(
        `transfer-base64-broken-${encodeURIComponent(text)}`,
        one + part("a", text, "Content-Transfer-Encoding: base64") + END,
        refused(/base64/),
      ),
    ),
    whole(
      "transfer-base64-of-the-boundary",
      one + part("a", Buffer.from("\r\n--b--\r\n").toString("base64"), "Content-Transfer-Encoding: base64") + END,
      right("\r\n--b--\r\n"),
    ),
    ...["utf-7", "x-unknown", "utf-8, utf-16"].map((charset) =>
      whole(
        `charset-of-the-envelope-${charset.replace(/\W+/g, "-")}`,
        root(include("cid:a"), `application/xop+xml; charset="${charset}"`) + part("a", "x") + END,
        { ...right("x"), ...refused(/encoding|charset/, "xml"), lenient: "value" },
      ),
    ),
    whole(
      "charset-of-a-part-unknown",
      one + part("a", "x", "Content-Type: text/plain; charset=x-unknown") + END,
      right("x"),
    ),

    whole(
      "nested-multipart",
      one +
        part("a", "--c\r\nContent-ID: <a>\r\n\r\ninner\r\n--c--", "Content-Type: multipart/related; boundary=c") +
        END,
      right("--c\r\nContent-ID: <a>\r\n\r\ninner\r\n--c--"),
    ),
    whole(
      "nested-multipart-of-the-same-boundary",
      one +
        part("a", "--b\r\nContent-ID: <c>\r\n\r\ninner\r\n--b--", "Content-Type: multipart/related; boundary=b") +
        END,
      right(""),
    ),
    whole(
      "nested-multipart-10k-deep",
      one +
        part(
          "a",
          Array.from(
            { length: 10_000 },
            (_, depth) => `--${depth}\r\nContent-Type: multipart/related; boundary=${depth + 1}\r\n\r\n`,
          ).join(""),
        ) +
        END,
      {
        outcome: "value",
        value: [
          {
            Id: 1,
            Bytes: new Uint8Array(
              Buffer.from(
                Array.from(
                  { length: 10_000 },
                  (_, depth) => `--${depth}\r\nContent-Type: multipart/related; boundary=${depth + 1}\r\n\r\n`,
                ).join(""),
              ),
            ),
          },
        ],
      },
    ),
    whole("nested-envelope", root(include("cid:a"), "multipart/related; boundary=c") + part("a", "x") + END, {
      outcome: "ResponseError(content-type)",
    }),
  ],
};

function* endless(start: string, unit: string): Generator<string> {
  yield start;
  yield* many(unit, GIBI);
}
