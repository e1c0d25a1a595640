/** The contracts between the parts of an export: inputs, sink, journal. */
import type { Files } from "./files";

/** One input as sinks and journals receive it. */
export interface ExportInput {
  /** Identifies the input in rows, errors and tables, for example an id. */
  readonly key: string;
  /** Values beside the rows of this input, by column. Default: `key` in a column `input`. */
  readonly columns?: Readonly<{ [column: string]: unknown }>;
}

/** The result of one input. */
export interface InputResult {
  readonly input: ExportInput;
  /** Number of the input, from 0. */
  readonly index: number;
  /** The items of its result. */
  readonly items: readonly unknown[];
}

/** An input whose call failed. It holds no text of the service and no value. */
export interface FailedInput {
  /** Number of the input, from 1. */
  readonly row: number;
  readonly input: string;
  /** Class of the error, for example `FaultError`. */
  readonly class: string;
  /** Code of the error, for example `FAULT`. */
  readonly code: string;
  readonly message: string;
}

/** Position of a sink, as a value that JSON can represent. */
export type SinkPosition = number | string | null;

/** Receives the rows. Rows are permanent when the journal has committed the position that `flush` returned. */
export interface Sink {
  /** Where the rows go, for messages: a path, a table. It contains no secret. */
  readonly place: string;
  /** Describes the rows: an export with another shape is another export. */
  readonly shape: string;
  /** The files that it writes, by content. */
  readonly files?: Files;
  /** A journal that commits together with the rows. Absent: any journal. */
  readonly journal?: Journal;
  /** Whether output exists that a new export would replace. */
  isThere(): Promise<boolean>;
  /**
   * Opens at `position`, which the journal has committed; output after it is cut off. Undefined: a new export, which
   * replaces existing output.
   */
  open(id: string, position: SinkPosition | undefined): Promise<void>;
  /** Adds the rows of one input. Returns their approximate size in bytes. */
  write(result: InputResult): number;
  /** Makes everything written so far durable. */
  flush(): Promise<SinkPosition>;
  /** Called when all inputs have ended. */
  finish(): Promise<void>;
  /** Releases everything. Never rejects. */
  close(): Promise<void>;
}

/** The number of inputs read, and the fingerprint of all of them. */
export interface Mark {
  readonly inputs: number;
  readonly chain: string;
}

/** The content of one commit. */
export interface JournalEntry {
  /** Indexes of inputs that succeeded. */
  readonly done: readonly number[];
  readonly failed: readonly (FailedInput & { readonly index: number })[];
  /** Rows of the inputs in `done`, and how many of these inputs have none. */
  readonly rows: number;
  readonly nothing: number;
  readonly mark: Mark | undefined;
  readonly position: SinkPosition;
}

/** The results of earlier runs. */
export interface JournalState {
  /** Identifies the export. */
  readonly id: string;
  /** No run came before, or the last export is complete. */
  readonly isNew: boolean;
  isDone(index: number): boolean;
  readonly done: number;
  readonly failed: number;
  readonly rows: number;
  readonly nothing: number;
  /** In ascending order. */
  readonly marks: readonly Mark[];
  readonly position: SinkPosition | undefined;
}

/** How a journal is opened. */
export interface JournalOpening {
  /** Identifies the export by named values: a journal with other values belongs to another export. */
  readonly identity: Readonly<{ [name: string]: string }>;
  /** Discard earlier results and begin anew. */
  readonly restart: boolean;
  /** Call again for the inputs that failed. */
  readonly retryErrors: boolean;
  /** The files that the sink writes. A new export overwrites only files of its own. */
  readonly files: readonly string[];
}

/** The record of inputs that have ended. One run at a time holds it. */
export interface Journal {
  /** The files that it writes, by content. */
  readonly files?: Files;
  /** Whether there has been a run. */
  isThere(): Promise<boolean>;
  /** Throws an `ExportError` when another run holds it, or it belongs to another export that is not complete. */
  open(opening: JournalOpening): Promise<JournalState>;
  /** Resolves when the entry, and all that sinks have flushed, is durable. */
  commit(entry: JournalEntry): Promise<void>;
  /** Called when every input has ended. */
  complete(): Promise<void>;
  /** Releases everything. Never rejects. */
  close(): Promise<void>;
}
