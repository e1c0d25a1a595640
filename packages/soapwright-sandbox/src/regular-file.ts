import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/**
 * Reads a regular file of at most `mostBytes` as text. Throws an `Error` with the reason for any other file: a device
 * never ends, and a FIFO waits for a writer.
 */
export function readRegularFile(path: string, mostBytes: number): string {
  // Without O_NONBLOCK, opening a FIFO waits. Windows has neither.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    const limit = `${path} has more than ${mostBytes.toLocaleString("en-US")} bytes`;
    if (stats.size > mostBytes) throw new Error(limit);
    // Files of /proc report a size of 0.
    const chunks: Buffer[] = [];
    for (let total = 0; ; ) {
      const chunk = Buffer.allocUnsafe(Math.max(65_536, stats.size - total + 1));
      const length = readSync(descriptor, chunk);
      if (length === 0) return Buffer.concat(chunks).toString("utf8");
      total += length;
      if (total > mostBytes) throw new Error(limit);
      chunks.push(chunk.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}
