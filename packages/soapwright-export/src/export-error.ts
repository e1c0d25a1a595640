import type { ReasonOf } from "soapwright-runtime/errors";
import { type ExportText, type ExportWords, OF_PROGRAM, worded } from "./export-words";

/**
 * The reason why an export cannot start or continue. `INPUT`: an input cannot be read; `CHANGED`: the inputs differ
 * from the previous run's; `LOCKED`: another run holds the journal; `JOURNAL`: the journal belongs to another export,
 * or a file differs from its journal; `TABLE`: a table has another shape; `STORAGE`: a file or a table cannot be read
 * or written; `CONNECTION`: there is no connection to the database or the queue; `REFUSED`: the service refuses one
 * call after another; `UNAVAILABLE`: the service did not respond for too long; `OPTION`: an option is wrong, or a
 * package is missing.
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

/**
 * The error of an export that cannot start or continue. Committed results stay: the same export resumes when the cause
 * is removed.
 */
export class ExportError extends Error {
  override readonly name = "ExportError";
  /** The reason, for programs. */
  readonly code: ExportErrorCode;
  /** The code of the list of reasons. */
  readonly reason: ReasonOf<"EXPORT">;
  readonly #text: ExportText;

  constructor(code: ExportErrorCode, text: ExportText, options?: { readonly cause?: unknown }) {
    super(worded(text, OF_PROGRAM), options);
    this.code = code;
    this.reason = REASONS[code];
    this.#text = text;
  }

  /** Returns the message for another reader than a program. */
  messageFor(words: ExportWords): string {
    return worded(this.#text, words);
  }
}

const REASONS = {
  INPUT: "input-unreadable",
  CHANGED: "inputs-changed",
  LOCKED: "export-locked",
  JOURNAL: "journal-differs",
  TABLE: "table-differs",
  STORAGE: "storage-failed",
  CONNECTION: "storage-unreachable",
  REFUSED: "service-refuses",
  UNAVAILABLE: "service-unavailable",
  OPTION: "export-option",
} as const;

/**
 * The handler throws an `ExportError` about a failed import of an optional package. `use` names the feature that needs
 * it.
 */
export function notInstalled(name: string, use: string, install = name): (cause: unknown) => never {
  return (cause) => {
    const message = `The package ${name} is not installed. Install it to ${use}: npm install ${install}.`;
    throw new ExportError("OPTION", message, { cause });
  };
}

/** Whether `error` is an `ExportError` of this copy of the package or of another. */
export function isExportError(error: unknown): error is ExportError {
  return error instanceof Error && error.name === "ExportError" && "code" in error;
}

/** Returns a code such as `ENOENT`, also of an error of another realm. */
export function errorCode(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
