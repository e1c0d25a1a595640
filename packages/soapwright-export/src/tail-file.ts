/** A file that only grows, and that can be truncated to the length that was last complete. */
import type { Stats } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { ExportError } from "./export-error";
import { checkRegular, isLink, placeOf } from "./files";
import { withFile } from "./storage-error";

export class TailFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #length: number;
  #buffered: string[] = [];

  private constructor(path: string, handle: FileHandle, length: number) {
    this.path = path;
    this.#handle = handle;
    this.#length = length;
  }

  /**
   * Throws an `ExportError` if the file is shorter than `length` bytes, or if it exists and `mustBeNew`. A new file
   * replaces only the name, because other hard links to the old file are someone's copies.
   */
  static open(path: string, length: number, mustBeNew = false): Promise<TailFile> {
    return withFile("write", path, async () => {
      const found = await checkRegular(path);
      const isNew = mustBeNew || found === undefined;
      if (isNew && length > 0) throw lost(path);
      const handle = await (isNew ? create(path) : length > 0 ? open(path, "r+") : begin(path, found));
      try {
        const { size } = await handle.stat();
        if (size < length) throw lost(path);
        if (size > length) await handle.truncate(length);
        await handle.sync();
        if (length === 0) await syncFolder(path);
        return new TailFile(path, handle, length);
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  /** Bytes that are not on disk do not count. */
  get length(): number {
    return this.#length;
  }

  append(text: string): void {
    this.#buffered.push(text);
  }

  /** Resolves to the length of the file when everything appended is on disk. */
  async flush(): Promise<number> {
    if (this.#buffered.length === 0) return this.#length;
    const bytes = Buffer.from(this.#buffered.join(""), "utf8");
    this.#buffered = [];
    await withFile("write", this.path, async () => {
      for (let written = 0; written < bytes.length; ) {
        const { bytesWritten } = await this.#handle.write(
          bytes,
          written,
          bytes.length - written,
          this.#length + written,
        );
        written += bytesWritten;
      }
      await this.#handle.datasync();
    });
    this.#length += bytes.length;
    return this.#length;
  }

  async close(): Promise<void> {
    await this.#handle.close().catch(() => {});
  }
}

async function begin(path: string, found: Stats): Promise<FileHandle> {
  const place = await placeOf(path);
  if (found.isDirectory() || found.nlink === 1) return open(place, "w");
  await rm(place);
  return open(place, "wx");
}

/** The target of a link may not exist either. */
async function create(path: string): Promise<FileHandle> {
  return open(path, (await isLink(path)) ? "w" : "wx");
}

/** A new name in a folder becomes durable. Systems that cannot open folders do not need this. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(dirname(path), "r");
    await folder.sync().finally(() => folder.close());
  } catch {}
}

function lost(path: string): ExportError {
  return new ExportError(
    "JOURNAL",
    (words) =>
      `${path} is shorter than its journal says, so it was changed or replaced after the last run. Restore it, or begin anew with ${words.name("restart")}.`,
  );
}
