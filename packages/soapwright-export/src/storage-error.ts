import { ExportError, errorCode, isExportError } from "./export-error";

const REMEDIES: Readonly<{ [code: string]: readonly [what: string, remedy: string] }> = {
  ENOSPC: ["the disk is full", "Free some space, then run the same export again"],
  EDQUOT: ["the disk quota is used up", "Free some space, then run the same export again"],
  EFBIG: ["the file is longer than the system allows", "Write to another file system"],
  EACCES: ["permission denied", "Check the permissions of the file and of its folder"],
  EPERM: ["the operation is not permitted", "Check the permissions of the file and of its folder"],
  EROFS: ["the file system is read-only", "Write to another folder"],
  ENOENT: ["there is no such file or folder", "Check the path"],
  ENOTDIR: ["a part of the path is not a folder", "Check the path"],
  ELOOP: ["its symbolic links lead in a circle", "Check the path"],
  ENAMETOOLONG: ["the name is longer than the system allows", "Name another file"],
  EEXIST: ["another program has just made it", "Name another file"],
  EISDIR: ["it is a folder", "Name a file"],
  EMFILE: ["too many files are open", "Raise the limit of open files, then run the same export again"],
};

/** A file of inputs has a code of its own. Other errors are returned unchanged. */
export function storageError(
  doing: string,
  path: string,
  error: unknown,
  as: "STORAGE" | "INPUT" = "STORAGE",
): unknown {
  const code = errorCode(error);
  if (isExportError(error) || code === undefined) return error;
  const [what, remedy] = REMEDIES[code] ?? [
    `the system reports ${code}`,
    "Remove the cause, then run the same export again",
  ];
  return new ExportError(as, `Cannot ${doing} ${path}: ${what}. ${remedy}.`, { cause: error });
}

/** Rethrows a file error as an `ExportError` of one line. */
export async function withFile<T>(doing: string, path: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw storageError(doing, path, error);
  }
}
