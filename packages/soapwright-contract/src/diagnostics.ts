import type { Reason } from "soapwright-runtime/errors";
import { printable, type SafeText } from "soapwright-runtime/xsd";
import type { DiagnosticReason } from "./reasons";
import { asRemedy, type Remedy } from "./remedy";

/** A place in a source document. `line` and `column` (UTF-16 units) count from 1; both are 0 for a whole source. */
export interface Position {
  /** The name shown in messages: a path relative to the working directory if that is shorter, or a URL. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An expanded name; `namespace` is `""` for no namespace. */
interface Named {
  readonly namespace: string;
  readonly local: string;
}

export type Severity = "error" | "warning" | "note";

/** One problem in a source document: the place, the problem and the remedy. */
export interface Diagnostic extends Remedy {
  readonly severity: Severity;
  /** The code of the problem, which stays when its text changes: docs/errors.md lists them. */
  readonly reason: DiagnosticReason;
  readonly position: Position;
  /** Further places that the problem is about, which are not printed. */
  readonly others?: readonly Position[] | undefined;
  readonly message: string;
  /** The component concerned. */
  readonly name?: Named | undefined;
}

/** A diagnostic for programs. Every property exists, and is null if unused. */
interface DiagnosticJson {
  readonly file: string | null;
  /** From 1; null for a whole file. */
  readonly line: number | null;
  /** From 1, in UTF-16 units. */
  readonly column: number | null;
  readonly severity: Severity;
  /** The code of the problem: docs/errors.md lists them. */
  readonly reason: Reason | DiagnosticReason;
  /** The component, as `{namespace}local`. */
  readonly name: string | null;
  /** The problem, in sentences. */
  readonly message: string;
  /** The remedy, a sentence. */
  readonly remedy: string | null;
  /** The flags that permit the problem, raise the limit or find the document; empty if none does. */
  readonly permits: readonly string[];
}

/** A diagnostic, or the message of a command without a document. */
export interface Unplaced extends Omit<Diagnostic, "position" | "reason"> {
  readonly reason: Reason | DiagnosticReason;
  readonly position?: Position;
}

/** Returns a diagnostic, or a command's message without a document, in the form that `--json` prints. */
export function diagnosticJson(diagnostic: Unplaced): DiagnosticJson {
  const { position, severity, reason, name, message, hint, permits = [] } = diagnostic;
  const isPlaced = position !== undefined && position.line > 0;
  return {
    file: position?.file ?? null,
    line: isPlaced ? position.line : null,
    column: isPlaced ? position.column : null,
    severity,
    reason,
    name: name === undefined ? null : shown(name),
    message: withStop(capitalized(message)),
    remedy: hint === undefined ? null : withStop(capitalized(hint)),
    permits,
  };
}

/** Returns `file:line:column: error: message (QName). Hint.`, on one line. */
export function formatDiagnostic(diagnostic: Diagnostic): SafeText {
  const { file, line, column } = diagnostic.position;
  const place = line === 0 ? "" : `:${line}:${column}`;
  return printable(`${file}${place}: ${diagnostic.severity}: ${diagnosticText(diagnostic)}`);
}

/** Returns `message (QName). Hint.` */
export function diagnosticText({ message, name, hint }: Diagnostic): string {
  const what = withStop(name === undefined ? message : `${message} (${shown(name)})`);
  return hint === undefined ? what : `${what} ${withStop(capitalized(hint))}`;
}

function withStop(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Capitalizes a sentence, unless it starts with a name of XML or of an option. */
function capitalized(sentence: string): string {
  return /^[a-z]+[ ,]/.test(sentence) ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : sentence;
}

function shown({ namespace, local }: Named): string {
  return namespace === "" ? local : `{${namespace}}${local}`;
}

/** The remedy of a problem, or the component that it concerns, with the remedy. */
type About = string | (Remedy & Pick<Diagnostic, "name" | "others">);

type Placed = Position | { readonly position: Position };

/** Collects diagnostics. Stages continue after an error if they can, so that one run shows several. */
export class Diagnostics {
  private readonly collected: Diagnostic[] = [];
  private errors = 0;

  add(diagnostic: Diagnostic): void {
    if (diagnostic.severity === "error") this.errors++;
    this.collected.push(diagnostic);
  }

  error(at: Placed, reason: DiagnosticReason, message: string, about?: About): void {
    this.report("error", at, reason, message, about);
  }

  warning(at: Placed, reason: DiagnosticReason, message: string, about?: About): void {
    this.report("warning", at, reason, message, about);
  }

  note(at: Placed, reason: DiagnosticReason, message: string, about?: About): void {
    this.report("note", at, reason, message, about);
  }

  /** For a problem whose severity depends on where it is. */
  report(severity: Severity, at: Placed, reason: DiagnosticReason, message: string, about?: About): void {
    const position = "position" in at ? at.position : at;
    this.add({ severity, reason, position, message, ...(typeof about === "string" ? asRemedy(about) : about) });
  }

  get hasErrors(): boolean {
    return this.errors > 0;
  }

  /** All diagnostics, in the order found. */
  get all(): readonly Diagnostic[] {
    return this.collected;
  }
}
