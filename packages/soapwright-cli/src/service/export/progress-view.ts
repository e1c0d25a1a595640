/** The progress of an export: as a bar, lines, JSON, or nothing. */

import type { ExportProgress, ExportSummary } from "soapwright-export";
import { type SafeText, safeLine } from "soapwright-runtime/xsd";
import type { CauseWords } from "../../end/complaint";
import { SILENCE_MS } from "../../terminal/wait-note";

export interface ProgressView {
  progress(progress: ExportProgress): void;
  /** The export ends after the calls in flight. */
  stopping(): void;
  ended(summary: ExportSummary, errors: string): void;
  close?(): void;
}

export const LINE_MS = 10_000;

export interface ViewOutput {
  readonly out: (text: string) => unknown;
  readonly err: (text: SafeText) => void;
  /** Returns why calls wait. */
  readonly words: CauseWords;
  /** The address, the proxy, and the time limit of the calls. */
  readonly way: string;
}

export class JsonView implements ProgressView {
  readonly #output: ViewOutput;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(output: ViewOutput, name: string) {
    this.#output = output;
    this.#write({ event: "start", export: name });
  }

  progress(progress: ExportProgress): void {
    if (performance.now() - this.#reportedAt < 1_000) return;
    this.#reportedAt = performance.now();
    const silence = isSilent(progress) ? { message: silenceText(progress, this.#output.way) } : undefined;
    const event = progress.waitsMs > 0 || silence !== undefined ? "wait" : "progress";
    this.#write({ event, ...progress, ...silence, ...this.#cause(progress) });
  }

  stopping(): void {
    this.#write({ event: "stop" });
  }

  ended(summary: ExportSummary, errors: string): void {
    const file = summary.failed > 0 ? { errors } : undefined;
    this.#write({ event: "end", ...summary, ...this.#cause(summary), ...file });
  }

  #cause({ waitsFor }: ExportProgress | ExportSummary): object {
    if (waitsFor === undefined) return {};
    return { waitsFor: { code: waitsFor.code, address: waitsFor.endpoint, message: this.#output.words(waitsFor) } };
  }

  #write(event: object): void {
    const rounded = (_: string, value: unknown) => (typeof value === "number" ? Math.round(value * 10) / 10 : value);
    this.#output.out(`${JSON.stringify({ at: new Date().toISOString(), ...event }, rounded)}\n`);
  }
}

/** The first line is due early, so that a reader of a pipe soon sees that the export works. Unit: milliseconds. */
const FIRST_LINE_MS = 2_000;

/** A line is printed after two seconds, then every ten seconds and when calls begin to wait, and a summary. */
export class LineView implements ProgressView {
  protected readonly output: ViewOutput;
  #dueAt = performance.now() + FIRST_LINE_MS;
  #cause: string | undefined;
  #wasSilent = false;

  constructor(output: ViewOutput) {
    this.output = output;
  }

  progress(progress: ExportProgress): void {
    const isNews = this.isNews(progress);
    if (!isNews && performance.now() < this.#dueAt) return;
    this.#dueAt = performance.now() + LINE_MS;
    this.print(progressText(progress, this.output));
  }

  protected print(text: string): void {
    this.output.err(safeLine`${text}\n`);
  }

  isNews(progress: ExportProgress): boolean {
    const { waitsFor, waitsMs } = progress;
    const wasSilent = this.#wasSilent;
    this.#wasSilent = isSilent(progress);
    if (this.#wasSilent && !wasSilent) return true;
    if (waitsFor !== undefined && waitsMs === 0) return false;
    const cause = waitsFor && this.output.words(waitsFor);
    const isNews = cause !== undefined && cause !== this.#cause;
    this.#cause = cause;
    return isNews;
  }

  stopping(): void {
    this.print("Stopping: waiting for the calls under way. Interrupt again to end at once.");
  }

  ended(summary: ExportSummary, errors: string): void {
    for (const line of summaryLines(summary, errors, this.output)) this.print(line);
  }
}

function isSilent({ silentMs }: Pick<ExportProgress, "silentMs">): boolean {
  return silentMs >= SILENCE_MS;
}

/** For example `no response for 3.1 s from https://service.example/, time limit 30 s`. */
export function silenceText({ silentMs }: Pick<ExportProgress, "silentMs">, way: string): string {
  return `no response for ${durationText(silentMs)} from ${way}`;
}

/** For example `1,200 of 50,000 inputs, 3 failed, 310 a second, 16 at a time, 2 min 37 s left`. */
export function progressText(progress: ExportProgress, { words, way }: ViewOutput): string {
  const { done, total, failed, perSecond, concurrency, remainingMs, waitsMs, waitsFor } = progress;
  const parts = [
    total === undefined ? inputs(done) : `${count(done)} of ${inputs(total)}`,
    `${count(failed)} failed`,
    waitsMs > 0 ? `waiting ${durationText(waitsMs)} for the service` : `${count(perSecond)} a second`,
    `${concurrency} at a time`,
    ...(remainingMs === undefined || waitsMs > 0 ? [] : [`${durationText(remainingMs)} left`]),
  ];
  const silence = isSilent(progress) ? `: ${silenceText(progress, way)}` : "";
  const cause = waitsFor === undefined || waitsMs === 0 ? silence : `: ${words(waitsFor)}`;
  return `${parts.join(", ")}${cause}`;
}

function summaryLines(summary: ExportSummary, errors: string, { words }: ViewOutput): readonly string[] {
  const { state, done, doneBefore, failed, uncertain, nothing, rows, elapsedMs, waitsFor } = summary;
  const before = doneBefore > 0 ? ` (${count(doneBefore)} of them in earlier runs)` : "";
  const lines = [
    `${state === "complete" ? "Complete" : "Stopped"}: ${inputs(done)}${before}, ${counted(rows, "row")}, ${inputs(nothing)} without rows, ${count(failed)} failed, in ${durationText(elapsedMs)}.`,
  ];
  if (failed > 0)
    lines.push(`The failed inputs are in ${errors}. Run the same command with --retry-errors to call for them again.`);
  if (uncertain > 0)
    lines.push(
      `${counted(uncertain, "call")} may have been made: the lines with the code MAYBE. Check them in the service first, because --retry-errors makes them again.`,
    );
  if (waitsFor !== undefined) lines.push(`It waited for the service: ${words(waitsFor)}`);
  if (state === "stopped") lines.push("Run the same command again: it resumes where it stopped.");
  return lines;
}

function inputs(value: number): string {
  return counted(value, "input");
}

/** For example `1 input`, `1,200 inputs`. */
export function counted(value: number, what: string): string {
  return `${count(value)} ${what}${value === 1 ? "" : "s"}`;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return ms < 9_950 ? `${(ms / 1000).toFixed(1)} s` : `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
