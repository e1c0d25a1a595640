import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** A path leads to a folder, device, FIFO or socket, or to a file with too many bytes. */
export class FileRefused extends Error {
  constructor(
    message: string,
    readonly reason: "folder" | "kind" | "size",
  ) {
    super(message);
  }
}

/**
 * Returns the bytes of a regular file. A device never ends, and a FIFO waits for a writer, so the kind is checked on the
 * open descriptor. `links` is false for a real path, at which a link created since is refused.
 *
 * @throws FileRefused for any other kind, and for a file of more than `mostBytes`. @throws Error of Node.js, with a
 * `code`, for a file that cannot be opened.
 */
export function readRegularFile(path: string, mostBytes: number, { links = true } = {}): Buffer {
  // Without O_NONBLOCK, opening a FIFO waits. Windows has neither flag.
  const flags = [constants.O_NONBLOCK, links ? 0 : constants.O_NOFOLLOW];
  const descriptor = openSync(
    path,
    flags.reduce<number>((all, flag) => all | (flag ?? 0), constants.O_RDONLY),
  );
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile())
      throw new FileRefused(`${path} is not a regular file`, stats.isDirectory() ? "folder" : "kind");
    const tooLarge = () => new FileRefused(`${path} has more than ${mostBytes.toLocaleString("en-US")} bytes`, "size");
    if (stats.size > mostBytes) throw tooLarge();
    // Files of /proc report a size of 0.
    const chunks: Buffer[] = [];
    for (let total = 0; ; ) {
      const chunk = Buffer.allocUnsafe(Math.max(65_536, stats.size - total + 1));
      const length = readSync(descriptor, chunk);
      if (length === 0) return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      total += length;
      if (total > mostBytes) throw tooLarge();
      chunks.push(chunk.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}
