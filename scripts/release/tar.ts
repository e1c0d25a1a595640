/** The files in a packed package: a gzip of a tar, every path below `package/`. */
import { gunzipSync } from "node:zlib";

const block = 512;

/** A file of the archive. */
export interface ArchivedFile {
  readonly text: string;
  readonly size: number;
}

/** What is in the archive, by path without `package/`. npm writes plain files and, for long names, extended headers. */
export function readArchive(archive: Uint8Array): Map<string, ArchivedFile> {
  const bytes = gunzipSync(archive);
  const files = new Map<string, ArchivedFile>();
  let longPath: string | undefined;
  for (let at = 0; at + block <= bytes.length && bytes[at] !== 0; ) {
    const header = bytes.subarray(at, at + block);
    const size = Number.parseInt(field(header, 124, 12), 8);
    const content = bytes.subarray(at + block, at + block + size);
    at += block + Math.ceil(size / block) * block;
    const kind = field(header, 156, 1);
    if (kind === "x") {
      longPath = /\d+ path=(.*)\n/.exec(content.toString("utf8"))?.[1];
      continue;
    }
    const prefix = field(header, 345, 155);
    const path = longPath ?? (prefix === "" ? "" : `${prefix}/`) + field(header, 0, 100);
    longPath = undefined;
    if (kind === "0" || kind === "")
      files.set(path.replace(/^package\//, ""), { text: content.toString("utf8"), size });
  }
  return files;
}

function field(header: Uint8Array, start: number, length: number): string {
  return Buffer.from(header.subarray(start, start + length))
    .toString("utf8")
    .replace(/\0.*$/s, "")
    .trim();
}
