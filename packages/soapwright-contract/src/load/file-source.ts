import { readdirSync, realpathSync } from "node:fs";
import { basename, dirname, extname, isAbsolute, relative, sep } from "node:path";
import { nearWord } from "soapwright-runtime/xsd";
import type { DiagnosticReason } from "../reasons";
import { asRemedy, guess, type Remedy, raise } from "../remedy";
import { FileRefused, readRegularFile } from "./regular-file";

/** The reason why a document cannot be loaded. The message has its shown location, without the referring document. */
export class LoadProblem extends Error {
  readonly remedy: Remedy;

  constructor(
    readonly reason: DiagnosticReason,
    message: string,
    remedy?: string | Remedy,
    /** Whether another option or a catalog could find the document: an optional one may stay missing. */
    readonly mayBeElsewhere: boolean = false,
  ) {
    super(message);
    this.remedy = asRemedy(remedy);
  }
}

export class MissingFile extends LoadProblem {}

/** Returns the path with every link followed. @throws LoadProblem when it cannot be opened. */
export function realPath(path: string, shown: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new MissingFile("file-missing", `file ${shown} does not exist`, similarNameHint(path));
    throw new LoadProblem("path-unreadable", `file ${shown} cannot be opened (${code})`);
  }
}

/** Returns whether `path` is `folder` or below it. Both must be real paths. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Returns the bytes of a file by its real path. @throws LoadProblem unless it is regular and small enough. */
export function readDocumentFile(realPathOfFile: string, shown: string, maxBytes: number): Uint8Array {
  try {
    return readRegularFile(realPathOfFile, maxBytes, { links: false });
  } catch (error) {
    if (!(error instanceof FileRefused))
      throw new LoadProblem("file-unreadable", `file ${shown} cannot be opened (${codeOf(error)})`);
    if (error.reason === "size")
      throw new LoadProblem(
        "file-too-large",
        `file ${shown} is larger than ${maxBytes} bytes`,
        raise("--max-file-bytes"),
      );
    const hint = error.reason === "folder" ? "it is a folder: name a file in it" : undefined;
    throw new LoadProblem("file-irregular", `${shown === "" ? "." : shown} is not a regular file`, hint);
  }
}

function similarNameHint(path: string): Remedy | undefined {
  try {
    const alike = readdirSync(dirname(path)).filter((name) => extname(name) === extname(path));
    const meant = nearWord(basename(path), alike);
    return meant === undefined ? undefined : guess(meant);
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unknown reason";
}

/** The name of stdin on the command line. */
export const stdinName = "-";
/** The name of stdin in messages and generated files. */
export const stdinShown = "stdin";

/** Returns the bytes piped into this process. @throws LoadProblem when nothing is piped, and for too much. */
export async function readStdin(maxBytes: number): Promise<Uint8Array> {
  const { stdin } = process;
  if (stdin.isTTY)
    throw new LoadProblem(
      "stdin-terminal",
      "nothing is piped into the command",
      "for example curl ADDRESS | … generate -",
    );
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stdin as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > maxBytes)
      throw new LoadProblem(
        "stdin-too-large",
        `${stdinShown} is larger than ${maxBytes} bytes`,
        raise("--max-file-bytes"),
      );
    pieces.push(piece);
  }
  if (length === 0)
    throw new LoadProblem("stdin-empty", "nothing came from stdin", "check the command before the pipe");
  return Buffer.concat(pieces);
}
