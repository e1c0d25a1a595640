import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import { basename, dirname, extname, isAbsolute, relative, sep } from "node:path";
import { nearWord } from "soapwright-runtime/xsd";
import { LoadProblem } from "./load-problem";

/** The error for a path without a file. */
export class MissingFile extends LoadProblem {}

/** Returns the path with every link followed. @throws LoadProblem when it cannot be opened. */
export function realPath(path: string, shown: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new MissingFile(`file ${shown} does not exist`, similarNameHint(path));
    throw new LoadProblem(`file ${shown} cannot be opened (${code})`);
  }
}

/** Returns whether `path` is `folder` or below it. Both must be real paths. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * Returns the bytes of a regular file. `O_NONBLOCK` avoids waiting for the writer of a FIFO, `O_NOFOLLOW` a link
 * created since, and the kind of file is checked on the open descriptor. @throws LoadProblem for any other kind, and
 * for too large a file.
 */
export function readRegularFile(realPathOfFile: string, shown: string, maxBytes: number): Uint8Array {
  let descriptor: number;
  try {
    descriptor = openSync(realPathOfFile, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    const code = codeOf(error);
    throw new LoadProblem(`file ${shown} cannot be opened (${code})`);
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) {
      const hint = found.isDirectory() ? "it is a folder: name a file in it" : undefined;
      throw new LoadProblem(`${shown === "" ? "." : shown} is not a regular file`, hint);
    }
    if (found.size > maxBytes) {
      throw new LoadProblem(`file ${shown} is larger than ${maxBytes} bytes`, "raise the limit with --max-file-bytes");
    }
    const bytes = new Uint8Array(found.size);
    let length = 0;
    while (length < bytes.length) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, null);
      if (count === 0) break;
      length += count;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

function similarNameHint(path: string): string | undefined {
  try {
    const alike = readdirSync(dirname(path)).filter((name) => extname(name) === extname(path));
    const meant = nearWord(basename(path), alike);
    return meant === undefined ? undefined : `did you mean ${meant}?`;
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unknown reason";
}
