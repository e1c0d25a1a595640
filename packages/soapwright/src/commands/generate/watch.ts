import { statSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as later } from "node:timers/promises";
import {
  compareDocuments,
  type Documents,
  describeChange,
  isAddress,
  type Model,
  type Report,
  typescriptNames,
} from "soapwright-contract";
import { interrupted, printOut } from "soapwright-contract/flags";
import { printable } from "soapwright-runtime/xsd";
import { differences, type OutputFolder } from "../../write/output-folder";
import { shownPath } from "../targets";
import { write } from "./finish";
import { globFiles } from "./glob";
import type { Maker, RunResult } from "./make-targets";

/** Polling interval: fast enough for an editor, with no measurable load on the processor. */
const intervalMs = 100;

/**
 * Generates, then again after every change, until the process is interrupted or `stopped` resolves. Files are polled,
 * so that renames, mounted folders and files that do not exist yet are noticed. A change counts when the files have not
 * changed since the previous poll. A run with an error leaves the files as they are.
 */
export async function watch(make: Maker, report: Report, stopped: () => Promise<void> = interrupted): Promise<void> {
  const watcher = new Watcher(make, report);
  await watcher.run();
  let isOver = false;
  const end = stopped().then(() => {
    isOver = true;
  });
  while (!isOver) {
    await Promise.race([end, later(watcher.pauseMs)]);
    if (!isOver) await watcher.poll();
  }
}

class Watcher {
  /** The last documents of each WSDL without an error. */
  readonly #documents = new Map<string, Documents & { readonly model: Model }>();
  #files: readonly string[] = [];
  #patterns: readonly string[] = [];
  /** State of the files when they were read, and at the last poll. */
  #read = "";
  #seen = "";

  constructor(
    private readonly make: Maker,
    private readonly report: Report,
  ) {}

  get pauseMs(): number {
    return Math.max(intervalMs, this.#files.length);
  }

  async poll(): Promise<void> {
    const seen = this.#state();
    const isAtRest = seen === this.#seen;
    this.#seen = seen;
    if (isAtRest && seen !== this.#read) await this.run();
  }

  async run(): Promise<void> {
    const before = new Map(this.#files.map((file) => [file, stateOf(file)]));
    let outcome = "The generated files stay as they are.";
    try {
      const result = await this.make((diagnostics) => void this.report.diagnostics(diagnostics));
      this.#watchFiles(result);
      if (result.outputs !== undefined) outcome = this.#write(result, result.outputs) ?? outcome;
    } catch (error) {
      this.report.error("watch-failed", error instanceof Error ? error.message : String(error));
    }
    // A file that changed while it was read counts as changed.
    this.#read = this.#state(before);
    this.#seen = this.#read;
    const count = this.#files.length;
    this.report.note("watching", `${outcome} Watching ${count} ${count === 1 ? "file" : "files"}.`);
  }

  #write(result: RunResult, outputs: readonly OutputFolder[]): string | undefined {
    const changed = differences(outputs).length;
    const isWritten = write(outputs, this.report);
    // Programs that wait for the files do not read the report.
    this.#printChanges(result);
    return isWritten ? `${changed} ${changed === 1 ? "file" : "files"} changed.` : undefined;
  }

  /** Prints the changes since the last documents without an error, as `diff` does, with the names of generated code. */
  #printChanges({ targets }: RunResult): void {
    for (const { target, generated } of targets) {
      const { definitions, schemas, model } = generated;
      if (definitions === undefined || schemas === undefined || model === undefined) continue;
      const old = this.#documents.get(target.wsdl);
      const now = { definitions, schemas, model };
      this.#documents.set(target.wsdl, now);
      if (old === undefined) continue;
      const file = targets.length > 1 ? `${shownPath(target.wsdl)}: ` : "";
      const names = new Map([...typescriptNames(old.model), ...typescriptNames(model)]);
      for (const change of compareDocuments(old, now, target.options.model)) {
        const where = names.get(change.where) ?? change.where;
        printOut(`${printable(file + describeChange({ ...change, where }))}\n`);
      }
    }
  }

  #watchFiles({ targets, sources, patterns }: RunResult): void {
    const roots = targets.map(({ target }) => target.wsdl).filter((wsdl) => !isAddress(wsdl));
    const requested = targets.flatMap(({ generated }) => generated.requestedFiles);
    const previous = targets.length === 0 ? this.#files : [];
    this.#files = [...new Set([...previous, ...sources, ...roots, ...requested].map((path) => resolve(path)))];
    this.#patterns = patterns.length === 0 && targets.length === 0 ? this.#patterns : patterns;
  }

  #state(states: ReadonlyMap<string, string> = new Map()): string {
    const files = this.#files.map((file) => states.get(file) ?? stateOf(file));
    return [...files, ...this.#patterns.flatMap((pattern) => globFiles(pattern))].join("\n");
  }
}

/** Returns a text that changes with the content of a file, or when another file takes the name. */
function stateOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "missing" : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}
