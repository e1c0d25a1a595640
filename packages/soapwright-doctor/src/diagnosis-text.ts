/** What the doctor has seen, for a terminal. */
import type { Check, Finding } from "./diagnosis";

/** A diagnosis under the name of what was examined. */
export interface NamedDiagnosis {
  readonly name: string;
  /** Absent: the endpoint is not known. */
  readonly endpoint?: string;
  readonly checks: readonly Check[];
}

/** Makes a text of the service's fit for the terminal: it may hold control characters. */
type Printable = (text: string) => string;

/**
 * Diagnoses as text for a terminal, one after the other: a line for each check and for each finding, and a summary.
 *
 * @param printable - Makes a text of the service's fit for the terminal: it may hold control characters.
 */
export function diagnosisText(all: readonly NamedDiagnosis[], printable: Printable): string {
  const parts = all.map(({ name, endpoint, checks }) => {
    const lines = new CheckLines(printable);
    const text = checks.map((check) => lines.add(check)).join("");
    return `${diagnosisTitle(name, endpoint, printable)}${text}${lines.end()}`;
  });
  return `${[...parts, summaryOf(findingsOf(all))].join("\n")}\n`;
}

/** The line in front of the checks. */
export function diagnosisTitle(name: string, endpoint: string | undefined, printable: Printable): string {
  return `${endpoint === undefined ? name : `${name} at ${printable(endpoint)}`}\n`;
}

/** So many checks that are skipped one after another, or more, are one line. */
const FOLDED = 3;

/** Writes checks one after the other, as they end: a line for each check and each finding. Checks skipped in a row are one line. */
export class CheckLines {
  readonly #printable: Printable;
  #skipped: Check[] = [];

  constructor(printable: Printable) {
    this.#printable = printable;
  }

  /** The lines that can be written now. */
  add(check: Check): string {
    if (check.outcome === "skipped") {
      this.#skipped.push(check);
      return "";
    }
    return this.end() + this.#linesOf(check);
  }

  /** The lines that are left. */
  end(): string {
    const skipped = this.#skipped;
    this.#skipped = [];
    const [first] = skipped;
    if (first === undefined || skipped.length < FOLDED) return skipped.map((check) => this.#linesOf(check)).join("");
    const names = skipped.map(({ name }) => name).join(", ");
    return `  skipped  ${names}: ${this.#printable(first.message.replace(/^It is not made/, "They are not made"))}\n`;
  }

  #linesOf({ name, outcome, message, findings }: Check): string {
    const line = (of: string, about: string, text: string): string =>
      `  ${of.padEnd(7)}  ${about.padEnd(13)}  ${this.#printable(text)}\n`;
    // A check that has failed says what it found.
    const told = findings.filter((finding) => finding.message !== message);
    return line(outcome, name, message) + told.map((finding) => line(finding.severity, "", finding.message)).join("");
  }
}

/** The last line: how many findings there are. */
export function summaryOf(findings: readonly Finding[]): string {
  const count = (severity: Finding["severity"], one: string, many: string): string[] => {
    const { length } = findings.filter((finding) => finding.severity === severity);
    return length === 0 ? [] : [`${length} ${length === 1 ? one : many}`];
  };
  const counts = [...count("error", "error", "errors"), ...count("warning", "warning", "warnings")];
  return counts.length === 0 ? "Nothing is wrong." : `Found ${counts.join(" and ")}.`;
}

/** Those of all checks. */
export function findingsOf(all: readonly Pick<NamedDiagnosis, "checks">[]): Finding[] {
  return all.flatMap(({ checks }) => checks.flatMap(({ findings }) => findings));
}
