/** What an examination of a client and its service says. */

/**
 * `error`: calls fail, or will. `warning`: calls work today, or some of them fail. `note`: good to know, and no finding:
 * it does not count.
 */
export type Severity = "error" | "warning" | "note";

/** One thing that was seen. */
export interface Finding {
  readonly severity: Severity;
  /** For programs: stable, for example `certificate-expired`. */
  readonly code: string;
  /** What is wrong, where, and what to do. Without secrets. */
  readonly message: string;
}

/** What is examined, in this order. */
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
  /** The worst of its findings; `ok` without a finding; `skipped` when it could not be made. */
  readonly outcome: "ok" | "warning" | "error" | "skipped";
  /** What was seen, or why the check was skipped. */
  readonly message: string;
  readonly findings: readonly Finding[];
  readonly elapsedMs: number;
}

/** All checks of one client. */
export interface Diagnosis {
  /** The worst of all checks. */
  readonly outcome: "ok" | "warning" | "error";
  /** Name of the service as its WSDL has it. */
  readonly service: string;
  /** Address that the client posts to, without its query. */
  readonly endpoint: string;
  /** Namespace that the client sends. */
  readonly namespace: string;
  readonly soapVersion: "1.1" | "1.2";
  readonly checks: readonly Check[];
}

/** The worst of several outcomes. */
export function worstOf(
  outcomes: readonly ("ok" | "skipped" | "note" | "warning" | "error")[],
): "ok" | "warning" | "error" {
  if (outcomes.includes("error")) return "error";
  return outcomes.includes("warning") ? "warning" : "ok";
}
