/** What the doctor has seen, for a terminal. */
import type { Check, Finding } from "./diagnosis";

/** A diagnosis under the name of what was examined. */
export interface NamedDiagnosis {
  readonly name: string;
  /** Absent: the endpoint is not known. */
  readonly endpoint?: string;
  readonly checks: readonly Check[];
}

/**
 * Diagnoses as text for a terminal, one after the other: a line for each check and for each finding, and a summary.
 *
 * @param printable - Makes a text of the service's fit for the terminal: it may hold control characters.
 */
export function diagnosisText(all: readonly NamedDiagnosis[], printable: (text: string) => string): string {
  const parts = all.map(({ name, endpoint, checks }) => {
    const title = endpoint === undefined ? name : `${name} at ${printable(endpoint)}`;
    const lines = checks.flatMap((check) => checkLines(check, printable));
    return `${title}\n${lines.join("\n")}\n`;
  });
  return `${[...parts, summary(all)].join("\n")}\n`;
}

function checkLines({ name, outcome, message, findings }: Check, printable: (text: string) => string): string[] {
  const line = (of: string, about: string, text: string): string =>
    `  ${of.padEnd(7)}  ${about.padEnd(13)}  ${printable(text)}`;
  // A check that has failed says what it found.
  const told = findings.filter((finding) => finding.message !== message);
  return [line(outcome, name, message), ...told.map((finding) => line(finding.severity, "", finding.message))];
}

function summary(all: readonly NamedDiagnosis[]): string {
  const findings = findingsOf(all);
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
