/** What commands say on stderr while and after they run. */

import { type Diagnostic, diagnosticJson, formatDiagnostic, type Position } from "soapwright-contract";
import { jsonText, printable } from "soapwright-runtime/internal";
import { Progress, patienceMs } from "./progress";
import { type Streams, standardStreams } from "./streams";

/** What is said, and how. */
export interface ReportOptions {
  /** Only errors. */
  readonly quiet?: boolean;
  /** Each as a line of JSON. */
  readonly json?: boolean;
}

/** Says what was found: as lines for people, or with `--json` each as an object on a line of its own. */
export class Report {
  readonly isQuiet: boolean;
  readonly isJson: boolean;

  constructor(
    private readonly streams: Streams,
    { quiet = false, json = false }: ReportOptions,
  ) {
    this.isQuiet = quiet;
    this.isJson = json;
  }

  /** Without notes and warnings where only errors are wanted. True when there is an error. */
  diagnostics(diagnostics: readonly Diagnostic[]): boolean {
    for (const diagnostic of diagnostics) {
      if (this.isQuiet && diagnostic.severity !== "error") continue;
      this.streams.err(this.isJson ? jsonLine(diagnostic) : `${formatDiagnostic(diagnostic)}\n`);
    }
    return diagnostics.some(({ severity }) => severity === "error");
  }

  /** What is wrong with no place of a document: sentences. */
  error(message: string, remedy?: string): void {
    const hint = remedy === undefined ? "" : ` ${remedy}`;
    this.streams.err(
      this.isJson
        ? jsonLine({ severity: "error", message, ...(remedy === undefined ? {} : { hint: remedy }) })
        : `error: ${printable(`${message}${hint}`)}\n`,
    );
  }

  /** Left out where only errors are wanted. */
  note(message: string): void {
    if (this.isQuiet) return;
    this.streams.err(this.isJson ? jsonLine({ severity: "note", message }) : `${message}\n`);
  }
}

function jsonLine(found: Omit<Diagnostic, "position"> & { readonly position?: Position }): string {
  return `${jsonText(diagnosticJson(found))}\n`;
}

/** That of the running program. */
export function standardReport(options: ReportOptions): Report {
  return new Report(standardStreams, options);
}

/** Runs `work`; when it takes over a second and stderr is a terminal, a line says what is going on until it ends. */
export async function withProgress<T>(what: string, { isQuiet, isJson }: Report, work: () => Promise<T>): Promise<T> {
  const progress = new Progress(standardStreams, isQuiet || isJson);
  const timer = setTimeout(() => progress.show(what), patienceMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    progress.end();
  }
}
