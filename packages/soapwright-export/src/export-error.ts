/**
 * Why an export cannot begin or go on. `INPUT`: an input cannot be read; `CHANGED`: the inputs differ from those of the run
 * before; `LOCKED`: another run has the journal; `JOURNAL`: the journal is of another export, or a file is not what it says;
 * `TABLE`: a table of another shape; `STORAGE`: a file or a table cannot be read or written; `CONNECTION`: no connection to
 * the database or the queue; `REFUSED`: the service refuses one call after another; `UNAVAILABLE`: the service did not
 * respond for too long; `OPTION`: an option is wrong, or a package is missing.
 */
export type ExportErrorCode =
  | "INPUT"
  | "CHANGED"
  | "LOCKED"
  | "JOURNAL"
  | "TABLE"
  | "STORAGE"
  | "CONNECTION"
  | "REFUSED"
  | "UNAVAILABLE"
  | "OPTION";

/** An export cannot begin or go on. What is committed stays; the same export goes on there once the cause is gone. */
export class ExportError extends Error {
  override readonly name = "ExportError";
  /** What a program can tell the causes apart by. */
  readonly code: ExportErrorCode;

  constructor(code: ExportErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** What becomes of the import of an optional package that is not there; `use`: what it is for. */
export function notInstalled(name: string, use: string, install = name): (cause: unknown) => never {
  return (cause) => {
    const message = `The package ${name} is not installed. Install it to ${use}: npm install ${install}.`;
    throw new ExportError("OPTION", message, { cause });
  };
}

/** Whether `error` is an `ExportError`, of this copy of the package or another. */
export function isExportError(error: unknown): error is ExportError {
  return error instanceof Error && error.name === "ExportError" && "code" in error;
}
