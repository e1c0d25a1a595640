/** How much a difference matters to who uses the client as it is. */
export type Severity = "note" | "warning" | "error";

/** One difference between the contract that a client was generated from and another one. */
export interface Difference {
  readonly severity: Severity;
  /** What it is, stable: `field-missing`. */
  readonly code: string;
  /** As a sentence with its place and what to do. */
  readonly message: string;
}
