/** The text of a file of inputs, from any program. */
import { ExportError } from "../export-error";

type Decoder = InstanceType<typeof TextDecoder>;

/** Bytes that suffice to recognize a file. */
const HEAD = 4;

/** First bytes of files that are not text, in Latin-1. */
const OTHERS: readonly (readonly [start: string, what: string])[] = [
  ["\x1f\x8b", "is compressed by gzip. Decompress it first"],
  ["PK\x03\x04", "is a spreadsheet or a ZIP archive. Save it as CSV first"],
];

/**
 * The text in UTF-8, or in UTF-16 with a byte order mark, as spreadsheets save it. Without the mark.
 *
 * Throws an `ExportError` for a file that is not text.
 */
export async function* textOfInputs(
  chunks: AsyncIterable<Uint8Array | string>,
  name: string,
): AsyncGenerator<string, void, undefined> {
  let head: Uint8Array = Buffer.alloc(0);
  let decoder: Decoder | undefined;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    if (decoder === undefined) {
      head = Buffer.concat([head, bytes]);
      if (head.length < HEAD) continue;
      decoder = decoderOf(head, name);
      yield decoder.decode(head, { stream: true });
    } else yield decoder.decode(bytes, { stream: true });
  }
  yield decoder === undefined ? decoderOf(head, name).decode(head) : decoder.decode();
}

function decoderOf(head: Uint8Array, name: string): Decoder {
  const start = Buffer.from(head.subarray(0, 512)).toString("latin1");
  if (start.startsWith("\xff\xfe")) return new TextDecoder("utf-16le");
  if (start.startsWith("\xfe\xff")) return new TextDecoder("utf-16be");
  const [, what] = OTHERS.find(([begin]) => start.startsWith(begin)) ?? [];
  if (what !== undefined) throw new ExportError("INPUT", `${name} ${what}.`);
  if (start.includes("\0")) throw new ExportError("INPUT", `${name} is not text. Save it as CSV in UTF-8 first.`);
  return new TextDecoder();
}
