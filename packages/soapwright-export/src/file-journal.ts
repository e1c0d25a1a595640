import { randomUUID } from "node:crypto";
import { readFile, rename, rm } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { Journal, JournalEntry, JournalOpening, JournalState, Mark, SinkPosition } from "./contracts";
import { ExportError } from "./export-error";
import { MAYBE } from "./failed-input";
import { checkFree, checkRegular, type Files, hasContent, isAbsent, placesBeside } from "./files";
import { isAnew, otherExport } from "./identity";
import { IndexSet, indexesOf, type Ranges, rangesOf } from "./index-set";
import { takeLock } from "./lock";
import { withFile } from "./storage-error";
import { syncFolder, TailFile } from "./tail-file";

/** The paths of a `FileJournal`. Both files are created if they do not exist. */
export interface FileJournalOptions {
  /** The path of the journal. Its lock is in the same folder. */
  readonly path: string;
  /** The path of the file of failed inputs, one line of JSON for each. */
  readonly errors: string;
}

interface Head {
  readonly export: string;
  readonly identity: JournalOpening["identity"];
  /** The files that belong to the export, relative to the journal's folder. Only a journal in a file has them. */
  readonly files?: readonly string[];
}
export interface Commit {
  readonly done: Ranges;
  readonly failed: Ranges;
  readonly rows: number;
  readonly nothing: number;
  readonly begun?: Ranges;
  readonly freed?: Ranges;
  readonly uncertain?: number;
  readonly mark?: readonly [inputs: number, chain: string];
  readonly at: SinkPosition;
  /** The length of the file of errors, in bytes. */
  readonly errors: number;
}
type Line = Head | Commit | { readonly retry: true } | { readonly complete: true };

/**
 * A journal in a file. It owns the file of errors beside it and a lock. A commit counts when its line is on disk: each
 * line has a checksum, because a crash may leave the last one incomplete. Only
 * one process at a time holds the lock; the lock of a dead process is taken over.
 */
export class FileJournal implements Journal {
  readonly #options: FileJournalOptions;
  #release: (() => Promise<void>) | undefined;
  #file: TailFile | undefined;
  #errors: TailFile | undefined;

  constructor(options: FileJournalOptions) {
    this.#options = options;
  }

  get files(): Files {
    const { path, errors } = this.#options;
    return { "the journal": path, "the lock of the journal": `${path}.lock`, "the errors": errors };
  }

  isThere(): Promise<boolean> {
    return hasContent(this.#options.path);
  }

  async open(opening: JournalOpening): Promise<JournalState> {
    const { path, errors } = this.#options;
    this.#release = await takeLock(`${path}.lock`);
    try {
      const { lines, length } = await readLines(path);
      const past = new JournalReplay(opening.restart ? [] : lines);
      const files = await placesBeside(path, [errors, ...opening.files]);
      const before = past.head && { ...past.head, complete: past.isComplete };
      if (isAnew(path, before, opening)) {
        const fileNames = new Set(opening.restart ? files : before?.files);
        // An empty file of errors may belong to another export that has no failure yet.
        for (const [at, file] of [errors, ...opening.files].entries())
          if (!fileNames.has(files[at]!)) await checkFree(file, at === 0);
        const head: Head = { export: randomUUID(), identity: opening.identity, files };
        this.#file = await begin(path, head);
        const isForeign = !fileNames.has(files[0]!);
        this.#errors = await TailFile.open(errors, 0, isForeign).catch(async (error: unknown) => {
          // Another export has created the file first: the journal must not claim it.
          if (isForeign) await rm(path, { force: true });
          throw error;
        });
        return new JournalReplay([head]).state;
      }
      const [fileName] = before?.files ?? files;
      otherExport(path, { errors: fileName! }, { errors: files[0]! });
      this.#file = await TailFile.open(path, length);
      if (opening.retryErrors && past.failed.count > 0) {
        const retry = { retry: true } as const;
        await this.#write(retry);
        past.take(retry);
      }
      this.#errors = await TailFile.open(errors, past.errors);
      return past.state;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async commit(entry: JournalEntry): Promise<void> {
    const errors = this.#errors!;
    for (const { index: _, ...failure } of entry.failed) errors.append(`${JSON.stringify(failure)}\n`);
    const { rows, nothing, mark, position, begun, freed } = entry;
    const uncertain = entry.failed.filter(({ code }) => code === MAYBE).length;
    await this.#write({
      done: rangesOf(entry.done),
      failed: rangesOf(entry.failed.map(({ index }) => index)),
      rows,
      nothing,
      ...(begun.length === 0 ? {} : { begun: rangesOf(begun) }),
      ...(freed.length === 0 ? {} : { freed: rangesOf(freed) }),
      ...(uncertain === 0 ? {} : { uncertain }),
      ...(mark === undefined ? {} : { mark: [mark.inputs, mark.chain] as const }),
      at: position,
      errors: await errors.flush(),
    });
  }

  complete(): Promise<void> {
    return this.#write({ complete: true });
  }

  async close(): Promise<void> {
    await this.#file?.close();
    await this.#errors?.close();
    await this.#release?.();
  }

  async #write(line: Line): Promise<void> {
    this.#file!.append(textOf(line));
    await this.#file!.flush();
  }
}

