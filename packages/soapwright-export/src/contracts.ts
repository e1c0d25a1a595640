/** What the parts of an export are to each other: inputs, sink, journal. */
import type { Files } from "./files";

/** One input as sinks and journals see it. */
export interface ExportInput {
  /** Names the input in the rows, the errors and the tables, for example an id. */
  readonly key: string;
  /** What stands beside the rows of this input, by column. Default: `key` in a column `input`. */
  readonly columns?: Readonly<{ [column: string]: unknown }>;
}

/** What one input has come to. */
export interface InputResult {
  readonly input: ExportInput;
  /** Which input it is, from 0. */
  readonly index: number;
  /** The items of its result. */
  readonly items: readonly unknown[];
}

/** An input whose call has failed. No text of the service and no value is in it. */
export interface FailedInput {
  /** Which input it is, from 1. */
  readonly row: number;
  readonly input: string;
  /** Class of the error, for example `FaultError`. */
  readonly class: string;
  /** Its code, for example `FAULT`. */
  readonly code: string;
  readonly message: string;
}

/** Where a sink is: something that JSON can say. */
export type SinkPosition = number | string | null;

/** Takes the rows. What it was given is kept for good when the journal has committed the position that `flush` returned. */
export interface Sink {
  /** Where the rows go, for messages: a path, a table. No secret is in it. */
  readonly place: string;
  /** What the rows look like: an export that differs in it is another export. */
  readonly shape: string;
  /** The files that it writes, by what is in them. */
  readonly files?: Files;
  /** A journal that commits together with the rows. Absent: any. */
  readonly journal?: Journal;
  /** Whether there is something already that a new export would replace. */
  isThere(): Promise<boolean>;
  /**
   * Opens at `position`, which the journal has committed: what is behind it is cut off. Undefined: a new export, which
   * replaces what is there.
   */
  open(id: string, position: SinkPosition | undefined): Promise<void>;
  /** Takes the rows of one input. Returns their size, in bytes or about so many. */
  write(result: InputResult): number;
  /** Makes what was written so far last. */
  flush(): Promise<SinkPosition>;
  /** All inputs have ended. */
  finish(): Promise<void>;
  /** Lets go of everything. Never rejects. */
  close(): Promise<void>;
}

/** How many inputs had been read, and the fingerprint of all of them. */
export interface Mark {
  readonly inputs: number;
  readonly chain: string;
}

/** What one commit adds. */
export interface JournalEntry {
  /** Indexes of inputs that have ended well. */
  readonly done: readonly number[];
  readonly failed: readonly (FailedInput & { readonly index: number })[];
  /** Rows of them, and how many of them have none. */
  readonly rows: number;
  readonly nothing: number;
  readonly mark: Mark | undefined;
  readonly position: SinkPosition;
}

/** What earlier runs have come to. */
export interface JournalState {
  /** Identifies the export. */
  readonly id: string;
  /** No run before, or the one before came to its end. */
  readonly isNew: boolean;
  isDone(index: number): boolean;
  readonly done: number;
  readonly failed: number;
  readonly rows: number;
  readonly nothing: number;
  /** In rising order. */
  readonly marks: readonly Mark[];
  readonly position: SinkPosition | undefined;
}

/** How a journal is opened. */
export interface JournalOpening {
  /** What makes the export this one and no other, by name: a journal with other values is another export's. */
  readonly identity: Readonly<{ [name: string]: string }>;
  /** Forget what there is and begin anew. */
  readonly restart: boolean;
  /** Take up the inputs that have failed. */
  readonly retryErrors: boolean;
  /** The files that the sink writes. A new export takes none that is not its own. */
  readonly files: readonly string[];
}

/** Knows what has ended. One run at a time has it. */
export interface Journal {
  /** The files that it writes, by what is in them. */
  readonly files?: Files;
  /** Whether there has been a run. */
  isThere(): Promise<boolean>;
  /** Throws an `ExportError` when another run has it, or it is of another export that has not come to its end. */
  open(opening: JournalOpening): Promise<JournalState>;
  /** Resolves when the entry, and all that sinks have flushed, is there whatever happens. */
  commit(entry: JournalEntry): Promise<void>;
  /** Every input has ended. */
  complete(): Promise<void>;
  /** Lets go of everything. Never rejects. */
  close(): Promise<void>;
}
