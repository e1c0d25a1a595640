/** Checks of an export's files: their paths are distinct, and no file is replaced that belongs to something else. */
import { lstat, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { ExportError, errorCode } from "./export-error";
import { storageError, withFile } from "./storage-error";

/** The keys are contents, for example `the output`. */
export type Files = Readonly<{ [what: string]: string }>;

/** Throws an `ExportError` if two paths lead to the same file, also by a symbolic or a hard link. */
export async function checkDistinct(files: readonly (readonly [what: string, path: string])[]): Promise<void> {
  const seen = new Map<string, string>();
  for (const [what, path] of files) {
    // A number could lose the last digits of an inode.
    const found = await withFile("read", path, () => stat(path, { bigint: true }).catch(absent));
    // A pipe or a terminal may have several names. It is refused when it is opened for writing.
    const node = found?.isFile() === true ? [`${found.dev}/${found.ino}`] : [];
    for (const place of [await placeOf(path), ...node]) {
      const other = seen.get(place);
      if (other !== undefined && other !== what)
        throw new ExportError(
          "OPTION",
          (words) =>
            `${path} is the file of ${words.name(other)} and of ${words.name(what)}. Name another for one of them.`,
        );
      seen.set(place, what);
    }
  }
}

/** Throws an `ExportError` if a file exists at `path`. With `evenEmpty`, an empty file counts too. */
export async function checkFree(path: string, evenEmpty: boolean): Promise<void> {
  const isFree = evenEmpty ? (await statOf(path))?.isFile() !== true : !(await hasContent(path));
  if (!isFree) throw occupied(path);
}

export function occupied(place: string): ExportError {
  return new ExportError(
    "JOURNAL",
    (words) =>
      `${place} already exists, and no journal belongs to it. Name another place, or replace it with ${words.name("restart")}.`,
  );
}

/** A folder has none. */
export async function hasContent(path: string): Promise<boolean> {
  const found = await statOf(path);
  return found?.isFile() === true && found.size > 0;
}

/** Throws an `ExportError` if `path` cannot be a file of an export. */
export async function checkWritable(path: string): Promise<void> {
  const found = await checkRegular(path);
  if (found?.isDirectory() === true) throw storageError("write", path, { code: "EISDIR" });
  const folder = dirname(await placeOf(path));
  if (found === undefined) await withFile("write", path, () => stat(folder));
}

/** Throws an `ExportError` for a terminal or a pipe, which cannot be truncated. A folder is reported later. */
export async function checkRegular(path: string): Promise<Awaited<ReturnType<typeof statOf>>> {
  const found = await statOf(path);
  if (found === undefined || found.isFile() || found.isDirectory()) return found;
  throw new ExportError(
    "STORAGE",
    `Cannot write ${path}: it is not a regular file, and an export has to cut back what it wrote. Name a file.`,
  );
}

/** Linux follows so many links in one path. */
const MOST_LINKS = 40;

/** Links are resolved; the file need not exist. */
export async function placeOf(path: string, links = 0): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => resolve(dirname(path)));
  const place = join(folder, basename(path));
  const next = links < MOST_LINKS ? await readlink(place).catch(() => undefined) : undefined;
  return next === undefined ? place : placeOf(resolve(folder, next), links + 1);
}

/** Relative paths stay valid when the folder is moved. */
export async function placesBeside(anchor: string, paths: readonly string[]): Promise<readonly string[]> {
  const folder = dirname(await placeOf(anchor));
  return Promise.all(paths.map(async (path) => relative(folder, await placeOf(path))));
}

/** Returns undefined if the path does not exist, or is a link to a file that does not. */
export async function statOf(path: string) {
  return withFile("read", path, () => stat(path).catch(absent));
}

export async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(absent))?.isSymbolicLink() === true;
}

function absent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

export function isAbsent(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}
