import type { ChangeReason, DiagnosticReason } from "soapwright-contract";
import type { ReasonOf } from "soapwright-runtime/errors";

/**
 * `error`: calls fail, or will. `warning`: calls succeed at present, or some of them fail. `note`: information that
 * does not count as a finding.
 */
export type Severity = "error" | "warning" | "note";

/** One observation of a check. */
export interface Finding {
  readonly severity: Severity;
  /** For programs: stable, for example `certificate-expired`. */
  readonly code: ReasonOf<"FINDING">;
  /** The reason of the diagnostic because of which a WSDL cannot be read, or of the change of the contract. */
  readonly cause?: DiagnosticReason | ChangeReason;
  /** The problem, its place and the remedy. Without secrets. */
  readonly message: string;
}

/** The steps of an examination. */
export type CheckName =
  | "configuration"
  | "proxy"
  | "dns"
  | "tcp"
  | "tls"
  | "http"
  | "clock"
  | "namespaces"
  | "contract"
  | "credentials";

/** One step of an examination. */
export interface Check {
  readonly name: CheckName;
  /** The worst severity of the findings; `ok` without a finding; `skipped` if the check could not run. */
  readonly outcome: "ok" | "warning" | "error" | "skipped";
  /** Why the check was skipped, or the code of the finding that ended it. */
  readonly reason?: ReasonOf<"FINDING" | "SKIPPED">;
  /** The failed check because of which this one was skipped. */
  readonly blockedBy?: CheckName;
  /** The observation, or the reason why the check was skipped. */
  readonly message: string;
  readonly findings: readonly Finding[];
  readonly elapsedMs: number;
}

/** All checks of one client. */
export interface Diagnosis {
  /** The worst outcome of all checks. */
  readonly outcome: "ok" | "warning" | "error";
  /** Name of the service in its WSDL. */
  readonly service: string;
  /** Address that the client posts to, without its query. */
  readonly endpoint: string;
  /** Namespace that the client sends. */
  readonly namespace: string;
  readonly soapVersion: "1.1" | "1.2";
  readonly checks: readonly Check[];
}

export function worstOf(
  outcomes: readonly ("ok" | "skipped" | "note" | "warning" | "error")[],
): "ok" | "warning" | "error" {
  if (outcomes.includes("error")) return "error";
  return outcomes.includes("warning") ? "warning" : "ok";
}

/** Why a check was not made. */
export interface Skip {
  readonly reason: ReasonOf<"SKIPPED">;
  readonly message: string;
  readonly blockedBy?: CheckName;
}

/** Returns why a check after a failed one is not made. */
export function skipAfter(blockedBy: CheckName): Skip {
  const reason = "check-blocked";
  return { reason, blockedBy, message: notMade("It is", { reason, blockedBy })! };
}

/** Returns why a check after one that timed out is not made. */
export function skipAfterSilence(): Skip {
  const reason = "service-silent";
  return { reason, message: notMade("It is", { reason })! };
}

/** Returns the sentence for skipped checks that `subject` begins; undefined if another reason is theirs alone. */
export function notMade(
  subject: "It is" | "They are",
  { reason, blockedBy }: Partial<Skip | Check>,
): string | undefined {
  if (reason === "check-blocked") return `${subject} not made, because the check of ${blockedBy} failed.`;
  return reason === "service-silent" ? `${subject} not made, because the service did not respond in time.` : undefined;
}