/** The new journal replaces the old one in one step, so that one of the two always exists. */
async function begin(path: string, head: Head): Promise<TailFile> {
  // The name is random, so that no existing file is overwritten.
  const next = `${path}.${randomUUID()}.new`;
  const file = await TailFile.open(next, 0);
  file.append(textOf(head));
  const length = await file.flush();
  await file.close();
  await withFile("write", path, () => rename(next, path));
  await syncFolder(path);
  return TailFile.open(path, length);
}

/** The state of a journal, replayed from its lines in a file or a database. */
export class JournalReplay {
  head: Head | undefined;
  isComplete = false;
  errors = 0;
  failed = new IndexSet();
  uncertain = 0;
  readonly #done = new IndexSet();
  /** Never more than the calls that were in flight. */
  readonly #begun = new Set<number>();
  readonly #marks: Mark[] = [];
  #rows = 0;
  #nothing = 0;
  #position: SinkPosition | undefined;

  constructor(lines: readonly Line[]) {
    for (const line of lines) this.take(line);
  }

  take(line: Line): void {
    if ("export" in line) this.head = line;
    else if ("retry" in line) {
      this.failed = new IndexSet();
      this.uncertain = 0;
      this.errors = 0;
      this.isComplete = false;
    } else if ("complete" in line) this.isComplete = true;
    else {
      this.end(line.freed ?? []);
      for (const index of indexesOf(line.begun ?? [])) this.#begun.add(index);
      this.end(line.done);
      this.end(line.failed);
      this.#done.addRanges(line.done);
      this.failed.addRanges(line.failed);
      this.uncertain += line.uncertain ?? 0;
      this.#rows += line.rows;
      this.#nothing += line.nothing;
      this.errors = line.errors;
      this.#position = line.at;
      if (line.mark !== undefined) this.#marks.push({ inputs: line.mark[0], chain: line.mark[1] });
    }
  }

  /** The calls of these inputs have ended, or were not carried out. */
  end(ranges: Ranges): void {
    if (this.#begun.size > 0) for (const index of indexesOf(ranges)) this.#begun.delete(index);
  }

  get state(): JournalState {
    return {
      id: this.head?.export ?? "",
      isDone: (index) => this.#done.has(index) || this.failed.has(index),
      isBegun: (index) => this.#begun.has(index),
      uncertain: this.uncertain,
      done: this.#done.count,
      failed: this.failed.count,
      rows: this.#rows,
      nothing: this.#nothing,
      marks: this.#marks,
      position: this.#position,
    };
  }
}

/** Lines after the first incomplete one were never committed. The length is in bytes. */
async function readLines(path: string): Promise<{ readonly lines: Line[]; readonly length: number }> {
  await checkRegular(path);
  const bytes = await withFile("read", path, () =>
    readFile(path).catch((error: unknown) => {
      if (isAbsent(error)) return Buffer.alloc(0);
      throw error;
    }),
  );
  const lines: Line[] = [];
  let length = 0;
  for (;;) {
    const end = bytes.indexOf(10, length);
    if (end < 0) break;
    const line = parseLine(bytes.toString("utf8", length, end));
    if (line === undefined) break;
    lines.push(line);
    length = end + 1;
  }
  const [first] = lines;
  if (bytes.length > 0 && (first === undefined || !("export" in first))) {
    throw new ExportError(
      "JOURNAL",
      `${path} is not a journal of an export, and was left as it is. Give this export another journal.`,
    );
  }
  return { lines, length };
}

function parseLine(text: string): Line | undefined {
  if (text.slice(0, 8) !== checksum(text.slice(9))) return undefined;
  return JSON.parse(text.slice(9)) as Line;
}

function textOf(line: Line): string {
  const text = JSON.stringify(line);
  return `${checksum(text)} ${text}\n`;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
