/** The files of an export: each is a file of its own, and none takes the place of a file that belongs to something else. */
import { lstat, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { errorCode } from "./error-code";
import { ExportError } from "./export-error";
import { storageError, withFile } from "./storage-error";

/** Paths by what is in them, for example `the output`. */
export type Files = Readonly<{ [what: string]: string }>;

/** Throws an `ExportError` when two of the files are one, whatever leads to it: a path, a symbolic link or a hard link. */
export async function checkDistinct(files: readonly (readonly [what: string, path: string])[]): Promise<void> {
  const seen = new Map<string, string>();
  for (const [what, path] of files) {
    // Of a number, the last digits of an inode could be lost.
    const found = await withFile("read", path, () => stat(path, { bigint: true }).catch(absent));
    // A pipe or a terminal may stand for several: it is refused where it is written to.
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

/** Throws an `ExportError` when there is something at `path` already. `evenEmpty`: an empty file is something. */
export async function checkFree(path: string, evenEmpty: boolean): Promise<void> {
  const found = await statOf(path);
  if (found === undefined || !(found.isFile() && (evenEmpty || found.size > 0))) return;
  throw new ExportError(
    "JOURNAL",
    `${path} is there already, and no journal belongs to it. Name another place, or replace it with restart.`,
  );
}

/** Throws an `ExportError` for what cannot be a file of an export: before anything is written, so that nothing is left behind. */
export async function checkWritable(path: string): Promise<void> {
  const found = await checkRegular(path);
  if (found?.isDirectory() === true) throw storageError("write", path, { code: "EISDIR" });
  const folder = dirname(await placeOf(path));
  if (found === undefined) await withFile("write", path, () => stat(folder));
}

/** Throws an `ExportError` for a terminal or a pipe: what has been written to it cannot be cut back. A folder is told later. */
export async function checkRegular(path: string): Promise<Awaited<ReturnType<typeof statOf>>> {
  const found = await statOf(path);
  if (found === undefined || found.isFile() || found.isDirectory()) return found;
  throw new ExportError(
    "STORAGE",
    `Cannot write ${path}: it is not a regular file, and an export has to cut back what it wrote. Name a file.`,
  );
}

/** As many links in a row as Linux follows. */
const MOST_LINKS = 40;

/** The file itself, whatever leads to it: of a link to a file that is not there yet, that file. */
export async function placeOf(path: string, links = 0): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => resolve(dirname(path)));
  const place = join(folder, basename(path));
  const next = links < MOST_LINKS ? await readlink(place).catch(() => undefined) : undefined;
  return next === undefined ? place : placeOf(resolve(folder, next), links + 1);
}

/** The paths as seen from beside `anchor`, so that they stay the same when the folder is moved. */
export async function placesBeside(anchor: string, paths: readonly string[]): Promise<readonly string[]> {
  const folder = dirname(await placeOf(anchor));
  return Promise.all(paths.map(async (path) => relative(folder, await placeOf(path))));
}

/** What is at the path; undefined where there is nothing, or a link that leads nowhere. */
export async function statOf(path: string) {
  return withFile("read", path, () => stat(path).catch(absent));
}

/** Whether there is a link at the path, whatever it leads to. */
export async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(absent))?.isSymbolicLink() === true;
}

function absent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

export function isAbsent(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}
