/** A file that only grows, and that can be cut back to where it was known to be complete. */
import { type FileHandle, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "./error-code";
import { ExportError } from "./export-error";
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

  /** Opens the file and cuts it back to `length` bytes. Throws an `ExportError` when it is shorter than that. */
  static open(path: string, length: number): Promise<TailFile> {
    return withFile("write", path, async () => {
      await checkRegular(path);
      const handle = await open(path, length === 0 ? "w" : "r+").catch((error: unknown) => {
        throw length > 0 && isAbsent(error) ? lost(path) : error;
      });
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

  /** Bytes that are in the file for good. */
  get length(): number {
    return this.#length;
  }

  append(text: string): void {
    this.#buffered.push(text);
  }

  /** Writes what was appended so far, and waits until it is on the disk. Resolves to the length of the file. */
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

/** Throws an `ExportError` for a terminal or a pipe: what has been written to it cannot be cut back. A folder is told later. */
async function checkRegular(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (!isAbsent(error)) throw error;
  });
  if (found === undefined || found.isFile() || found.isDirectory()) return;
  throw new ExportError(
    "STORAGE",
    `Cannot write ${path}: it is not a regular file, and an export has to cut back what it wrote. Name a file.`,
  );
}

/** Makes a new name in a folder last. Systems that cannot open folders have no need of it. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(dirname(path), "r");
    await folder.sync().finally(() => folder.close());
  } catch {}
}

/** The size of a file; 0 of a folder, undefined where there is nothing. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : 0;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

export function isAbsent(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}

function lost(path: string): ExportError {
  return new ExportError(
    "JOURNAL",
    `${path} is shorter than its journal says, so it was changed or replaced after the last run. Restore it, or begin anew with restart.`,
  );
}
