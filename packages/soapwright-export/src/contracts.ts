/** The interfaces between the parts of an export: inputs, sink and journal. */
import type { Files } from "./files";

/** One input as sinks and journals receive it. */
export interface ExportInput {
  /** The name in rows, errors and tables, for example an id. */
  readonly key: string;
  /** The values of the input's columns. Default: `key` in a column `input`. */
  readonly columns?: Readonly<{ [column: string]: unknown }>;
}

/** The result of one input. */
export interface InputResult {
  readonly input: ExportInput;
  /** The number of the input, from 0. */
  readonly index: number;
  /** The items of the result. */
  readonly items: readonly unknown[];
}

/** An input whose call failed, without text of the service and without values. */
export interface FailedInput {
  /** The number of the input, from 1. */
  readonly row: number;
  readonly input: string;
  /** For example `FaultError`. */
  readonly class: string;
  /** For example `FAULT`. `MAYBE`: a call that may change data was sent, and it is not known whether it was carried out. */
  readonly code: string;
  readonly message: string;
}

/** The position of a sink, as a value that JSON can represent. */
export type SinkPosition = number | string | null;

/**
 * The destination of the rows. Rows are permanent when the journal has committed the position that `flush` returned.
 */
export interface Sink {
  /** The path or table, for messages. It contains no secret. */
  readonly place: string;
  /** The columns and format. An export with another shape is another export. */
  readonly shape: string;
  /** The files that the sink writes, by content. */
  readonly files?: Files;
  /** The journal that commits in one transaction with the rows; undefined if any journal can be used. */
  readonly journal?: Journal;
  /** Whether output exists that a new export would replace. */
  isThere(): Promise<boolean>;
  /**
   * Opens the sink at a position that the journal has committed, and cuts off output after it. Without a position a new
   * export replaces existing output.
   */
  open(id: string, position: SinkPosition | undefined): Promise<void>;
  /** Adds the rows of one input. Returns their approximate size in bytes. */
  write(result: InputResult): number;
  /** Makes everything written durable. */
  flush(): Promise<SinkPosition>;
  /** Completes the output, when all inputs have ended. */
  finish(): Promise<void>;
  /** Releases files and connections. Never rejects. */
  close(): Promise<void>;
}

/** The number of inputs read, and the fingerprint of all of them. */
export interface Mark {
  readonly inputs: number;
  readonly chain: string;
}

/** The inputs that ended since the last commit. */
export interface JournalEntry {
  /** The indexes of inputs that succeeded. */
  readonly done: readonly number[];
  readonly failed: readonly (FailedInput & { readonly index: number })[];
  /** The rows of the inputs in `done`, and how many of these have none. */
  readonly rows: number;
  readonly nothing: number;
  readonly mark: Mark | undefined;
  readonly position: SinkPosition;
  /** The inputs whose calls begin when the entry is durable. Only of operations that change data. */
  readonly begun: readonly number[];
  /** The inputs that were begun earlier, and whose calls were not carried out. They come before `begun`. */
  readonly freed: readonly number[];
}

/** The results of earlier runs. */
export interface JournalState {
  /** The id stays the same when the export resumes. */
  readonly id: string;
  isDone(index: number): boolean;
  /** Whether the call of the input has begun and no entry says how it ended. */
  isBegun?(index: number): boolean;
  readonly done: number;
  readonly failed: number;
  /** The number of inputs in `failed` whose code is `MAYBE`. */
  readonly uncertain?: number;
  readonly rows: number;
  readonly nothing: number;
  /** Fingerprints of the inputs in ascending order. */
  readonly marks: readonly Mark[];
  readonly position: SinkPosition | undefined;
}

/** Which export opens the journal, and what becomes of earlier results. */
export interface JournalOpening {
  /** The named values that identify the export. A journal with other values belongs to another export. */
  readonly identity: Readonly<{ [name: string]: string }>;
  /** Whether to discard earlier results and begin again. */
  readonly restart: boolean;
  /** Whether to call again for the inputs that failed. */
  readonly retryErrors: boolean;
  /** A new export overwrites only files of its own. */
  readonly files: readonly string[];
}

/** The record of inputs that have ended. Only one run at a time may open it. */
export interface Journal {
  /** The files that the journal writes, by content. */
  readonly files?: Files;
  /** Whether the journal has a run. */
  isThere(): Promise<boolean>;
  /**
   * Throws an `ExportError` if another run holds the journal, or if it belongs to another export that is not complete.
   */
  open(opening: JournalOpening): Promise<JournalState>;
  /** Resolves when the entry, and all that sinks have flushed, is durable. */
  commit(entry: JournalEntry): Promise<void>;
  /** Marks the export as complete, when every input has ended. */
  complete(): Promise<void>;
  /** Releases locks, files and connections. Never rejects. */
  close(): Promise<void>;
}

/** The record of calls that may change data. */
export interface CallRecord {
  /** Resolves when it is durable that the call of the input begins. */
  begin(index: number): Promise<void>;
  /** The call of the input was not carried out. */
  free(index: number): void;
}
