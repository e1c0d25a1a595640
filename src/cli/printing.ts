/** Prints results as they arrive, no faster than they are read. */
import type { Column } from "./formats/cell";
import { type Format, listWriter, valueText } from "./formats/format";
import type { Terminal } from "./terminal";

/** A write for each item would cost more than the item, so this many characters are written together. */
const PIECE = 16_384;

/** Each item is printed as it arrives, a table at the end. An empty result is reported on standard error. */
export async function printItems(
  terminal: Terminal,
  format: Format,
  items: AsyncIterable<unknown> | Iterable<unknown>,
  columns?: readonly Column[],
): Promise<void> {
  const writer = listWriter(format, terminal, columns);
  const output = new Output(terminal);
  let count = 0;
  try {
    for await (const item of items) {
      count++;
      const written = output.write(writer.item(item));
      if (written !== undefined) await written;
    }
    await output.write(writer.end());
  } finally {
    await output.flush();
  }
  // JSON shows an empty list itself.
  if (count === 0 && (format === "table" || format === "csv")) terminal.err("Nothing found.\n");
}

export async function printValue(
  terminal: Terminal,
  format: Format,
  value: unknown,
  columns?: readonly Column[],
): Promise<void> {
  const text = valueText(value, format, terminal, columns);
  if (text !== "") await terminal.out(text);
}

/** Buffers output until it is worth a write, or until no more comes for now. */
class Output {
  readonly #terminal: Terminal;
  #text = "";
  #timer: NodeJS.Immediate | undefined;
  #writing: void | Promise<void> = undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Returns undefined if more can be written at once. */
  write(text: string): Promise<void> | undefined {
    this.#text += text;
    if (this.#text.length >= PIECE) return this.flush();
    if (this.#text !== "") this.#timer ??= setImmediate(() => void this.flush().catch(() => {}));
    return undefined;
  }

  /** Resolves when everything is with the reader, or in the system's buffer. */
  async flush(): Promise<void> {
    clearImmediate(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    const text = this.#text;
    this.#text = "";
    if (text === "") return;
    this.#writing = this.#terminal.out(text);
    await this.#writing;
  }
}
