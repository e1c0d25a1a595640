import { safeLine } from "soapwright-runtime/xsd";
import { type Format, listWriter, type Shown, valueText } from "../formats/format";
import type { Terminal } from "../terminal/terminal";

/** A write for each item would cost more than the item, so this many characters are written together. */
const PIECE = 16_384;

/** Each item is printed as it arrives, no faster than it is read; a table at the end. An empty result is reported on standard error. */
export async function printItems(
  terminal: Terminal,
  format: Format,
  items: AsyncIterable<unknown> | Iterable<unknown>,
  shown?: Shown,
): Promise<void> {
  const writer = await listWriter(format, terminal, shown);
  let buffered = "";
  let timer: NodeJS.Immediate | undefined;
  let writing: void | Promise<void>;
  // Resolves when everything is with the reader, or in the system's buffer.
  const flush = async () => {
    clearImmediate(timer);
    timer = undefined;
    await writing;
    const text = buffered;
    buffered = "";
    if (text === "") return;
    writing = terminal.out(text);
    await writing;
  };
  let count = 0;
  try {
    for await (const item of items) {
      count++;
      buffered += writer.item(item);
      if (buffered.length >= PIECE) await flush();
      // No more items may come for now.
      else if (buffered !== "") timer ??= setImmediate(() => void flush().catch(() => {}));
    }
    buffered += writer.end();
  } finally {
    await flush();
  }
  // JSON shows an empty list itself.
  if (count === 0 && (format === "table" || format === "csv")) terminal.err(safeLine`Nothing found.\n`);
}

export async function printValue(terminal: Terminal, format: Format, value: unknown, shown?: Shown): Promise<void> {
  const text = await valueText(value, format, terminal, shown);
  if (text !== "") await terminal.out(text);
}
