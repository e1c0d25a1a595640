/** What the doctor has seen, for a terminal. */
import type { Check, Finding } from "../doctor/index";
import { printable } from "./formats/printable";

/** What was seen of one version. */
export interface VersionDiagnosis {
  readonly version: string;
  readonly outcome: "ok" | "warning" | "error" | "skipped";
  readonly endpoint?: string;
  readonly namespace?: string;
  readonly soapVersion?: string;
  readonly checks: readonly Check[];
}

/** Versions one after the other, a line for each check and for each finding, and a summary. */
export function diagnosisText(versions: readonly VersionDiagnosis[]): string {
  return `${[...versions.map(versionText), summary(versions)].join("\n")}\n`;
}

function versionText({ version, endpoint, checks }: VersionDiagnosis): string {
  const title = endpoint === undefined ? version : `${version} at ${printable(endpoint)}`;
  return `${title}\n${checks.flatMap(checkLines).join("\n")}\n`;
}

function checkLines({ name, outcome, message, findings }: Check): string[] {
  // A check that has failed says what it found.
  const told = findings.filter((finding) => finding.message !== message);
  return [line(outcome, name, message), ...told.map((finding) => line(finding.severity, "", finding.message))];
}

function line(outcome: string, name: string, message: string): string {
  return `  ${outcome.padEnd(7)}  ${name.padEnd(13)}  ${printable(message)}`;
}

function summary(versions: readonly VersionDiagnosis[]): string {
  const findings = findingsOf(versions);
  const count = (severity: Finding["severity"], one: string, many: string): string[] => {
    const { length } = findings.filter((finding) => finding.severity === severity);
    return length === 0 ? [] : [`${length} ${length === 1 ? one : many}`];
  };
  const counts = [...count("error", "error", "errors"), ...count("warning", "warning", "warnings")];
  return counts.length === 0 ? "Nothing is wrong." : `Found ${counts.join(" and ")}.`;
}

/** Of all versions and checks. */
export function findingsOf(versions: readonly VersionDiagnosis[]): Finding[] {
  return versions.flatMap(({ checks }) => checks.flatMap(({ findings }) => findings));
}
