/** The files of an export: all are distinct, and none replaces a file that belongs to something else. */
import { lstat, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { errorCode } from "./error-code";
import { ExportError } from "./export-error";
import { storageError, withFile } from "./storage-error";

/** Paths by content, for example `the output`. */
export type Files = Readonly<{ [what: string]: string }>;

/** Throws an `ExportError` when two of the paths lead to one file, through a symbolic link or a hard link too. */
export async function checkDistinct(files: readonly (readonly [what: string, path: string])[]): Promise<void> {
  const seen = new Map<string, string>();
  for (const [what, path] of files) {
    // As a number, the last digits of an inode could be lost.
    const found = await withFile("read", path, () => stat(path, { bigint: true }).catch(absent));
    // A pipe or a terminal may have several names: it is refused where it is written to.
    const node = found?.isFile() === true ? [`${found.dev}/${found.ino}`] : [];
    for (const place of [await placeOf(path), ...node]) {
      const other = seen.get(place);
      if (other !== undefined && other !== what)
        throw new ExportError(
          "OPTION",
          `${path} is the file of ${other} and of ${what}. Name another for one of them.`,
        );
      seen.set(place, what);
    }
  }
}

/** Throws an `ExportError` when a file exists at `path`. `evenEmpty`: an empty file counts too. */
export async function checkFree(path: string, evenEmpty: boolean): Promise<void> {
  const found = await statOf(path);
  if (found === undefined || !(found.isFile() && (evenEmpty || found.size > 0))) return;
  throw new ExportError(
    "JOURNAL",
    `${path} already exists, and no journal belongs to it. Name another place, or replace it with restart.`,
  );
}

/** Throws an `ExportError` when `path` cannot be a file of an export; called before anything is written. */
export async function checkWritable(path: string): Promise<void> {
  const found = await checkRegular(path);
  if (found?.isDirectory() === true) throw storageError("write", path, { code: "EISDIR" });
  const folder = dirname(await placeOf(path));
  if (found === undefined) await withFile("write", path, () => stat(folder));
}

/** Throws an `ExportError` for a terminal or a pipe, which cannot be cut back. A folder is reported later. */
export async function checkRegular(path: string): Promise<Awaited<ReturnType<typeof statOf>>> {
  const found = await statOf(path);
  if (found === undefined || found.isFile() || found.isDirectory()) return found;
  throw new ExportError(
    "STORAGE",
    `Cannot write ${path}: it is not a regular file, and an export has to cut back what it wrote. Name a file.`,
  );
}

/** Linux follows as many links in a row. */
const MOST_LINKS = 40;

/** The path of the file itself, with links resolved, even if the file does not exist yet. */
export async function placeOf(path: string, links = 0): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => resolve(dirname(path)));
  const place = join(folder, basename(path));
  const next = links < MOST_LINKS ? await readlink(place).catch(() => undefined) : undefined;
  return next === undefined ? place : placeOf(resolve(folder, next), links + 1);
}

/** The paths relative to the folder of `anchor`, so that they stay the same when the folder is moved. */
export async function placesBeside(anchor: string, paths: readonly string[]): Promise<readonly string[]> {
  const folder = dirname(await placeOf(anchor));
  return Promise.all(paths.map(async (path) => relative(folder, await placeOf(path))));
}

/** The stat of the path; undefined if nothing is there, or a link to nothing. */
export async function statOf(path: string) {
  return withFile("read", path, () => stat(path).catch(absent));
}

/** Whether a link is at the path, even to nothing. */
export async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(absent))?.isSymbolicLink() === true;
}

function absent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

export function isAbsent(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}
