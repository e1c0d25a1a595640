import { ExportError } from "../export-error";

const HEAD = 4;

/** The first bytes of files that are not text, in Latin-1. */
const OTHERS: readonly (readonly [start: string, what: string])[] = [
  ["\x1f\x8b", "is compressed by gzip. Decompress it first"],
  ["PK\x03\x04", "is a spreadsheet or a ZIP archive. Save it as CSV first"],
];

/**
 * Yields the text of UTF-8, or of UTF-16 with a byte order mark, which spreadsheets write.
 *
 * Throws an `ExportError` for a file that is not text, and for invalid bytes: a replacement character would be sent to
 * the service, or be written beside its rows.
 */
export async function* textOfInputs(
  chunks: AsyncIterable<Uint8Array | string>,
  name: string,
): AsyncGenerator<string, void, undefined> {
  let head: Uint8Array = Buffer.alloc(0);
  let decode: Decode | undefined;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    if (decode === undefined) {
      head = Buffer.concat([head, bytes]);
      if (head.length < HEAD) continue;
      decode = decoderOf(head, name);
      yield decode(head, { stream: true });
    } else yield decode(bytes, { stream: true });
  }
  yield decode === undefined ? decoderOf(head, name)(head) : decode();
}

type Decode = (bytes?: Uint8Array, options?: { readonly stream: boolean }) => string;

function decoderOf(head: Uint8Array, name: string): Decode {
  const start = Buffer.from(head.subarray(0, 512)).toString("latin1");
  if (start.startsWith("\xff\xfe")) return strict("UTF-16LE", name);
  if (start.startsWith("\xfe\xff")) return strict("UTF-16BE", name);
  const [, what] = OTHERS.find(([begin]) => start.startsWith(begin)) ?? [];
  if (what !== undefined) throw new ExportError("INPUT", `${name} ${what}.`);
  if (start.includes("\0")) throw new ExportError("INPUT", `${name} is not text. Save it as CSV in UTF-8 first.`);
  return strict("UTF-8", name);
}

function strict(encoding: string, name: string): Decode {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  return (bytes, options) => {
    try {
      const text = decoder.decode(bytes, options);
      line += breaksIn(text);
      return text;
    } catch (cause) {
      const [valid = ""] = new TextDecoder(encoding).decode(bytes).split("\ufffd", 1);
      throw new ExportError(
        "INPUT",
        `${name}, line ${line + breaksIn(valid)}: there are bytes that are not ${encoding}. Save the file as CSV in UTF-8, then run the same export again.`,
        { cause },
      );
    }
  };
}

function breaksIn(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) breaks++;
  return breaks;
}
