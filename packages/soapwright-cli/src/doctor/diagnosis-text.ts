import { type Check, type Finding, notMade } from "./diagnosis";

/** The checks of one client, under its name. */
export interface NamedDiagnosis {
  readonly name: string;
  /** Absent if the endpoint is unknown. */
  readonly endpoint?: string;
  readonly checks: readonly Check[];
}

/** Escapes control characters in texts of the service for the terminal. */
type Printable = (text: string) => string;

/**
 * Returns diagnoses as text for a terminal, one after the other: a line for each check and for each finding, and a
 * summary.
 *
 * @param printable - Escapes control characters in texts of the service for the terminal.
 */
export function diagnosisText(all: readonly NamedDiagnosis[], printable: Printable): string {
  const parts = all.map(({ name, endpoint, checks }) => {
    const lines = new CheckLines(printable);
    const text = checks.map((check) => lines.add(check)).join("");
    return `${diagnosisTitle(name, endpoint, printable)}${text}${lines.end()}`;
  });
  return `${[...parts, summaryOf(findingsOf(all))].join("\n")}\n`;
}

/** Returns the line before the checks. */
export function diagnosisTitle(name: string, endpoint: string | undefined, printable: Printable): string {
  return `${endpoint === undefined ? name : `${name} at ${printable(endpoint)}`}\n`;
}

/** Consecutive skipped checks are combined into one line from this number on. */
const FOLDED = 3;

/** Whether `first` was skipped for the same reason: checks after a failed one are all skipped because of it. */
function isReasonOf(check: Check, first: Check): boolean {
  return check.reason === first.reason || notMade("They are", first) !== undefined;
}

/** Formats checks as they end: a line for each check and each finding, and one line for consecutive skipped checks. */
export class CheckLines {
  #skipped: Check[] = [];

  constructor(private readonly printable: Printable) {}

  /** Returns the lines that can be printed now. */
  add(check: Check): string {
    if (check.outcome === "skipped") {
      const [first] = this.#skipped;
      const before = first === undefined || isReasonOf(check, first) ? "" : this.end();
      this.#skipped.push(check);
      return before;
    }
    return this.end() + this.#linesOf(check);
  }

  /** Returns the remaining lines. */
  end(): string {
    const skipped = this.#skipped;
    this.#skipped = [];
    const [first] = skipped;
    if (first === undefined || skipped.length < FOLDED) return skipped.map((check) => this.#linesOf(check)).join("");
    const names = skipped.map(({ name }) => name).join(", ");
    return `  skipped  ${names}: ${this.printable(notMade("They are", first) ?? first.message)}\n`;
  }

  #linesOf({ name, outcome, reason, message, findings }: Check): string {
    const line = (of: string, about: string, text: string): string =>
      `  ${of.padEnd(7)}  ${about.padEnd(13)}  ${this.printable(text)}\n`;
    // The message of a failed check is its finding's, which is not repeated.
    const others = findings.filter(({ code }) => code !== reason);
    return line(outcome, name, message) + others.map((finding) => line(finding.severity, "", finding.message)).join("");
  }
}

/** Returns the last line: the numbers of errors and warnings. */
export function summaryOf(findings: readonly Finding[]): string {
  const counts = ["error", "warning"].flatMap((severity) => {
    const { length } = findings.filter((finding) => finding.severity === severity);
    return length === 0 ? [] : `${length} ${severity}${length === 1 ? "" : "s"}`;
  });
  return counts.length === 0 ? "Nothing is wrong." : `Found ${counts.join(" and ")}.`;
}

/** Returns the findings of all checks. */
export function findingsOf(all: readonly Pick<NamedDiagnosis, "checks">[]): Finding[] {
  return all.flatMap(({ checks }) => checks.flatMap(({ findings }) => findings));
}
