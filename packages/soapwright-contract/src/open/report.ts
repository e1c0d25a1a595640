import type { Reason } from "soapwright-runtime/errors";
import { jsonText, type SafeText, safeLine } from "soapwright-runtime/xsd";
import { type Diagnostic, diagnosticJson, formatDiagnostic, type Unplaced } from "../diagnostics";
import type { DiagnosticReason } from "../reasons";
import { Progress, patienceMs } from "./progress";
import { type Streams, standardStreams } from "./streams";

interface ReportOptions {
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** Prints messages of a command on stderr: as lines for people, or with `--json` as one object per line. */
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

  /** Prints diagnostics, without notes and warnings in quiet mode. Returns whether there is an error. */
  diagnostics(diagnostics: readonly Diagnostic[]): boolean {
    for (const diagnostic of diagnostics) {
      if (this.isQuiet && diagnostic.severity !== "error") continue;
      this.streams.err(this.isJson ? jsonLine(diagnostic) : safeLine`${formatDiagnostic(diagnostic)}\n`);
    }
    return diagnostics.some(({ severity }) => severity === "error");
  }

  /** Prints an error without a position in a document. The arguments are sentences. */
  error(reason: Reason | DiagnosticReason, message: string, remedy?: string): void {
    const hint = remedy === undefined ? "" : ` ${remedy}`;
    this.streams.err(
      this.isJson
        ? jsonLine({ severity: "error", reason, message, hint: remedy })
        : safeLine`error: ${`${message}${hint}`}\n`,
    );
  }

  /** Prints nothing in quiet mode. */
  note(reason: Reason | DiagnosticReason, message: string): void {
    if (this.isQuiet) return;
    this.streams.err(this.isJson ? jsonLine({ severity: "note", reason, message }) : safeLine`${message}\n`);
  }
}

function jsonLine(diagnostic: Unplaced): SafeText {
  return safeLine`${jsonText(diagnosticJson(diagnostic))}\n`;
}

export function standardReport(options: ReportOptions): Report {
  return new Report(standardStreams, options);
}

/** Runs `work`. A line on a terminal shows `what` after a second, until the end. */
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
