/** The common base of sinks that write one file. */
import type { InputResult, Sink, SinkPosition } from "../contracts";
import type { Files } from "../files";
import { withFile } from "../storage-error";
import { sizeOf, TailFile } from "../tail-file";

export interface RowFormat {
  readonly shape: string;
  readonly head: string;
  readonly lines: (result: InputResult) => string;
}

/** A sink that appends lines to a file. Its position is the length of the file. */
export class FileSink implements Sink {
  readonly place: string;
  readonly #format: RowFormat;
  #file: TailFile | undefined;

  constructor(path: string, format: RowFormat) {
    this.place = path;
    this.#format = format;
  }

  get shape(): string {
    return this.#format.shape;
  }

  get files(): Files {
    return { "the output": this.place };
  }

  isThere(): Promise<boolean> {
    return withFile("read", this.place, async () => ((await sizeOf(this.place)) ?? 0) > 0);
  }

  async open(_id: string, position: SinkPosition | undefined): Promise<void> {
    const file = await TailFile.open(this.place, typeof position === "number" ? position : 0);
    this.#file = file;
    if (file.length === 0) file.append(this.#format.head);
  }

  write(result: InputResult): number {
    const text = this.#format.lines(result);
    if (text !== "") this.#file!.append(text);
    return text.length;
  }

  flush(): Promise<number> {
    return this.#file!.flush();
  }

  async finish(): Promise<void> {
    await this.flush();
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}
